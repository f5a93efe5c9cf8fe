/** Makes times of presses that a device kept without a network and that do not count as punches. */
import { isDangling, LONGEST_ENTRY_MS } from '../correction/check.ts';
import { areSameTimes, timesOf, type CountedTimes, type EntryChange } from '../correction/correction.ts';
import type { Break, Punch } from '../entry/time-entry.ts';
import { lastPunchInstant } from '../entry/time-entry.ts';
import type { EpochMs } from '../time/units.ts';

export interface Press {
  readonly punch: Punch;
  readonly at: EpochMs;
}

/**
 * Adds presses, in their order, to the entries. Unlike a punch, a press may lie before later punches, and a clock-out
 * ends the break too. `changed`: id of the entry that each press changed; null for one that fits nowhere.
 */
export function foldPresses(
  entries: readonly CountedTimes[],
  presses: readonly Press[],
  newId: () => string,
) {
  const folded = new Map(entries.map((entry) => [entry.id, entry]));
  const changed = presses.map((press) => {
    const entry = entryBefore([...folded.values()], press.at);
    const after =
      press.punch === 'clock_in'
        ? begin(entry, press.at, newId)
        : entry && change(entry, press.punch, press.at);
    if (after) folded.set(after.id, after);
    return after?.id ?? null;
  });
  const whole = [...folded.values()].map((entry) => ({
    ...entry,
    breaks: entry.breaks.filter((pause) => !isDangling(entry, pause)),
  }));
  const isLost = ({ punch, at }: Press): boolean =>
    punch === 'break_start' && !whole.some(({ breaks }) => breaks.some(({ start }) => start === at));
  return {
    entries: whole,
    changed: presses.map((press, index) => (isLost(press) ? null : (changed[index] ?? null))),
  };
}

const entryBefore = (entries: readonly CountedTimes[], at: EpochMs): CountedTimes | undefined =>
  entries
    .filter(({ clockIn }) => clockIn <= at)
    .toSorted((one, other) => other.clockIn - one.clockIn)
    .at(0);

/** An entry that was left open ends nowhere: a later clock-in sets it aside. */
function begin(before: CountedTimes | undefined, at: EpochMs, newId: () => string): CountedTimes | null {
  const end =
    before &&
    (before.clockOut ?? before.setAsideAt ?? (before.isLeftOpen ? lastPunchInstant(before) + 1 : Infinity));
  return end === undefined || at >= end ? { id: newId(), clockIn: at, clockOut: null, breaks: [] } : null;
}

function change(entry: CountedTimes, punch: Exclude<Punch, 'clock_in'>, at: EpochMs): CountedTimes | null {
  const { clockIn, clockOut, setAsideAt, breaks } = entry;
  if (at > (clockOut ?? setAsideAt ?? clockIn + LONGEST_ENTRY_MS)) return null;
  const open = breaks.findLast(({ start, end }) => end === null && start <= at);
  const ended = (): Break[] => breaks.map((pause) => (pause === open ? { ...pause, end: at } : pause));
  switch (punch) {
    case 'clock_out':
      return clockOut === null && at > clockIn && at >= lastPunchInstant(entry)
        ? { ...entry, clockOut: at, breaks: ended() }
        : null;
    case 'break_start':
      return breaks.some(({ start, end }) => start <= at && at < (end ?? Number.POSITIVE_INFINITY))
        ? null
        : { ...entry, breaks: [...breaks, { start: at, end: null }].toSorted((a, b) => a.start - b.start) };
    case 'break_end':
      return open && !breaks.some(({ start }) => start > open.start && start < at)
        ? { ...entry, breaks: ended() }
        : null;
  }
}

/** Compares what counts with what presses make of it. */
export const changesBetween = (
  before: readonly CountedTimes[],
  after: readonly CountedTimes[],
): EntryChange[] =>
  after.flatMap((entry) => {
    const old = before.find(({ id }) => id === entry.id);
    if (old && areSameTimes(old, entry)) return [];
    return [{ entryId: entry.id, old: old ? timesOf(old) : null, new: timesOf(entry) }];
  });
