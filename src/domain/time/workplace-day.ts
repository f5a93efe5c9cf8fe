/** Workplace days as plain numbers. `calendar.ts` makes them; code that uses them needs no time zone. */
import type { LeaveHalf, LeaveKind } from '../leave/kinds.ts';
import {
  MINUTES_PER_DAY,
  MS_PER_DATE,
  MS_PER_MINUTE,
  type Day,
  type EpochMs,
  type MinuteOfDay,
  type Minutes,
  type TimeText,
} from './units.ts';

export type Holiday = {
  readonly day: Day;
  readonly name: string;
  readonly isHalf: boolean;
  /** Half a holiday is free in the morning, or in the afternoon if this is true. */
  readonly isAfternoon?: boolean | undefined;
};

/** A day off has 0 minutes. A day with minutes but no start has flexible hours. */
export type ScheduleDay = {
  readonly minutes: Minutes;
  readonly start?: TimeText | undefined;
  /** The shift ends on the next day if `end` is before `start`. */
  readonly end?: TimeText | undefined;
  readonly breakStart?: TimeText | undefined;
  readonly breakMinutes?: Minutes | undefined;
};

/** Leave of a day or half of it, without the reasons that people gave. */
export type DayPart = Pick<LeaveKind, 'name' | 'isCredited'> & {
  readonly kind: string;
  readonly half: LeaveHalf | null;
};

/** Leave on one day. `afternoon`: other leave, after leave in the morning. */
export type DayLeave = DayPart & { readonly afternoon?: DayPart | undefined };

export interface WorkplaceDay {
  readonly day: Day;
  /** ISO: Monday 1 to Sunday 7. */
  readonly weekday: number;
  /** First instant of the day: midnight, or the first instant that exists where midnight is skipped. */
  readonly start: EpochMs;
  /** First instant of the next day; the range is half-open and 23 to 25 hours long. */
  readonly end: EpochMs;
  /** Wall clock at `start`: 0, unless midnight is skipped. */
  readonly startMinute: MinuteOfDay;
  /** Jumps of the wall clock within the day: at `at` the clock moves forward by `minutes` (back if negative). */
  readonly shifts: readonly { readonly at: EpochMs; readonly minutes: number }[];
  readonly holiday?: Omit<Holiday, 'day'> | undefined;
  /** Schedule of the person whose day this is. */
  readonly schedule?: (ScheduleDay & { readonly name: string }) | undefined;
  readonly leave?: DayLeave | undefined;
}

/** Days from `first` to `last`, both included. */
export interface DayRange {
  readonly first: Day;
  readonly last: Day;
}

/** Midnight in UTC, where all dates are equally long. NaN for a day that does not exist. */
function dateMs(day: Day): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
  return Number.isNaN(ms) || dateName(ms) !== day ? Number.NaN : ms;
}

const dateName = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

function requireDateMs(day: Day): number {
  const ms = dateMs(day);
  if (Number.isNaN(ms)) throw new RangeError(`Not a day: ${day}`);
  return ms;
}

/** Whether a text is 'YYYY-MM-DD' and names a date that exists: '2028-02-29' does, '2026-02-29' does not. */
export const isDay = (text: string): boolean => !Number.isNaN(dateMs(text));

/** Longer than a year, so that a report can cover any whole year. */
export const RANGE_DAYS_MAX = 400;

/** False outside the years 2000 to 2100: no entries exist there, and a date field gives year 2 while 2026 is typed. */
export const isEnterableDay = (text: string): boolean =>
  isDay(text) && text >= '2000-01-01' && text <= '2100-12-31';

/** The date `count` days later (earlier if negative). @throws RangeError for an invalid `day`. */
export const addDays = (day: Day, count: number): Day => dateName(requireDateMs(day) + count * MS_PER_DATE);

/** ISO weekday of a date: Monday 1 to Sunday 7. @throws RangeError for an invalid `day`. */
export const weekdayOf = (day: Day): number => new Date(requireDateMs(day)).getUTCDay() || 7;

/** ISO weekdays that a week may start on, the specification's default first (spec §9). */
export const FIRST_WEEKDAYS = [1, 7, 6] as const;
export type FirstWeekday = (typeof FIRST_WEEKDAYS)[number];

/** The seven days around a date: Monday to Sunday, unless the week starts on another day (spec §9). */
export function weekOf(day: Day, start: FirstWeekday = 1): DayRange {
  const first = addDays(day, -((weekdayOf(day) - start + 7) % 7));
  return { first, last: addDays(first, 6) };
}

/** From the earliest to the latest of the days. */
export function rangeAcross(days: readonly [Day, ...Day[]]): DayRange {
  const sorted = days.toSorted();
  return { first: sorted[0] ?? days[0], last: sorted.at(-1) ?? days[0] };
}

export function monthOf(day: Day): DayRange {
  const date = new Date(requireDateMs(day));
  const lastMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
  return { first: `${day.slice(0, 7)}-01`, last: dateName(lastMs) };
}

export const monthBefore = (day: Day): DayRange => monthOf(addDays(monthOf(day).first, -1));

export const yearOf = (day: Day): number => Number(day.slice(0, 4));

export function daysBetween(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  const end = requireDateMs(last);
  for (let ms = requireDateMs(first); ms <= end; ms += MS_PER_DATE) days.push(dateName(ms));
  return days;
}

export const isWithin = (instant: EpochMs, { start, end }: Pick<WorkplaceDay, 'start' | 'end'>): boolean =>
  instant >= start && instant < end;

/** Wall-clock minute at an instant of the day. Seconds are dropped [D2.1]. */
export function minuteOfDayAt(instant: EpochMs, day: WorkplaceDay): MinuteOfDay {
  const elapsed = Math.floor((instant - day.start) / MS_PER_MINUTE);
  const jumped = day.shifts.reduce((sum, shift) => (instant >= shift.at ? sum + shift.minutes : sum), 0);
  const minute = day.startMinute + elapsed + jumped;
  // Clocks that go back over midnight show yesterday's last minutes again: -1 becomes 23:59.
  return ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}

/** If the minute is skipped, returns the first instant after the gap. Never returns a repeated minute of yesterday. */
export function instantAtMinute(minute: MinuteOfDay, day: WorkplaceDay): EpochMs {
  let from = day.start;
  let ahead = day.startMinute;
  for (const { at, minutes } of [...day.shifts, { at: day.end, minutes: 0 }]) {
    const instant = day.start + (minute - ahead) * MS_PER_MINUTE;
    if (instant < at) return Math.max(from, instant);
    from = at;
    ahead += minutes;
  }
  return day.end;
}

/** Finds the day that contains the instant, or undefined. @param days consecutive, earliest first */
export function dayContaining(instant: EpochMs, days: readonly WorkplaceDay[]): WorkplaceDay | undefined {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const day = days[middle];
    if (day && day.start <= instant) low = middle + 1;
    else high = middle;
  }
  const found = days[low - 1];
  return found && isWithin(instant, found) ? found : undefined;
}

export const daysInRange = (days: readonly WorkplaceDay[], range: DayRange): WorkplaceDay[] =>
  days.filter(({ day }) => day >= range.first && day <= range.last);
