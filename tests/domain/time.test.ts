import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDuration,
  formatClockHours,
  formatStopwatch,
  formatWithSeconds,
  hasSeconds,
  hoursText,
  hoursNotShown,
  minutesNotShown,
  InvalidTimeError,
  parseTimeText,
  requireMinuteOfDay,
  roundedHours,
  shownHours,
  timeText,
} from '#domain/time/units';

describe('time strings (spec §5)', () => {
  it.each([
    ['00:00', 0],
    ['09:00', 540],
    ['09:05', 545],
    ['12:30', 750],
    ['23:59', 1439],
  ])('%s is minute %i', (text, minute) => {
    expect(parseTimeText(text)).toEqual({ ok: true, minute });
  });

  it.each([
    '24:00',
    '25:00',
    '09:60',
    '9:00',
    '09:0',
    '0900',
    '09:00:00',
    ' 09:00',
    '09:00 ',
    '-1:00',
    'nine',
    '٠٩:٠٠',
    '09:00\n',
  ])('a time that is not HH:mm is refused with the text in the message: %j', (text) => {
    expect(parseTimeText(text)).toEqual({
      ok: false,
      message: `Invalid time format: "${text}". Expected HH:mm format`,
    });
  });

  it.each([[''], [undefined], [null], [540], [{}], [['09:00']]])(
    'an empty time or one that is not text is refused: %j',
    (text) => {
      expect(parseTimeText(text)).toEqual({
        ok: false,
        message: 'Invalid time string: must be a non-empty string',
      });
    },
  );

  it('a required time throws the same message', () => {
    expect(() => requireMinuteOfDay('25:00')).toThrow(
      new InvalidTimeError('Invalid time format: "25:00". Expected HH:mm format'),
    );
    expect(() => requireMinuteOfDay('')).toThrow('Invalid time string: must be a non-empty string');
  });

  it('every minute of the day survives being written and read', () => {
    for (let minute = 0; minute < 1440; minute += 1)
      expect(requireMinuteOfDay(timeText(minute))).toBe(minute);
  });

  it('every text that is read as a time is written back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{1,2}:[0-9]{1,2}$/)), (text) => {
        const parsed = parseTimeText(text);
        if (parsed.ok) expect(timeText(parsed.minute)).toBe(text);
      }),
    );
  });

  it('minutes beyond midnight wrap around', () => {
    expect(timeText(1470)).toBe('00:30');
    expect(timeText(-1)).toBe('23:59');
  });
});

describe('durations (spec §9)', () => {
  it.each([
    [0, '0m'],
    [1, '1m'],
    [45, '45m'],
    [59.99, '59m'],
    [60, '1h'],
    [61, '1h 1m'],
    [90, '1h 30m'],
    [480, '8h'],
    [510, '8h 30m'],
    [1500, '25h'],
  ])('%d minutes are shown as %s', (minutes, text) => expect(formatDuration(minutes)).toBe(text));

  it('a negative or invalid duration is shown as 0m', () => {
    expect([-5, Number.NaN, Number.POSITIVE_INFINITY].map(formatDuration)).toEqual(['0m', '0m', '0m']);
  });

  it.each([
    [510, 1, '8.5'],
    [480, 2, '8.00'],
    [0, 1, '0.0'],
    [481, 1, '8.0'],
    [500, 2, '8.33'],
    [3, 1, '0.1'],
    [60.3, 2, '1.01'],
  ])('%d minutes with %i decimals are %s hours', (minutes, decimals, text) =>
    expect(hoursText(minutes, decimals)).toBe(text),
  );

  it('rounding never moves hours by more than half of the last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (minutes) => {
        expect(Math.abs(roundedHours(minutes, 2) - minutes / 60)).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });
});

describe('hours with decimals', () => {
  it('decimal hours never show more than the duration in minutes', () => {
    expect([480, 479.9, 520, 0.9].map(shownHours)).toEqual(['8.00', '7.98', '8.67', '0.00']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (ms) => {
        const minutes = ms / 60_000;
        expect(Math.round(Number(shownHours(minutes)) * 60)).toBe(Math.floor(minutes));
      }),
    );
  });
});

describe('running times', () => {
  it.each([
    [2_527_999, '0:42:07'],
    [0, '0:00:00'],
    [-5, '0:00:00'],
    [3_599_999, '0:59:59'],
    [3_600_000, '1:00:00'],
    [100 * 3_600_000, '100:00:00'],
  ])('%d ms are shown as %s on a stopwatch', (ms, text) => expect(formatStopwatch(ms)).toBe(text));

  it.each([
    [0, '0:00'],
    [59.9, '0:59'],
    [2250.9, '37:30'],
    [60_000, '1000:00'],
  ])('%d minutes are shown as %s with a colon', (minutes, text) =>
    expect(formatClockHours(minutes)).toBe(text),
  );
});

describe('durations with their seconds', () => {
  it.each([
    [479.5, '7h 59m 30s'],
    [0.5, '30s'],
    [60, '1h'],
    [60.25, '1h 15s'],
    [1 / 60, '1s'],
    [0, '0m'],
    [Number.NaN, '0m'],
  ])('%d minutes with seconds are shown as %s', (minutes, text) =>
    expect(formatWithSeconds(minutes)).toBe(text),
  );

  it('hours with two decimals and the line of hours not shown add up to the total', () => {
    const durations = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(durations, (ms) => {
        const rows = ms.map((one) => one / 60_000);
        const total = ms.reduce((sum, one) => sum + one, 0) / 60_000;
        const shown = [...rows.map((one) => Number(shownHours(one))), hoursNotShown(rows, total)];
        expect(shown.reduce((sum, one) => sum + one, 0).toFixed(2)).toBe(shownHours(total));
      }),
    );
  });

  it('cut durations and the line of minutes not shown add up to the cut total', () => {
    const durations = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(durations, (ms) => {
        const rows = ms.map((one) => one / 60_000);
        const total = ms.reduce((sum, one) => sum + one, 0) / 60_000;
        const lacking = minutesNotShown(rows, total);
        const seen = rows.reduce((sum, minutes) => sum + Math.floor(minutes), 0);
        expect(seen + lacking).toBe(Math.floor(total));
        expect(lacking).toBeGreaterThanOrEqual(0);
        expect(lacking === 0 || rows.some(hasSeconds) || ms.some((one) => one % 1000 !== 0)).toBe(true);
        for (const [index, minutes] of rows.entries())
          expect(hasSeconds(minutes)).toBe(Math.floor((ms[index] ?? 0) / 1000) % 60 !== 0);
      }),
    );
  });
});
