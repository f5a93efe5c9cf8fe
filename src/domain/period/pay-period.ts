/** Pay periods: the period of a day, its state and open points, and the rules to confirm, object, close and reopen. */
import { textTable } from '#texts/say';
import { type CorrectionState, waitingSide } from '../correction/state.ts';
import { formatDayRange, formatMonth } from '../time/format.ts';
import { MS_PER_DATE, type Day, type EpochMs } from '../time/units.ts';
import { type DayRange, addDays, monthOf, weekOf } from '../time/workplace-day.ts';
import type { PayPeriod, PayRule } from './pay-rule.ts';

export const PAY_PERIOD_LABEL: Readonly<Record<PayPeriod, string>> = textTable({
  monthly: 'payPeriods.monthly',
  'two-weekly': 'payPeriods.twoWeekly',
  weekly: 'payPeriods.weekly',
});

/** Full period, before it is cut where a rule begins. The first two-week period begins with the week of `from`. */
function wholePeriod(day: Day, { period, from, firstWeekday }: PayRule): DayRange {
  if (period === 'monthly') return monthOf(day);
  const week = weekOf(day, firstWeekday);
  if (period === 'weekly') return week;
  const weeks = (Date.parse(week.first) - Date.parse(weekOf(from, firstWeekday).first)) / (7 * MS_PER_DATE);
  return weeks % 2 === 0
    ? { ...week, last: addDays(week.last, 7) }
    : { ...week, first: addDays(week.first, -7) };
}

/** A period is cut where another rule begins. Before the first rule, it is a month. @param rules sorted by day */
export function payPeriodOf(day: Day, rules: readonly PayRule[]): DayRange {
  const next = rules.findIndex(({ from }) => from > day);
  const rule = rules[(next < 0 ? rules.length : next) - 1];
  const whole = rule ? wholePeriod(day, rule) : monthOf(day);
  const until = next < 0 ? undefined : rules[next];
  return {
    first: rule && rule.from > whole.first ? rule.from : whole.first,
    last: until && until.from <= whole.last ? addDays(until.from, -1) : whole.last,
  };
}

/** The last rule, and the day from which it holds ('' without rules, when periods are months). */
export const currentPayRule = (
  rules: readonly PayRule[],
): { readonly payPeriod: PayPeriod; readonly payPeriodFrom: Day | '' } => {
  const last = rules.at(-1);
  return { payPeriod: last?.period ?? 'monthly', payPeriodFrom: last?.from ?? '' };
};

export const withPayRule = (rules: readonly PayRule[], rule: PayRule): PayRule[] => [
  ...rules.filter(({ from }) => from < rule.from),
  rule,
];

const PAY_PERIODS_SHOWN = 53;

/** Lists periods from the running one backwards. @param since earliest day to show, such as the day somebody joined */
export function payPeriodsToShow(today: Day, since: Day, rules: readonly PayRule[]): DayRange[] {
  const shown: DayRange[] = [];
  let period = payPeriodOf(today, rules);
  while (shown.length < PAY_PERIODS_SHOWN && (shown.length === 0 || period.last >= since)) {
    shown.push(period);
    period = payPeriodOf(addDays(period.first, -1), rules);
  }
  return shown;
}

/** 'October 2026' for a whole month, else 'Nov 16, 2026 - Nov 29, 2026'. */
export function payPeriodText({ first, last }: DayRange): string {
  const month = monthOf(first);
  return month.first === first && month.last === last ? formatMonth(first) : formatDayRange(first, last);
}

/** Times are null for steps that have not happened. */
export interface PeriodRecord {
  readonly confirmedAt: EpochMs | null;
  /** SHA-256 of what decided the confirmed figures; null in confirmations older than this field. */
  readonly confirmedFigures: string | null;
  readonly isChanged: boolean;
  readonly objectedAt: EpochMs | null;
  readonly closedAt: EpochMs | null;
  readonly reopenedAt: EpochMs | null;
}

/** Reason stored when a closing is undone. Unlike other reopenings, an undo keeps the employee's confirmation valid. */
export const UNDO_REASON = 'Undone';

export const UNTOUCHED_PERIOD: PeriodRecord = {
  confirmedAt: null,
  confirmedFigures: null,
  isChanged: false,
  objectedAt: null,
  closedAt: null,
  reopenedAt: null,
};

/** By who reads it. */
export const PERIOD_LABEL = {
  running: textTable({ employee: 'periodState.running', admin: 'periodState.running' }),
  'to-be-confirmed': textTable({ employee: 'periodState.toConfirm', admin: 'periodState.notConfirmed' }),
  confirmed: textTable({ employee: 'periodState.confirmed', admin: 'periodState.confirmed' }),
  changed: textTable({ employee: 'periodState.changedOwn', admin: 'periodState.changed' }),
  objected: textTable({ employee: 'periodState.objectedOwn', admin: 'periodState.objected' }),
  closed: textTable({ employee: 'periodState.closed', admin: 'periodState.closed' }),
  reopened: textTable({ employee: 'periodState.reopened', admin: 'periodState.reopened' }),
} as const satisfies Record<string, Record<'employee' | 'admin', string>>;
export type PeriodState = keyof typeof PERIOD_LABEL;

