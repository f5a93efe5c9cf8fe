import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workplaceDay } from '#domain/calendar';
import { presenceByHour } from '#domain/presence';
import { MS_PER_HOUR } from '#domain/time';
import { at, entry, ZONE } from './timeline.ts';

const today = workplaceDay(ZONE, '2026-11-20');
const now = at('2026-11-20 14:30');
const most = (stays: Parameters<typeof presenceByHour>[0], day = today, until = now) =>
  presenceByHour(stays, day, until).map((hour) => hour.most);

describe('presence by hour', () => {
  it('counts the most who were there at once in each hour, breaks included, and leaves hours to come empty', () => {
    const hours = presenceByHour(
      [
        entry('2026-11-20 08:30-12:00', { userId: 'ada' }),
        entry('2026-11-20 09:15-', { userId: 'grace', breaks: ['12:00-12:30'] }),
        entry('2026-11-20 13:10-13:20', { userId: 'linus' }),
        entry('2026-11-20 13:40-13:50', { userId: 'mary' }),
      ],
      today,
      now,
    );
    expect(hours).toHaveLength(24);
    expect(hours.slice(8, 16).map(({ minute, most: count }) => [minute / 60, count])).toEqual([
      [8, 1],
      [9, 2],
      [10, 2],
      [11, 2],
      [12, 1],
      [13, 2],
      [14, 1],
      [15, null],
    ]);
  });

  it('whoever leaves in the instant another comes is not counted beside them', () => {
    expect(
      most([entry('2026-11-20 09:00-12:30'), entry('2026-11-20 12:30-13:00', { userId: 'grace' })])[12],
    ).toBe(1);
  });

  it('whoever is still there from yesterday counts from midnight on', () => {
    const night = most([entry('2026-11-19 22:00-06:00'), entry('2026-11-18 09:00-', { userId: 'grace' })]);
    expect([night[0], night[5], night[6], night[14]]).toEqual([2, 2, 1, 1]);
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-11-20', 24],
  ])('%s has %i hours', (name, hours) => {
    const day = workplaceDay(ZONE, name);
    expect(presenceByHour([], day, day.end).map((hour) => hour.most)).toEqual(
      Array.from({ length: hours }, () => 0),
    );
  });

  it('agrees with looking at every instant at which anything happens', () => {
    const stay = fc
      .record({
        from: fc.integer({ min: -600, max: 1500 }),
        minutes: fc.integer({ min: 0, max: 900 }),
        open: fc.boolean(),
      })
      .map(({ from, minutes, open }) => ({
        clockIn: today.start + from * 60_000,
        clockOut: open ? null : today.start + (from + minutes) * 60_000,
      }));
    fc.assert(
      fc.property(
        fc.array(stay, { maxLength: 25 }),
        fc.integer({ min: 0, max: 1440 }),
        (stays, nowMinute) => {
          const until = today.start + nowMinute * 60_000;
          const there = (instant: number): number =>
            stays.filter(({ clockIn, clockOut }) => clockIn <= instant && (clockOut ?? Infinity) > instant)
              .length;
          for (const { start, most: count } of presenceByHour(stays, today, until)) {
            if (start > until) {
              expect(count).toBeNull();
              continue;
            }
            const instants = [
              start,
              ...stays
                .map(({ clockIn }) => clockIn)
                .filter((at) => at > start && at < start + MS_PER_HOUR && at <= until),
            ];
            expect(count).toBe(Math.max(...instants.map(there)));
          }
        },
      ),
    );
  });
});
