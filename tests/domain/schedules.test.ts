/** Schedules: hours of people that differ from the work settings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedOn } from '#domain/expected/expected';
import {
  createChangeDetector,
  scheduleGroupOf,
  NO_PLANS,
  scheduleWeekOf,
  withAssignment,
  withHolidayList,
  withSchedule,
  type Plans,
} from '#domain/expected/schedules';
import { targetMinutes } from '#domain/period/payroll';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { daysBy, EARLY, FLEXIBLE, NIGHT, OFF, plansWith, SHORT, weekOfDays } from './example-schedules.ts';
import { settings, workplaceDays, ZONE } from './timeline.ts';

const [sunday] = workplaceDays(ZONE, '2026-11-22', '2026-11-22') as [WorkplaceDay];

describe('schedules', () => {
  const days = workplaceDays(ZONE, '2026-11-02', '2026-12-31');
  const scheduleDay = fc.constantFrom(OFF, EARLY, NIGHT, FLEXIBLE, SHORT);
  const weeks = fc
    .constantFrom(7, 14)
    .chain((count) => fc.array(scheduleDay, { minLength: count, maxLength: count }));
  const day = fc.integer({ min: 0, max: days.length - 1 }).map((index) => days[index]?.day ?? '');
  const minutesOf = (plans: Plans, userId: string) =>
    daysBy(plans, userId, days).map((one) => expectedOn(one, settings));

  it('people without one have the days of the settings', () => {
    const plans = plansWith(weekOfDays(EARLY));
    expect(daysBy(plans, 'bob', days)).toEqual(days);
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
        const isChanged = createChangeDetector(plans, change.plans, settings)('ada', days);
        expect(isChanged).toBe(moved.length > 0);
      }),
    );
  });

  it('expect of a month what its days expect together', () => {
    fc.assert(
      fc.property(weeks, (wanted) => {
        const plans = plansWith(wanted);
        const sum = minutesOf(plans, 'ada').reduce((minutes, one) => minutes + one.minutes, 0);
        const person = { employment: [{ from: 0, to: null }] };
        expect(targetMinutes(daysBy(plans, 'ada', days), person, settings)).toBe(sum);
      }),
    );
  });

  it('with holidays of their own have no others, and the workplace keeps its own', () => {
    fc.assert(
      fc.property(weeks, fc.array(day), fc.array(day), (wanted, own, workplace) => {
        const listOf = (names: string[]) => ({
          region: 'DE',
          holidays: [...new Set(names)].map((name) => ({ day: name, name: 'Feast', isHalf: false })),
        });
        const { plans } = withHolidayList(plansWith(wanted), listOf(workplace), undefined);
        const { plans: both, userIds } = withHolidayList(plans, listOf(own), plans.schedules[0]);
        expect(userIds).toEqual(['ada']);
        for (const [userId, its] of [
          ['ada', own.length > 0 ? own : workplace],
          ['bob', workplace],
        ] as const)
          for (const one of daysBy(both, userId, days))
            expect(one.holiday !== undefined).toBe(its.includes(one.day));
      }),
    );
  });

  it('that change late in a range change the range, also where a shorter one stays as it is', () => {
    const plans = plansWith(weekOfDays(EARLY));
    const later = { id: 's', name: 'Part-time', isRetired: false, from: '2026-11-20' };
    const change = withSchedule(plans, { ...later, days: weekOfDays(NIGHT) });
    const isChanged = createChangeDetector(plans, change.plans, settings);
    expect([10, days.length].map((count) => isChanged('ada', days.slice(0, count)))).toEqual([false, true]);
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
              daysBy(plans, userId, days).filter((one) => one.day >= range.first && one.day <= range.last),
            );
          if (scheduleGroupOf(plans, 'ada', range) === scheduleGroupOf(plans, 'bob', range))
            expect(own('ada')).toBe(own('bob'));
          if (own('ada') !== own('bob'))
            expect(scheduleGroupOf(plans, 'ada', range)).not.toBe(scheduleGroupOf(plans, 'bob', range));
        },
      ),
    );
  });

  it('a day that the time zone skips expects nothing', () => {
    const skipped = workplaceDays('Pacific/Apia', '2011-12-30', '2011-12-30');
    const plans = plansWith([EARLY, EARLY, EARLY, EARLY, EARLY, EARLY, EARLY], '2011-01-01');
    expect(daysBy(plans, 'ada', skipped).map((one) => expectedOn(one, settings).minutes)).toEqual([0]);
    expect(daysBy(plans, 'ada', [sunday])[0]?.schedule?.minutes).toBe(360);
  });
});
