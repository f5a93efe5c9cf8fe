/** One cached calendar per zone, so that each day's bounds are computed once. */
import type { Calendar } from '#contract/records';
import { toEpochMs, toInstantText } from '#contract/wire';
import { createCalendar, zonesOf, type ZoneCalendar } from '#domain/time/calendar';
import type { ZoneSettings } from '#domain/time/zone-rules';
import { MS_PER_HOUR, MS_PER_MINUTE, timeText, type Day, type EpochMs } from '#domain/time/units';
import {
  addDays,
  FIRST_WEEKDAYS,
  minuteOfDayAt,
  monthOf,
  rangeAcross,
  weekOf,
  type DayRange,
  type FirstWeekday,
  type WorkplaceDay,
} from '#domain/time/workplace-day';

const calendars = new Map<string, ZoneCalendar>();

/** @throws RangeError for an unknown zone; the settings contain only known zones */
export function calendarOf(zoned: ZoneSettings): ZoneCalendar {
  const key = JSON.stringify(zonesOf(zoned));
  const known = calendars.get(key);
  if (known) return known;
  const made = createCalendar(zonesOf(zoned));
  calendars.set(key, made);
  return made;
}

export const zoneTextOf = (zoned: ZoneSettings): string =>
  zoned.zoneRules.length > 0 ? calendarOf(zoned).zone : zoned.timeZone;

/** Returns the days of this week and month, with yesterday (for night shifts) and tomorrow. */
export function daysAround(zoned: ZoneSettings, now: EpochMs, firstWeekday: FirstWeekday = 1) {
  const calendar = calendarOf(zoned);
  const today = calendar.dayAt(now);
  const known = daysAroundCache.get(today);
  if (known?.firstWeekday === firstWeekday) return { today, days: known.days };
  const { first, last } = datesAround(today.day, firstWeekday);
  const days = calendar.days(first, last);
  daysAroundCache.set(today, { firstWeekday, days });
  return { today, days };
}

const daysAroundCache = new WeakMap<
  WorkplaceDay,
  { readonly firstWeekday: FirstWeekday; readonly days: readonly WorkplaceDay[] }
>();

function datesAround(today: Day, firstWeekday: FirstWeekday): DayRange {
  const week = weekOf(today, firstWeekday);
  const month = monthOf(today);
  return rangeAcross([week.first, week.last, month.first, month.last, addDays(today, -1), addDays(today, 1)]);
}

export const boundsOf = (
  calendar: ZoneCalendar,
  { from, to }: { readonly from?: Day | undefined; readonly to?: Day | undefined },
) => ({
  from: from === undefined ? undefined : calendar.day(from).start,
  to: to === undefined ? undefined : calendar.day(to).end,
});

/** Longest distance of a zone from UTC, rounded up: Manila was once 15:56 behind. */
const FARTHEST_MS = 16 * MS_PER_HOUR;

export interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Returns instants that cover these days in any time zone, for reads before the workplace's zone is known. */
export const spanOf = (first: Day, last: Day): Span => ({
  from: toEpochMs(`${first}T00:00:00.000Z`) - FARTHEST_MS,
  to: toEpochMs(`${addDays(last, 1)}T00:00:00.000Z`) + FARTHEST_MS,
});

/** Returns a range that covers the dates in any time zone, since today's date depends on the zone. */
export const rangeAround = (now: EpochMs, datesOf: (today: Day) => DayRange = datesAroundAny): DayRange => ({
  first: datesOf(utcDateAt(now - FARTHEST_MS)).first,
  last: datesOf(utcDateAt(now + FARTHEST_MS)).last,
});

const utcDateAt = (instant: EpochMs): Day => toInstantText(instant).slice(0, 10);

function datesAroundAny(today: Day): DayRange {
  const ranges = FIRST_WEEKDAYS.map((start) => datesAround(today, start));
  return rangeAcross([today, ...ranges.flatMap(({ first, last }) => [first, last])]);
}

export function isWithinDays(
  { clockIn }: { readonly clockIn: string },
  days: readonly WorkplaceDay[],
): boolean {
  const at = toEpochMs(clockIn);
  return at >= (days[0]?.start ?? Infinity) && at < (days.at(-1)?.end ?? -Infinity);
}

/** Returns the wall clock time as 'HH:mm', rounded up to a minute. */
export function firstTimeFrom(zoned: ZoneSettings, instant: EpochMs): string {
  const at = Math.ceil(instant / MS_PER_MINUTE) * MS_PER_MINUTE;
  return timeText(minuteOfDayAt(at, calendarOf(zoned).dayAt(at)));
}

export const timeContextAt = (
  { nightShiftHours, ...zoned }: ZoneSettings & { readonly nightShiftHours: number },
  now: EpochMs,
) => ({ now, today: calendarOf(zoned).dayAt(now), nightShiftHours });

export const toWireCalendar = (
  settings: ZoneSettings & { readonly plansId: string },
  today: WorkplaceDay,
  days: readonly WorkplaceDay[],
): Calendar => ({
  timeZone: zoneTextOf(settings),
  plansId: settings.plansId,
  today: today.day,
  days: toWireDays(days),
});

export const toWireDays = (days: readonly WorkplaceDay[]): Calendar['days'] =>
  days.map((day) => ({ ...day, shifts: day.shifts.map((shift) => ({ ...shift })) }));
