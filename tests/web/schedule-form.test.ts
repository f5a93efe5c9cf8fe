/** Lines of a schedule's form: days that have the same hours. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduleDay } from '#domain/time/workplace-day';
import {
  completeBreak,
  completeSpan,
  scheduleErrors,
  toScheduleDays,
  toWeeks,
  WEEKDAYS,
  weekTexts,
  withDay,
  type ScheduleLine,
} from '#web/expected/schedule-form.ts';

const OFF: ScheduleDay = { minutes: 0 };
const OFFICE: ScheduleDay = { minutes: 480, start: '09:00', end: '17:00' };
const LESS: ScheduleDay = { ...OFFICE, minutes: 450, breakStart: '12:00', breakMinutes: 30 };
const NIGHT: ScheduleDay = {
  minutes: 480,
  start: '22:00',
  end: '06:00',
  breakStart: '23:45',
  breakMinutes: 30,
};
const FLEXIBLE: ScheduleDay = { minutes: 240 };
const week = (...days: ScheduleDay[]) => WEEKDAYS.map((day) => days[day - 1] ?? OFF);
const line = (days: readonly number[], times: string, pause = '', hours = ''): ScheduleLine => ({
  days,
  times,
  pause,
  hours,
});

describe('the lines of a schedule', () => {
  it.each<[string, readonly ScheduleDay[], readonly (readonly ScheduleLine[])[], readonly string[]]>([
    [
      'equal days are one line',
      week(OFFICE, OFFICE, OFFICE, OFFICE, OFFICE),
      [[line([1, 2, 3, 4, 5], '09:00-17:00')]],
      ['Mon - Fri 09:00 - 17:00 (40h)'],
    ],
    [
      'days between which others are are one line, too',
      week(OFFICE, FLEXIBLE, OFFICE, OFF, OFF, OFFICE),
      [[line([1, 3, 6], '09:00-17:00'), line([2], '', '', '4:00')]],
      ['Mon, Wed, Sat 09:00 - 17:00; Tue 4h, any time (28h)'],
    ],
    [
      'other hours, breaks and targets are other lines',
      week(OFFICE, LESS, NIGHT),
      [
        [
          line([1], '09:00-17:00'),
          line([2], '09:00-17:00', '12:00-12:30', '7:30'),
          line([3], '22:00-06:00', '23:45-00:15'),
        ],
      ],
      [
        'Mon 09:00 - 17:00; Tue 09:00 - 17:00 (7h 30m), break 12:00 - 12:30; Wed 22:00 - 06:00, break 23:45 - 00:15 (23h 30m)',
      ],
    ],
    [
      'two equal weeks are one',
      [...week(OFFICE), ...week(OFFICE)],
      [[line([1], '09:00-17:00')]],
      ['Mon 09:00 - 17:00 (8h)'],
    ],
    [
      'two weeks are two',
      [...week(OFFICE), ...week()],
      [[line([1], '09:00-17:00')], []],
      ['Week 1: Mon 09:00 - 17:00 (8h)', 'Week 2: off (0m)'],
    ],
  ])('%s', (_rule, days, weeks, texts) => {
    expect(toWeeks(days)).toEqual(weeks);
    expect(weekTexts(days)).toEqual(texts);
  });

  it('say the same as the days, in no more lines than there are different days', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const time = minute.map(
      (at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
    );
    const hours = fc.integer({ min: 1, max: 1440 });
    const shift = fc.tuple(time, time).filter(([start, end]) => start !== end);
    const pause = fc.record({ breakStart: time, breakMinutes: minute });
    const day = fc.oneof(
      fc.constant(OFF),
      fc.tuple(hours, fc.option(shift), fc.option(pause)).map(([minutes, times, rest]): ScheduleDay => ({
        minutes,
        ...(times && { start: times[0], end: times[1] }),
        ...rest,
      })),
    );
    const days = fc
      .array(day, { minLength: 1, maxLength: 3 })
      .chain((kinds) =>
        fc
          .constantFrom(7, 14)
          .chain((count) => fc.array(fc.constantFrom(...kinds), { minLength: count, maxLength: count })),
      );
    fc.assert(
      fc.property(days, (wanted) => {
        const weeks = toWeeks(wanted);
        const back = toScheduleDays(weeks);
        expect(wanted).toEqual(wanted.length > back.length ? [...back, ...back] : back);
        expect(toWeeks(back)).toEqual(weeks);
        expect(scheduleErrors({ name: 'A', isRetired: false, from: '2026-11-20', weeks })).toEqual({});
        for (const [at, lines] of weeks.entries()) {
          const its = wanted.slice(at * 7, at * 7 + 7).filter(({ minutes }) => minutes > 0);
          expect(lines).toHaveLength(new Set(its.map((one) => JSON.stringify(one))).size);
        }
      }),
    );
  });

  it('a day is in one line or in none', () => {
    const lines = [line([1, 2, 3], '09:00-17:00'), line([], '8-12')];
    expect(withDay(lines, 1, 2, true).map(({ days }) => days)).toEqual([[1, 3], [2]]);
    expect(withDay(lines, 0, 2, false).map(({ days }) => days)).toEqual([[1, 3], []]);
  });

  it.each([
    ['9-17', '09:00-17:00'],
    ['0900 1700', '09:00-17:00'],
    [' 9:30 - 17.00 ', '09:30-17:00'],
    ['22 to 6', '22:00-06:00'],
    ['9', '9'],
    ['9-25', '9-25'],
    ['9-12-17', '9-12-17'],
  ])('the times %s mean %s', (text, times) => {
    expect(completeSpan(text)).toBe(times);
  });

  it.each([
    ['30', '09:00-17:00', '12:00-12:30'],
    ['30 min', '', '12:00-12:30'],
    ['15', '8-11', '09:15-09:30'],
    ['45', '22-6', '01:30-02:15'],
    ['10-10.15', '8-13', '10:00-10:15'],
    ['soon', '8-13', 'soon'],
  ])('a break typed as %s in a shift %s is %s', (typed, times, pause) => {
    expect(completeBreak(typed, times, '12:00')).toBe(pause);
  });

  it.each([
    [line([], '9-17'), '0 0 days', 'Choose days, or remove this line'],
    [line([1], ''), '0 0 times', 'Enter times or hours'],
    [line([1], '9-9'), '0 0 times', 'Start and end must differ'],
    [line([1], '9'), '0 0 times', 'Enter as 9-17'],
    [line([1], '9-17', '', '25'), '0 0 hours', 'Enter as 7:30'],
    [line([1], '9-17', '12'), '0 0 pause', 'Enter as 12-12:30'],
  ])('%o is refused at its field', (wrong, field, error) => {
    const values = { name: 'A', isRetired: false, from: '2026-11-20', weeks: [[wrong]] };
    expect(scheduleErrors(values)).toEqual({ [field]: error });
  });
});
