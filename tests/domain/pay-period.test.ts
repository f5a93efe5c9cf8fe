import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confirmationRemark,
  isPeriodConfirmed,
  isPeriodObjected,
  isReadyToClose,
  openCounts,
  payPeriodOf,
  payPeriodsToShow,
  payPeriodText,
  PERIOD_LABEL,
  periodRefusal,
  periodState,
  UNTOUCHED_PERIOD,
  type OpenCounts,
  type PeriodStateInput,
  type PeriodState,
} from '#domain/period/pay-period';
import { PAY_PERIODS, type PayRule } from '#domain/period/pay-rule';
import { CORRECTION_STATES } from '#domain/correction/state';
import { addDays, daysBetween, FIRST_WEEKDAYS } from '#domain/time/workplace-day';

const rule = (
  period: PayRule['period'],
  from: string,
  firstWeekday: PayRule['firstWeekday'] = 1,
): PayRule => ({
  period,
  from,
  firstWeekday,
});

describe('the period of a day', () => {
  //  Mon 16 ... Sun 22 November 2026
  it.each([
    ['without a rule', [], '2026-11-18', '2026-11-01', '2026-11-30'],
    ['monthly', [rule('monthly', '2026-01-01')], '2026-02-28', '2026-02-01', '2026-02-28'],
    ['weekly', [rule('weekly', '2026-11-02')], '2026-11-18', '2026-11-16', '2026-11-22'],
    ['weekly, from Sunday on', [rule('weekly', '2026-11-01', 7)], '2026-11-18', '2026-11-15', '2026-11-21'],
    [
      'every two weeks, the first',
      [rule('two-weekly', '2026-11-16')],
      '2026-11-29',
      '2026-11-16',
      '2026-11-29',
    ],
    [
      'every two weeks, the second',
      [rule('two-weekly', '2026-11-16')],
      '2026-11-30',
      '2026-11-30',
      '2026-12-13',
    ],
    [
      'every two weeks, from midweek on',
      [rule('two-weekly', '2026-11-18')],
      '2026-11-18',
      '2026-11-18',
      '2026-11-29',
    ],
    [
      'every two weeks, across a clock change',
      [rule('two-weekly', '2026-03-16')],
      '2026-04-05',
      '2026-03-30',
      '2026-04-12',
    ],
    ['before the first rule', [rule('weekly', '2026-11-18')], '2026-11-17', '2026-11-01', '2026-11-17'],
    ['weekly, from midweek on', [rule('weekly', '2026-11-18')], '2026-11-18', '2026-11-18', '2026-11-22'],
    [
      'weekly until a monthly rule starts',
      [rule('weekly', '2026-11-02'), rule('monthly', '2026-12-01')],
      '2026-11-30',
      '2026-11-30',
      '2026-11-30',
    ],
    [
      'monthly from midmonth on',
      [rule('weekly', '2026-11-02'), rule('monthly', '2026-11-18')],
      '2026-11-30',
      '2026-11-18',
      '2026-11-30',
    ],
  ])('%s (%j), the period of %s runs from %s to %s', (_what, rules, day, first, last) => {
    expect(payPeriodOf(day, rules)).toEqual({ first, last });
  });

  const someRules = fc
    .array(
      fc.record({
        period: fc.constantFrom(...PAY_PERIODS),
        from: fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days)),
        firstWeekday: fc.constantFrom(...FIRST_WEEKDAYS),
      }),
      { maxLength: 4 },
    )
    .map((rules): PayRule[] => rules.toSorted((one, other) => (one.from < other.from ? -1 : 1)));

  it('every day is in exactly one period, whatever the sequence of rules', () => {
    fc.assert(
      fc.property(someRules, (rules) => {
        const all = daysBetween('2025-12-01', '2027-04-30');
        let period = payPeriodOf(all[0] ?? '', rules);
        const from = period.first;
        for (const day of all) {
          if (day > period.last) {
            expect(payPeriodOf(day, rules).first).toBe(addDays(period.last, 1));
            period = payPeriodOf(day, rules);
          }
          expect(payPeriodOf(day, rules)).toEqual(period);
          expect(period.first <= day && day <= period.last).toBe(true);
          expect(daysBetween(period.first, period.last).length).toBeLessThanOrEqual(31);
        }
        expect(from <= '2025-12-01').toBe(true);
        // A rule holds from its day on and changes no earlier day.
        for (const { from: day } of rules) expect(payPeriodOf(day, rules).first).toBe(day);
        const [, ...later] = rules.toReversed();
        const last = rules.at(-1);
        if (last)
          for (const day of all.filter((one) => one < last.from).slice(0, 300))
            expect(payPeriodOf(day, rules).first).toBe(payPeriodOf(day, later.toReversed()).first);
      }),
      { numRuns: 25 },
    );
  });

  it('shows the running period first, then earlier ones back to the one somebody joined in', () => {
    const rules = [rule('two-weekly', '2026-11-02')];
    const first = (since: string) =>
      payPeriodsToShow('2026-11-18', since, rules).map((period) => period.first);
    expect(first('2026-10-15')).toEqual(['2026-11-16', '2026-11-02', '2026-11-01', '2026-10-01']);
    expect(first('2026-11-18')).toEqual(['2026-11-16']);
    expect(first('2027-01-01')).toEqual(['2026-11-16']);
    expect(first('2000-01-01')).toHaveLength(53);
  });

  it('a period is named by its month or by its first and last day', () => {
    expect(payPeriodText({ first: '2026-10-01', last: '2026-10-31' })).toBe('October 2026');
    expect(payPeriodText({ first: '2026-11-16', last: '2026-11-29' })).toBe('Nov 16, 2026 - Nov 29, 2026');
  });
});

