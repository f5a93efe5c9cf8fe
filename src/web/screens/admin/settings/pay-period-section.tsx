/** By which periods people are paid, and from which day on. */
import { CalendarCheck } from 'lucide-react';
import { dayIn } from '#domain/format';
import type { PayRule } from '#domain/pay-rule';
import type { FirstWeekday } from '#domain/workplace-day';
import { useNow } from '#web/time/use-now.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { Value } from '#web/forms/draft.ts';
import { nextPayPeriod, PAY_PERIOD_WORDS, payPeriodText } from './pay-period-words.ts';
import { Section } from './section.tsx';
import { LABELS, type SettingField, type SettingFieldErrors, type Typed } from './settings-form.ts';

interface PayPeriodSectionProps {
  typed: Typed;
  /** Those that are saved. */
  rules: readonly PayRule[];
  firstWeekday: FirstWeekday;
  errors: SettingFieldErrors;
  onType: (name: SettingField, value: Value) => void;
  isDisabled: boolean;
}

export function PayPeriodSection({
  typed,
  rules,
  firstWeekday,
  errors,
  onType,
  isDisabled,
}: PayPeriodSectionProps) {
  const zone = String(typed.timeZone);
  const today = useNow((now) => dayIn(now, zone));
  return (
    <Section title="Pay Period" icon={<CalendarCheck aria-hidden size={18} />}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={LABELS.payPeriod}
          options={PAY_PERIOD_WORDS.map(({ words }) => words)}
          value={String(typed.payPeriod)}
          error={errors.payPeriod}
          disabled={isDisabled}
          onChange={(words) => {
            onType('payPeriod', words);
            // Another one begins where the present period ends, unless somebody says otherwise.
            onType('payPeriodFrom', nextPayPeriod(words, rules, today));
          }}
        />
        <TextField
          label={LABELS.payPeriodFrom}
          type="date"
          value={String(typed.payPeriodFrom)}
          error={errors.payPeriodFrom}
          disabled={isDisabled}
          hint="Earlier periods stay as they are."
          onChange={(day) => onType('payPeriodFrom', day)}
        />
      </div>
      <p className="-mt-2 text-sm text-muted">{payPeriodText(typed, rules, firstWeekday, today)}</p>
    </Section>
  );
}
