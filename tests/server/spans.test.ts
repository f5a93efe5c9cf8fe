import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/time/workplace-day';
import { calendarOf, daysAround, isWithinDays, rangeAround, spanOf } from '#server/platform/calendars';

const ZONES = [
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Asia/Kathmandu',
  'America/New_York',
  'Asia/Manila',
  'UTC',
];
const DAY_MS = 86_400_000;
const instants = fc.integer({ min: Date.parse('1840-01-01'), max: Date.parse('2100-01-01') });

describe('a span of instants', () => {
  it('contains the days around now in any zone, and at most 72 days', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instants, (zone, now) => {
        const { days } = daysAround({ timeZone: zone, zoneRules: [] }, now);
        const range = rangeAround(now);
        const { from, to } = spanOf(range.first, range.last);
        expect(days[0]?.start).toBeGreaterThanOrEqual(from);
        expect(days.at(-1)?.end).toBeLessThanOrEqual(to);
        expect(to - from).toBeLessThanOrEqual(72 * DAY_MS);
      }),
    );
  });

  it('contains the given days in any zone, and at most three days more', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instants, fc.integer({ min: 0, max: 40 }), (zone, at, count) => {
        const first = calendarOf({ timeZone: 'UTC', zoneRules: [] }).dayAt(at).day;
        const days = calendarOf({ timeZone: zone, zoneRules: [] }).days(first, addDays(first, count));
        const { from, to } = spanOf(first, addDays(first, count));
        expect(days[0]?.start).toBeGreaterThanOrEqual(from);
        expect(days.at(-1)?.end).toBeLessThanOrEqual(to);
        expect(to - from).toBeLessThan((count + 3) * DAY_MS);
      }),
    );
  });

  it('contains the first instant of its first day, but not the first instant after its last day', () => {
    const days = calendarOf({ timeZone: 'Asia/Kathmandu', zoneRules: [] }).days('2026-11-01', '2026-11-30');
    const isIn = (at: string): boolean => isWithinDays({ clockIn: at }, days);
    expect(['2026-10-31T18:15:00.000Z', '2026-11-30T18:14:59.999Z'].map(isIn)).toEqual([true, true]);
    expect(['2026-10-31T18:14:59.999Z', '2026-11-30T18:15:00.000Z'].map(isIn)).toEqual([false, false]);
    expect(isWithinDays({ clockIn: '2026-11-01T00:00:00.000Z' }, [])).toBe(false);
  });
});
