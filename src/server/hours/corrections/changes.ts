import { say } from '#texts/say';
import type { Correction, ChangeInput, WallTime } from '#contract/corrections/corrections';
import type { ZoneCalendar } from '#domain/time/calendar';
import {
  clockInsOf,
  snapToPunches,
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
} from '#domain/correction/correction';
import {
  checkRequest,
  LONGEST_ENTRY_MS,
  type CorrectionFault,
  type CorrectionVerdict,
} from '#domain/correction/check';
import { toDomainChange, toDomainTimes } from '#contract/wire';
import { problemText, type ProblemCode } from '#contract/problems';
import type { Settings } from '#contract/records';
import { isEndMissing } from '#domain/entry/time-entry';
import { formatDate, wallTime } from '#domain/time/format';
import { requireMinuteOfDay, type Day, type EpochMs } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { calendarOf, timeContextAt, type Span } from '../../platform/calendars.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import { closedPeriodSpans, countedTimes } from './queries.ts';

export type ValidationResult = CorrectionVerdict & { readonly changes: readonly EntryChange[] };

interface RequestedChanges {
  readonly userId: string;
  readonly day: Day;
  readonly changes: readonly ChangeInput[];
  /** Request for which an admin proposes other times. The request came in time, so its days stay correctable. */
  readonly request?: Correction;
  readonly isKept?: boolean;
}

export const earliestCorrectableDay = (now: EpochMs, settings: Settings): Day =>
  addDays(calendarOf(settings).dayAt(now).day, -settings.correctionDays);

/** Lock the employee's chain first, so that entries cannot change before the correction is written. */
export async function validateRequest(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  { userId, day, changes: given, request, isKept = false }: RequestedChanges,
): Promise<ValidationResult> {
  const calendar = calendarOf(settings);
  const dayOf = (instant: EpochMs): Day => calendar.dayAt(instant).day;
  const items = given.map((change) => ({
    entryId: change.entryId ?? orderedId(now),
    old: change.old && toDomainTimes(change.old),
    wanted: change.new && toEntryTimes(calendar, change.new),
  }));
  const span = spanOfAll(items.flatMap(({ old, wanted }) => [old, wanted]).filter((times) => times !== null));
  const ids = items.map(({ entryId }) => entryId);
  const entries = await countedTimes(tx, userId, ids, span, timeContextAt(settings, now));
  const changes = items.map(({ entryId, old, wanted }) => ({
    entryId,
    old,
    new: wanted && snapToPunches(wanted, old, entriesExcept(entries, entryId)),
  }));
  // An added entry must have an id that the server gave in `request`: any other id could belong to another entry.
  const known = request?.items.map(toDomainChange) ?? [];
  const added = known.filter(({ old }) => old === null).map(({ entryId }) => entryId);
  const item = given.findIndex(
    ({ entryId, old }) => entryId !== null && old === null && !added.includes(entryId),
  );
  if (item >= 0) return { ok: false, code: 'correction_changed_meanwhile', item, changes };
  const verdict = checkRequest({
    changes,
    entries,
    closed: await closedPeriodSpans(tx, [userId], span),
    day,
    dayOf,
    now,
    isKept,
    earliest: [earliestCorrectableDay(now, settings), ...clockInsOf(known).map(dayOf)].toSorted()[0] ?? day,
  });
  return { ...verdict, changes };
}

const entriesExcept = (entries: readonly CountedTimes[], entryId: string): EntryTimes[] =>
  entries.filter(({ id }) => id !== entryId);

type GivenTimes = NonNullable<ChangeInput['new']>;

function toEntryTimes(calendar: ZoneCalendar, { clockIn, clockOut, breaks }: GivenTimes): EntryTimes {
  const at = ({ day, time, which }: WallTime): EpochMs =>
    calendar.instantAt(day, requireMinuteOfDay(time), which);
  return {
    clockIn: at(clockIn),
    clockOut: clockOut && at(clockOut),
    breaks: breaks.map(({ start, end }) => ({ start: at(start), end: end && at(end) })),
  };
}

/** Span of all times. An open entry is taken as a day long, since no corrected entry can be longer. */
export function spanOfAll(times: readonly EntryTimes[]): Span {
  if (times.length === 0) return { from: 0, to: 0 };
  const clockIns = times.map(({ clockIn }) => clockIn);
  const ends = times.map(({ clockIn, clockOut }) => clockOut ?? clockIn + LONGEST_ENTRY_MS);
  return {
    from: Math.min(...clockIns),
    to: Math.max(...ends, ...clockIns.map((at) => at + 60_000)),
  };
}

export interface FaultDetails {
  readonly fault: CorrectionFault;
  readonly changes: readonly EntryChange[];
}

export function refusalText(
  code: ProblemCode,
  fault: FaultDetails | undefined,
  { zones, correctionDays }: Settings,
): string {
  const other = fault?.fault.other;
  if (code === 'correction_overlap' && !other) return say('entryTimes.overlap');
  return problemText(code, { days: String(correctionDays), ...(other && { entry: spanText(other, zones) }) });
}

/** 'Nov 05, 2026 09:00 to 17:00'. */
function spanText(entry: CountedTimes, zones: string): string {
  const values = { date: formatDate(entry.clockIn, zones), from: wallTime(entry.clockIn, zones) };
  if (isEndMissing(entry)) return say('entryTimes.endMissing', values);
  if (entry.clockOut === null) return say('entryTimes.untilNow', values);
  return say('entryTimes.ended', { ...values, to: wallTime(entry.clockOut, zones) });
}
