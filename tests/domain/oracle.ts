/**
 * Test oracles. Wall clocks use `Intl.DateTimeFormat` alone, without Temporal or the domain. The report over all
 * employees must show the figures of each person's own report.
 */
import type { Report } from '#domain/report/report';
import { expect } from 'vitest';
import { workplaceDay } from '#domain/time/calendar';
import { addDays, minuteOfDayAt, weekdayOf } from '#domain/time/workplace-day';
import type { TeamFigures } from '#domain/report/team-report';

const readers = new Map<string, Intl.DateTimeFormat>();

function readerFor(zone: string): Intl.DateTimeFormat {
  const known = readers.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
  });
  readers.set(zone, made);
  return made;
}

const WEEKDAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Day, minute and weekday that a wall clock in the zone shows. */
export function wallClock(zone: string, instant: number): { day: string; minute: number; weekday: number } {
  const parts: Record<string, string> = {};
  for (const { type, value } of readerFor(zone).formatToParts(instant)) parts[type] = value;
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
    weekday: WEEKDAYS.indexOf(parts.weekday ?? ''),
  };
}

const MINUTE = 60_000;

/** Searches for the first instant at which the wall clock shows that date or a later one. */
export function firstInstantOf(zone: string, day: string): number {
  const noonUtc = Date.parse(`${day}T12:00:00Z`);
  const quarter = 15 * MINUTE;
  for (let coarse = noonUtc - 30 * 60 * MINUTE; coarse <= noonUtc + 30 * 60 * MINUTE; coarse += quarter) {
    if (wallClock(zone, coarse).day < day) continue;
    for (let fine = coarse - quarter; fine <= coarse; fine += MINUTE)
      if (wallClock(zone, fine).day >= day) return fine;
  }
  throw new Error(`No such day in ${zone}: ${day}`);
}

export const figuresOf = (report: Report): TeamFigures => ({
  totalMinutes: report.totalMinutes,
  lateArrivals: report.lateArrivals,
  absences: report.absences,
  overtimeMinutes: report.overtimeMinutes,
  breakMinutes: report.totals.breakMinutes,
});

/** Expects a workplace day to begin, end and count its minutes as the wall clocks of the zone do. */
export function expectToAgreeWithTheWall(zone: string, day: string): void {
  const made = workplaceDay(zone, day);
  expect(made).toMatchObject({
    day,
    weekday: weekdayOf(day),
    start: firstInstantOf(zone, day),
    end: firstInstantOf(zone, addDays(day, 1)),
  });
  expect(made.startMinute).toBe(wallClock(zone, made.start).minute);
  for (let instant = made.start; instant < made.end; instant += 7 * 60_000) {
    expect([zone, instant, minuteOfDayAt(instant, made)]).toEqual([
      zone,
      instant,
      wallClock(zone, instant).minute,
    ]);
  }
}
