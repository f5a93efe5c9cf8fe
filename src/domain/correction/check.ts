import {
  applyChanges,
  areSameTimes,
  clockInsOf,
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
} from './correction.ts';
import { isEndMissing, lastPunchInstant, type Break } from '../entry/time-entry.ts';
import { MS_PER_HOUR, type Day, type EpochMs } from '../time/units.ts';

export const LONGEST_ENTRY_MS = 24 * MS_PER_HOUR;

/** Each name is also a problem code in the API's error responses. */
export type CorrectionRefusal =
  | 'correction_nothing_changed'
  | 'correction_entry_twice'
  | 'correction_changed_meanwhile'
  | 'period_closed'
  | 'correction_other_day'
  | 'correction_too_long_ago'
  /** Only kept presses can begin or end what runs. Other corrections cannot leave an entry without an end. */
  | 'correction_open_end'
  | 'correction_end_before_begin'
  | 'correction_in_future'
  | 'correction_too_long'
  | 'correction_break_outside'
  | 'correction_breaks_overlap'
  | 'correction_overlap';

export interface CorrectionFault {
  readonly ok: false;
  readonly code: CorrectionRefusal;
  /** Index of the faulty change in `changes`. */
  readonly item: number;
  /** Index of the faulty break in the change's new times. */
  readonly pause?: number;
  /** The entry that the new times overlap. */
  readonly other?: CountedTimes;
}

/** An entry without end. `at` is the time of the next clock-in: the entry must have ended before it. */
export type SetAside = Pick<CountedTimes, 'id'> & { readonly at: EpochMs };
export type CorrectionVerdict =
  | { readonly ok: true; readonly setAside: readonly SetAside[] }
  | CorrectionFault;

/** Changes to check before they count, with the person's entries and closed periods. */
export interface CountingInput {
  readonly changes: readonly EntryChange[];
  /** Must contain the person's entries that the changes name, and all that overlap the new times. May hold more. */
  readonly entries: readonly CountedTimes[];
  /** Closed periods; `endAt` is exclusive. */
  readonly closed: readonly { readonly startAt: EpochMs; readonly endAt: EpochMs }[];
}

export interface RequestInput extends CountingInput {
  /** The correction's day: each change has an old or new clock-in on it. */
  readonly day: Day;
  readonly dayOf: (instant: EpochMs) => Day;
  readonly now: EpochMs;
  /** Earliest correctable day. */
  readonly earliest: Day;
  /** Made of presses that a device kept without a network. */
  readonly isKept?: boolean;
}

type Fault = Omit<CorrectionFault, 'ok' | 'item'> | null;
const fault = (code: CorrectionRefusal): Fault => ({ code });

function firstFault(
  changes: readonly EntryChange[],
  faultOf: (change: EntryChange, index: number) => Fault,
): CorrectionFault | null {
  for (const [item, change] of changes.entries()) {
    const found = faultOf(change, item);
    if (found) return { ok: false, item, ...found };
  }
  return null;
}

export function checkRequest(question: RequestInput): CorrectionVerdict {
  const { changes, now } = question;
  if (changes.length === 0) return { ok: false, item: 0, code: 'correction_nothing_changed' };
  const changeFault = firstFault(
    changes,
    (change, item) =>
      unchangedFault(change, changes.slice(0, item)) ??
      staleFault(change, question) ??
      dayFault(change, question) ??
      (question.isKept ? keptEndFault(change) : endFault(change)) ??
      timesFault(change, now),
  );
  return changeFault ?? checkOverlaps(question);
}

/**
 * Checks changes before they count. `isApplying` is false if a correction is taken back: its earlier times were valid,
 * so they are not checked again.
 */
export function checkBeforeCounting(question: CountingInput, isApplying: boolean): CorrectionVerdict {
  const changeFault = firstFault(
    question.changes,
    (change) => staleFault(change, question) ?? (isApplying ? timesFault(change) : null),
  );
  return changeFault ?? checkOverlaps(question);
}

function unchangedFault({ entryId, old, new: wanted }: EntryChange, before: readonly EntryChange[]): Fault {
  const isSame = old === null || wanted === null ? old === wanted : areSameTimes(old, wanted);
  if (isSame) return fault('correction_nothing_changed');
  return before.some((other) => other.entryId === entryId) ? fault('correction_entry_twice') : null;
}

function staleFault(change: EntryChange, { entries, closed }: CountingInput): Fault {
  const { entryId, old } = change;
  const current = entries.find(({ id }) => id === entryId);
  const isCurrent = old === null ? !current : current !== undefined && areSameTimes(old, current);
  if (!isCurrent) return fault('correction_changed_meanwhile');
  return closed.some(({ startAt, endAt }) => clockInsOf([change]).some((at) => at >= startAt && at < endAt))
    ? fault('period_closed')
    : null;
}

/** Checks both the old and the new day of an entry, since both change. */
function dayFault(change: EntryChange, { day, dayOf, earliest }: RequestInput): Fault {
  const days = clockInsOf([change]).map(dayOf);
  if (!days.includes(day)) return fault('correction_other_day');
  return days.some((one) => one < earliest) ? fault('correction_too_long_ago') : null;
}

