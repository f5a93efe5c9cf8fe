/** A day as segments on a line of time, with its sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barTotals, type DayBarInput, dayBar, type Segment } from '#domain/day/day-bar';
import { balanceText, dayBarText } from '#domain/day/day-bar-text';
import { DEFAULT_LEAVE_KINDS } from '#domain/leave/leave';
import { dayOf, EXAMPLES, friday, later, type Example } from './day-bar-examples.ts';
import { at, entry, settings, ZONE } from './timeline.ts';

const hour = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** 'worked 08:58-17:03', with '*' if corrected and '...' while it runs; hours past midnight count on from 24. */
const spell = ({ kind, from, to, isWholeDay, isCorrected, isRunning }: Segment): string =>
  `${kind} ${isWholeDay ? 'all day' : `${hour(from)}-${hour(to)}`}${isCorrected ? '*' : ''}${isRunning ? '...' : ''}`;

const barOf = ({ day = friday, now = later, entries = [], ...rest }: Partial<Example>) => {
  const { next, requested, isEmployed } = rest;
  return dayBar({
    day,
    next,
    entries,
    settings,
    now: at(now),
    ...(requested && { requested }),
    ...(isEmployed !== undefined && { isEmployed }),
  } satisfies DayBarInput);
};

describe('the bar of a day', () => {
  it.each(EXAMPLES)('$rule', (example) => {
    const bar = barOf(example);
    expect(bar.segments.map(spell)).toEqual(example.segments);
    expect(dayBarText(bar, ZONE)).toBe(example.says);
    expect(balanceText(bar)).toBe(example.balance);
  });

  it('worked time and what lacks make up the target, although both are cut to minutes', () => {
    const worked = { ...entry('2026-11-20 09:00-16:43'), clockOut: at('2026-11-20 16:43:20') };
    const bar = barOf({ entries: [worked] });
    expect([dayBarText(bar, ZONE), balanceText(bar)]).toEqual([
      'Friday, Nov 20: 09:00 to 16:43, 7h 43m of 8h',
      '-17m',
    ]);
  });

  it('an entry that began on another day is drawn on that day alone', () => {
    const entries = [entry('2026-11-19 22:00-06:00')];
    expect(barOf({ entries }).segments.map(spell)).toEqual(['expected 09:00-17:00', 'missing 09:00-17:00']);
  });

  it('every segment of worked time lies in order, however an entry lies on a change of clocks', () => {
    const days = ['2026-03-29', '2026-10-25'].map(dayOf);
    const minutes = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(fc.constantFrom(...days), minutes, minutes, minutes, minutes, (day, ...lengths) => {
        let last = day.start;
        const [clockIn, from, to, clockOut] = lengths.map((length) => (last += length * 60_000)) as [
          number,
          number,
          number,
          number,
        ];
        const work = { id: 'a', clockIn, clockOut, breaks: [{ start: from, end: to }] };
        const segments = barOf({ day, entries: [work] }).segments.filter(({ entryId }) => entryId);
        const [worked] = segments;
        for (const one of segments) {
          expect(one.from).toBeLessThanOrEqual(one.to);
          expect(one.from).toBeGreaterThanOrEqual(worked?.from ?? Number.NaN);
          expect(one.to).toBeLessThanOrEqual(worked?.to ?? Number.NaN);
        }
      }),
    );
  });
});

describe('the sums of bars', () => {
  const worked = { entries: [entry('2026-11-20 09:00-15:00')] };
  const holiday = DEFAULT_LEAVE_KINDS[0] ?? expect.fail();
  const leave = { kind: holiday.id, name: holiday.name, isCredited: true, half: null };
  const running = { entries: [entry('2026-11-20 09:00-')], now: '2026-11-20 11:30' };
  const seconds = { ...entry('2026-11-20 09:00-16:43'), clockOut: at('2026-11-20 16:43:20') };
  it.each([
    ['a day that is over', [worked], [360, 480, -120]],
    ['a day without entry', [worked, {}], [360, 960, -600]],
    ['a day of leave has nothing due', [worked, { day: { ...friday, leave } }], [360, 480, -120]],
    ['a day that can still make up has as much due as was worked', [worked, running], [510, 630, -120]],
    ['a person not employed has nothing due', [{ isEmployed: false }], [0, 0, 0]],
    ['seconds are cut so that the figures agree', [{ entries: [seconds] }], [463, 480, -17]],
    ['cut seconds add up', Array.from({ length: 3 }, () => ({ entries: [seconds] })), [1390, 1440, -50]],
  ])('%s', (_, days, [workedMinutes, dueMinutes, balanceMinutes]) => {
    expect(barTotals(days.map(barOf))).toEqual({ workedMinutes, dueMinutes, balanceMinutes });
  });
});
