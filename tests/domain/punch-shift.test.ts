import { describe, expect, it } from 'vitest';
import type { CountedTimes } from '#domain/correction/correction';
import { isTooLongToShift, shiftedDays } from '#domain/entry/punch-shift';

const at = (time: string, day = 18): number => Date.parse(`2026-11-${day}T${time}Z`);
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const entry = (
  id: string,
  clockIn: number,
  clockOut: number | null,
  breaks: [number, number | null][] = [],
) =>
  ({
    id,
    clockIn,
    clockOut,
    breaks: breaks.map(([start, end]) => ({ start, end })),
  }) satisfies CountedTimes;

describe('moving punches', () => {
  it('moves all punches from the first minute to the end of the last and leaves all others', () => {
    const entries = [
      entry('a', at('08:59:59'), at('12:00:30'), [[at('09:00:00'), at('09:30:59')]]),
      entry('b', at('12:01:00'), at('17:00:00')),
    ];
    const days = shiftedDays(entries, { from: at('09:00:00'), to: at('12:00:00'), minutes: -10 }, dayOf);
    expect(days).toEqual([
      {
        day: '2026-11-18',
        changes: [
          {
            entryId: 'a',
            old: { clockIn: at('08:59:59'), clockOut: at('12:00:30'), breaks: entries[0]?.breaks },
            new: {
              clockIn: at('08:59:59'),
              clockOut: at('11:50:30'),
              breaks: [{ start: at('08:50:00'), end: at('09:20:59') }],
            },
          },
        ],
      },
    ]);
  });

  it('starts with the day in the direction of the move, so that entries never overlap', () => {
    const entries = [
      entry('a', at('22:00:00', 17), at('23:50:00', 17)),
      entry('b', at('00:10:00', 18), at('06:00:00', 18)),
    ];
    const order = (minutes: number): string[] =>
      shiftedDays(entries, { from: at('20:00:00', 17), to: at('07:00:00', 18), minutes }, dayOf).map(
        ({ day }) => day,
      );
    expect([order(60), order(-60)]).toEqual([
      ['2026-11-18', '2026-11-17'],
      ['2026-11-17', '2026-11-18'],
    ]);
  });

  it('moves punches of at most 31 days', () => {
    const from = at('09:00:00', 10);
    const days = (count: number): boolean => isTooLongToShift({ from, to: from + count * 86_400_000 });
    expect([days(31), days(32)]).toEqual([false, true]);
  });
});
