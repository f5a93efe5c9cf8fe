/** What the form says of the periods that people are paid by. */
import { formatDate, formatDayRange } from '#domain/time/format';
import { PAY_PERIODS, type PayPeriod, type PayRule } from '#domain/period/pay-rule';
import { PAY_PERIOD_LABEL, payPeriodOf, presentPayRule, withPayRule } from '#domain/period/pay-period';
import type { Day } from '#domain/time/units';
import { addDays, isDay, type FirstWeekday } from '#domain/time/workplace-day';
import type { Typed } from './settings-form.ts';

export const PAY_PERIOD_WORDS: readonly { readonly value: PayPeriod; readonly words: string }[] =
  PAY_PERIODS.map((value) => ({ value, words: PAY_PERIOD_LABEL[value] }));

const chosenPeriod = (words: unknown): PayPeriod =>
  PAY_PERIOD_WORDS.find((one) => one.words === words)?.value ?? 'monthly';

/** From which day on a period that is chosen holds: after the one that runs, or as it does where it is the present one. */
export function nextPayPeriod(words: string, rules: readonly PayRule[], today: Day): Day | '' {
  const { payPeriod, payPeriodFrom } = presentPayRule(rules);
  return chosenPeriod(words) === payPeriod ? payPeriodFrom : addDays(payPeriodOf(today, rules).last, 1);
}

/** What is saved, in plain words: the current period, or where it is changed, the first one of the new kind. */
export function payPeriodText(
  { payPeriod: words, payPeriodFrom }: Pick<Typed, 'payPeriod' | 'payPeriodFrom'>,
  rules: readonly PayRule[],
  firstWeekday: FirstWeekday,
  today: Day,
): string {
  const period = chosenPeriod(words);
  const present = presentPayRule(rules);
  const from = String(payPeriodFrom);
  if (period === present.payPeriod && from === present.payPeriodFrom) {
    const running = payPeriodOf(today, rules);
    return `The current period is ${formatDayRange(running.first, running.last)}. When a period is over, employees confirm it and an administrator closes it.`;
  }
  if (!isDay(from)) return 'Choose the day it starts.';
  const changed = withPayRule(rules, { period, from, firstWeekday });
  const first = payPeriodOf(from, changed);
  return `The first period of this kind is ${formatDayRange(first.first, first.last)}; the one before it ends on ${formatDate(addDays(from, -1), 'UTC')}.`;
}