describe('the state of a period', () => {
  const state = (record: Partial<typeof UNTOUCHED_PERIOD>, today = '2026-12-01'): PeriodState =>
    periodState({ last: '2026-11-30' }, { ...UNTOUCHED_PERIOD, ...record }, today);
  it.each([
    [{}, 'to-be-confirmed'],
    [{ confirmedAt: 1 }, 'confirmed'],
    [{ confirmedAt: 1, isChanged: true }, 'changed'],
    [{ objectedAt: 1 }, 'objected'],
    [{ confirmedAt: 1, objectedAt: 2 }, 'objected'],
    [{ confirmedAt: 2, objectedAt: 1 }, 'confirmed'],
    [{ objectedAt: 1, closedAt: 2 }, 'closed'],
    [{ confirmedAt: 1, closedAt: 2, isChanged: true }, 'closed'],
    [{ confirmedAt: 1, closedAt: 2, reopenedAt: 3 }, 'reopened'],
    [{ confirmedAt: 4, closedAt: 2, reopenedAt: 3 }, 'confirmed'],
    [{ closedAt: 4, reopenedAt: 3 }, 'closed'],
    [{ closedAt: 3, reopenedAt: 3 }, 'closed'],
  ] as const)('the last action decides the state: %j is %s', (record, expected) => {
    expect(state(record)).toBe(expected);
  });

  it('a period is running until its last day is over', () => {
    expect(state({}, '2026-11-30')).toBe('running');
    expect(Object.keys(PERIOD_LABEL)).toHaveLength(7);
  });

  it('an objection lasts until a confirmation, and a confirmation until a reopening', () => {
    const record = (changed: Partial<typeof UNTOUCHED_PERIOD>) => ({ ...UNTOUCHED_PERIOD, ...changed });
    const told = (changed: Partial<typeof UNTOUCHED_PERIOD>) => [
      isPeriodObjected(record(changed)),
      isPeriodConfirmed(record(changed)),
    ];
    expect(told({})).toEqual([false, false]);
    expect(told({ objectedAt: 1, closedAt: 2 })).toEqual([true, false]);
    expect(told({ objectedAt: 1, closedAt: 2, reopenedAt: 3 })).toEqual([true, false]);
    expect(told({ objectedAt: 1, confirmedAt: 2 })).toEqual([false, true]);
    expect(told({ objectedAt: 2, confirmedAt: 1 })).toEqual([true, false]);
    expect(told({ confirmedAt: 1, closedAt: 2, reopenedAt: 3 })).toEqual([false, false]);
    expect(told({ confirmedAt: 4, closedAt: 2, reopenedAt: 3 })).toEqual([false, true]);
    expect(told({ confirmedAt: 1, isChanged: true })).toEqual([false, false]);
  });
});