/** Only a punch can end a running entry or break. */
function endFault({ old, new: wanted }: EntryChange): Fault {
  const running = old?.clockOut === null ? old.breaks.find(({ end }) => end === null) : undefined;
  const isOpen = old?.clockOut === null;
  if (!wanted) return isOpen ? fault('correction_open_end') : null;
  const open = wanted.breaks.filter(({ end }) => end === null);
  const fits =
    (wanted.clockOut === null) === isOpen &&
    open.length === (running ? 1 : 0) &&
    open.every((pause) => pause.start === running?.start && pause === wanted.breaks.at(-1));
  return fits ? null : fault('correction_open_end');
}

/** A kept press is a punch, so it may begin or end an entry or a break. */
function keptEndFault({ old, new: wanted }: EntryChange): Fault {
  if (!wanted) return fault('correction_open_end');
  const { clockOut, breaks } = wanted;
  const isReopened = clockOut === null && (old?.clockOut ?? null) !== null;
  return isReopened || breaks.some((pause) => isDangling(wanted, pause))
    ? fault('correction_open_end')
    : null;
}

/** Only the last break of a running entry may lack its end. */
export const isDangling = ({ clockOut, breaks }: EntryTimes, pause: Break): boolean =>
  pause.end === null && (clockOut !== null || pause !== breaks.at(-1));

const timesFault = ({ new: wanted }: EntryChange, now = Number.POSITIVE_INFINITY): Fault =>
  wanted && (spanFault(wanted, now) ?? breakFault(wanted));

function spanFault({ clockIn, clockOut, breaks }: EntryTimes, now: EpochMs): Fault {
  if (clockOut !== null && clockOut <= clockIn) return fault('correction_end_before_begin');
  const pause = breaks.findIndex(({ start, end }) => end !== null && end < start);
  if (pause >= 0) return { code: 'correction_end_before_begin', pause };
  // Breaks are compared with `now` only without a clock-out: `breakFault` refuses breaks after the clock-out.
  const last = clockOut ?? Math.max(clockIn, ...breaks.map(({ start, end }) => end ?? start));
  if (last > now) return fault('correction_in_future');
  return clockOut !== null && clockOut - clockIn > LONGEST_ENTRY_MS ? fault('correction_too_long') : null;
}

function breakFault({ clockIn, clockOut, breaks }: EntryTimes): Fault {
  let last = clockIn;
  for (const [pause, { start, end }] of breaks.entries()) {
    if (start < clockIn || (clockOut !== null && (end ?? start) > clockOut))
      return { code: 'correction_break_outside', pause };
    if (start < last) return { code: 'correction_breaks_overlap', pause };
    last = end ?? start;
  }
  return null;
}

function checkOverlaps({ changes, entries }: CountingInput): CorrectionVerdict {
  const changed = new Set(changes.map(({ entryId }) => entryId));
  /** End of the time that an entry occupies. If its end is missing and not corrected here, this is the last punch. */
  const occupiedUntil = (entry: CountedTimes): EpochMs => {
    if (isEndMissing(entry) && !changed.has(entry.id))
      return Math.max(lastPunchInstant(entry), entry.clockIn + 1);
    return entry.clockOut ?? entry.setAsideAt ?? (startedIds.has(entry.id) ? nextClockIn(entry) : Infinity);
  };
  const counting = applyChanges(entries, changes);
  /** Entries that kept presses begin. A later entry sets such an entry aside. */
  const startedIds = new Set(changes.filter(({ old }) => old === null).map(({ entryId }) => entryId));
  const nextClockIn = ({ clockIn }: CountedTimes): EpochMs =>
    Math.min(...counting.map((entry) => entry.clockIn).filter((at) => at > clockIn), Infinity);
  /** Ends are exclusive: entries may touch, and an entry of no length overlaps nothing. */
  const doOverlap = (one: CountedTimes, other: CountedTimes): boolean =>
    Math.max(one.clockIn, other.clockIn) < Math.min(occupiedUntil(one), occupiedUntil(other));
  const overlap = firstFault(changes, ({ entryId }) => {
    const one = counting.find(({ id }) => id === entryId);
    if (!one) return null;
    const other = counting.find((entry) => entry !== one && doOverlap(one, entry));
    if (other) return { code: 'correction_overlap', other };
    // If a later clock-in set this entry aside, its times must not go beyond that clock-in.
    return lastPunchInstant(one) > occupiedUntil(one) ? fault('correction_overlap') : null;
  });
  const others = entries.filter(({ id }) => !changed.has(id));
  const newClockIns = changes.flatMap((change) => change.new?.clockIn ?? []);
  return overlap ?? { ok: true, setAside: findSetAside(others, newClockIns) };
}

/** Returns entries without end that a new clock-in sets aside, each with the time of that clock-in. */
export const findSetAside = (entries: readonly CountedTimes[], newClockIns: readonly EpochMs[]): SetAside[] =>
  entries.filter(isEndMissing).flatMap(({ id, clockIn, setAsideAt }) => {
    const latest = setAsideAt ?? Number.POSITIVE_INFINITY;
    const at = Math.min(latest, ...newClockIns.filter((one) => one > clockIn));
    return at < latest ? [{ id, at }] : [];
  });
