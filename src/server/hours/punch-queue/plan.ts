/** Decides what a punch writes and answers. Pure: no database. */
import { say } from '#texts/say';
import { hash } from 'node:crypto';
import type { CheckedInputOf } from '#contract/routes';
import type { PunchOutcome } from '#contract/clock/clock';
import { toInstantText, toWireEntry } from '#contract/wire';
import {
  breakEndMessage,
  clockInMessage,
  clockInWarnings,
  clockOutMessage,
  clockOutWarnings,
  type ActivityEvent,
} from '#domain/entry/activity';
import { leftOpenReason } from '#domain/entry/left-open';
import { latenessOf, type Lateness } from '#domain/day/punctuality';
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
import { canonicalJson, type Json } from '../../ledger/canonical.ts';
import {
  ledgerBody,
  newNotification,
  newSalt,
  saltedDigest,
  type LedgerEvent,
  type RecordedNotification,
} from '../../ledger/entry.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import type { StateBeforePunch } from './queries.ts';

export type PunchRequest = { readonly userId: string } & (
  | {
      readonly punch: 'clock_in';
      readonly input: CheckedInputOf<'clockIn'>;
      readonly ipAddress: string;
      readonly seenAddress: string;
    }
  | { readonly punch: Exclude<Punch, 'clock_in'>; readonly input: CheckedInputOf<'startBreak'> }
);

export interface PlannedPunch {
  readonly punch: Punch;
  readonly userId: string;
  readonly userName: string;
  readonly basis: StateBeforePunch;
  readonly at: EpochMs;
  readonly entry: TimeEntry;
  readonly setAside: string | undefined;
  readonly createdAt: EpochMs;
  /**
   * If a record later than this instant exists, the write fails. The next try then warns that the server's clock was
   * ahead. Null if the response already contains this warning.
   */
  readonly latestAllowedRecord: EpochMs | null;
  readonly salt: Buffer | null;
  readonly ledgerBody: string;
  readonly notification: RecordedNotification;
  readonly request: { readonly id: string; readonly fingerprint: Buffer; readonly response: string };
}

/** Digest that recognizes a retry. Keeps the old spelling 'clock-in', so that retries match after an update. */
export function fingerprintOf({ punch, input }: PunchRequest): Buffer {
  const { requestId: _, ...asked } = input;
  const text = canonicalJson({ asked: { ...asked } as Json, punch: punch.replace('_', '-') });
  return hash('sha256', text, 'buffer');
}

export const basisAfter = ({ basis, entry, createdAt, at }: PlannedPunch): StateBeforePunch => ({
  ...basis,
  headN: basis.headN + 1,
  open: isRunning(entry) ? { entry, createdAt } : undefined,
  last: { clockIn: entry.clockIn, clockOut: entry.clockOut },
  newest: Math.max(basis.newest ?? at, at),
});

/** @param now the server's clock; the recorded instant is never before the employee's previous punch */
export function planPunch(request: PunchRequest, basis: StateBeforePunch, now: EpochMs) {
  const stale = entryToSetAside(request.punch, basis, now);
  const current = stale ? undefined : basis.open?.entry;
  const before = [
    basis.last?.clockIn ?? now,
    basis.last?.clockOut ?? now,
    stale ? lastPunchInstant(stale) : now,
  ];
  const decision = decidePunch(request.punch, current, now, Math.max(now, ...before));
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
  const planned = toPlannedPunch(request, basis, at, { ...outcome, warnings, setAside: stale?.id });
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

interface Outcome {
  readonly entry: TimeEntry;
  readonly event: ActivityEvent;
  readonly message: string;
  readonly warnings: string[];
  readonly lateness?: Lateness | null;
}

function clockInOutcome(
  request: PunchRequest & { punch: 'clock_in' },
  basis: StateBeforePunch,
  at: EpochMs,
  day: WorkplaceDay,
  time: string,
): Outcome {
  const { userId, ipAddress, seenAddress } = request;
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
  return {
    entry: createOpenEntry({ id: orderedId(at), userId, notes, ipAddress, seenAddress, location: saved }, at),
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
): Outcome {
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

function toPlannedPunch(
  request: PunchRequest,
  basis: StateBeforePunch,
  at: EpochMs,
  outcome: Outcome & Pick<PlannedPunch, 'setAside'>,
): Omit<PlannedPunch, 'latestAllowedRecord'> {
  const { punch, userId } = request;
  const { entry, lateness, setAside } = outcome;
  const salt = punch === 'clock_in' ? newSalt() : null;
  const event = ledgerEvent(punch, outcome, salt);
  const notification = newNotification(outcome.event, orderedId(at));
  const createdAt = punch === 'clock_in' ? at : (basis.open?.createdAt ?? at);
  const answer: PunchOutcome = {
    entry: toWireEntry(entry, { authUid: userId, createdAt, updatedAt: at }),
    at: toInstantText(at),
    message: outcome.message,
    ...(lateness === undefined ? {} : { lateness: lateness && { ...lateness } }),
    warnings: outcome.warnings,
  };
  return {
    punch,
    userId,
    userName: basis.userName,
    basis,
    at,
    entry,
    setAside,
    createdAt,
    salt,
    ledgerBody: ledgerBody({ chain: userId, at, actor: userId, entry: entry.id, notification, ...event }),
    notification,
    request: {
      id: request.input.requestId,
      fingerprint: fingerprintOf(request),
      response: JSON.stringify(answer),
    },
  };
}

/** The ledger holds only salted digests of address, location and notes, so that these can be erased. */
function ledgerEvent(
  punch: Punch,
  { entry, lateness, setAside }: Outcome & Pick<PlannedPunch, 'setAside'>,
  salt: Buffer | null,
): LedgerEvent {
  if (punch !== 'clock_in') return { kind: punch };
  if (salt === null || entry.seenAddress === undefined)
    throw new Error('A clock-in has a salt, and an address it came from.');
  const digests = {
    ipAddress: saltedDigest(salt, entry.ipAddress),
    location: entry.location === null ? null : saltedDigest(salt, entry.location),
    notes: saltedDigest(salt, entry.notes),
    seenAddress: saltedDigest(salt, entry.seenAddress),
  };
  return { kind: punch, data: { digests, lateness: lateness ? { ...lateness } : null, setAside } };
}
