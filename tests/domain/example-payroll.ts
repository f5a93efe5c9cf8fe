import { payrollSummary, type PayrollInput } from '#domain/period/payroll';
import { UNTOUCHED_PERIOD } from '#domain/period/pay-period';
import { buildReport } from '#domain/report/report';
import { figuresOf } from './oracle.ts';
import { at, entry, settings, workplaceDays, ZONE } from './timeline.ts';

export const days = workplaceDays(ZONE, '2026-11-01', '2026-11-30');
export const person: PayrollInput['person'] = {
  id: 'ada',
  name: 'Ada Lovelace',
  employeeId: 'NXBI-00001',
  payrollNumber: '0042',
  department: 'Business Studio',
  employment: [{ from: at('2026-01-01 09:00'), to: null }],
};
//  Mon 16: 09:03-18:33 with a break of 30 minutes: 9 h;  Tue 17: 09:06:30-19:06:30: 10 h
const entries = [
  entry('2026-11-16 09:03-18:33', { breaks: ['12:00-12:30'] }),
  { ...entry('2026-11-17 09:06-19:06'), clockIn: at('2026-11-17 09:06:30') },
];
const report = (rules: 'standard' | 'settings', employee = person) =>
  figuresOf(
    buildReport({
      employee,
      entries,
      days,
      today: '2026-12-01',
      rules,
      settings,
      now: at('2026-12-01 09:00'),
    }),
  );
export const question = (changed: Partial<PayrollInput> = {}): PayrollInput => ({
  person,
  days,
  figures: { standard: report('standard'), settings: report('settings') },
  workedOnLeave: new Map(),
  corrections: [],
  record: UNTOUCHED_PERIOD,
  settings,
  ...changed,
});
export const ada = payrollSummary(question());
