/**
 * A workplace day as plain numbers. `calendar.ts` makes these from the zone's rules once a day; everybody else
 * (the browser too) computes on them without knowing any zone.
 */
import type { Day, EpochMs, MinuteOfDay } from './time.ts';

export interface WorkplaceDay {
  readonly day: Day;
  /** ISO: Monday 1 to Sunday 7. */
  readonly weekday: number;
  /** First instant of the day: midnight, or the first instant that exists where midnight is skipped. */
  readonly start: EpochMs;
  /** First instant of the next day; the range is half-open and 23 to 25 hours long. */
  readonly end: EpochMs;
  /** What the wall clock shows at `start`; 0 but where midnight is skipped. */
  readonly startMinute: MinuteOfDay;
  /** Jumps of the wall clock within the day: from `at` on it is ahead by `minutes` (back when negative). */
  readonly shifts: readonly { readonly at: EpochMs; readonly minutes: number }[];
}
