/** The settings form keeps numbers as text until they are saved (spec §5) [D6.5]. */
import { say, textTable } from '#texts/say';
import { SettingsUpdate } from '#contract/settings/settings';
import type { Settings } from '#contract/records';
import type { InputOf } from '#contract/routes';
import {
  choiceOf,
  chosenText,
  mapSettings,
  readNumberSetting,
  SETTING_DEFINITIONS,
  type FormSetting,
  type NumberSetting,
  type SettingDefinition,
} from '#domain/settings/definitions';
import type { WorkSettings } from '#domain/settings/settings';
import { PAY_PERIOD_LABEL, payPeriodOf, currentPayRule, withPayRule } from '#domain/period/pay-period';
import { PAY_PERIODS, type PayPeriod, type PayRule } from '#domain/period/pay-rule';
import type { Day } from '#domain/time/units';
import { type FirstWeekday, addDays, isEnterableDay } from '#domain/time/workplace-day';
import type { Value, Values, FieldErrors } from '#web/forms/draft.ts';
import { fieldErrorsOf } from '#web/forms/use-form.ts';
import { formatDate, formatDayRange } from '#domain/time/format';

/** The last two fields set the kind of pay period and its first day. Saving adds both to `payRules` as one rule. */
export type SettingField = FormSetting | 'payPeriod' | 'payPeriodFrom';
export type SettingsFormValues = Values<SettingField>;
export type SettingFieldErrors = FieldErrors<SettingField>;

export const LABELS = textTable<SettingField>({
  ...mapSettings((_name, { label }) => label),
  payPeriod: 'settings.payPeriod',
  payPeriodFrom: 'settings.payPeriodFrom',
});

export const toFormValues = (settings: WorkSettings): SettingsFormValues => {
  const { payPeriod, payPeriodFrom } = currentPayRule(settings.payRules);
  return {
    ...mapSettings((name) => {
      const value = settings[name];
      return typeof value === 'boolean' ? value : String(value);
    }),
    payPeriod,
    payPeriodFrom,
  };
};

/** The words of a choice, for a list of changes. */
export const settingText = (value: unknown, field: SettingField): string | undefined => {
  if (field === 'payPeriodFrom') return undefined;
  return field === 'payPeriod' ? PAY_PERIOD_LABEL[toPayPeriod(value)] : chosenText(field, value);
};

const readSetting = (name: FormSetting, definition: SettingDefinition, typed: Value): unknown => {
  switch (definition.kind) {
    case 'number':
      return readNumberSetting(name as NumberSetting, String(typed));
    case 'choice':
      return choiceOf(definition, typed)?.[0];
    case 'flag':
      return typed;
    default:
      return String(typed).trim();
  }
};

/** Reads the typed values. Fields of other forms are not in them, and keep their values. */
export const toSettingsUpdateInput = (
  typed: Partial<SettingsFormValues>,
  { version, workStartTime, workEndTime }: Pick<Settings, 'version' | 'workStartTime' | 'workEndTime'>,
): InputOf<'updateSettings'> => {
  const read = (Object.entries(typed) as [SettingField, Value][]).map(([name, value]) => [
    name,
    name === 'payPeriod'
      ? toPayPeriod(value)
      : name === 'payPeriodFrom'
        ? String(value)
        : readSetting(name, SETTING_DEFINITIONS[name], value),
  ]);
  return { workStartTime, workEndTime, ...Object.fromEntries(read), version };
};

export const settingsErrors = (typed: Partial<SettingsFormValues>, saved: Settings): SettingFieldErrors =>
  fieldErrorsOf(SettingsUpdate, { ...toSettingsUpdateInput(typed, saved) });

export const toPayPeriod = (typed: unknown): PayPeriod =>
  PAY_PERIODS.find((period) => period === typed) ?? 'monthly';

/** First day on which the chosen kind of pay period applies. A new kind starts after the current period. */
export function nextPayPeriodStart(typed: string, rules: readonly PayRule[], today: Day): Day | '' {
  const { payPeriod, payPeriodFrom } = currentPayRule(rules);
  return toPayPeriod(typed) === payPeriod ? payPeriodFrom : addDays(payPeriodOf(today, rules).last, 1);
}

export function payPeriodText(
  { payPeriod: typed, payPeriodFrom }: Pick<SettingsFormValues, 'payPeriod' | 'payPeriodFrom'>,
  rules: readonly PayRule[],
  firstWeekday: FirstWeekday,
  today: Day,
): string {
  const period = toPayPeriod(typed);
  const present = currentPayRule(rules);
  const from = String(payPeriodFrom);
  if (period === present.payPeriod && from === present.payPeriodFrom) {
    const running = payPeriodOf(today, rules);
    return say('settings.currentPeriod', { period: formatDayRange(running.first, running.last) });
  }
  if (!isEnterableDay(from)) return say('settings.chooseStart');
  const changed = withPayRule(rules, { period, from, firstWeekday });
  const first = payPeriodOf(from, changed);
  return say('settings.firstPeriod', {
    period: formatDayRange(first.first, first.last),
    day: formatDate(addDays(from, -1), 'UTC'),
  });
}
