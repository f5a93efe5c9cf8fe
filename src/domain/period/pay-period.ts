/** The periods that people are paid by: which one a day is of, what is open in it, and who may settle it. */
import { type CorrectionState, waitsFor } from '../correction/state.ts';
import { formatDayRange, formatMonth } from '../time/format.ts';
import type { Day, EpochMs } from '../time/units.ts';
import { type DayRange, addDays, monthOf, weekOf } from '../time/workplace-day.ts';
import type { PayPeriod, PayRule } from './pay-rule.ts';

const MS_PER_WEEK = 7 * 86_400_000;

export const PAY_PERIOD_LABEL: Readonly<Record<PayPeriod, string>> = {
  monthly: 'Monthly',
  'two-weekly': 'Every two weeks',
  weekly: 'Weekly',
};

/** The period as it is everywhere but where a rule begins or ends; of two weeks the first is that of the rule's day. */
function wholePeriod(day: Day, { period, from, firstWeekday }: PayRule): DayRange {
  if (period === 'monthly') return monthOf(day);
  const week = weekOf(day, firstWeekday);
  if (period === 'weekly') return week;
  const weeks = (Date.parse(week.first) - Date.parse(weekOf(from, firstWeekday).first)) / MS_PER_WEEK;
  return weeks % 2 === 0
    ? { ...week, last: addDays(week.last, 7) }
    : { ...week, first: addDays(week.first, -7) };
}

/** Cut where another rule begins to hold; months before the first rule. @param rules by their days */
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

/** By what the workplace pays once the last rule holds, and since when; months, since ever, without any: '' then. */
export const presentPayRule = (
  rules: readonly PayRule[],
): { readonly payPeriod: PayPeriod; readonly payPeriodFrom: Day | '' } => {
  const last = rules.at(-1);
  return { payPeriod: last?.period ?? 'monthly', payPeriodFrom: last?.from ?? '' };
};

/** The rules once another one holds from its day on; those of later days are given up for it. */
export const withPayRule = (rules: readonly PayRule[], rule: PayRule): PayRule[] => [
  ...rules.filter(({ from }) => from < rule.from),
  rule,
];

/** At most so many are shown: a year of weeks. */
const PAY_PERIODS_SHOWN = 53;

/** The running one first. @param since a day before which there is nothing: of who joined, the day they did */
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

/** What was said and done about one person's period; null for what was not. */
export interface PeriodRecord {
  readonly confirmedAt: EpochMs | null;
  /** SHA-256 of the hours that were confirmed; null for a confirmation of before these were recorded. */
  readonly confirmedFigures: string | null;
  /** Whether the hours are others than those that were confirmed. */
  readonly isChanged: boolean;
  readonly objectedAt: EpochMs | null;
  readonly closedAt: EpochMs | null;
  readonly reopenedAt: EpochMs | null;
}

/** The reason of a reopening that takes a closing back at once: what was confirmed before stands. */
export const UNDONE = 'Undone';

export const UNTOUCHED_PERIOD: PeriodRecord = {
  confirmedAt: null,
  confirmedFigures: null,
  isChanged: false,
  objectedAt: null,
  closedAt: null,
  reopenedAt: null,
};

export type PeriodState =
  | 'running'
  | 'to-be-confirmed'
  | 'confirmed'
  | 'changed'
  | 'objected'
  | 'closed'
  | 'reopened';

/** What was done last says it; of what was done at one instant, the later here. */
const LAST_SAID = [
  ['closedAt', 'closed'],
  ['reopenedAt', 'reopened'],
  ['objectedAt', 'objected'],
  ['confirmedAt', 'confirmed'],
] as const satisfies readonly (readonly [`${string}At` & keyof PeriodRecord, PeriodState])[];

export function periodState({ last }: Pick<DayRange, 'last'>, record: PeriodRecord, today: Day): PeriodState {
  let state: PeriodState = last < today ? 'to-be-confirmed' : 'running';
  let since = Number.NEGATIVE_INFINITY;
  for (const [at, said] of LAST_SAID) {
    const instant = record[at];
    if (instant === null || instant <= since) continue;
    since = instant;
    state = said;
  }
  return state === 'confirmed' && record.isChanged ? 'changed' : state;
}

