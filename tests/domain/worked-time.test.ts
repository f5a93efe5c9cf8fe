import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type TimeEntry,
  breakMs,
  elapsedMs,
  breakMinutes,
  isExtendedBreak,
  totalWorkedMs,
  workedMinutes,
  workedMs,
} from '#domain/entry/time-entry';
import { closedEntry, openEntryAndNow } from './histories.ts';
import { at, entry } from './timeline.ts';

const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2030, 0, 1);
const anyEntry = fc.oneof(
  closedEntry(EARLIEST, LATEST).map((closed) => ({ entry: closed, now: LATEST * 2 })),
  openEntryAndNow(EARLIEST, LATEST),
);

const moved = (original: TimeEntry, by: number): TimeEntry => ({
  ...original,
  clockIn: original.clockIn + by,
  clockOut: original.clockOut === null ? null : original.clockOut + by,
  breaks: original.breaks.map(({ start, end }) => ({
    start: start + by,
    end: end === null ? null : end + by,
  })),
});

describe('work time (spec §9)', () => {
  const evening = at('2026-11-20 18:00');

  it.each([
    ['a day without a break', entry('2026-11-20 09:00-17:00'), 480],
    ['a day with a break of 30 minutes', entry('2026-11-20 09:00-17:30', { breaks: ['12:00-12:30'] }), 480],
    ['two breaks', entry('2026-11-20 09:00-17:00', { breaks: ['10:00-10:15', '12:00-12:45'] }), 420],
    ['a night', entry('2026-11-20 22:00-06:00'), 480],
    ['an open entry, so far', entry('2026-11-20 09:00-'), 540],
    [
      'an open entry with a running break, which counts so far [D1.4]',
      entry('2026-11-20 09:00-', { breaks: ['17:00-'] }),
      480,
    ],
    [
      'a closed entry with an unfinished break, which does not count',
      entry('2026-11-20 09:00-17:00', { breaks: ['16:00-'] }),
      480,
    ],
    ['the night when the clocks go back, an hour longer', entry('2026-10-24 22:00-06:00'), 540],
    ['the night when the clocks go forward', entry('2026-03-28 22:00-06:00'), 420],
  ])('counts the minutes of %s', (_, worked, minutes) => {
    expect(workedMinutes(worked, evening)).toBe(minutes);
  });

  it('an entry that was set aside counts no time and no breaks until its end is stated', () => {
    const open = { ...entry('2026-11-19 09:00-', { breaks: ['12:00-12:30'] }), setAsideAt: evening };
    expect([workedMs(open, evening), breakMs(open, evening)]).toEqual([0, 0]);
    const stated = { ...open, clockOut: at('2026-11-19 17:00') };
    expect(workedMinutes(stated, evening)).toBe(450);
  });

  it('a clock-in in the future counts no time', () => {
    expect(workedMs(entry('2026-11-20 19:00-'), evening)).toBe(0);
  });

  it('overlapping breaks count once, and breaks count only within their entry', () => {
    expect(
      workedMinutes(entry('2026-11-20 09:00-12:00', { breaks: ['10:00-11:00', '10:30-11:30'] }), evening),
    ).toBe(90);
    expect(workedMinutes(entry('2026-11-20 09:00-12:00', { breaks: ['11:00-13:00'] }), evening)).toBe(120);
  });

  it('worked time and breaks add up exactly to the elapsed time', () => {
    fc.assert(
      fc.property(anyEntry, ({ entry: some, now }) => {
        expect(workedMs(some, now) + breakMs(some, now)).toBe(elapsedMs(some, now));
        expect(workedMs(some, now)).toBeGreaterThanOrEqual(0);
        expect(breakMs(some, now)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('the time of a finished entry matches plain subtraction', () => {
    fc.assert(
      fc.property(closedEntry(EARLIEST, LATEST), (closed) => {
        const breaks = closed.breaks.reduce((sum, { start, end }) => sum + (end ?? start) - start, 0);
        expect(workedMs(closed, 0)).toBe((closed.clockOut ?? 0) - closed.clockIn - breaks);
      }),
    );
  });

  it('shifting every instant changes no duration', () => {
    fc.assert(
      fc.property(anyEntry, fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), ({ entry: some, now }, by) => {
        expect(workedMs(moved(some, by), now + by)).toBe(workedMs(some, now));
        expect(breakMs(moved(some, by), now + by)).toBe(breakMs(some, now));
        expect(elapsedMs(moved(some, by), now + by)).toBe(elapsedMs(some, now));
      }),
    );
  });

  it('splitting a break does not change the worked time', () => {
    fc.assert(
      fc.property(
        anyEntry,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ entry: some, now }, which, share) => {
          const split = some.breaks.flatMap((pause, index) => {
            if (index !== which % Math.max(1, some.breaks.length)) return [pause];
            const middle = pause.start + Math.floor(((pause.end ?? now) - pause.start) * share);
            return [
              { start: pause.start, end: middle },
              { start: middle, end: pause.end },
            ];
          });
          expect(workedMs({ ...some, breaks: split }, now)).toBe(workedMs(some, now));
        },
      ),
    );
  });

  it('the worked time never decreases, not even when a break ends', () => {
    fc.assert(
      fc.property(
        openEntryAndNow(EARLIEST, LATEST),
        fc.integer({ min: 0, max: 10 ** 7 }),
        ({ entry: open, now }, later) => {
          expect(workedMs(open, now + later)).toBeGreaterThanOrEqual(workedMs(open, now));
          const resumed = {
            ...open,
            breaks: open.breaks.map(({ start, end }) => ({ start, end: end ?? now })),
          };
          expect(workedMs(resumed, now)).toBe(workedMs(open, now));
        },
      ),
    );
  });

  it('a total is the sum of its entries', () => {
    const entries = [
      entry('2026-11-19 09:00-17:00'),
      entry('2026-11-20 09:00-17:30', { breaks: ['12:00-12:30'] }),
    ];
    expect(totalWorkedMs(entries, evening)).toBe(16 * 3_600_000);
    expect(totalWorkedMs([], evening)).toBe(0);
  });
});

describe('breaks (spec §4)', () => {
  const start = at('2026-11-20 12:00');
  const minute = 60_000;

  it('a break longer than 60 minutes is extended, one of 60 minutes is not', () => {
    expect(isExtendedBreak({ start, end: start + 60 * minute }, start)).toBe(false);
    expect(isExtendedBreak({ start, end: start + 60 * minute + 1 }, start)).toBe(true);
    expect(isExtendedBreak({ start, end: null }, start + 61 * minute)).toBe(true);
  });

  it('a running break counts until now and is never negative', () => {
    expect(breakMinutes({ start, end: null }, start + 10 * minute)).toBe(10);
    expect(breakMinutes({ start, end: null }, start - 10 * minute)).toBe(0);
  });
});
