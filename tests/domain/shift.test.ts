import { describe, expect, it } from 'vitest';
import { breakHintText, breakText, isInBreakWindow } from '#domain/day/overtime';
import { breakWindow, shiftMinutes } from '#domain/expected/expected';
import { requireMinuteOfDay } from '#domain/time/units';
import { settings } from './timeline.ts';

describe('the shift (spec §9)', () => {
  it.each([
    ['09:00', '17:00', 480],
    ['08:30', '17:00', 510],
    ['22:00', '06:00', 480],
    ['00:00', '23:59', 1439],
    ['25:00', '17:00', 480],
    ['09:00', '', 480],
    ['09:00', '09:00', 480],
  ])(
    'a shift from %j to %j lasts %i minutes (8 h if the times are equal or invalid)',
    (workStartTime, workEndTime, minutes) => {
      expect(shiftMinutes({ workStartTime, workEndTime })).toBe(minutes);
    },
  );
});

describe('the break line (spec §2)', () => {
  it.each([
    ['11:59', 'Suggested break: 12:00 - 12:30'],
    ['12:00', 'Break Time: 12:00 - 12:30'],
    ['12:29', 'Break Time: 12:00 - 12:30'],
    ['12:30', 'Suggested break: 12:00 - 12:30'],
  ])('at %s with the default settings, the line is "%s"', (time, line) => {
    expect(breakHintText(breakWindow(settings), requireMinuteOfDay(time))).toBe(line);
  });

  it('a break window can cross midnight', () => {
    const window = breakWindow({ breakStartTime: '23:45', breakDuration: 30 });
    expect(window).toEqual({ start: 1425, end: 15, minutes: 30 });
    expect(breakText(window)).toBe('23:45 - 00:15');
    expect(
      ['23:44', '23:45', '00:14', '00:15'].map((time) => isInBreakWindow(window, requireMinuteOfDay(time))),
    ).toEqual([false, true, true, false]);
  });

  it('a break window of 0 minutes contains no time', () => {
    const window = breakWindow({ breakStartTime: '12:00', breakDuration: 0 });
    expect([719, 720, 721].map((minute) => isInBreakWindow(window, minute))).toEqual([false, false, false]);
  });

  it('invalid settings fall back to the defaults', () => {
    expect(breakText(breakWindow({ breakStartTime: '', breakDuration: Number.NaN }))).toBe('12:00 - 12:30');
  });
});
