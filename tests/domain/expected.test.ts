/** What is expected of a person on a day. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedOfHours, expectedOn } from '#domain/expected/expected';
import { hoursWithin } from '#domain/report/rules';
import { withWorkRule, type WorkHistory, type WorkHours } from '#domain/expected/work-rule';
import { withHoliday, yearWithoutHolidays } from '#domain/expected/holidays';
import { timeText } from '#domain/time/units';
import { addDays, type WorkplaceDay, type Holiday } from '#domain/time/workplace-day';
import { settings, workplaceDays, ZONE } from './timeline.ts';

const [thursday, friday, saturday] = workplaceDays(ZONE, '2026-11-19', '2026-11-21') as [
  WorkplaceDay,
  WorkplaceDay,
  WorkplaceDay,
];

describe('a day by the settings', () => {
  it('a workday expects a shift, and a weekend nothing', () => {
    expect(expectedOn(friday, settings)).toEqual({
      minutes: 480,
      due: 480,
      shift: 480,
      start: 540,
      end: 1020,
      isFlexible: false,
      punctualUntil: 545,
      missingAfter: 545,
      pause: { start: 720, end: 750, minutes: 30 },
      overtimeAfter: 540,
      showsWarning: false,
    });
    expect(expectedOn(saturday, settings)).toEqual({
      ...expectedOn(friday, settings),
      minutes: 0,
      due: 0,
      punctualUntil: undefined,
      missingAfter: undefined,
      showsWarning: true,
    });
  });

  it('nobody is late or missing on a free day, nor on half a holiday of one', () => {
    const half = { ...saturday, holiday: { name: 'Christmas Eve', isHalf: true } };
    for (const day of [saturday, half])
      expect(expectedOn(day, settings)).toMatchObject({ punctualUntil: undefined, missingAfter: undefined });
  });

  it('a date that the time zone skips expects nothing', () => {
    const [, skipped] = workplaceDays('Pacific/Apia', '2011-12-29', '2011-12-30') as [
      WorkplaceDay,
      WorkplaceDay,
    ];
    expect([skipped.weekday, expectedOn(skipped, settings).minutes]).toEqual([5, 0]);
  });
});

const hours: fc.Arbitrary<WorkHours> = fc.record({
  workStartTime: fc.integer({ min: 0, max: 1439 }).map(timeText),
  workEndTime: fc.integer({ min: 0, max: 1439 }).map(timeText),
  breakStartTime: fc.integer({ min: 0, max: 1439 }).map(timeText),
  breakDuration: fc.integer({ min: 0, max: 480 }),
  lateThresholdMinutes: fc.integer({ min: 0, max: 60 }),
  overtimeThresholdHours: fc.integer({ min: 0, max: 24 }).map((halves) => halves / 2),
  allowFlexibleHours: fc.boolean(),
  weekendWorkAllowed: fc.boolean(),
});
/** Hours that are changed, each some days after the last change; several changes may be on one day. */
const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), hours), { maxLength: 6 });

describe('hours that change', () => {
  const days = workplaceDays(ZONE, '2026-11-02', '2026-12-31');

  it('hold from their day on, and move no earlier day', () => {
    const later = { ...settings, workStartTime: '08:00' };
    const changed = { ...later, workRules: withWorkRule(settings, later, '2026-11-20') };
    expect([thursday, friday].map((day) => expectedOn(day, changed).start)).toEqual([540, 480]);
    expect(hoursWithin(changed, { first: '2026-11-20', last: '2026-11-30' })).toHaveLength(1);
    expect(hoursWithin(changed, { first: '2026-11-19', last: '2026-11-30' })).toHaveLength(2);
    expect(hoursWithin(changed, { first: '2026-11-01', last: '2026-11-19' })).toHaveLength(1);
  });

  it('leave no rule behind if they are changed back on the same day', () => {
    const later = { ...settings, workStartTime: '08:00' };
    const changed = { ...later, workRules: withWorkRule(settings, later, '2026-11-20') };
    expect(withWorkRule(changed, settings, '2026-11-20')).toEqual([]);
    expect(withWorkRule(settings, settings, '2026-11-20')).toBe(settings.workRules);
  });

  it('a day is judged by the last hours saved on it or before', () => {
    fc.assert(
      fc.property(hours, changes, (first, steps) => {
        let history: WorkHistory = { ...first, workRules: [] };
        let today = '2026-11-03';
        const saved = [{ from: '', hours: first }];
        for (const [pause, next] of steps) {
          today = addDays(today, pause);
          history = { ...next, workRules: withWorkRule(history, next, today) };
          saved.push({ from: today, hours: next });
        }
        for (const day of days) {
          const last = saved.findLast(({ from }) => from <= day.day)?.hours ?? first;
          expect(expectedOn(day, history)).toEqual(expectedOfHours(last, day.weekday < 6));
        }
      }),
    );
  });
});

