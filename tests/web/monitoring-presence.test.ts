import { describe, expect, it } from 'vitest';
import { workplaceDay } from '#domain/calendar';
import { presenceByHour } from '#domain/presence';
import { hoursShown, hourText, usualHours } from '#web/screens/admin/monitoring/presence-scale.ts';

describe('the presence chart', () => {
  const hour = (minute: number, most: number | null) => ({ minute, start: minute * 60_000, most });
  it('shows the usual hours, and more where somebody was there', () => {
    const hours = Array.from({ length: 24 }, (_, at) => hour(at * 60, at === 6 ? 1 : at > 14 ? null : 0));
    expect(hoursShown(hours, usualHours(9 * 60, 17 * 60 + 30)).map(({ minute }) => minute / 60)).toEqual([
      6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    ]);
    expect(hoursShown(hours, usualHours(22 * 60, 6 * 60))).toHaveLength(24);
    expect(hourText({ minute: 23 * 60 })).toBe('23:00 - 00:00');
  });

  const usual = usualHours(9 * 60, 17 * 60);
  /** The hours that are shown at a time of a day, as the wall clock names them. */
  const shownAt = (name: string, minutes: number, stays: Parameters<typeof presenceByHour>[0] = []) => {
    const day = workplaceDay('Europe/Berlin', name);
    return hoursShown(presenceByHour(stays, day, day.start + minutes * 60_000), usual).map(
      ({ minute }) => minute / 60,
    );
  };
  const hours = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it.each([
    ['at night', 2 * 60 + 46, hours(2, 16)],
    ['in the first minute of the day', 0, hours(0, 16)],
    ['at noon', 12 * 60, hours(9, 16)],
    ['in the last minute of the day', 24 * 60 - 1, hours(9, 23)],
  ])('always has the present hour: %s', (_when, minutes, expected) => {
    expect(shownAt('2026-11-20', minutes)).toEqual(expected);
  });

  it('has the hours of whoever is in since before midnight, gone by now or not', () => {
    const { start } = workplaceDay('Europe/Berlin', '2026-11-20');
    const sinceYesterday = { clockIn: start - 60_000, clockOut: null };
    expect(shownAt('2026-11-20', 4 * 60, [sinceYesterday])).toEqual(hours(0, 16));
    expect(shownAt('2026-11-20', 12 * 60, [{ ...sinceYesterday, clockOut: start + 5 * 60_000 }])).toEqual(
      hours(0, 16),
    );
  });

  it('tells the two hours apart that the clock shows twice, and has none that it skips', () => {
    // 2026-10-25: 03:00 falls back to 02:00. 2026-03-29: 02:00 becomes 03:00.
    expect(shownAt('2026-10-25', 2 * 60)).toEqual([2, 2, ...hours(3, 16)]);
    expect(shownAt('2026-10-25', 3 * 60)).toEqual(hours(2, 16));
    expect(shownAt('2026-10-25', 25 * 60 - 1)).toEqual(hours(9, 23));
    expect(shownAt('2026-03-29', 60)).toEqual([1, ...hours(3, 16)]);
    expect(shownAt('2026-03-29', 2 * 60)).toEqual(hours(3, 16));
  });
});
