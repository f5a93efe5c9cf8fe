/** The calendar of absences, with one letter for each day. */
import { describe, expect, it } from 'vitest';
import { scheduledDayLetters, markAwayDays } from '#domain/leave/month';
import { daysBy, plansWith, SHORT, OFF, weekOfDays } from './example-schedules.ts';
import { settings, workplaceDays, ZONE } from './timeline.ts';

/** Monday to Sunday. */
const week = workplaceDays(ZONE, '2026-11-16', '2026-11-22');
const leave = (first: string, last: string, half: 'morning' | 'afternoon' | null = null) => [
  { id: 'one', kind: 'sick', first, last, half },
];

describe('a week of the calendar', () => {
  it('tells days of work, days off and holidays, also of a schedule', () => {
    expect(scheduledDayLetters(week, settings)).toBe('wwwwwoo');
    const plans = plansWith(weekOfDays(SHORT, OFF, SHORT));
    const holidays = [
      { day: '2026-11-18', name: 'Day of Prayer', isHalf: false },
      { day: '2026-11-16', name: 'Half', isHalf: true },
    ];
    expect(scheduledDayLetters(daysBy({ ...plans, holidays }, 'ada', week), settings)).toBe('wohoooo');
  });

  it('reads a holiday on a day off as a day off, and half a holiday as a workday', () => {
    const holidays = ['2026-11-18', '2026-11-21'].map((day) => ({ day, name: 'Feast', isHalf: true }));
    expect(scheduledDayLetters(daysBy({ ...plansWith(weekOfDays()), holidays }, 'bob', week), settings)).toBe(
      'wwwwwoo',
    );
    const whole = holidays.map((one) => ({ ...one, isHalf: false }));
    expect(
      scheduledDayLetters(daysBy({ ...plansWith(weekOfDays()), holidays: whole }, 'bob', week), settings),
    ).toBe('wwhwwoo');
  });

  it.each([
    ['whole days, without those off', leave('2026-11-19', '2026-11-23'), 'wwwxxoo'],
    ['a morning', leave('2026-11-17', '2026-11-17', 'morning'), 'wmwwwoo'],
    ['an afternoon', leave('2026-11-17', '2026-11-17', 'afternoon'), 'wawwwoo'],
    ['nothing', [], 'wwwwwoo'],
  ])('tells who is away: %s', (_, taken, letters) => {
    expect(markAwayDays('wwwwwoo', week, taken)).toBe(letters);
  });

  it('hides where one leave ends and the next begins', () => {
    const two = [...leave('2026-11-16', '2026-11-17'), ...leave('2026-11-18', '2026-11-18')];
    expect(markAwayDays('wwwwwoo', week, two)).toBe('xxxwwoo');
  });
});
