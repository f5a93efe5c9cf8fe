/** Leave balance of a person for a year, with each amount that makes it up. */
import { say } from '#texts/say';
import { expectedOfHours, hoursOn } from '../expected/expected.ts';
import { scheduleOn, type Plans } from '../expected/schedules.ts';
import { ruleOn, type WorkHistory } from '../expected/work-rule.ts';
import { formatDate } from '../time/format.ts';
import type { Day } from '../time/units.ts';
import {
  daysBetween,
  daysInRange,
  monthOf,
  yearOf,
  type DayRange,
  type WorkplaceDay,
} from '../time/workplace-day.ts';
import { allowanceIn, amountText, type Allowance, type LeaveAmount } from './allowance-rule.ts';
import type { ALLOWANCE_LINE_KINDS, AllowanceUnit } from './kinds.ts';
import { rangesOverlap } from './check.ts';
import { kindOf, leaveCost, type CountedLeave } from './leave.ts';
import { leaveDays } from './leave-text.ts';

interface AllowanceAmounts<Figure = LeaveAmount> {
  readonly amount: Figure;
  readonly carried: Figure;
}

/** Figures set by an administrator. The rules decide a figure that is null. Only the last grant of a year is used. */
export interface LeaveGrant extends AllowanceAmounts<LeaveAmount | null> {
  readonly year: number;
  readonly reason: string;
  /** Name of the administrator. */
  readonly by: string;
}

export interface AllowanceInput {
  readonly userId: string;
  readonly plans: Plans;
  readonly settings: WorkHistory;
  /** Spans of employment, earliest first. */
  readonly employed: readonly DayRange[];
  /** Earliest first. */
  readonly grants: readonly LeaveGrant[];
  readonly leave: readonly CountedLeave[];
  /** Days that sickness took, as long as the other side has not approved it. */
  readonly held: readonly CountedLeave[];
  /** Requests that nobody has decided yet: shown, but not part of any sum. */
  readonly waiting: readonly CountedLeave[];
  /** All days of the leave within the employment, with the person's schedule and holidays. */
  readonly days: readonly WorkplaceDay[];
  readonly today: Day;
}

export interface AllowanceLine {
  readonly what: (typeof ALLOWANCE_LINE_KINDS)[number];
  readonly label: string;
  readonly detail: string;
  /** Positive if it adds leave, negative if it takes leave away. All lines but `waiting` sum up to `left`. */
  readonly amount: LeaveAmount;
}

export interface AllowanceBalance {
  readonly year: number;
  readonly unit: AllowanceUnit;
  /** Below zero when overdrawn. */
  readonly left: LeaveAmount;
  /** Allowance of the year plus leave carried over, minus expired leave. */
  readonly total: LeaveAmount;
  readonly byRule: AllowanceAmounts;
  readonly granted: AllowanceAmounts<LeaveAmount | null>;
  readonly lines: readonly AllowanceLine[];
}

/** Balances of all years with an allowance, up to `last`. Each year carries over unused leave of the year before. */
export function balancesOf(question: AllowanceInput, last: number): AllowanceBalance[] {
  const balances: AllowanceBalance[] = [];
  const { allowances } = question.plans;
  const first = Math.max(
    allowances[0]?.year ?? Infinity,
    yearOf(question.employed[0]?.first ?? '9999-12-31'),
  );
  let before: { readonly unit: AllowanceUnit; readonly unused: LeaveAmount } | undefined;
  for (let year = first; year <= last; year += 1) {
    const rule = allowanceIn(allowances, year);
    // If the unit changes between days and hours, nothing is carried over. An administrator can set an amount.
    const carried = before && before.unit === rule.unit ? before.unused : 0;
    const { balance, unused } = balanceIn(question, year, rule, carried);
    before = rule.amount === 0 ? undefined : { unit: rule.unit, unused };
    if (rule.amount > 0) balances.push(balance);
  }
  return balances;
}

function balanceIn(question: AllowanceInput, year: number, rule: Allowance, unused: LeaveAmount) {
  const range = { first: `${year}-01-01`, last: `${year}-12-31` };
  const { last: until } = monthOf(`${year}-${String(rule.carriedMonths || 12).padStart(2, '0')}-01`);
  const { amount, carried, details, ...origin } = amountsIn(question, year, rule, unused);
  const { unit } = rule;
  const used = [...question.leave, ...question.held];
  const taken = leaveLines(question, unit, range, used);
  // Leave taken up to the expiry date uses the carried-over amount first.
  const usedFirst = -sumOf(leaveLines(question, unit, { ...range, last: until }, used));
  const expiring = carried - Math.min(carried, usedFirst);
  const expired = question.today > until ? expiring : 0;
  const untilText = carried > 0 ? [say('allowanceLine.until', { date: formatDate(until, 'UTC') })] : [];
  const lines: AllowanceLine[] = [
    line('allowance', say('allowanceLine.allowance', { year: String(year) }), details.amount, amount),
    line(
      'carried',
      say('allowanceLine.carried', { year: String(year - 1) }),
      [...untilText, ...details.carried].join('. '),
      carried,
    ),
    line(
      'expired',
      say('allowanceLine.expired'),
      say('allowanceLine.on', { date: formatDate(until, 'UTC') }),
      -expired,
    ),
    ...taken,
    ...leaveLines(question, unit, range, question.waiting, 'waiting'),
  ].filter((one) => one.what === 'allowance' || one.amount !== 0);
  const total = amount + carried - expired;
  const left = total + sumOf(taken);
  const balance: AllowanceBalance = { year, unit, left, total, ...origin, lines };
  return { balance, unused: left + expired - expiring };
}