/** Whether an objection to the period as a whole stands: until it is confirmed, closed over or not. */
export const isPeriodObjected = ({ objectedAt, confirmedAt }: PeriodRecord): boolean =>
  objectedAt !== null && (confirmedAt === null || confirmedAt <= objectedAt);

/** Whether it was confirmed after it was reopened, and after an objection. */
const isConfirmationLast = (record: PeriodRecord): boolean =>
  record.confirmedAt !== null &&
  !isPeriodObjected(record) &&
  record.confirmedAt > (record.reopenedAt ?? Number.NEGATIVE_INFINITY);

/** Whether it was confirmed as it is. */
export const isPeriodConfirmed = (record: PeriodRecord): boolean =>
  isConfirmationLast(record) && !record.isChanged;

export const CONFIRMATION_REMARKS = ['changed since confirmed', 'figures not recorded'] as const;

export type ConfirmationRemark = (typeof CONFIRMATION_REMARKS)[number];

/** What a file says of a confirmation beside whether it holds. */
export function confirmationRemark(record: PeriodRecord): ConfirmationRemark | undefined {
  if (!isConfirmationLast(record)) return undefined;
  if (record.isChanged) return 'changed since confirmed';
  return record.confirmedFigures === null ? 'figures not recorded' : undefined;
}

export const PERIOD_LABEL: Readonly<Record<PeriodState, Readonly<Record<'employee' | 'admin', string>>>> = {
  running: { employee: 'In progress', admin: 'In progress' },
  'to-be-confirmed': { employee: 'To confirm', admin: 'Not confirmed yet' },
  confirmed: { employee: 'Confirmed', admin: 'Confirmed' },
  changed: { employee: 'Changed since you confirmed', admin: 'Changed since confirmed' },
  objected: { employee: 'You objected', admin: 'Objection' },
  closed: { employee: 'Closed', admin: 'Closed' },
  reopened: { employee: 'Reopened', admin: 'Reopened' },
};

export interface OpenCounts {
  /** Entries that began in it and have no end. */
  readonly entries: number;
  /** Corrections of its days that wait for an answer, of an admin or of the employee. */
  readonly requests: number;
  /** Corrections that count against the employee's objection. */
  readonly objections: number;
}

/** @param corrections the states of those of a person's period */
export const openCounts = (entries: number, corrections: readonly CorrectionState[]): OpenCounts => ({
  entries,
  requests: corrections.filter((state) => state !== 'objected' && waitsFor(state) !== null).length,
  objections: corrections.filter((state) => state === 'objected').length,
});

/** An employee confirms and objects, an admin closes and reopens. */
export type PeriodAction = 'confirm' | 'object' | 'close' | 'reopen';

/** The names are problem codes of the contract. */
export type PeriodRefusal =
  | 'period_running'
  | 'period_closed'
  | 'period_not_closed'
  | 'period_confirmed'
  /** Somebody left an entry open in it: nobody knows its hours. */
  | 'period_entry_open'
  /** There are requests and objections to be settled before it is confirmed. */
  | 'period_not_settled'
  /** To close it over these needs a reason, and so do an objection and reopening. */
  | 'period_reason_required';

export interface PeriodQuestion {
  readonly state: PeriodState;
  /** Whether an objection to it as a whole stands. */
  readonly isObjected: boolean;
  readonly open: OpenCounts;
  /** '' for none. */
  readonly reason: string;
}

/**
 * Why an action is refused; null where it is not. Nobody has to have confirmed a period for it to be closed: silence
 * holds up nobody's pay, and what it is worth stands in the summary. What is disputed is closed over with a reason.
 */
export function periodRefusal(action: PeriodAction, question: PeriodQuestion): PeriodRefusal | null {
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

/** Whether one click closes it with all others that are ready. */
export const isReadyToClose = (question: Omit<PeriodQuestion, 'reason'>): boolean =>
  periodRefusal('close', { ...question, reason: '' }) === null;