const HOLIDAYS: readonly Holiday[] = [
  { day: '2026-11-18', name: 'Day of Repentance', isHalf: false },
  { day: '2026-11-21', name: 'Saturday Feast', isHalf: false },
  { day: '2026-12-24', name: 'Christmas Eve', isHalf: true },
  { day: '2026-12-31', name: 'Silvester', isHalf: true, isAfternoon: true },
];

describe('a holiday', () => {
  const on = (name: string, changed: Partial<typeof settings> = {}) => {
    const [day] = workplaceDays(ZONE, name, name).map((one) => withHoliday(HOLIDAYS, one)) as [WorkplaceDay];
    const { minutes, start, end, ...rest } = expectedOn(day, { ...settings, ...changed });
    const times = [start, end].map((minute) => (minute === undefined ? '-' : timeText(minute))).join(' ');
    return [
      minutes,
      times,
      rest.punctualUntil,
      rest.missingAfter,
      rest.overtimeAfter,
      rest.showsWarning,
      rest.holiday,
    ];
  };
  const nightly = { workStartTime: '22:00', workEndTime: '06:00' };

  it.each([
    ['a workday', '2026-11-17', {}, [480, '09:00 17:00', 545, 545, 540, false, undefined]],
    ['a holiday', '2026-11-18', {}, [0, '- -', undefined, undefined, 60, false, 'Day of Repentance']],
    [
      'a holiday on a weekend',
      '2026-11-21',
      {},
      [0, '- -', undefined, undefined, 60, false, 'Saturday Feast'],
    ],
    ['half a holiday', '2026-12-24', {}, [240, '13:00 17:00', 785, 785, 300, false, 'Christmas Eve']],
    ["a holiday's afternoon", '2026-12-31', {}, [240, '09:00 13:00', 545, 545, 300, false, 'Silvester']],
    [
      'half a holiday with flexible hours',
      '2026-12-24',
      { allowFlexibleHours: true },
      [240, '13:00 17:00', undefined, 1020, 300, false, 'Christmas Eve'],
    ],
    [
      'half a holiday at night, whose second half is on the next day',
      '2026-12-24',
      nightly,
      [240, '22:00 06:00', 1325, 1325, 300, false, 'Christmas Eve'],
    ],
    [
      'half of an odd shift',
      '2026-12-24',
      { workStartTime: '09:00', workEndTime: '16:45', lateThresholdMinutes: 0, overtimeThresholdHours: 0 },
      [232.5, '12:53 16:45', 773, 773, 232.5, false, 'Christmas Eve'],
    ],
  ])('%s (%s) expects what it should', (_what, name, changed, expected) => {
    expect(on(name, changed)).toEqual(expected);
  });
});

it.each([
  ['2026-10-31', [], 2026],
  ['2026-10-31', ['2026-12-25'], null],
  ['2026-11-01', ['2026-12-25'], 2027],
  ['2026-12-31', ['2026-12-25', '2027-01-01'], null],
  ['2026-12-31', ['2027-01-01'], 2026],
] as const)('on %s with holidays on %j the year to choose is %j', (today, names, year) => {
  const holidays = names.map((name) => ({ day: name, name: 'Feast', isHalf: false }));
  expect(yearWithoutHolidays(holidays, today)).toBe(year);
});

const day = fc.integer({ min: 0, max: 800 }).map((count) => addDays('2025-06-01', count));
const holiday = fc.record({ day, name: fc.constant('Holiday'), isHalf: fc.boolean() });

describe('what holds for all holidays', () => {
  const days = workplaceDays(ZONE, '2025-06-01', '2027-09-30');
  const expectedIn = (holidays: readonly Holiday[], history: WorkHistory) =>
    days.map((one) => expectedOn(withHoliday(holidays, one), history));

  it('without any, 100,000 random days equal the answer of the settings', () => {
    fc.assert(
      fc.property(hours, (own) => {
        const history = { ...own, workRules: [] };
        expectedIn([], history).forEach((found, at) => {
          const { weekday = 0 } = days[at] ?? {};
          expect(found).toEqual(expectedOfHours(own, weekday < 6));
        });
      }),
      { numRuns: 120 },
    );
  });

  it('a further holiday changes its own day only', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(holiday, { maxLength: 8, selector: (one) => one.day }),
        holiday,
        (some, further) => {
          const others = some.filter((one) => one.day !== further.day);
          const [before, after] = [expectedIn(others, settings), expectedIn([...others, further], settings)];
          days.forEach((one, at) => {
            if (one.day !== further.day) expect(after[at]).toEqual(before[at]);
            else expect(after[at]?.holiday).toBe('Holiday');
          });
        },
      ),
      { numRuns: 20 },
    );
  });
});
