import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayContaining,
  daysBetween,
  daysInRange,
  instantAtMinute,
  isDay,
  minuteOfDayAt,
  monthOf,
  weekdayOf,
  weekOf,
} from '#domain/time/workplace-day';
import { workplaceDays } from './timeline.ts';

const someDay = fc
  .date({ min: new Date(Date.UTC(1972, 0, 1)), max: new Date(Date.UTC(2100, 0, 1)), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('dates', () => {
  it.each([
    ['2026-11-20', 5, '2026-11-16', '2026-11-22'],
    ['2026-11-16', 1, '2026-11-16', '2026-11-22'],
    ['2026-11-22', 7, '2026-11-16', '2026-11-22'],
    ['2027-01-01', 5, '2026-12-28', '2027-01-03'],
  ])('the week of %s starts on Monday (spec §9)', (day, weekday, first, last) => {
    expect(weekdayOf(day)).toBe(weekday);
    expect(weekOf(day)).toEqual({ first, last });
  });

  it.each([
    ['2026-11-20', '2026-11-01', '2026-11-30'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2026-02-01', '2026-02-01', '2026-02-28'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
  ])('the month of %s is its calendar month (spec §9)', (day, first, last) => {
    expect(monthOf(day)).toEqual({ first, last });
  });

  it('a leap day exists in leap years only', () => {
    expect(['2028-02-29', '2026-02-29', '2000-02-29', '2100-02-29'].map(isDay)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  });

  it.each(['2026-13-01', '2026-00-10', '20261120', '2026-1-1', '', '2026-11-20T00:00'])(
    '%j is not a day',
    (text) => {
      expect(isDay(text)).toBe(false);
      expect(() => addDays(text, 1)).toThrow(RangeError);
    },
  );

  it('adding and then subtracting the same number of days returns the same day', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day);
      }),
    );
  });

  it('every day lies in its own week and month', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        for (const { first, last } of [weekOf(day), monthOf(day)])
          expect(first <= day && day <= last).toBe(true);
        expect(daysBetween(weekOf(day).first, weekOf(day).last).map(weekdayOf)).toEqual([
          1, 2, 3, 4, 5, 6, 7,
        ]);
      }),
    );
  });

  it('a range whose end is before its start has no days', () => {
    expect(daysBetween('2026-11-20', '2026-11-19')).toEqual([]);
  });
});

describe('the day of an instant', () => {
  const days = workplaceDays('America/New_York', '2026-10-20', '2026-11-20');

  it('an instant belongs to the day whose bounds contain it', () => {
    const first = days[0]?.start ?? 0;
    const last = days.at(-1)?.end ?? 0;
    fc.assert(
      fc.property(fc.integer({ min: first - 90_000_000, max: last + 90_000_000 }), (instant) => {
        expect(dayContaining(instant, days)).toBe(
          days.find((day) => instant >= day.start && instant < day.end),
        );
      }),
    );
  });

  it('a day starts at midnight and ends before the next midnight', () => {
    const november = days.find(({ day }) => day === '2026-11-02');
    expect(dayContaining(november?.start ?? 0, days)?.day).toBe('2026-11-02');
    expect(dayContaining((november?.start ?? 0) - 1, days)?.day).toBe('2026-11-01');
    expect(dayContaining(days.at(-1)?.end ?? 0, days)).toBeUndefined();
    expect(dayContaining(0, [])).toBeUndefined();
  });

  it('the days of a range include both ends', () => {
    expect(daysInRange(days, weekOf('2026-11-11')).map(({ day }) => day)).toEqual(
      daysBetween('2026-11-09', '2026-11-15'),
    );
  });
});

describe('the instant at which the clock of a day shows a minute', () => {
  it.each([
    ['Europe/Berlin', '2026-11-20'],
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['America/Havana', '2026-11-01'],
    ['America/Sao_Paulo', '2018-11-04'],
    ['America/Sao_Paulo', '2018-02-17'],
  ])('in %s on %s a minute gives its first instant, and a skipped minute the next one', (zone, name) => {
    const [day] = workplaceDays(zone, name, name);
    if (!day) throw new Error('There is such a day.');
    const instants = Array.from(
      { length: (day.end - day.start) / 60_000 },
      (_, index) => day.start + index * 60_000,
    );
    const shown = new Map(instants.toReversed().map((instant) => [minuteOfDayAt(instant, day), instant]));
    for (let minute = 0; minute < 1440; minute += 1) {
      let next = minute;
      while (next < 1440 && !shown.has(next)) next += 1;
      expect([minute, instantAtMinute(minute, day)]).toEqual([minute, shown.get(next) ?? day.end]);
    }
  });

  it('repeated minutes of the previous day are ignored', () => {
    // At 00:01 the clock goes back to 23:01.
    const [day] = workplaceDays('America/St_Johns', '2010-11-07', '2010-11-07');
    expect(day && (instantAtMinute(23 * 60 + 30, day) - day.start) / 3_600_000).toBe(24.5);
  });
});
