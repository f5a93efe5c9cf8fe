/** Schedules: hours of people that differ from the work settings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedOn, type Expected } from '#domain/expected/expected';
import {
  changesDays,
  groupOf,
  NO_PLANS,
  plannedDays,
  scheduleWeekOf,
  withAssignment,
  withSchedule,
  type Plans,
  type ScheduleDay,
} from '#domain/expected/schedules';
import { latenessOf } from '#domain/day/punctuality';
import { shiftEndOf } from '#domain/entry/forgotten-clock-out';
import { minuteOfDayAt, type WorkplaceDay } from '#domain/time/workplace-day';
import { at, settings, workplaceDays, ZONE } from './timeline.ts';

const OFF: ScheduleDay = { minutes: 0 };
const EARLY: ScheduleDay = { minutes: 360, start: '06:00', end: '12:00' };
const NIGHT: ScheduleDay = { minutes: 480, start: '22:00', end: '06:00' };
const FLEXIBLE: ScheduleDay = { minutes: 300 };
const SHORT: ScheduleDay = {
  minutes: 330,
  start: '08:00',
  end: '14:00',
  breakStart: '10:00',
  breakMinutes: 15,
};

const weekOfDays = (...days: ScheduleDay[]): ScheduleDay[] => [
  ...days,
  ...Array.from({ length: 7 - days.length }, () => OFF),
];

const plansWith = (days: readonly ScheduleDay[], from = '2026-11-02'): Plans => {
  const schedule = { id: 's', name: 'Part-time', isRetired: false, from, days };
  const { plans } = withSchedule(NO_PLANS, schedule);
  return withAssignment(plans, { userIds: ['ada'], from, scheduleId: 's' }).plans;
};

const [monday] = workplaceDays(ZONE, '2026-11-16', '2026-11-16') as [WorkplaceDay];
const [sunday] = workplaceDays(ZONE, '2026-11-22', '2026-11-22') as [WorkplaceDay];

type Row = readonly [
  what: string,
  day: ScheduleDay,
  changed: Partial<typeof settings>,
  holiday: 'whole' | 'half' | null,
  expected: Partial<Expected>,
];

describe('a day of a schedule', () => {
  const flexible = { allowFlexibleHours: true };
  const rows: readonly Row[] = [
    ['off: nothing is expected', OFF, {}, null, { minutes: 0, start: undefined, end: undefined }],
    ['off: nobody is late', OFF, {}, null, { punctualUntil: undefined, missingAfter: undefined }],
    ['off: people are warned as at weekends', OFF, {}, null, { warns: true }],
    ['off: but not where weekend work is allowed', OFF, { weekendWorkAllowed: true }, null, { warns: false }],
    ['off: overtime begins after the threshold alone', OFF, {}, null, { overtimeAfter: 60 }],
    ['off: a shift keeps the usual length', OFF, {}, null, { shift: 480 }],
    ['off on a holiday: its name is told', OFF, {}, 'whole', { minutes: 0, holiday: 'Feast', warns: false }],
    ['off on half a holiday stays off', OFF, {}, 'half', { minutes: 0, punctualUntil: undefined }],
    ['early: the target is its own', EARLY, {}, null, { minutes: 360, shift: 360 }],
    ['early: late after its own start', EARLY, {}, null, { start: 360, end: 720, punctualUntil: 365 }],
    ['early: missing after its own start', EARLY, {}, null, { missingAfter: 365 }],
    [
      "early: the threshold is the settings'",
      EARLY,
      { lateThresholdMinutes: 20 },
      null,
      { punctualUntil: 380 },
    ],
    ['early: overtime after its own target', EARLY, {}, null, { overtimeAfter: 420 }],
    ['early: no threshold of overtime', EARLY, { overtimeThresholdHours: 0 }, null, { overtimeAfter: 360 }],
    ['early: nobody is warned', EARLY, {}, null, { warns: false }],
    [
      'early: flexible hours of the settings hold',
      EARLY,
      flexible,
      null,
      { isFlexible: true, punctualUntil: undefined },
    ],
    ['early: then missing after its own end', EARLY, flexible, null, { missingAfter: 720 }],
    ["early: the break is the settings'", EARLY, {}, null, { pause: { start: 720, end: 750, minutes: 30 } }],
    [
      'early on a holiday: nothing is expected',
      EARLY,
      {},
      'whole',
      { minutes: 0, start: undefined, overtimeAfter: 60 },
    ],
    [
      'early on half a holiday: half of it',
      EARLY,
      {},
      'half',
      { minutes: 180, start: 540, end: 720, punctualUntil: 545 },
    ],
    ['early on half a holiday: overtime after that', EARLY, {}, 'half', { overtimeAfter: 240 }],
    ['short: less than from start to end', SHORT, {}, null, { minutes: 330, start: 480, end: 840 }],
    ['short: its own break', SHORT, {}, null, { pause: { start: 600, end: 615, minutes: 15 } }],
    ['short on half a holiday: by the middle of its times', SHORT, {}, 'half', { minutes: 165, start: 660 }],
    [
      'night: ends on the next day',
      NIGHT,
      {},
      null,
      { minutes: 480, start: 1320, end: 360, punctualUntil: 1325 },
    ],
    ['night: missing after its start', NIGHT, {}, null, { missingAfter: 1325 }],
    ['night with flexible hours: nobody is missing', NIGHT, flexible, null, { missingAfter: undefined }],
    ['night on half a holiday: all of its times', NIGHT, {}, 'half', { minutes: 240, start: 1320, end: 360 }],
    [
      'flexible: a target without times',
      FLEXIBLE,
      {},
      null,
      { minutes: 300, start: undefined, end: undefined },
    ],
    [
      'flexible: nobody is late or missing',
      FLEXIBLE,
      {},
      null,
      { isFlexible: true, punctualUntil: undefined, missingAfter: undefined },
    ],
    ['flexible: overtime after its target', FLEXIBLE, {}, null, { overtimeAfter: 360 }],
    [
      'flexible on half a holiday: half of it',
      FLEXIBLE,
      {},
      'half',
      { minutes: 150, punctualUntil: undefined },
    ],
    ['flexible on a holiday: nothing', FLEXIBLE, {}, 'whole', { minutes: 0, overtimeAfter: 60 }],
    ['its schedule is named', EARLY, {}, null, { schedule: 'Part-time' }],
  ];

  it.each(rows)('%s', (_, day, changed, holiday, expected) => {
    const plans = {
      ...plansWith(weekOfDays(day)),
      holidays: holiday ? [{ day: monday.day, name: 'Feast', isHalf: holiday === 'half' }] : [],
    };
    const [planned = monday] = plannedDays(plans, 'ada', [monday]);
    expect(expectedOn(planned, { ...settings, ...changed })).toMatchObject(expected);
  });

  it('makes a weekend a workday, and gives its shift an end', () => {
    const [saturday, day, next] = plannedDays(
      plansWith(weekOfDays(OFF, OFF, OFF, OFF, OFF, OFF, NIGHT)),
      'ada',
      workplaceDays(ZONE, '2026-11-21', '2026-11-23'),
    ) as [WorkplaceDay, WorkplaceDay, WorkplaceDay];
    expect(expectedOn(day, settings)).toMatchObject({ minutes: 480, warns: false });
    expect(latenessOf(1326, expectedOn(day, settings))).toEqual({ late: true, minutes: 1 });
    const clockIn = at('2026-11-22 22:00');
    const end = shiftEndOf(clockIn, settings, [saturday, day, next]);
    expect(minuteOfDayAt(end ?? 0, next)).toBe(360);
  });

  it('is right to the minute on the day the clocks change', () => {
    const days = workplaceDays('Europe/Berlin', '2026-10-25', '2026-10-25');
    const plans = plansWith(weekOfDays(OFF, OFF, OFF, OFF, OFF, OFF, EARLY), '2026-10-25');
    const [day] = plannedDays(plans, 'ada', days) as [WorkplaceDay];
    const late = Date.parse('2026-10-25T05:06:00.000Z');
    expect(latenessOf(minuteOfDayAt(late, day), expectedOn(day, settings))).toEqual({
      late: true,
      minutes: 1,
    });
    expect(latenessOf(minuteOfDayAt(late - 60_000, day), expectedOn(day, settings)).late).toBe(false);
  });
});

describe('schedules', () => {
  const days = workplaceDays(ZONE, '2026-11-02', '2026-12-31');
  const scheduleDay = fc.constantFrom(OFF, EARLY, NIGHT, FLEXIBLE, SHORT);
  const weeks = fc
    .constantFrom(7, 14)
    .chain((count) => fc.array(scheduleDay, { minLength: count, maxLength: count }));
  const day = fc.integer({ min: 0, max: days.length - 1 }).map((index) => days[index]?.day ?? '');
  const minutesOf = (plans: Plans, userId: string) =>
    plannedDays(plans, userId, days).map((one) => expectedOn(one, settings));

  it('people without one have the days of the settings', () => {
    const plans = plansWith(weekOfDays(EARLY));
    expect(plannedDays(plans, 'bob', days)).toBe(days);
    expect(minutesOf(plans, 'bob')).toEqual(days.map((one) => expectedOn(one, settings)));
  });

  it('of two weeks come in turn, and are the same 14 days later', () => {
    fc.assert(
      fc.property(weeks, (wanted) => {
        const planned = minutesOf(plansWith(wanted), 'ada');
        const first = wanted.length === 14 ? scheduleWeekOf('2026-11-02') * 7 : 0;
        for (const [index, { minutes }] of planned.entries())
          expect(minutes).toBe(wanted[(first + index) % wanted.length]?.minutes);
      }),
    );
    expect([
      scheduleWeekOf('2024-01-01'),
      scheduleWeekOf('2024-01-08'),
      scheduleWeekOf('2023-12-25'),
    ]).toEqual([0, 1, 1]);
  });

  it('a change moves no earlier day, and exactly the later days that it says', () => {
    fc.assert(
      fc.property(weeks, weeks, day, fc.boolean(), (before, after, from, isAssignment) => {
        const plans = plansWith(before);
        const change = isAssignment
          ? withAssignment(plans, { userIds: ['ada'], from, scheduleId: null })
          : withSchedule(plans, { id: 's', name: 'Part-time', isRetired: false, from, days: after });
        const [was, is] = [minutesOf(plans, 'ada'), minutesOf(change.plans, 'ada')];
        const moved = days.filter((_, index) => JSON.stringify(was[index]) !== JSON.stringify(is[index]));
        expect(moved.filter((one) => one.day < from)).toEqual([]);
        const isChanged = changesDays(plans, change.plans, 'ada', { days, settings });
        expect(isChanged).toBe(moved.length > 0);
      }),
    );
  });

  it('that nobody ever had are replaced as a whole', () => {
    const first = {
      id: 's',
      name: 'Part-time',
      isRetired: false,
      from: '2026-11-02',
      days: weekOfDays(EARLY),
    };
    const { plans } = withSchedule(NO_PLANS, first);
    const again = withSchedule(plans, { ...first, from: '2026-11-20', days: weekOfDays(NIGHT) });
    expect(again.plans.schedules[0]?.versions).toEqual([{ from: '', days: weekOfDays(NIGHT) }]);
  });

  it('people of one group have the same days', () => {
    const range = { first: '2026-11-10', last: '2026-11-30' };
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('ada', 'bob'), day, fc.boolean()), { maxLength: 6 }),
        (all) => {
          let plans = plansWith(weekOfDays(EARLY, NIGHT));
          for (const [userId, from, isScheduled] of all)
            ({ plans } = withAssignment(plans, {
              userIds: [userId],
              from,
              scheduleId: isScheduled ? 's' : null,
            }));
          const own = (userId: string) =>
            JSON.stringify(
              plannedDays(plans, userId, days).filter(
                (one) => one.day >= range.first && one.day <= range.last,
              ),
            );
          if (groupOf(plans, 'ada', range) === groupOf(plans, 'bob', range))
            expect(own('ada')).toBe(own('bob'));
          if (own('ada') !== own('bob'))
            expect(groupOf(plans, 'ada', range)).not.toBe(groupOf(plans, 'bob', range));
        },
      ),
    );
  });

  it('a day that the time zone skips expects nothing', () => {
    const skipped = workplaceDays('Pacific/Apia', '2011-12-30', '2011-12-30');
    const plans = plansWith([EARLY, EARLY, EARLY, EARLY, EARLY, EARLY, EARLY], '2011-01-01');
    expect(plannedDays(plans, 'ada', skipped).map((one) => expectedOn(one, settings).minutes)).toEqual([0]);
    expect(plannedDays(plans, 'ada', [sunday])[0]?.schedule?.minutes).toBe(360);
  });
});
