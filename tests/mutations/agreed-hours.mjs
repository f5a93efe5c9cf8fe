/** Rules by which both sides must agree on hours, broken one at a time: see all.mjs. */
export const AGREED_HOURS = [
  {
    rule: 'nobody decides their own correction',
    file: 'src/domain/correction/decision.ts',
    from: "if (side !== step.by && !selfDecided) return refused('correction_not_yours');",
    to: '',
  },
  {
    rule: "an employee can object to an admin's correction",
    file: 'src/domain/correction/state.ts',
    from: "object: { to: 'objected', by: 'employee' },",
    to: '',
  },
  {
    rule: 'a correction that something else has overtaken does not count',
    file: 'src/domain/correction/check.ts',
    from: 'current !== undefined && areSameTimes(old, current)',
    to: 'current !== undefined',
  },
  {
    rule: 'corrected entries do not overlap',
    file: 'src/domain/correction/check.ts',
    from: 'if (other) return',
    to: 'if (!one && other) return',
  },
  {
    rule: 'taking a correction back brings back what was before',
    file: 'src/domain/correction/correction.ts',
    from: 'old: wanted, new: old',
    to: 'old, new: wanted',
  },
  {
    rule: 'nobody is reminded to clock out as they have just come',
    file: 'src/domain/entry/forgotten-clock-out.ts',
    from: 'Math.max(stay, shiftEndOf(clockIn, settings, days) ?? stay)',
    to: '(shiftEndOf(clockIn, settings, days) ?? stay)',
  },
  {
    rule: 'every day is in one period, also where another rule begins to hold',
    file: 'src/domain/period/pay-period.ts',
    from: 'rule && rule.from > whole.first ? rule.from : whole.first',
    to: 'whole.first',
  },
  {
    rule: 'a period is not closed over an objection without a reason',
    file: 'src/domain/period/pay-period.ts',
    from: '(isDisputed || isObjected)',
    to: 'isDisputed',
  },
  {
    rule: 'regular hours and overtime add up to the hours worked',
    file: 'src/domain/period/payroll.ts',
    from: 'Math.floor(workedMinutes) - Math.floor(overtimeMinutes[rules])',
    to: 'Math.floor(workedMinutes - overtimeMinutes[rules])',
  },
  {
    rule: 'leave credits no more than the target',
    file: 'src/domain/leave/leave.ts',
    from: 'Math.max(0, minutes - worked)',
    to: 'minutes',
  },
  {
    rule: 'nobody is absent on a day of leave',
    file: 'src/domain/day/absence.ts',
    from: 'expectedOn(day, question.settings).due > 0',
    to: 'true',
  },
  {
    rule: 'leave until the day uses first what was carried over',
    file: 'src/domain/leave/allowance.ts',
    from: 'carried - Math.min(carried, usedFirst)',
    to: 'carried',
  },
  {
    rule: 'overdrawn leave is carried over in any case',
    file: 'src/domain/leave/allowance.ts',
    from: 'Math.min(0, unused)',
    to: '0',
  },
  {
    rule: 'what waits is left out of what is left, but not of a further request',
    file: 'src/server/hours/leave/queries.ts',
    from: '...waiting, wanted]',
    to: 'wanted]',
  },
];