/** Returns amounts that an administrator set, else those by the rules. @param unused leave left from the year before */
function amountsIn(question: AllowanceInput, year: number, rule: Allowance, unused: LeaveAmount) {
  const grant = question.grants.findLast((one) => one.year === year);
  const granted = { amount: grant?.amount ?? null, carried: grant?.carried ?? null };
  const yearly = yearlyAmountOf(question, year, rule);
  // Overdrawn leave is always carried over, even if unused leave is not.
  const byRule = {
    amount: yearly.amount,
    carried: rule.carriedMonths === 0 ? Math.min(0, unused) : unused,
  };
  const by = grant ? say('allowanceLine.setBy', { name: grant.by, reason: grant.reason }) : '';
  return {
    byRule,
    granted,
    amount: granted.amount ?? byRule.amount,
    carried: granted.carried ?? byRule.carried,
    details: {
      amount: granted.amount === null ? yearly.detail : by,
      carried: granted.carried === null ? [] : [by],
    },
  };
}

const line = (what: AllowanceLine['what'], label: string, detail: string, amount: LeaveAmount) => ({
  what,
  label,
  detail,
  amount,
});

const sumOf = (lines: readonly AllowanceLine[]): LeaveAmount =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** One line for each absence that uses the allowance. The amount covers only the days within the range. */
const leaveLines = (
  { plans, days: all, settings, today, held }: AllowanceInput,
  unit: AllowanceUnit,
  range: DayRange,
  leave: readonly CountedLeave[],
  what?: 'waiting',
): AllowanceLine[] =>
  leave.flatMap((one) => {
    const kind = kindOf(plans.leaveKinds, one.kind);
    if (!kind?.usesAllowance || !rangesOverlap(one, range)) return [];
    const cost = leaveCost(daysInRange(daysInRange(all, one), range), one.half, settings);
    const time = one.first <= today ? 'taken' : 'planned';
    const days = leaveDays(one);
    const detail = held.includes(one) ? say('allowanceLine.backLater', { days }) : days;
    return line(what ?? time, kind.name, detail, -(unit === 'days' ? cost.days : cost.minutes));
  });

/** Reduces the amount in proportion to the days of employment, and to the length of the person's week. */
function yearlyAmountOf(question: AllowanceInput, year: number, { amount, unit }: Allowance) {
  const all = daysBetween(`${year}-01-01`, `${year}-12-31`);
  const weeks = all
    .filter((day) => question.employed.some(({ first, last }) => first <= day && day <= last))
    .map((day) => ({ day, ...weekOn(question, day, unit) }));
  const parts = weeks.reduce((sum, { week, full }) => sum + week / full, 0);
  const changes = weeks.filter(({ week }, at) => week !== weeks[at - 1]?.week);
  const isWhole = weeks.length === all.length && changes.every(({ week, full }) => week === full);
  const details = changes.map(({ day, week }) =>
    say('allowanceLine.weekFrom', { date: formatDate(day, 'UTC'), amount: amountText(week, unit) }),
  );
  const last = question.employed.at(-1)?.last ?? '';
  const until = last < `${year}-12-31` ? [say('allowanceLine.until', { date: formatDate(last, 'UTC') })] : [];
  const step = unit === 'days' ? 0.5 : 30;
  return {
    // The tiny addend makes up for rounding errors of binary fractions.
    amount: Math.round((amount * parts) / all.length / step + 1e-9) * step,
    detail: [
      say('allowanceLine.aYear', { amount: amountText(amount, unit) }),
      ...(isWhole ? [] : details),
      ...until,
    ].join('. '),
  };
}

/** Size of the person's week and of a full week, both in days or both in minutes. */
function weekOn({ plans, userId, settings }: AllowanceInput, day: Day, unit: AllowanceUnit) {
  const full = unit === 'days' ? 5 : 5 * expectedOfHours(hoursOn(settings, day)).minutes;
  const days = ruleOn(scheduleOn(plans, userId, day)?.versions ?? [], day)?.days;
  if (!days) return { week: full, full };
  const sizes = days.map(({ minutes }) => (unit === 'days' ? Math.min(1, minutes) : minutes));
  return { week: (sizes.reduce((sum, size) => sum + size, 0) * 7) / days.length, full };
}
