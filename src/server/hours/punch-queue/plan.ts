/** Decides what a punch writes and answers. Pure: no database. */
import { say } from '#texts/say';
import { toInstantText } from '#contract/wire';
import {
  breakEndMessage,
  clockInMessage,
  clockInWarnings,
  clockOutMessage,
  clockOutWarnings,
} from '#domain/entry/activity';
import { leftOpenReason } from '#domain/entry/left-open';
import { latenessOf } from '#domain/day/punctuality';
import { minuteText, timeText, type EpochMs } from '#domain/time/units';
import { AHEAD_ALLOWED_MS, isRecordAhead, recordAheadWarning } from '#domain/time/server-clock';
import {
  applyPunch,
  createOpenEntry,
  decidePunch,
  isRunning,
  lastPunchInstant,
  type Punch,
  type TimeEntry,
  breakMinutes,
  workedMinutes,
} from '#domain/entry/time-entry';
import { minuteOfDayAt, type WorkplaceDay } from '#domain/time/workplace-day';
import { expectedOn } from '#domain/expected/expected';
import { plannedDays } from '#domain/expected/schedules';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import { toPlannedPunch, type Outcome, type PlannedPunch, type PunchRequest } from './planned-punch.ts';
import type { StateBeforePunch } from './queries.ts';

export const basisAfter = ({ basis, entry, createdAt, recordedAt }: PlannedPunch): StateBeforePunch => ({
  ...basis,
  headN: basis.headN + 1,
  open: isRunning(entry) ? { entry, createdAt } : undefined,
  last: { clockIn: entry.clockIn, clockOut: entry.clockOut },
  newest: Math.max(basis.newest ?? recordedAt, recordedAt),
});

/** Null before the person's first punch. */
export function lastPunchAt({ last, open }: Pick<StateBeforePunch, 'last' | 'open'>): EpochMs | null {
  if (!last) return null;
  return Math.max(last.clockIn, last.clockOut ?? -Infinity, open ? lastPunchInstant(open.entry) : -Infinity);
}

/** @param now the server's clock; the recorded instant is never before the employee's previous punch */
export function planPunch(request: PunchRequest, basis: StateBeforePunch, now: EpochMs) {
  const pressedAt = request.kept?.claimedAt ?? now;
  const stale = entryToSetAside(request.punch, basis, pressedAt);
  const current = stale ? undefined : basis.open?.entry;
  const decision = decidePunch(
    request.punch,
    current,
    pressedAt,
    Math.max(pressedAt, lastPunchAt(basis) ?? pressedAt),
  );
  if (!decision.ok) return decision;
  const { at } = decision;
  const [day] = plannedDays(basis.plans, request.userId, [calendarOf(basis.settings).dayAt(at)]) as [
    WorkplaceDay,
  ];
  const time = minuteText(minuteOfDayAt(at, day), basis.settings.hourFormat);
  const outcome =
    request.punch === 'clock_in'
      ? clockInOutcome(request, basis, at, day, time)
      : openEntryOutcome(request.punch, current, basis.userName, at, time);
  const isAhead = isRecordAhead(basis.newest, now);
  const warnings = [...outcome.warnings, ...clockWarnings(basis, now)];
  const recordedAt = request.kept ? now : at;
  const planned = toPlannedPunch(
    request,
    basis,
    { at, recordedAt },
    { ...outcome, warnings, setAside: stale?.id },
  );
  const latestAllowedRecord = isAhead ? null : now + AHEAD_ALLOWED_MS;
  return { ok: true, planned: { ...planned, latestAllowedRecord } } as const;
}

function entryToSetAside(
  punch: Punch,
  { open, settings }: StateBeforePunch,
  now: EpochMs,
): TimeEntry | undefined {
  if (punch !== 'clock_in' || !open) return undefined;
  return leftOpenReason({ isActive: true }, open.entry, timeContextAt(settings, now))
    ? open.entry
    : undefined;
}

function clockWarnings({ newest, settings }: StateBeforePunch, now: EpochMs): string[] {
  if (!isRecordAhead(newest, now)) return [];
  const day = calendarOf(settings).dayAt(newest);
  return [recordAheadWarning(`${day.day} ${timeText(minuteOfDayAt(newest, day))}`)];
}

function clockInOutcome(
  request: PunchRequest & { punch: 'clock_in' },
  basis: StateBeforePunch,
  at: EpochMs,
  day: WorkplaceDay,
  time: string,
): Omit<Outcome, 'setAside'> {
  const { userId, ipAddress, seenAddress, kiosk } = request;
  const { notes = '', location } = request.input;
  const isFirst = basis.last === undefined || basis.last.clockIn < day.start;
  const minute = minuteOfDayAt(at, day);
  const lateness = isFirst ? latenessOf(minute, expectedOn(day, basis.settings)) : null;
  const saved =
    location && basis.settings.requireLocationTracking
      ? JSON.stringify({
          latitude: location.latitude,
          longitude: location.longitude,
          timestamp: toInstantText(Date.parse(location.timestamp)),
          accuracy: location.accuracy,
        })
      : null;
  const draft = { id: orderedId(at), userId, notes, ipAddress, seenAddress, location: saved };
  return {
    entry: createOpenEntry({ ...draft, ...(kiosk && { kiosk: kiosk.name }) }, at),
    event: { kind: 'clock_in', userName: basis.userName, time, lateness },
    message: clockInMessage(time, lateness, saved !== null),
    warnings: clockInWarnings(day, basis.settings),
    lateness,
  };
}

function openEntryOutcome(
  punch: Exclude<Punch, 'clock_in'>,
  current: TimeEntry | undefined,
  userName: string,
  at: EpochMs,
  time: string,
): Omit<Outcome, 'setAside'> {
  if (!current) throw new Error('A punch that needs an open entry was allowed without one.');
  const entry = applyPunch(punch, current, at);
  const last = entry.breaks.at(-1);
  const base = { entry, warnings: [] };
  switch (punch) {
    case 'break_start':
      return {
        ...base,
        event: { kind: 'break_start', userName, time },
        message: say('punched.breakStarted', { time }),
      };
    case 'break_end': {
      const minutes = last ? breakMinutes(last, at) : 0;
      return {
        ...base,
        event: { kind: 'break_end', userName, breakMinutes: minutes },
        message: breakEndMessage(time, minutes),
      };
    }
    case 'clock_out': {
      const minutes = workedMinutes(entry, at);
      return {
        entry,
        event: { kind: 'clock_out', userName, workedMinutes: minutes },
        message: clockOutMessage(),
        warnings: clockOutWarnings(minutes),
      };
    }
  }
}
