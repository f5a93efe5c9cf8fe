/** Corrections: what is to count of an employee's entries in place of what was punched. The punches stay. */
import type { Break, Ending, TimeEntry } from '../entry/time-entry.ts';
import { MS_PER_MINUTE, type EpochMs } from '../time/units.ts';

/** What of an entry can be corrected; where it was made and what was noted cannot. */
export type EntryTimes = Ending & Pick<TimeEntry, 'clockIn' | 'breaks'>;

export type CountedTimes = EntryTimes & Pick<TimeEntry, 'id'>;

/** One row of a correction, as it is kept for ever: what was stays visible. */
export interface EntryChange {
  /** Of an entry that is added the id it will have. */
  readonly entryId: string;
  /** What counted when it was asked for; null for a missing entry that is added. */
  readonly old: EntryTimes | null;
  /** What is to count; null for an entry made by mistake that is removed. */
  readonly new: EntryTimes | null;
}

export type ChangeKind = 'change' | 'add' | 'remove';

export const changeKind = ({ old, new: wanted }: EntryChange): ChangeKind =>
  old === null ? 'add' : wanted === null ? 'remove' : 'change';

/** Whether two say the same, to the millisecond. */
export const areSameTimes = (one: EntryTimes, other: EntryTimes): boolean =>
  one.clockIn === other.clockIn &&
  one.clockOut === other.clockOut &&
  one.breaks.length === other.breaks.length &&
  one.breaks.every(({ start, end }, index) => {
    const pause = other.breaks[index];
    return pause?.start === start && pause.end === end;
  });

export const timesOf = ({ clockIn, clockOut, breaks }: EntryTimes): EntryTimes => ({
  clockIn,
  clockOut,
  breaks,
});

const inOrder = (one: CountedTimes, other: CountedTimes): number =>
  one.clockIn - other.clockIn || (one.id < other.id ? -1 : 1);

/** What counts once the changes do, by clock-in; whatever they do not name stays. */
export function applyChanges(
  entries: readonly CountedTimes[],
  changes: readonly EntryChange[],
): CountedTimes[] {
  const counting = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { entryId, new: wanted } of changes) {
    const { setAsideAt, isLeftOpen } = counting.get(entryId) ?? {};
    const ending = wanted?.clockOut === null ? { setAsideAt, isLeftOpen } : {};
    if (wanted === null) counting.delete(entryId);
    else counting.set(entryId, { id: entryId, ...timesOf(wanted), ...ending });
  }
  return [...counting.values()].toSorted(inOrder);
}

/** The clock-ins before and after, of which days the changes are therefore. */
export const beginsOf = (changes: readonly EntryChange[]): EpochMs[] =>
  changes.flatMap(({ old, new: wanted }) => [old, wanted]).flatMap((times) => times?.clockIn ?? []);

/** The changes that bring back what was before: what taking a correction back does. */
export const reversed = (changes: readonly EntryChange[]): EntryChange[] =>
  changes.map(({ entryId, old, new: wanted }) => ({ entryId, old: wanted, new: old }));

/**
 * A change as it is to be decided now. Who asks for another clock-in while the entry runs goes on punching, so the
 * punches since then come with it: the end, and breaks. Null where what it says of the past no longer counts.
 * @param current what counts of the entry now
 */
export function rebaseOntoCurrent(change: EntryChange, current: EntryTimes | undefined): EntryChange | null {
  const { old, new: wanted } = change;
  if (old === null || current === undefined) return old === null && current === undefined ? change : null;
  if (areSameTimes(old, current)) return change;
  if (wanted === null || !isContinued(old, current)) return null;
  const ended = old.breaks.filter(({ end }) => end !== null).length;
  return {
    ...change,
    old: timesOf(current),
    new: {
      clockIn: wanted.clockIn,
      clockOut: current.clockOut,
      breaks: [...wanted.breaks.filter(({ end }) => end !== null), ...current.breaks.slice(ended)],
    },
  };
}

/** Whether an entry that was open is what it was, and later punches. */
const isContinued = (old: EntryTimes, current: EntryTimes): boolean =>
  old.clockOut === null &&
  old.clockIn === current.clockIn &&
  old.breaks.every(({ start, end }, index) => {
    const pause = current.breaks[index];
    return pause?.start === start && (end === null || pause.end === end);
  });

/** Zones are whole minutes from UTC, so that the minute of an instant is the wall clock's too. */
const areOfOneMinute = (one: EpochMs, other: EpochMs): boolean =>
  Math.floor(one / MS_PER_MINUTE) === Math.floor(other / MS_PER_MINUTE);
const isWholeMinute = (instant: EpochMs): boolean => instant % MS_PER_MINUTE === 0;

/** A whole minute in which something else ends begins there. */
const notBefore = (given: EpochMs, ends: readonly EpochMs[]): EpochMs =>
  isWholeMinute(given) ? Math.max(given, ...ends.filter((end) => areOfOneMinute(end, given))) : given;

/** Takes out of `known` the punch of a whole minute; any other instant means itself. */
function punchOf(given: EpochMs, known: EpochMs[]): EpochMs {
  const index = isWholeMinute(given) ? known.findIndex((instant) => areOfOneMinute(instant, given)) : -1;
  return known.splice(index, index < 0 ? 0 : 1)[0] ?? given;
}

/**
 * What somebody means who gives whole minutes: the minute of a punch that stays is that punch, with its seconds, and
 * the minute in which the thing before it ended begins where that ended. Breaks come in any order.
 * @param old what counts of the entry; null for one that is added
 * @param others the times of the person's other entries about it
 */
export function meantTimes(
  given: EntryTimes,
  old: EntryTimes | null,
  others: readonly EntryTimes[],
): EntryTimes {
  const ended = others.flatMap(({ clockOut }) => clockOut ?? []);
  const own = old ? [old.clockIn] : [];
  const punched = punchOf(given.clockIn, own);
  // What was punched is behind the others already, whichever of them ended in its minute.
  const clockIn = old && own.length === 0 ? punched : notBefore(punched, ended);
  const starts = (old?.breaks ?? []).map(({ start }) => start);
  const stops = (old?.breaks ?? []).flatMap(({ end }) => end ?? []);
  let last = clockIn;
  const breaks: Break[] = [];
  for (const pause of given.breaks.toSorted((one, other) => one.start - other.start)) {
    const start = notBefore(punchOf(pause.start, starts), [last]);
    const end = pause.end === null ? null : notBefore(punchOf(pause.end, stops), [start]);
    breaks.push({ start, end });
    last = end ?? start;
  }
  const ends = [old?.clockOut ?? null].filter((end) => end !== null);
  const clockOut = given.clockOut === null ? null : notBefore(punchOf(given.clockOut, ends), [last]);
  return { clockIn, clockOut, breaks };
}
