/** Leave: its effect on expected and credited time, its cost, and why it is refused. */
import fc from 'fast-check';
import { leaveOnDay } from '#domain/expected/schedules';
import { describe, expect, it } from 'vitest';
import { absentDays } from '#domain/day/absence';
import { isTaggedLate, latenessOf } from '#domain/day/punctuality';
import { expectedOn } from '#domain/expected/expected';
import { leaveRefusal, replacedLeave, type LeaveCheckInput } from '#domain/leave/check';
import type { LeaveHalf } from '#domain/leave/kinds';
import {
  creditedMinutes,
  dayLeaveText,
  daysText,
  DEFAULT_LEAVE_KINDS,
  leaveCost,
  workedOnLeave,
  type CountedLeave,
} from '#domain/leave/leave';
import { isLateArrival } from '#domain/report/rules';
import type { WorkplaceDay, DayLeave } from '#domain/time/workplace-day';
import { settings, workplaceDays, ZONE } from './timeline.ts';

/** Monday to Sunday. */
const week = workplaceDays(ZONE, '2026-11-16', '2026-11-22');
const [monday, tuesday] = week as [WorkplaceDay, WorkplaceDay];

const taken = (kind: string, half: LeaveHalf | null = null): DayLeave => {
  const found = leaveOnDay(
    [{ id: 'one', kind, first: '2026-11-16', last: '2026-11-16', half }],
    DEFAULT_LEAVE_KINDS,
    '2026-11-16',
  );
  if (!found) throw new Error('There is no such kind.');
  return found;
};
const on = (kind: string, half: LeaveHalf | null = null): WorkplaceDay => ({
  ...monday,
  leave: taken(kind, half),
});

describe('a day of leave', () => {
  it.each([
    ['a whole day', null, { minutes: 480, due: 0, start: undefined, missingAfter: undefined }],
    ['a morning', 'morning', { minutes: 480, due: 240, start: 780, end: 1020, missingAfter: 785 }],
    ['an afternoon', 'afternoon', { minutes: 480, due: 240, start: 540, end: 780, missingAfter: 545 }],
  ] as const)('keeps the target and asks for less: %s', (_, half, expected) => {
    expect(expectedOn(on('holiday', half), settings)).toMatchObject(expected);
  });

  it.each(['standard', 'settings'] as const)(
    'makes nobody late on a weekend within it, by the rules %s',
    (rules) => {
      const saturday = { ...(week[5] ?? monday), leave: taken('holiday') };
      expect(isLateArrival(rules, settings, { day: saturday, minute: 660 })).toBe(false);
      expect(isTaggedLate({ day: saturday, minute: 660 }, settings)).toBe(false);
    },
  );

  it('is no absence, and nobody is late on it', () => {
    const question = { entries: [], employment: [{ from: 0, to: null }], today: '2026-11-20', settings };
    expect(absentDays({ ...question, days: [on('unpaid'), tuesday] })).toEqual(['2026-11-17']);
    expect(latenessOf(700, expectedOn(on('sick'), settings)).late).toBe(false);
    expect(latenessOf(790, expectedOn(on('sick', 'morning'), settings))).toMatchObject({
      late: true,
      minutes: 5,
    });
  });

  it('changes nothing of a day on which nothing is expected', () => {
    const sunday = week[6] as WorkplaceDay;
    expect(expectedOn({ ...sunday, leave: taken('holiday') }, settings)).toEqual(
      expectedOn(sunday, settings),
    );
  });

  it.each([
    ['holiday', null, 0, 480],
    ['holiday', null, 180, 300],
    ['holiday', null, 600, 0],
    ['holiday', 'morning', 240, 240],
    ['holiday', 'morning', 300, 180],
    ['holiday', 'morning', 0, 240],
    ['unpaid', null, 0, 0],
  ] as const)('credits %s (%s) beside %s worked minutes: %s', (kind, half, worked, credited) => {
    expect(creditedMinutes(on(kind, half), settings, worked)).toBe(credited);
  });

  it.each([
    ['a whole day with 3h', on('holiday'), 180, 180],
    ['a whole day with 10h: the rest is beyond the day', on('holiday'), 600, 480],
    ['half a day with the 4h that are expected', on('holiday', 'morning'), 240, 0],
    ['half a day with 6h', on('holiday', 'afternoon'), 360, 120],
    ['a day without work', on('holiday'), 0, 0],
    ['a free day within the leave', { ...(week[5] ?? monday), leave: taken('holiday') }, 180, 0],
    ['a holiday', { ...on('holiday'), holiday: { name: 'Founders Day', isHalf: false } }, 180, 0],
    ['half a holiday with 3h', { ...on('holiday'), holiday: { name: 'Eve', isHalf: true } }, 180, 180],
    ['a kind that does not count towards hours', on('unpaid'), 180, 0],
    ['a day without leave', monday, 480, 0],
  ] as const)('says what was worked of %s', (_, day, worked, minutes) => {
    expect(workedOnLeave(day, settings, worked)).toBe(minutes);
  });

  it('never credits more than is expected, whatever was worked', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(null, 'morning' as const, 'afternoon' as const),
        fc.integer({ min: 0, max: 1440 }),
        (half, worked) => {
          const credited = creditedMinutes(on('sick', half), settings, worked);
          expect(credited).toBeGreaterThanOrEqual(0);
          expect(credited + Math.min(worked, 480)).toBeLessThanOrEqual(480);
        },
      ),
    );
  });
});

