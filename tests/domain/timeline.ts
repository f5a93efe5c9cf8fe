/** Short spellings for histories: `entry('2026-11-20 09:00-17:30', { breaks: ['12:00-12:30'] })`. */
import { createCalendar, instantAt } from '#domain/time/calendar';
import { defaultSettings, type WorkSettings } from '#domain/settings/settings';
import { requireMinuteOfDay } from '#domain/time/units';
import type { Break, TimeEntry } from '#domain/entry/time-entry';
import { addDays, monthOf, weekOf, type WorkplaceDay } from '#domain/time/workplace-day';

export const ZONE = 'Europe/Berlin';
export const settings: WorkSettings = defaultSettings(ZONE);

/** For example at('2026-11-20 09:00:30'). */
export function at(text: string, zone = ZONE): number {
  const [day = '', time = '00:00'] = text.split(' ');
  const [hour, minute, second = '0'] = time.split(':');
  return instantAt(zone, day, requireMinuteOfDay(`${hour}:${minute}`)) + Number(second) * 1000;
}

interface Details {
  /** 'HH:mm-HH:mm', or 'HH:mm-' for a running break. */
  readonly breaks?: readonly string[];
  readonly userId?: string;
  readonly notes?: string;
  readonly zone?: string;
}

/** 'day HH:mm-HH:mm'; an end before the start is on the next day, no end is an open entry. */
export function entry(
  text: string,
  { breaks = [], userId = 'ada', notes = '', zone = ZONE }: Details = {},
): TimeEntry {
  const [day = '', times = ''] = text.split(' ');
  const [start = '', end = ''] = times.split('-');
  const instant = (time: string): number => at(`${time < start ? addDays(day, 1) : day} ${time}`, zone);
  const pause = (span: string): Break => {
    const [from = '', to = ''] = span.split('-');
    return { start: instant(from), end: to === '' ? null : instant(to) };
  };
  return {
    id: `${userId} ${text}`,
    userId,
    clockIn: instant(start),
    clockOut: end === '' ? null : instant(end),
    breaks: breaks.map(pause),
    notes,
    ipAddress: 'unknown',
    location: null,
  };
}

/** The consecutive workplace days of a zone from `first` to `last`, both included. */
export const workplaceDays = (zone: string, first: string, last: string): readonly WorkplaceDay[] =>
  createCalendar(zone).days(first, last);

/** Days that a dashboard gets: the week and month of `today`, and the day before it. */
export function daysAround(today: string, zone = ZONE): readonly WorkplaceDay[] {
  const week = weekOf(today);
  const month = monthOf(today);
  const [first = today] = [week.first, month.first, addDays(today, -1)].toSorted();
  const last = week.last > month.last ? week.last : month.last;
  return workplaceDays(zone, first, last);
}