/** The latest event decides the state. At the same instant, the first in this list wins. */
const STATE_BY_EVENT = [
  ['closedAt', 'closed'],
  ['reopenedAt', 'reopened'],
  ['objectedAt', 'objected'],
  ['confirmedAt', 'confirmed'],
] as const satisfies readonly (readonly [`${string}At` & keyof PeriodRecord, PeriodState])[];

export function periodState({ last }: Pick<DayRange, 'last'>, record: PeriodRecord, today: Day): PeriodState {
  let state: PeriodState = last < today ? 'to-be-confirmed' : 'running';
  let since = Number.NEGATIVE_INFINITY;
  for (const [at, reached] of STATE_BY_EVENT) {
    const instant = record[at];
    if (instant === null || instant <= since) continue;
    since = instant;
    state = reached;
  }
  return state === 'confirmed' && record.isChanged ? 'changed' : state;
}

/** An objection to the whole period stands until the employee confirms the period, even after closing. */
export const isPeriodObjected = ({ objectedAt, confirmedAt }: PeriodRecord): boolean =>
  objectedAt !== null && (confirmedAt === null || confirmedAt <= objectedAt);

const isConfirmationInForce = (record: PeriodRecord): boolean =>
  record.confirmedAt !== null &&
  !isPeriodObjected(record) &&
  record.confirmedAt > (record.reopenedAt ?? Number.NEGATIVE_INFINITY);

export const isPeriodConfirmed = (record: PeriodRecord): boolean =>
  isConfirmationInForce(record) && !record.isChanged;

export const CONFIRMATION_REMARKS = ['changed since confirmed', 'figures not recorded'] as const;

export type ConfirmationRemark = (typeof CONFIRMATION_REMARKS)[number];

export function confirmationRemark(record: PeriodRecord): ConfirmationRemark | undefined {
  if (!isConfirmationInForce(record)) return undefined;
  if (record.isChanged) return 'changed since confirmed';
  return record.confirmedFigures === null ? 'figures not recorded' : undefined;
}

/** Numbers of things in a period that still need an end or a decision. */
export interface OpenCounts {
  /** Entries that have no end yet. */
  readonly entries: number;
  /** Corrections that the employee or an admin has yet to accept or decline. */
  readonly requests: number;
  /** Corrections that are in effect despite the employee's objection. */
  readonly objections: number;
}

export const openCounts = (entries: number, corrections: readonly CorrectionState[]): OpenCounts => ({
  entries,
  requests: corrections.filter((state) => state !== 'objected' && waitingSide(state) !== null).length,
  objections: corrections.filter((state) => state === 'objected').length,
});

export type PeriodAction = 'confirm' | 'object' | 'close' | 'reopen';

/** Each name is also a problem code in the API's error responses. */
export type PeriodRefusal =
  | 'period_running'
  | 'period_closed'
  | 'period_not_closed'
  | 'period_confirmed'
  | 'period_entry_open'
  /** Requests and objections must be settled before a period is confirmed. */
  | 'period_not_settled'
  /** A reason is required to close despite disputes, to object, and to reopen. */
  | 'period_reason_required';

export interface PeriodStateInput {
  readonly state: PeriodState;
  readonly isObjected: boolean;
  readonly open: OpenCounts;
  /** '' if none was given. */
  readonly reason: string;
}

/** Null if allowed. Closing needs no confirmation: employees who never confirm must not delay the pay. */
export function periodRefusal(action: PeriodAction, question: PeriodStateInput): PeriodRefusal | null {
  const { state, isObjected, open, reason } = question;
  if (action === 'reopen') {
    if (state !== 'closed') return 'period_not_closed';
    return reason === '' ? 'period_reason_required' : null;
  }
  if (state === 'closed') return 'period_closed';
  if (state === 'running') return 'period_running';
  if (action === 'object') return reason === '' ? 'period_reason_required' : null;
  if (action === 'confirm' && state === 'confirmed') return 'period_confirmed';
  if (open.entries > 0) return 'period_entry_open';
  const isDisputed = open.requests + open.objections > 0;
  if (action === 'confirm') return isDisputed ? 'period_not_settled' : null;
  return (isDisputed || isObjected) && reason === '' ? 'period_reason_required' : null;
}

export const isReadyToClose = (question: Omit<PeriodStateInput, 'reason'>): boolean =>
  periodRefusal('close', { ...question, reason: '' }) === null;
