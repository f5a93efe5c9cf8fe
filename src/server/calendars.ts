/** One calendar a zone for the whole server, so that each day's bounds are resolved once. */
import type { Calendar } from '#contract/records';
import { createCalendar, type ZoneCalendar } from '#domain/calendar';
import { MS_PER_MINUTE, timeText, type EpochMs } from '#domain/time';
import { addDays, minuteOfDayAt, monthOf, weekOf, type WorkplaceDay } from '#domain/workplace-day';

const calendars = new Map<string, ZoneCalendar>();

/** @throws RangeError when the zone is none; the settings hold only zones that are. */
export function calendarOf(zone: string): ZoneCalendar {
  const known = calendars.get(zone);
  if (known) return known;
  const made = createCalendar(zone);
  calendars.set(zone, made);
  return made;
}

/**
 * The days around now that summaries reckon with: the week (Monday to Sunday) and the calendar month of
 * today, and yesterday, of which a night shift may be.
 */
export function daysAround(
  zone: string,
  now: EpochMs,
): { readonly today: WorkplaceDay; readonly days: readonly WorkplaceDay[] } {
  const calendar = calendarOf(zone);
  const today = calendar.dayAt(now);
  const week = weekOf(today.day);
  const month = monthOf(today.day);
  const [first = today.day] = [week.first, month.first, addDays(today.day, -1)].toSorted();
  const last = week.last > month.last ? week.last : month.last;
  return { today, days: calendar.days(first, last) };
}

/** The first full minute that is not before an instant, as 'HH:mm' in a zone. */
export function timeNotBefore(zone: string, instant: EpochMs): string {
  const at = Math.ceil(instant / MS_PER_MINUTE) * MS_PER_MINUTE;
  return timeText(minuteOfDayAt(at, calendarOf(zone).dayAt(at)));
}

export const toWireCalendar = (
  timeZone: string,
  today: WorkplaceDay,
  days: readonly WorkplaceDay[],
): Calendar => ({
  timeZone,
  today: today.day,
  days: days.map((day) => ({ ...day, shifts: day.shifts.map((shift) => ({ ...shift })) })),
});
