/** Which corrections are refused, and why: when one is asked for, and again when it begins or ceases to count. */
import {
  applyChanges,
  areSameTimes,
  beginsOf,
  type CountedTimes,
  type EntryChange,
  type EntryTimes,
} from './correction.ts';
import { isEndMissing, lastInstant } from '../entry/time-entry.ts';
import { MS_PER_HOUR, type Day, type EpochMs } from '../time/units.ts';

/** No corrected entry is longer. */
export const LONGEST_ENTRY_MS = 24 * MS_PER_HOUR;

/** The names are problem codes of the contract. */
export type CorrectionRefusal =
  | 'correction_nothing_changed'
  /** Two rows of a request name one entry. */
  | 'correction_entry_twice'
  /** What counts is no longer what the row says was before. */
  | 'correction_changed_meanwhile'
  | 'period_closed'
  /** A row has nothing to do with the day of the request. */
  | 'correction_other_day'
  | 'correction_too_long_ago'
  /** The end of an entry that runs is not for a correction, nor is its removal; every other one needs an end. */
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
  /** Which of the changes; 0 where there are none. */
  readonly item: number;
  /** Which of its new breaks. */
  readonly pause?: number;
  /** What it overlaps. */
  readonly other?: CountedTimes;
}

/** An entry that ended before this, nobody knows when. */
export type SetAside = Pick<CountedTimes, 'id'> & { readonly at: EpochMs };
export type CorrectionVerdict =
  | { readonly ok: true; readonly setAside: readonly SetAside[] }
  | CorrectionFault;

/** What a correction has to fit whenever what counts changes by it. */
export interface CountingQuestion {
  readonly changes: readonly EntryChange[];
  /** What counts of the person: the entries that are named, and all that meet any of the new times. */
  readonly entries: readonly CountedTimes[];
  /** Their closed periods, half-open. */
  readonly closed: readonly { readonly startAt: EpochMs; readonly endAt: EpochMs }[];
}

export interface RequestQuestion extends CountingQuestion {
  /** The workplace day it is about: one on which each of the changes finds an entry, or puts one. */
  readonly day: Day;
  /** The workplace day of an instant. */
  readonly dayOf: (instant: EpochMs) => Day;
  readonly now: EpochMs;
  /** Of no earlier day is an entry that can be corrected. */
  readonly earliest: Day;
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

/** Whether a correction may be asked for or made, and changed by an admin who sends it back. */
export function checkRequest(question: RequestQuestion): CorrectionVerdict {
  const { changes, now } = question;
  if (changes.length === 0) return { ok: false, item: 0, code: 'correction_nothing_changed' };
  const alone = firstFault(
    changes,
    (change, item) =>
      sameFault(change, changes.slice(0, item)) ??
      standingFault(change, question) ??
      dayFault(change, question) ??
      endFault(change) ??
      timesFault(change, now),
  );
  return alone ?? checkApart(question);
}

/**
 * Whether a correction may begin to count that is agreed to, or cease to that is taken back (its changes `reversed`):
 * it was in time when it was asked for, and may have waited since.
 * @param begins then its times are not as they were asked for, where they were `rebaseOntoCurrent`; what comes back was punched
 */
export function checkCounting(question: CountingQuestion, begins: boolean): CorrectionVerdict {
  const standing = firstFault(
    question.changes,
    (change) => standingFault(change, question) ?? (begins ? timesFault(change) : null),
  );
  return standing ?? checkApart(question);
}

function sameFault({ entryId, old, new: wanted }: EntryChange, before: readonly EntryChange[]): Fault {
  const isSame = old === null || wanted === null ? old === wanted : areSameTimes(old, wanted);
  if (isSame) return fault('correction_nothing_changed');
  return before.some((other) => other.entryId === entryId) ? fault('correction_entry_twice') : null;
}

function standingFault(change: EntryChange, { entries, closed }: CountingQuestion): Fault {
  const { entryId, old } = change;
  const current = entries.find(({ id }) => id === entryId);
  const stands = old === null ? !current : current !== undefined && areSameTimes(old, current);
  if (!stands) return fault('correction_changed_meanwhile');
  return closed.some(({ startAt, endAt }) => beginsOf([change]).some((at) => at >= startAt && at < endAt))
    ? fault('period_closed')
    : null;
}

/** Both days count: what is taken from a day of long ago changes it no less than what is put there. */
function dayFault(change: EntryChange, { day, dayOf, earliest }: RequestQuestion): Fault {
  const days = beginsOf([change]).map(dayOf);
  if (!days.includes(day)) return fault('correction_other_day');
  return days.some((one) => one < earliest) ? fault('correction_too_long_ago') : null;
}

/** The end of an entry, and of a break, that runs comes by punching. */
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

const timesFault = ({ new: wanted }: EntryChange, now = Number.POSITIVE_INFINITY): Fault =>
  wanted && (spanFault(wanted, now) ?? breakFault(wanted));

function spanFault({ clockIn, clockOut, breaks }: EntryTimes, now: EpochMs): Fault {
  if (clockOut !== null && clockOut <= clockIn) return fault('correction_end_before_begin');
  const pause = breaks.findIndex(({ start, end }) => end !== null && end < start);
  if (pause >= 0) return { code: 'correction_end_before_begin', pause };
  // Where an end is known a break beyond it lies outside, whatever time it is.
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

/** The new times, against all that counts with them and against each other. */
function checkApart({ changes, entries }: CountingQuestion): CorrectionVerdict {
  const changed = new Set(changes.map(({ entryId }) => entryId));
  /** One whose end is missing is in the way until its last punch, unless its own times are to be others. */
  const untilOf = (entry: CountedTimes): EpochMs =>
    isEndMissing(entry) && !changed.has(entry.id)
      ? Math.max(lastInstant(entry), entry.clockIn + 1)
      : (entry.clockOut ?? entry.setAsideAt ?? Number.POSITIVE_INFINITY);
  const counting = applyChanges(entries, changes);
  /** Half-open: one may begin as another ends, and one without any length is never in the way. */
  const doOverlap = (one: CountedTimes, other: CountedTimes): boolean =>
    Math.max(one.clockIn, other.clockIn) < Math.min(untilOf(one), untilOf(other));
  const overlap = firstFault(changes, ({ entryId }) => {
    const one = counting.find(({ id }) => id === entryId);
    if (!one) return null;
    const other = counting.find((entry) => entry !== one && doOverlap(one, entry));
    if (other) return { code: 'correction_overlap', other };
    // What is beyond the clock-in that set it aside is of the next entry, whatever has become of that.
    return lastInstant(one) > untilOf(one) ? fault('correction_overlap') : null;
  });
  const others = entries.filter(({ id }) => !changed.has(id));
  const begins = changes.flatMap((change) => change.new?.clockIn ?? []);
  return overlap ?? { ok: true, setAside: setAsideBy(others, begins) };
}

/** Entries whose end is missing, and by which of these clock-ins each had ended; none that ended before them anyway. */
export const setAsideBy = (entries: readonly CountedTimes[], begins: readonly EpochMs[]): SetAside[] =>
  entries.filter(isEndMissing).flatMap(({ id, clockIn, setAsideAt }) => {
    const latest = setAsideAt ?? Number.POSITIVE_INFINITY;
    const at = Math.min(latest, ...begins.filter((begin) => begin > clockIn));
    return at < latest ? [{ id, at }] : [];
  });
