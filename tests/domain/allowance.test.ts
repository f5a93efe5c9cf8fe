/** The allowance of a year: proportional, carried over, used up, overdrawn; and the lines behind each figure. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_PLANS, withAssignment, withSchedule, type Plans } from '#domain/expected/schedules';
import { balancesOf, type AllowanceInput } from '#domain/leave/allowance';
import { amountText, remainingText, withAllowance, type Allowance } from '#domain/leave/allowance-rule';
import type { CountedLeave } from '#domain/leave/leave';
import { addDays, weekdayOf } from '#domain/time/workplace-day';
import { EARLY, NIGHT, weekOfDays } from './example-schedules.ts';
import { settings, workplaceDays, ZONE } from './timeline.ts';

const THIRTY: Allowance = { unit: 'days', amount: 30, carriedMonths: 3 };
const HOURS: Allowance = { unit: 'hours', amount: 240 * 60, carriedMonths: 3 };
const days = workplaceDays(ZONE, '2025-01-01', '2027-12-31');

const leave = (first: string, last = first, rest: Partial<CountedLeave> = {}): CountedLeave => ({
  id: first,
  kind: 'holiday',
  half: null,
  first,
  last,
  ...rest,
});

const question = (changes: Partial<AllowanceInput> = {}, allowance = THIRTY): AllowanceInput => ({
  userId: 'ada',
  settings,
  employed: [{ first: '2020-01-01', last: '9999-12-31' }],
  grants: [],
  leave: [],
  held: [],
  waiting: [],
  days,
  today: '2026-02-01',
  ...changes,
  plans: { ...(changes.plans ?? NO_PLANS), allowances: [{ year: 2025, ...allowance }] },
});
const account = (changes: Partial<AllowanceInput> = {}, allowance = THIRTY, year = 2026) => {
  const found = balancesOf(question(changes, allowance), year).find((one) => one.year === year);
  if (!found) throw new Error('No allowance is kept.');
  return found;
};
const allowanceOf = (changes: Partial<AllowanceInput>, allowance?: Allowance) => {
  const { lines } = account({ ...changes, grants: [{ ...NOTHING_CARRIED }] }, allowance);
  return lines.find(({ what }) => what === 'allowance');
};
const NOTHING_CARRIED = { year: 2026, amount: null, carried: 0, reason: 'New', by: 'Grace' };

const scheduled = (size: number, from: string, day = NIGHT): Plans => {
  const week = weekOfDays(...Array.from({ length: size }, () => day));
  const { plans } = withSchedule(NO_PLANS, {
    id: 's',
    name: 'Part-time',
    isRetired: false,
    from,
    days: week,
  });
  return withAssignment(plans, { userIds: ['ada'], from, scheduleId: 's' }).plans;
};

it('days that sickness took from approved leave say that they come back', () => {
  const { left, lines } = account({ held: [leave('2026-03-02', '2026-03-03')] });
  const detail = 'Mar 02, 2026 - Mar 03, 2026, back once the sickness is approved';
  expect(lines.at(-1)).toMatchObject({ detail, amount: -2 });
  expect(left).toBe(account().left - 2);
});

describe('the allowance of a year', () => {
  it.each([
    ['the whole year', {}, 30, '30 days a year'],
    [
      'joined in July',
      { employed: [{ first: '2026-07-01', last: '9999-12-31' }] },
      15,
      '30 days a year. From Jul 01, 2026: 5 days a week',
    ],
    [
      'left in March',
      { employed: [{ first: '2020-01-01', last: '2026-03-31' }] },
      7.5,
      '30 days a year. From Jan 01, 2026: 5 days a week. Until Mar 31, 2026',
    ],
    [
      'three days a week from May on',
      { plans: scheduled(3, '2026-05-01') },
      22,
      '30 days a year. From Jan 01, 2026: 5 days a week. From May 01, 2026: 3 days a week',
    ],
    [
      'six days a week',
      { plans: scheduled(6, '2025-01-01') },
      36,
      '30 days a year. From Jan 01, 2026: 6 days a week',
    ],
  ])('is in proportion: %s', (_, changes, amount, detail) => {
    expect(allowanceOf(changes)).toMatchObject({ amount, detail });
  });

  it.each([
    ['the whole week', {}, 240],
    ['five short days a week', { plans: scheduled(5, '2025-01-01', EARLY) }, 180],
    ['joined in July', { employed: [{ first: '2026-07-01', last: '9999-12-31' }] }, 121],
  ])('is in proportion to the hours of the week where the unit is hours: %s', (_, changes, hours) => {
    expect(allowanceOf(changes, HOURS)?.amount).toBe(hours * 60);
  });

  it('is what an administrator set, with the reason', () => {
    const grant = { ...NOTHING_CARRIED, amount: 32, carried: null, reason: 'Ten years here' };
    const { left, byRule, lines } = account({ grants: [NOTHING_CARRIED, grant] });
    expect([left, byRule]).toEqual([62, { amount: 30, carried: 30 }]);
    expect(lines.map(({ amount, detail }) => [amount, detail])).toEqual([
      [32, 'Set by Grace: Ten years here'],
      [30, 'Until Mar 31, 2026'],
    ]);
  });

  it('moves in no earlier year when it changes, and is shown nowhere where it is 0', () => {
    const rules = withAllowance([{ year: 2024, ...THIRTY }], { ...THIRTY, amount: 0 }, 2026);
    expect(withAllowance(rules, THIRTY, 2026)).toEqual([{ year: 2024, ...THIRTY }]);
    const asked = question();
    const accounts = balancesOf({ ...asked, plans: { ...NO_PLANS, allowances: rules } }, 2027);
    expect(accounts.map(({ year }) => year)).toEqual([2024, 2025]);
    expect(balancesOf({ ...asked, plans: NO_PLANS }, 2026)).toEqual([]);
  });
});

describe('leave that was left', () => {
  const used = leave('2025-03-03', '2025-04-04', { id: 'last year' });
  // 25 of last year's 30 days were taken.
  it.each([
    ['is carried over', '2026-02-01', [], 35, 35],
    ['expires after its day', '2026-04-01', [], 30, 30],
    ['is used first by leave until that day', '2026-04-01', [leave('2026-03-30', '2026-04-03')], 27, 32],
    ['is not used by leave after that day', '2026-04-10', [leave('2026-04-07', '2026-04-10')], 26, 30],
  ])('%s', (_, today, taken, left, total) => {
    expect(account({ leave: [used, ...taken], today })).toMatchObject({ left, total });
  });

  it('is carried over into the next year without what will have expired', () => {
    const { lines } = account({ leave: [used] }, THIRTY, 2027);
    expect(lines.find(({ what }) => what === 'carried')?.amount).toBe(30);
  });

  it('goes with the year where nothing is carried over, but overdrawn leave is carried over', () => {
    expect(account({}, { ...THIRTY, carriedMonths: 0 }).left).toBe(30);
    const tooMuch = leave('2025-01-01', '2025-02-14');
    expect(account({ leave: [tooMuch] }, { ...THIRTY, carriedMonths: 0 })).toMatchObject({ left: 27 });
  });
});

describe('leave that is taken', () => {
  it('opens to its lines, and what waits is counted nowhere', () => {
    const { left, lines } = account({
      grants: [NOTHING_CARRIED],
      leave: [
        leave('2025-12-31', '2026-01-02'),
        leave('2026-01-05', '2026-01-05', { kind: 'sick' }),
        leave('2026-02-02', '2026-02-02', { half: 'morning' }),
      ],
      waiting: [leave('2026-03-02')],
    });
    expect(left).toBe(27.5);
    expect(lines.slice(1).map(({ what, amount, detail }) => [what, amount, detail])).toEqual([
      ['taken', -2, 'Dec 31, 2025 - Jan 02, 2026'],
      ['planned', -0.5, 'Feb 02, 2026, morning'],
      ['waiting', -1, 'Mar 02, 2026'],
    ]);
  });

  it('costs the hours of the day where the unit is hours', () => {
    const taken = [leave('2026-02-02', '2026-02-02', { half: 'morning' })];
    expect(account({ grants: [NOTHING_CARRIED], leave: taken }, HOURS).left).toBe(236 * 60);
  });

  it('leaves what is given and carried over, less each workday that is taken', () => {
    const gap = fc.integer({ min: 1, max: 60 });
    const length = fc.integer({ min: 1, max: 30 });
    const anyLeave = fc.array(fc.tuple(gap, length, fc.boolean()), { maxLength: 20 });
    const today = fc.integer({ min: 0, max: 364 }).map((at) => addDays('2026-01-01', at));
    fc.assert(
      fc.property(anyLeave, today, fc.integer({ min: 0, max: 3 }), (all, now, carriedMonths) => {
        let next = '2025-01-01';
        const taken = all.flatMap(([free, count, isHalf]) => {
          const first = addDays(next, free);
          const last = isHalf ? first : addDays(first, count - 1);
          next = last;
          return last > '2027-12-31' ? [] : leave(first, last, isHalf ? { half: 'afternoon' } : {});
        });
        const { left, total, lines } = account({ leave: taken, today: now }, { ...THIRTY, carriedMonths });
        const until = carriedMonths === 0 ? '2026-12-31' : `2026-0${carriedMonths}-31`;
        const cost = (first: string, last: string): number => {
          let sum = 0;
          for (let day = first; day <= last; day = addDays(day, 1)) {
            const found = taken.find((one) => one.first <= day && day <= one.last);
            if (found && weekdayOf(day) < 6) sum += found.half ? 0.5 : 1;
          }
          return sum;
        };
        const over = 30 - cost('2025-01-01', '2025-12-31');
        const carried = carriedMonths === 0 ? Math.min(0, over) : over;
        const kept = now > until ? Math.min(carried, cost('2026-01-01', until)) : carried;
        expect(left).toBe(30 + kept - cost('2026-01-01', '2026-12-31'));
        expect(total).toBe(30 + kept);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(left);
      }),
    );
  });
});

it.each([
  [12.5, 'days', '12½ days'],
  [-1, 'days', '-1 day'],
  [5790, 'hours', '96h 30m'],
] as const)('an amount of %f %s reads %s', (amount, unit, text) => {
  expect(amountText(amount, unit)).toBe(text);
});

it.each([
  [12.5, '12½ of 30 days left'],
  [0, '0 of 30 days left'],
  [-3, '3 days overdrawn'],
])('%f left of 30 reads %s', (left, text) => {
  expect(remainingText(left, 30, 'days')).toBe(text);
});
