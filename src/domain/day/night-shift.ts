/** A night shift: an entry of yesterday that is still running, and what 'today' means while it does. */
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '../time/units.ts';
import { currentEntry, isRunning, type Ending, type TimeEntry } from '../entry/time-entry.ts';
import { dayContaining, type WorkplaceDay } from '../time/workplace-day.ts';

/** What is known of the present where entries are shown. */
export interface Present {
  readonly now: EpochMs;
  /** The workplace day it is. */
  readonly today: Pick<WorkplaceDay, 'start' | 'end'>;
  /** A setting: younger entries of yesterday are night shifts; never so long that one reaches a third day. */
  readonly nightShiftHours: number;
}

type Session = Ending & Pick<TimeEntry, 'clockIn'>;

/**
 * When an entry that is still open stops being a night shift and counts as left open. Always a full minute,
 * that of the clock-in having counted as a whole one: screens look once a minute, and must say the same as
 * the server does in any second of it.
 */
export const nightShiftEnd = (clockIn: EpochMs, nightShiftHours: number): EpochMs =>
  Math.floor(clockIn / MS_PER_MINUTE) * MS_PER_MINUTE + nightShiftHours * MS_PER_HOUR;

/** Open entries clocked in before this instant were left open: neither of today nor night shifts. */
export const runningSince = ({ now, today, nightShiftHours }: Present): EpochMs =>
  Math.min(today.start, nightShiftEnd(now, -nightShiftHours) + MS_PER_MINUTE);

/** Whether an entry is a night shift under way: of yesterday, still open, and younger than the limit. */
export const isNightShift = (entry: Session, present: Present): boolean =>
  isRunning(entry) && entry.clockIn < present.today.start && entry.clockIn >= runningSince(present);

/** While a night shift is under way the day of its clock-in, else today. @param days consecutive, from yesterday on */
export function dayMeant<Today extends Present['today']>(
  entries: readonly Session[],
  days: readonly WorkplaceDay[],
  present: Present & { readonly today: Today },
): Today | WorkplaceDay {
  const current = currentEntry(entries);
  const night = current && isNightShift(current, present) ? dayContaining(current.clockIn, days) : undefined;
  return night ?? present.today;
}
