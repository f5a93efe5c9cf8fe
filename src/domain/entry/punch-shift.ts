/** Punches that a clock stamped wrongly, moved all together: what becomes of somebody's entries by it. */
import { areSameTimes, type CountedTimes, type EntryChange } from '../correction/correction.ts';
import {
  MINUTES_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  type Day,
  type EpochMs,
  type Minutes,
} from '../time/units.ts';

/** The punches from one minute up to another, that one included, and by how much they are moved. */
export interface PunchShift {
  readonly from: EpochMs;
  /** People give whole minutes: a punch within that minute is meant, too. */
  readonly to: EpochMs;
  readonly minutes: Minutes;
}

/** A clock that was wrong for longer was not noticed by its punches. */
export const SHIFT_DAYS_AT_MOST = 31;
/** Nor was one that was further off. */
export const SHIFT_MINUTES_AT_MOST = SHIFT_DAYS_AT_MOST * MINUTES_PER_DAY;

export const isTooLongToShift = ({ from, to }: Pick<PunchShift, 'from' | 'to'>): boolean =>
  to - from > SHIFT_DAYS_AT_MOST * 24 * MS_PER_HOUR;

/** The changes of one workplace day, by the clock-ins as they were. */
export interface ShiftedDay {
  readonly day: Day;
  readonly changes: readonly EntryChange[];
}

/**
 * What somebody's entries change, a day at a time, in an order in which none meets one that is yet to be moved: later
 * days first where punches are moved on.
 */
export function shiftedDays(
  entries: readonly CountedTimes[],
  shift: PunchShift,
  dayOf: (instant: EpochMs) => Day,
): ShiftedDay[] {
  const days = new Map<Day, EntryChange[]>();
  for (const entry of entries) {
    const change = shifted(entry, shift);
    if (!change) continue;
    const day = dayOf(entry.clockIn);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  const inOrder = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (shift.minutes > 0 ? inOrder.toReversed() : inOrder).map(([day, changes]) => ({ day, changes }));
}

/** Null for an entry without a punch among those. */
function shifted(entry: CountedTimes, { from, to, minutes }: PunchShift): EntryChange | null {
  const moved = <At extends EpochMs | null>(at: At): At | EpochMs =>
    at !== null && at >= from && at < to + MS_PER_MINUTE ? at + minutes * MS_PER_MINUTE : at;
  const { id, clockIn, clockOut, breaks } = entry;
  const old = { clockIn, clockOut, breaks };
  const wanted = {
    clockIn: moved(clockIn),
    clockOut: moved(clockOut),
    breaks: breaks.map(({ start, end }) => ({ start: moved(start), end: moved(end) })),
  };
  return areSameTimes(old, wanted) ? null : { entryId: id, old, new: wanted };
}