describe('the remark on a confirmation', () => {
  it.each([
    [{}, undefined],
    [{ confirmedAt: 1 }, 'figures not recorded'],
    [{ confirmedAt: 1, confirmedFigures: 'f' }, undefined],
    [{ confirmedAt: 1, confirmedFigures: 'f', isChanged: true }, 'changed since confirmed'],
    [{ confirmedAt: 1, confirmedFigures: 'f', isChanged: true, objectedAt: 2 }, undefined],
  ])('a period with %j has the remark %s', (said, remark) => {
    expect(confirmationRemark({ ...UNTOUCHED_PERIOD, ...said })).toBe(remark);
  });
});

describe('open items of a period', () => {
  it('entries without an end, waiting corrections and objections are open items', () => {
    expect(openCounts(1, CORRECTION_STATES)).toEqual({ entries: 1, requests: 5, objections: 1 });
    expect(CORRECTION_STATES.filter((state) => openCounts(0, [state]).requests > 0)).toEqual([
      'asked',
      'sent-back',
      'made',
      'proposed',
      'declared-over',
    ]);
  });
});

describe('actions on a period', () => {
  const nothing: OpenCounts = { entries: 0, requests: 0, objections: 0 };
  const question = (changed: Partial<PeriodStateInput> = {}): PeriodStateInput => ({
    state: 'to-be-confirmed',
    isObjected: false,
    open: nothing,
    reason: '',
    ...changed,
  });
  const with1 = (what: keyof OpenCounts): OpenCounts => ({ ...nothing, [what]: 1 });

  it.each([
    ['confirm', {}, null],
    ['confirm', { state: 'running' }, 'period_running'],
    ['confirm', { state: 'confirmed' }, 'period_confirmed'],
    ['confirm', { state: 'objected', isObjected: true }, null],
    ['confirm', { state: 'reopened' }, null],
    ['confirm', { state: 'closed' }, 'period_closed'],
    ['confirm', { open: with1('entries') }, 'period_entry_open'],
    ['confirm', { open: with1('requests') }, 'period_not_settled'],
    ['confirm', { open: with1('objections') }, 'period_not_settled'],
    ['object', { reason: 'Friday is missing' }, null],
    ['object', { state: 'confirmed', reason: 'Friday is missing' }, null],
    ['object', {}, 'period_reason_required'],
    ['object', { state: 'running', reason: 'Friday is missing' }, 'period_running'],
    ['object', { state: 'closed', reason: 'Friday is missing' }, 'period_closed'],
    ['close', {}, null],
    ['close', { state: 'confirmed' }, null],
    ['close', { state: 'reopened' }, null],
    ['close', { state: 'running', reason: 'Early' }, 'period_running'],
    ['close', { state: 'closed' }, 'period_closed'],
    ['close', { open: with1('entries'), reason: 'Away' }, 'period_entry_open'],
    ['close', { open: with1('requests') }, 'period_reason_required'],
    ['close', { open: with1('requests'), reason: 'Away' }, null],
    ['close', { open: with1('objections') }, 'period_reason_required'],
    ['close', { state: 'objected', isObjected: true }, 'period_reason_required'],
    ['close', { state: 'reopened', isObjected: true }, 'period_reason_required'],
    ['close', { state: 'objected', isObjected: true, reason: 'Talked about' }, null],
    ['reopen', { state: 'closed', reason: 'A day was missing' }, null],
    ['reopen', { state: 'closed' }, 'period_reason_required'],
    ['reopen', { reason: 'A day was missing' }, 'period_not_closed'],
  ] as const)('the action %s with %j gives the refusal %s', (action, changed, expected) => {
    expect(periodRefusal(action, question(changed))).toBe(expected);
  });

  it('a period is ready to close when it is over and has no open items', () => {
    const ready = (changed: Partial<PeriodStateInput>) => isReadyToClose(question(changed));
    expect(ready({})).toBe(true);
    expect(ready({ state: 'confirmed' })).toBe(true);
    expect(ready({ state: 'running' })).toBe(false);
    expect(ready({ state: 'closed' })).toBe(false);
    expect(ready({ state: 'objected', isObjected: true })).toBe(false);
    for (const what of ['entries', 'requests', 'objections'] as const)
      expect(ready({ open: with1(what) })).toBe(false);
  });
});
