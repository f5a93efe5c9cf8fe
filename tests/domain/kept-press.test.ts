/** When a press that a device kept without a network counts as a punch, and what is asked for of the others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween, foldPresses, type Press } from '#domain/kiosk/fold-presses';
import { judgeKeptPress, type KeptCircumstances, type KeptClaim } from '#domain/kiosk/kept-press';
import type { CountedTimes } from '#domain/correction/correction';
import { checkRequest } from '#domain/correction/check';
import { MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';

const PRESSED = Date.parse('2026-11-20T06:00:00.000Z');
const minutes = (count: number): number => count * MS_PER_MINUTE;
const hours = (count: number): number => count * MS_PER_HOUR;
/** Pressed at 06:00, an hour after the last answer, and delivered at 09:00, with a right clock. */
const PRESS: KeptClaim = {
  claimedAt: PRESSED,
  offsetMs: 0,
  answeredAt: PRESSED - hours(1),
  steadyMs: hours(1),
};
const DELIVERY: KeptCircumstances = {
  now: PRESSED + hours(3),
  deviceNow: PRESSED + hours(3),
  isRevoked: false,
  heardAt: PRESSED - hours(1),
  lastPunchAt: PRESSED - hours(12),
};

describe('a kept press', () => {
  const cases: readonly (readonly [
    string,
    Partial<KeptClaim>,
    Partial<KeptCircumstances>,
    ReturnType<typeof judgeKeptPress>,
  ])[] = [
    ['with a right clock counts', {}, {}, null],
    ['after a reload, which loses the steady clock, counts', { answeredAt: null, steadyMs: null }, {}, null],
    [
      'of a person who never punched, and of a kiosk never heard, counts',
      {},
      { lastPunchAt: null, heardAt: null },
      null,
    ],
    [
      'with a clock that is 2 minutes off counts',
      { offsetMs: minutes(2) },
      { deviceNow: PRESSED + hours(3) - minutes(2) },
      null,
    ],
    ['with a clock that is further off does not', { offsetMs: minutes(2) + 1 }, {}, 'clock_unknown'],
    ['with a clock that was never compared does not', { offsetMs: null }, {}, 'clock_unknown'],
    [
      'after the clock was set back by an hour does not',
      { claimedAt: PRESSED - hours(1) },
      {},
      'clock_changed',
    ],
    ['after the clock was set forward does not', { claimedAt: PRESSED + minutes(3) }, {}, 'clock_changed'],
    ['does not if the clock was set back after it', {}, { deviceNow: PRESSED + hours(2) }, 'clock_changed'],
    ['in the future does not', { claimedAt: PRESSED + hours(4), steadyMs: hours(5) }, {}, 'clock_changed'],
    ['of 72 hours ago counts', {}, { now: PRESSED + hours(72), deviceNow: PRESSED + hours(72) }, null],
    ['of more does not', {}, { now: PRESSED + hours(72) + 1, deviceNow: PRESSED + hours(72) + 1 }, 'too_old'],
    ['a minute before the kiosk was last heard counts', {}, { heardAt: PRESSED + minutes(1) }, null],
    ['earlier than that does not', {}, { heardAt: PRESSED + minutes(1) + 1 }, 'heard_since'],
    ['at the moment of the last punch does not', {}, { lastPunchAt: PRESSED }, 'not_after_last'],
    ['of a revoked kiosk does not', {}, { isRevoked: true }, 'revoked'],
  ];
  it.each(cases)('%s', (_title, press, circumstances, reason) => {
    expect(judgeKeptPress({ ...PRESS, ...press }, { ...DELIVERY, ...circumstances })).toBe(reason);
  });
});

const at = (hour: number): number => PRESSED - hours(6) + hours(hour);
const entry = (from: number, to: number | null, ...breaks: [number, number | null][]): CountedTimes => ({
  id: `entry at ${from}`,
  clockIn: at(from),
  clockOut: to === null ? null : at(to),
  breaks: breaks.map(([start, end]) => ({ start: at(start), end: end === null ? null : at(end) })),
});
const PUNCHES = { in: 'clock_in', break: 'break_start', back: 'break_end', out: 'clock_out' } as const;
const pressesOf = (text: string): Press[] =>
  text.split(' ').map((one) => {
    const [punch = 'in', hour] = one.split('@');
    return { punch: PUNCHES[punch as keyof typeof PUNCHES], at: at(Number(hour)) };
  });
const numbered = () => {
  let number = 0;
  return () => `new ${(number += 1)}`;
};
const shown = (entries: readonly CountedTimes[]): string =>
  entries
    .toSorted((one, other) => one.clockIn - other.clockIn)
    .map(({ clockIn, clockOut, breaks }) =>
      [clockIn, ...breaks.flatMap(({ start, end }) => [start, end]), clockOut]
        .map((time) => (time === null ? '?' : (time - at(0)) / hours(1)))
        .join('-'),
    )
    .join(' ');

describe('presses that are asked for', () => {
  const cases: readonly (readonly [string, readonly CountedTimes[], string, string, string])[] = [
    ['make an entry', [], 'in@6 break@9 back@9.5 out@14', '6-9-9.5-14', '++++'],
    ['begin what runs', [entry(6, 8)], 'in@9', '6-8 9-?', '+'],
    ['end what runs, also a break', [entry(6, null, [9, null])], 'out@14', '6-9-14-14', '+'],
    ['add a break before the clock-out that counts', [entry(6, 14)], 'break@9 back@10', '6-9-10-14', '++'],
    ['are dropped where a break has no end', [entry(6, 14)], 'break@9', '6-14', '-'],
    ['are dropped within an entry that counts', [entry(6, 14)], 'in@7 out@12', '6-14', '--'],
    ['are dropped where nothing runs', [], 'break@9 back@10 out@14', '', '---'],
    ['do not end what began a day before', [entry(-20, null)], 'out@6', '-20-?', '-'],
    ['begin an entry before a later one', [entry(12, null)], 'in@6', '6-? 12-?', '+'],
    [
      'go on after what was left open',
      [{ ...entry(-16, null), isLeftOpen: true }],
      'in@6 out@9',
      '-16-? 6-9',
      '++',
    ],
  ];
  it.each(cases)('%s', (_title, before, presses, after, used) => {
    const { entries, changed } = foldPresses(before, pressesOf(presses), numbered());
    expect(shown(entries)).toBe(after);
    expect(changed.map((id) => (id === null ? '-' : '+')).join('')).toBe(used);
  });

  it('are the same in one delivery and in several, and never invalid', () => {
    const press = fc.record({
      punch: fc.constantFrom(...Object.values(PUNCHES)),
      at: fc.integer({ min: 0, max: 96 }).map((quarter) => at(quarter / 4)),
    });
    fc.assert(
      fc.property(fc.array(press, { maxLength: 14 }), fc.nat(14), (presses, cut) => {
        const inOrder = presses.toSorted((one, other) => one.at - other.at);
        const newId = numbered();
        const whole = foldPresses([], inOrder, numbered());
        const first = foldPresses([], inOrder.slice(0, cut), newId);
        const second = foldPresses(first.entries, inOrder.slice(cut), newId);
        expect(shown(second.entries)).toBe(shown(whole.entries));
        const changes = changesBetween([], whole.entries);
        const question = { day: 'day', dayOf: () => 'day', now: at(25), earliest: 'day', closed: [] };
        expect(
          changes.length === 0 || checkRequest({ ...question, changes, entries: [], isKept: true }).ok,
        ).toBe(true);
      }),
    );
  });
});
