import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatDate,
  formatDayRange,
  formatFullDate,
  formatTime,
  InvalidTimeValue,
  otherDate,
} from '#domain/format';

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

  it('a date is told beside another time only where it is another date', () => {
    const [evening, night] = [Date.parse('2026-11-20T17:00:00Z'), Date.parse('2026-11-20T20:00:00Z')];
    expect(otherDate(night, evening, 'UTC')).toBeNull();
    expect(otherDate(night, evening, 'Asia/Kathmandu')).toBe('Nov 21, 2026');
    expect(otherDate(night, '2026-11-20', 'Asia/Kathmandu')).toBe('Nov 21, 2026');
  });

  it('an invalid instant has no time of day', () => {
    expect(() => formatTime(Number.NaN, 'UTC')).toThrow('Invalid time value');
  });
});