describe('two halves of a day', () => {
  const halves: CountedLeave[] = [
    { id: 'b', kind: 'unpaid', first: monday.day, last: monday.day, half: 'afternoon' },
    { id: 'a', kind: 'holiday', first: monday.day, last: monday.day, half: 'morning' },
  ];
  const day = { ...monday, leave: leaveOnDay(halves, DEFAULT_LEAVE_KINDS, monday.day) };

  it('are a whole day on which nobody is due, and each is credited by its kind', () => {
    expect(dayLeaveText(day.leave as DayLeave)).toBe('Holiday (morning), Unpaid (afternoon)');
    expect(expectedOn(day, settings)).toMatchObject({ due: 0, start: undefined, missingAfter: undefined });
    expect([0, 300].map((worked) => creditedMinutes(day, settings, worked))).toEqual([240, 180]);
  });
});

describe('sickness within other leave', () => {
  const old = { kind: 'holiday', first: '2026-11-16', last: '2026-11-20', half: null };
  it.each([
    ['the middle', '2026-11-17', '2026-11-18', null, ['16-16', '19-20']],
    ['the beginning', '2026-11-14', '2026-11-17', null, ['18-20']],
    ['the end', '2026-11-19', '2026-11-25', null, ['16-18']],
    ['all of it', '2026-11-16', '2026-11-20', null, []],
    ['half a day', '2026-11-17', '2026-11-17', 'morning', ['16-16', '17-17 afternoon', '18-20']],
    ['no day', '2026-11-21', '2026-11-22', null, undefined],
  ] as const)('takes %s, and the rest stays', (_, first, last, half, parts) => {
    const change = { leaveId: 'sick', old: null, new: { kind: 'sick', first, last, half } };
    const replaced = replacedLeave(change, [{ ...old, id: 'known' }], DEFAULT_LEAVE_KINDS, () => 'new');
    const texts = replaced.flatMap(({ new: part }) =>
      part ? `${part.first.slice(8)}-${part.last.slice(8)}${part.half ? ` ${part.half}` : ''}` : [],
    );
    expect(texts).toEqual(parts ?? []);
    expect(replaced.map(({ old: was }) => was)[0]).toEqual(parts ? old : undefined);
  });
});

describe('the cost of leave', () => {
  it.each([
    ['a week', week, null, 5, 2400],
    ['a weekend', week.slice(5), null, 0, 0],
    ['half a day', [monday], 'morning', 0.5, 240],
    ['a holiday within', [{ ...monday, holiday: { name: 'H', isHalf: false } }, tuesday], null, 1, 480],
    ['half a holiday', [{ ...monday, holiday: { name: 'H', isHalf: true } }], null, 0.5, 240],
    ['days that are leave already', [on('sick'), tuesday], null, 2, 960],
  ] as const)('counts the days on which work is expected: %s', (_, days, half, count, minutes) => {
    expect(leaveCost(days, half, settings)).toEqual({ days: count, minutes });
  });

  it.each([
    [0, '0 days'],
    [0.5, '½ day'],
    [1, '1 day'],
    [2.5, '2½ days'],
    [0.25, '¼ day'],
  ])('is written as people say it: %s', (days, text) => {
    expect(daysText(days)).toBe(text);
  });
});

