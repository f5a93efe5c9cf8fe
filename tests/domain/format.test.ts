import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantAt } from '#domain/time/calendar';
import {
  dayIn,
  formatClock,
  formatDate,
  formatDayRange,
  formatFullDate,
  formatTime,
  InvalidTimeValue,
  dateIfDifferent,
} from '#domain/time/format';
import { instantsShowing, formatOffset, formatStartAndEnd } from '#domain/time/repeated-time';
import { timeText } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { wallClock } from './oracle.ts';

const instant = Date.parse('2026-11-20T03:15:09.500Z');

describe('formats (spec §9)', () => {
  it('a time is shown as HH:mm in the workplace zone', () => {
    expect(formatTime(instant, 'UTC')).toBe('03:15');
    expect(formatTime(instant, 'Asia/Kathmandu')).toBe('09:00');
    expect(formatTime(instant, 'America/New_York')).toBe('22:15');
  });

  it('midnight is 00:00, not 24:00', () => {
    expect(formatTime(Date.parse('2026-11-20T00:00:00Z'), 'UTC')).toBe('00:00');
    expect(formatClock(Date.parse('2026-11-20T00:00:07Z'), 'UTC')).toBe('00:00:07');
  });

  it('a date is shown as MMM dd, yyyy', () => {
    expect(formatDate(instant, 'UTC')).toBe('Nov 20, 2026');
    expect(formatDate(instant, 'America/New_York')).toBe('Nov 19, 2026');
    expect(formatDate('2026-09-05', 'America/New_York')).toBe('Sep 05, 2026');
  });

  it('the full date names weekday, month and day', () => {
    expect(formatFullDate(instant, 'UTC')).toBe('Friday, November 20, 2026');
    expect(formatFullDate('2028-02-29', 'Pacific/Auckland')).toBe('Tuesday, February 29, 2028');
    expect(formatFullDate('2026-11-05', 'UTC')).toBe('Thursday, November 5, 2026');
  });

  it('a range of days names both ends', () => {
    expect(formatDayRange('2026-11-16', '2026-11-22')).toBe('Nov 16, 2026 - Nov 22, 2026');
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [8.65e15], ['2026-02-29'], ['yesterday'], ['']])(
    'an invalid date is refused: %s (spec §8)',
    (value) => {
      for (const format of [formatDate, formatFullDate]) {
        expect(() => format(value, 'UTC')).toThrow(InvalidTimeValue);
        expect(() => format(value, 'UTC')).toThrow('Invalid time value');
      }
    },
  );

  it('a time shows its date only when it differs from the date of the other time', () => {
    const [evening, night] = [Date.parse('2026-11-20T17:00:00Z'), Date.parse('2026-11-20T20:00:00Z')];
    expect(dateIfDifferent(night, evening, 'UTC')).toBeNull();
    expect(dateIfDifferent(night, evening, 'Asia/Kathmandu')).toBe('Nov 21, 2026');
    expect(dateIfDifferent(night, '2026-11-20', 'Asia/Kathmandu')).toBe('Nov 21, 2026');
  });

  it('an invalid instant is refused', () => {
    expect(() => formatTime(Number.NaN, 'UTC')).toThrow('Invalid time value');
  });
});

describe('repeated times', () => {
  it('start and end show their offsets when they would look equal or reversed', () => {
    const [first, second] = ['2026-10-25T00:50:00.000Z', '2026-10-25T01:50:00.000Z'].map(Date.parse);
    const told = (start = 0, end = 0) => formatStartAndEnd(start, end, 'Europe/Berlin');
    expect(told(first, second)).toEqual(['02:50 (UTC+02:00)', '02:50 (UTC+01:00)']);
    expect(told(first, Date.parse('2026-10-25T01:10:00.000Z'))).toEqual([
      '02:50 (UTC+02:00)',
      '02:10 (UTC+01:00)',
    ]);
    expect(told(first, Date.parse('2026-10-25T02:10:00.000Z'))).toEqual(['02:50', '03:10']);
    expect(told(first, first)).toEqual(['02:50', '02:50']);
    expect(told(Date.parse('2026-10-24T20:00:00.000Z'), Date.parse('2026-10-25T05:00:00.000Z'))).toEqual([
      '22:00',
      '06:00',
    ]);
  });

  it.each([
    ['2026-10-25', '02:50', 'Europe/Berlin', ['2026-10-25T00:50:00.000Z', '2026-10-25T01:50:00.000Z']],
    ['2026-04-05', '01:40', 'Australia/Lord_Howe', ['2026-04-04T14:40:00.000Z', '2026-04-04T15:10:00.000Z']],
    ['2026-03-29', '02:30', 'Europe/Berlin', []],
    ['2026-11-20', '02:50', 'Asia/Kathmandu', ['2026-11-19T21:05:00.000Z']],
    ['2026-02-30', '02:50', 'Europe/Berlin', []],
  ])('clocks show %s %s in %s at the instants %j', (day, time, zone, instants) => {
    expect(instantsShowing(day, time, zone).map((instant) => new Date(instant).toISOString())).toEqual(
      instants,
    );
  });

  it('the instants that show a time match the first and second of the calendar', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'),
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 0, max: 1439 }),
        (zone, days, minute) => {
          const day = addDays('2024-01-01', days);
          const found = instantsShowing(day, timeText(minute), zone);
          const both = [instantAt(zone, day, minute), instantAt(zone, day, minute, 'second')];
          if (found.length > 0) expect(found).toEqual([...new Set(both)]);
          expect(found.every((instant) => wallClock(zone, instant).minute === minute)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('an offset is written as UTC+hh:mm', () => {
    const at = Date.parse('2026-11-20T12:00:00.000Z');
    expect(['Asia/Kathmandu', 'America/New_York', 'UTC'].map((zone) => formatOffset(at, zone))).toEqual([
      'UTC+05:45',
      'UTC-05:00',
      'UTC+00:00',
    ]);
    expect(() => formatOffset(Number.NaN, 'UTC')).toThrow('Invalid time value');
    expect(dayIn(Date.parse('2026-11-19T18:15:00.000Z'), 'Asia/Kathmandu')).toBe('2026-11-20');
  });
});
