/** How many people were in the building, hour by hour. Somebody on a break counts: they are clocked in. */
import { countsUntil, type Ending, type TimeEntry } from './time-entry.ts';
import { MS_PER_HOUR, type EpochMs, type MinuteOfDay } from './time.ts';
import { minuteOfDayAt, type WorkplaceDay } from './workplace-day.ts';

export interface HourOfPresence {
  /** What the wall clock shows when the hour begins; where the clock falls back the same one comes twice. */
  readonly minute: MinuteOfDay;
  readonly start: EpochMs;
  /** The most who were there at once; null for an hour that has not begun. */
  readonly most: number | null;
}

type Stay = Ending & Pick<TimeEntry, 'clockIn'>;

interface Step {
  readonly at: EpochMs;
  readonly by: 1 | -1;
}

/**
 * For each hour of the day the most people who were there at once. Stays are half-open: who leaves at the
 * instant another comes is not counted beside them, and a stay of no length is none. Running ones
 * last until `now`, nothing after `now` counts, nor does a stay whose end is missing.
 */
export function presenceByHour(stays: readonly Stay[], day: WorkplaceDay, now: EpochMs): HourOfPresence[] {
  const end = Math.min(day.end, now);
  const steps = stepsWithin(stays, day.start, end);
  const hours: HourOfPresence[] = [];
  let present = 0;
  let next = 0;
  for (let start = day.start; start < day.end; start += MS_PER_HOUR) {
    const minute = minuteOfDayAt(start, day);
    if (start > now) {
      hours.push({ minute, start, most: null });
      continue;
    }
    const until = Math.min(start + MS_PER_HOUR, day.end);
    while (next < steps.length && (steps[next]?.at ?? 0) <= start) present += steps[next++]?.by ?? 0;
    let most = present;
    while (next < steps.length && (steps[next]?.at ?? 0) < until) {
      present += steps[next++]?.by ?? 0;
      most = Math.max(most, present);
    }
    hours.push({ minute, start, most });
  }
  return hours;
}

/** In order of time; at one instant those who leave come first. */
function stepsWithin(stays: readonly Stay[], from: EpochMs, to: EpochMs): Step[] {
  const steps: Step[] = [];
  for (const stay of stays) {
    const start = Math.max(stay.clockIn, from);
    // Who is still there is there at `now` too, so their stay ends nowhere within the day.
    const end = countsUntil(stay, Number.POSITIVE_INFINITY) ?? stay.clockIn;
    if (start > to || end <= start) continue;
    steps.push({ at: start, by: 1 });
    if (end <= to) steps.push({ at: end, by: -1 });
  }
  return steps.toSorted((one, other) => one.at - other.at || one.by - other.by);
}
