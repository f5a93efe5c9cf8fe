/** Moves punches whose times came from a wrong clock. */
import { areSameTimes, type CountedTimes, type EntryChange } from '../correction/correction.ts';
import {
  MINUTES_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  type Day,
  type EpochMs,
  type Minutes,
} from '../time/units.ts';

export interface PunchShift {
  readonly from: EpochMs;
  /** Last minute of the range; punches at any second of this minute are moved too. */
  readonly to: EpochMs;
  readonly minutes: Minutes;
}

/** Longest time between the first and the last moved punch. A wrong server clock would be noticed earlier. */
export const MAX_PUNCH_SHIFT_DAYS = 31;
export const MAX_PUNCH_SHIFT_MINUTES = MAX_PUNCH_SHIFT_DAYS * MINUTES_PER_DAY;

export const isTooLongToShift = ({ from, to }: Pick<PunchShift, 'from' | 'to'>): boolean =>
  to - from > MAX_PUNCH_SHIFT_DAYS * 24 * MS_PER_HOUR;

export interface ShiftedDay {
  readonly day: Day;
  readonly changes: readonly EntryChange[];
}

/** Returns changes by day. If times move forward, the last day comes first: moved entries must not overlap others. */
export function shiftedDays(
  entries: readonly CountedTimes[],
  shift: PunchShift,
  dayOf: (instant: EpochMs) => Day,
): ShiftedDay[] {
  const days = new Map<Day, EntryChange[]>();
  for (const entry of entries) {
    const change = shiftEntry(entry, shift);
    if (!change) continue;
    const day = dayOf(entry.clockIn);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  const inOrder = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (shift.minutes > 0 ? inOrder.toReversed() : inOrder).map(([day, changes]) => ({ day, changes }));
}

function shiftEntry(entry: CountedTimes, { from, to, minutes }: PunchShift): EntryChange | null {
  const move = <At extends EpochMs | null>(at: At): At | EpochMs =>
    at !== null && at >= from && at < to + MS_PER_MINUTE ? at + minutes * MS_PER_MINUTE : at;
  const { id, clockIn, clockOut, breaks } = entry;
  const old = { clockIn, clockOut, breaks };
  const wanted = {
    clockIn: move(clockIn),
    clockOut: move(clockOut),
    breaks: breaks.map(({ start, end }) => ({ start: move(start), end: move(end) })),
  };
  return areSameTimes(old, wanted) ? null : { entryId: id, old, new: wanted };
}