describe('a request for leave', () => {
  const wanted = { kind: 'holiday', first: '2026-11-16', last: '2026-11-17', half: null };
  const known: CountedLeave = { ...wanted, id: 'known', first: '2026-11-19', last: '2026-11-20' };
  const question: LeaveCheckInput = {
    change: { leaveId: 'new', old: null, new: wanted },
    taken: [known],
    unapproved: [],
    kinds: DEFAULT_LEAVE_KINDS,
    days: [monday, tuesday],
    closed: [],
    today: '2026-11-16',
    earliest: '2026-10-01',
    settings,
  };
  const { id: _, ...old } = known;
  const asking = (change: Partial<LeaveCheckInput['change']>, more: Partial<LeaveCheckInput> = {}) =>
    leaveRefusal({ ...question, ...more, change: { ...question.change, ...change } });

  it('is sent where nothing is in the way', () => {
    expect(asking({})).toBeNull();
  });

  it.each([
    ['other leave', { new: { ...wanted, last: '2026-11-19' } }, {}, 'leave_overlap'],
    ['a closed period', {}, { closed: [{ first: '2026-11-01', last: '2026-11-30' }] }, 'period_closed'],
    ['days without work', {}, { days: week.slice(5) }, 'leave_nothing_expected'],
    ['a retired kind', { new: { ...wanted, kind: 'gone' } }, {}, 'leave_kind_unknown'],
    ['an end before its beginning', { new: { ...wanted, last: '2026-11-15' } }, {}, 'leave_range'],
    ['half of two days', { new: { ...wanted, half: 'morning' } }, {}, 'leave_range'],
    ['more than a year', { new: { ...wanted, last: '2027-11-17' } }, {}, 'leave_range'],
    ['a day too long ago', { new: { ...wanted, first: '2026-09-30' } }, {}, 'correction_too_long_ago'],
    ['no change', { leaveId: 'known', old, new: old }, {}, 'correction_nothing_changed'],
    ['nothing at all', { new: null }, {}, 'correction_nothing_changed'],
    [
      'leave that took days unapproved',
      { leaveId: 'known', old, new: null },
      { unapproved: ['known'] },
      'leave_unapproved',
    ],
    ['leave that is gone', { leaveId: 'gone', old, new: null }, {}, 'correction_changed_meanwhile'],
  ] as const)('is refused for %s', (_, change, more, refusal) => {
    expect(asking(change, more)).toBe(refusal);
  });

  it.each([
    ['cancelled', { leaveId: 'known', old, new: null }],
    ['prolonged', { leaveId: 'known', old, new: { ...old, last: '2026-11-22' } }],
  ])('lets leave be %s', (_, change) => {
    expect(asking(change)).toBeNull();
  });

  it.each([
    ['is prolonged', { last: '2026-11-22' }, null],
    ['gets another kind', { kind: 'sick' }, 'correction_too_long_ago'],
    ['ends on a day that is too long ago', { last: '2026-11-19' }, 'correction_too_long_ago'],
    ['is moved', { first: '2026-11-18' }, 'correction_too_long_ago'],
  ] as const)('keeps the days that are too long ago where leave %s', (_, changes, refusal) => {
    const change = { leaveId: 'known', old, new: { ...old, ...changes } };
    expect(asking(change, { earliest: '2026-11-21' })).toBe(refusal);
  });

  it.each([
    ['prolonged over its end', { last: '2026-11-23' }, null],
    ['shortened before its end', { last: '2026-11-19' }, 'period_closed'],
    ['cut at its beginning', { first: '2026-11-20' }, 'period_closed'],
    ['given another kind', { kind: 'sick' }, 'period_closed'],
  ] as const)('of a closed period keeps its part where it is %s', (_, changes, refusal) => {
    const closed = [{ first: '2026-11-01', last: '2026-11-20' }];
    expect(asking({ leaveId: 'known', old, new: { ...old, ...changes } }, { closed })).toBe(refusal);
  });

  it.each([
    ['shortened', 'holiday', null],
    ['given another retired kind', 'training', 'leave_kind_unknown'],
  ])('of a retired kind can be %s', (_, kind, refusal) => {
    const kinds = DEFAULT_LEAVE_KINDS.map((one) => ({ ...one, isRetired: true }));
    const change = { leaveId: 'known', old, new: { ...old, kind, last: '2026-11-19' } };
    expect(asking(change, { kinds })).toBe(refusal);
  });
});
