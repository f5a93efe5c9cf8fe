import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { payrollSummary, regularMinutes, type PayrollInput } from '#domain/period/payroll';
import { payrollCsv, STANDARD_PROFILE } from '#domain/period/payroll-file';
import { CORRECTION_STATES } from '#domain/correction/state';
import { UNTOUCHED_PERIOD } from '#domain/period/pay-period';
import { summarise } from '#domain/day/summary';
import { ada, days, person, question } from './example-payroll.ts';
import { at, daysAround, settings } from './timeline.ts';

describe('payroll summaries', () => {
  it("a summary has the report's figures of its days by both sets of rules", () => {
    expect(ada).toEqual({
      userId: 'ada',
      name: 'Ada Lovelace',
      employeeId: 'NXBI-00001',
      payrollNumber: '0042',
      department: 'Business Studio',
      first: '2026-11-01',
      last: '2026-11-30',
      workedMinutes: 1139.5,
      targetMinutes: 21 * 480,
      breakMinutes: 30,
      overtimeMinutes: { standard: 179.5, settings: 59.5 },
      lateArrivals: { standard: 2, settings: 1 },
      absences: 19,
      expectedDays: 21,
      holidays: 0,
      creditedMinutes: 0,
      balanceMinutes: 1139.5 - 21 * 480,
      leave: [],
      corrections: 0,
      awaitingAgreement: 0,
      selfDecided: 0,
      openRequests: 0,
      objections: 0,
      isConfirmed: false,
      overtimeRules: { standard: 'beyond 8h in one entry', settings: 'beyond 9h a day' },
    });
  });

  it("a whole month has the dashboard's target, and people who join or leave have their part of it", () => {
    const november = summarise({
      entries: [],
      days: daysAround('2026-11-18'),
      today: '2026-11-18',
      settings,
      now: at('2026-11-18 09:00'),
    });
    expect(ada.targetMinutes).toBe(november.month.targetMinutes);
    const target = (changed: Partial<PayrollInput['person']>) =>
      payrollSummary(question({ person: { ...person, ...changed } })).targetMinutes / 480;
    expect(target({ employment: [{ from: at('2026-11-16 10:00'), to: null }] })).toBe(11);
    expect(target({ employment: [{ from: 0, to: at('2026-11-18 10:00') }] })).toBe(12);
  });

  it('days of leave are counted by kind, and credited less what was worked on them', () => {
    const leave = (kind: string, name: string, isCredited: boolean, half: 'morning' | null = null) => ({
      leave: { kind, name, isCredited, half },
    });
    const changed = days.map((day) => ({
      ...day,
      // A weekend counts nothing.
      ...(day.day >= '2026-11-19' && day.day <= '2026-11-22' ? leave('sick', 'Sick', true) : {}),
      ...(day.day === '2026-11-24' ? leave('holiday', 'Holiday', true, 'morning') : {}),
      ...(day.day === '2026-11-25' ? leave('unpaid', 'Unpaid', false) : {}),
    }));
    const counted = payrollSummary(question({ days: changed, workedOnLeave: new Map([['2026-11-19', 60]]) }));
    expect(counted).toMatchObject({
      targetMinutes: 21 * 480,
      creditedMinutes: 420 + 480 + 240,
      // Nobody owes the hours of unpaid leave.
      balanceMinutes: 1139.5 + 420 + 480 + 240 + 480 - 21 * 480,
      leave: [
        { kind: 'holiday', name: 'Holiday', days: 0.5 },
        { kind: 'sick', name: 'Sick', days: 2 },
        { kind: 'unpaid', name: 'Unpaid', days: 1 },
      ],
    });
  });

  it('the expected days and holidays are counted, half ones half', () => {
    const holiday = (isHalf: boolean) => ({ holiday: { name: 'Feast', isHalf } });
    const schedule = { name: 'Mornings', minutes: 240, start: '08:00', end: '12:00' };
    const changed = days.map((day) => ({
      ...day,
      // Holidays on a Sunday, a Monday and half a Tuesday; Wednesdays by a schedule; a holiday on a Thursday off.
      ...(day.day === '2026-11-15' || day.day === '2026-11-16' ? holiday(false) : {}),
      ...(day.day === '2026-11-17' ? holiday(true) : {}),
      ...(day.weekday === 3 ? { schedule } : {}),
      ...(day.day === '2026-11-19' ? { schedule: { name: 'Mornings', minutes: 0 }, ...holiday(false) } : {}),
    }));
    const counted = payrollSummary(question({ days: changed }));
    expect(counted).toMatchObject({ expectedDays: 19, holidays: 1.5 });
    expect(counted.targetMinutes).toBe(14 * 480 + 240 + 4 * 240);
    expect(counted.overtimeRules).toEqual({
      standard: 'beyond 8h in one entry',
      settings: 'by the schedule (free days: 0h) or the work settings (free days like workdays)',
    });
  });

  it('a summary counts corrections by their state and includes stated ends', () => {
    const corrections = [
      ...CORRECTION_STATES.map((state) => ({ state, selfDecided: false })),
      { state: 'agreed' as const, selfDecided: true },
      { state: 'stated' as const, selfDecided: false },
    ];
    const counts = (record: Partial<typeof UNTOUCHED_PERIOD>) =>
      payrollSummary(question({ corrections, record: { ...UNTOUCHED_PERIOD, ...record } }));
    expect(counts({ confirmedAt: 1 })).toMatchObject({
      corrections: 7,
      awaitingAgreement: 2,
      selfDecided: 1,
      openRequests: 3,
      objections: 1,
      isConfirmed: true,
    });
    expect(counts({ objectedAt: 2, confirmedAt: 1 })).toMatchObject({ objections: 2, isConfirmed: false });
  });

  it('a file says whether the hours changed since they were confirmed', () => {
    const record = { ...UNTOUCHED_PERIOD, confirmedAt: 1, isChanged: true };
    const { isConfirmed, confirmationRemark } = payrollSummary(question({ record }));
    expect([isConfirmed, confirmationRemark]).toEqual([false, 'changed since confirmed']);
    expect(payrollCsv([payrollSummary(question({ record }))], STANDARD_PROFILE)).toContain(
      ',No (changed since confirmed)',
    );
  });

  it('refuses a summary without days', () => {
    expect(() => payrollSummary(question({ days: [] }))).toThrow(RangeError);
  });

  it('regular hours and overtime add up to the worked hours in whole minutes', () => {
    const minutes = fc.integer({ min: 0, max: 20_000_000 }).map((ms) => ms / 60_000);
    fc.assert(
      fc.property(minutes, minutes, (overtime, rest) => {
        const one = {
          ...ada,
          workedMinutes: overtime + rest,
          overtimeMinutes: { standard: overtime, settings: 0 },
        };
        expect(regularMinutes(one, 'standard') + Math.floor(overtime)).toBe(Math.floor(overtime + rest));
        expect(regularMinutes(one, 'standard')).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
