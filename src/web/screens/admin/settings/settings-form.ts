/** Numbers stay text until they are saved (spec §5) [D6.5]. */
import { SettingsUpdate } from '#contract/settings';
import type { InputOf } from '#contract/routes';
import type { RegistrationMode, WorkSettings } from '#domain/settings/settings';
import {
  FORM_SETTINGS,
  type FormSetting,
  type NumberSetting,
  SETTINGS_LIMITS,
  readNumberSetting,
} from '#domain/settings/limits';
import { PAY_PERIOD_LABEL, payPeriodOf, presentPayRule, withPayRule } from '#domain/period/pay-period';
import { PAY_PERIODS, type PayPeriod, type PayRule } from '#domain/period/pay-rule';
import type { Day, HourFormat } from '#domain/time/units';
import { type FirstWeekday, addDays, isDay } from '#domain/time/workplace-day';
import { type FieldErrors, fieldErrorsOf } from '#web/forms/use-submission.ts';
import type { Values } from '#web/forms/draft.ts';
import { formatDate, formatDayRange } from '#domain/time/format';

/** Saving the pay period adds a rule. */
export type SettingField = FormSetting | 'payPeriod' | 'payPeriodFrom';
export type Typed = Values<SettingField>;
export type SettingFieldErrors = FieldErrors<SettingField>;

export const LABELS: Readonly<Record<SettingField, string>> = {
  workplaceName: 'Workplace Name',
  registration: 'Who Can Register',
  hourFormat: 'Time Format',
  firstWeekday: 'Week Starts On',
  payPeriod: 'Pay Period',
  payPeriodFrom: 'Effective from',
  workStartTime: 'Work Start Time',
  workEndTime: 'Work End Time',
  timeZone: 'Time Zone',
  allowFlexibleHours: 'Allow Flexible Hours',
  weekendWorkAllowed: 'Weekend Work Allowed',
  breakStartTime: 'Break Start Time',
  breakDuration: 'Break Duration',
  requireLocationTracking: 'Require Location Tracking',
  lateThresholdMinutes: 'Late Threshold',
  overtimeThresholdHours: 'Overtime Threshold',
  nightShiftHours: 'Night Shift Limit',
  reminderMinutes: 'Clock-Out Reminder',
  correctionDays: 'Correction window (days)',
};

const isNumber = (name: SettingField): name is NumberSetting => Object.hasOwn(SETTINGS_LIMITS, name);

/** The specification's choice comes first. */
interface Words<Value> {
  readonly value: Value;
  readonly words: string;
}
export const REGISTRATION_WORDS: readonly Words<RegistrationMode>[] = [
  { value: 'open', words: 'Anybody' },
  { value: 'invitation', words: 'Anybody with the invitation link' },
  { value: 'approval', words: 'Anybody, once an administrator approves' },
  { value: 'off', words: 'Nobody' },
];
export const HOUR_WORDS: readonly Words<HourFormat>[] = [
  { value: '24h', words: '24 hours (13:30)' },
  { value: '12h', words: '12 hours (1:30 PM)' },
];
export const WEEKDAY_WORDS: readonly Words<FirstWeekday>[] = [
  { value: 1, words: 'Monday' },
  { value: 7, words: 'Sunday' },
  { value: 6, words: 'Saturday' },
];
const wordsOf = <Value>(among: readonly Words<Value>[], value: Value): string =>
  among.find((one) => one.value === value)?.words ?? '';
const chosen = <Value>(among: readonly Words<Value>[], words: unknown): Value | undefined =>
  among.find((one) => one.words === words)?.value;

export const typedOf = (settings: WorkSettings): Typed => ({
  ...(Object.fromEntries(
    FORM_SETTINGS.map((name) => {
      const value = settings[name];
      return [name, typeof value === 'number' ? String(value) : value];
    }),
  ) as Values<FormSetting>),
  registration: wordsOf(REGISTRATION_WORDS, settings.registration),
  hourFormat: wordsOf(HOUR_WORDS, settings.hourFormat),
  firstWeekday: wordsOf(WEEKDAY_WORDS, settings.firstWeekday),
  payPeriod: PAY_PERIOD_LABEL[presentPayRule(settings.payRules).payPeriod],
  payPeriodFrom: presentPayRule(settings.payRules).payPeriodFrom,
});

/** An invalid number becomes the default. */
export const settled = (name: SettingField, value: string): string =>
  isNumber(name) ? String(readNumberSetting(name, value)) : value;

const number = (typed: Typed, name: NumberSetting): number => readNumberSetting(name, String(typed[name]));

export const updateOf = (typed: Typed, version: number): InputOf<'updateSettings'> => ({
  version,
  workStartTime: String(typed.workStartTime).trim(),
  workEndTime: String(typed.workEndTime).trim(),
  timeZone: String(typed.timeZone),
  allowFlexibleHours: typed.allowFlexibleHours === true,
  weekendWorkAllowed: typed.weekendWorkAllowed === true,
  breakStartTime: String(typed.breakStartTime).trim(),
  breakDuration: number(typed, 'breakDuration'),
  requireLocationTracking: typed.requireLocationTracking === true,
  lateThresholdMinutes: number(typed, 'lateThresholdMinutes'),
  overtimeThresholdHours: number(typed, 'overtimeThresholdHours'),
  nightShiftHours: number(typed, 'nightShiftHours'),
  reminderMinutes: number(typed, 'reminderMinutes'),
  correctionDays: number(typed, 'correctionDays'),
  workplaceName: String(typed.workplaceName).trim(),
  registration: chosen(REGISTRATION_WORDS, typed.registration),
  hourFormat: chosen(HOUR_WORDS, typed.hourFormat),
  firstWeekday: chosen(WEEKDAY_WORDS, typed.firstWeekday),
  payPeriod: chosen(PAY_PERIOD_WORDS, typed.payPeriod),
  payPeriodFrom: String(typed.payPeriodFrom),
});

export const settingsErrors = (typed: Typed): SettingFieldErrors =>
  fieldErrorsOf(SettingsUpdate, { ...updateOf(typed, 1) });

export const PAY_PERIOD_WORDS: readonly { readonly value: PayPeriod; readonly words: string }[] =
  PAY_PERIODS.map((value) => ({ value, words: PAY_PERIOD_LABEL[value] }));

const chosenPeriod = (words: unknown): PayPeriod =>
  PAY_PERIOD_WORDS.find((one) => one.words === words)?.value ?? 'monthly';

/** A new kind of period starts after the current one. */
export function nextPayPeriod(words: string, rules: readonly PayRule[], today: Day): Day | '' {
  const { payPeriod, payPeriodFrom } = presentPayRule(rules);
  return chosenPeriod(words) === payPeriod ? payPeriodFrom : addDays(payPeriodOf(today, rules).last, 1);
}

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
