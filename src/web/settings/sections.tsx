import { Fragment } from 'react';
import { Building2, CalendarCheck, Coffee, Gauge, MapPin, ShieldCheck, Timer } from 'lucide-react';
import { dayIn, formatDate } from '#domain/time/format';
import { WORKPLACE_NAME_MAX, type WorkSettings } from '#domain/settings/settings';
import {
  readNumberSetting,
  SETTING_DEFINITIONS,
  type FormSetting,
  type NumberSetting,
} from '#domain/settings/definitions';
import { breakText } from '#domain/day/overtime';
import { breakWindow, shiftMinutes } from '#domain/expected/expected';
import { formatDuration, parseTimeText } from '#domain/time/units';
import { PAY_PERIOD_LABEL } from '#domain/period/pay-period';
import { PAY_PERIODS } from '#domain/period/pay-rule';
import type { ZoneRule } from '#domain/time/zone-rules';
import { openOver } from '#web/browser/navigation.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { TimeInput } from '#web/forms/time-field.tsx';
import { SearchSelect } from '#web/forms/search-select.tsx';
import {
  LABELS,
  nextPayPeriodStart,
  payPeriodText,
  type SettingField,
  type SettingFieldErrors,
  type SettingsFormValues,
} from './settings-form.ts';
import { Section } from './people-card.tsx';

interface SectionsProps {
  saved: Pick<WorkSettings, 'payRules' | 'zoneRules' | 'firstWeekday'>;
  typed: SettingsFormValues;
  errors: SettingFieldErrors;
  onEdit: (changes: Partial<SettingsFormValues>) => void;
  isDisabled?: boolean;
}

type FieldOf = (name: SettingField) => {
  readonly label: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
};

export function Sections({ saved, typed, errors, onEdit, isDisabled = false }: SectionsProps) {
  const field: FieldOf = (name) => ({
    label: LABELS[name],
    error: errors[name],
    disabled: isDisabled,
    value: String(typed[name]),
    onChange: (text) => onEdit({ [name]: text }),
  });
  const control = (name: FormSetting) => {
    const definition = SETTING_DEFINITIONS[name];
    const { hint } = definition;
    switch (definition.kind) {
      case 'number': {
        const { min, max, step, unit } = definition;
        return (
          <TextField
            {...field(name)}
            type="number"
            inputMode={step === 1 ? 'numeric' : 'decimal'}
            min={min}
            max={max}
            step={step}
            hint={`${min} to ${max} ${unit}. ${hint ?? ''}`.trim()}
            // When the user leaves the field, the default replaces an empty or invalid number [D6.5].
            onBlur={(event) =>
              onEdit({ [name]: String(readNumberSetting(name as NumberSetting, event.target.value)) })
            }
            className="tabular-nums"
          />
        );
      }
      case 'choice':
        return (
          <SelectField
            {...field(name)}
            options={definition.choices.map(([, words]) => words)}
            hint={hint ?? definition.choices.find(([, words]) => words === typed[name])?.[2]}
          />
        );
      case 'flag':
        return (
          <CheckField
            {...field(name)}
            checked={typed[name] === true}
            hint={hint}
            onChange={(checked) => onEdit({ [name]: checked })}
          />
        );
      case 'time':
        return <TimeInput {...field(name)} />;
      case 'zone':
        return <ZoneField field={field(name)} rules={saved.zoneRules} />;
      case 'text':
        return (
          <TextField
            {...field(name)}
            autoComplete="organization"
            maxLength={WORKPLACE_NAME_MAX}
            hint={hint}
          />
        );
    }
  };
  const controls = (...names: FormSetting[]) =>
    names.map((name) => <Fragment key={name}>{control(name)}</Fragment>);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <div className="lg:col-span-2">
        <Section title="Workplace" icon={<Building2 size={18} />}>
          <div className="grid gap-4 lg:grid-cols-2 lg:gap-x-6">
            {controls('workplaceName', 'registration', 'secondFactor')}
            {controls('hourFormat', 'firstWeekday', 'shareAway')}
          </div>
        </Section>
      </div>
      <div className="grid gap-4 lg:gap-6">
        <Section title="Work Period" icon={<Timer size={18} />}>
          <div className="grid gap-3 min-[360px]:grid-cols-2">{controls('workStartTime', 'workEndTime')}</div>
          <p className="-mt-2 text-sm text-muted">{shiftText(typed)} Earlier days keep the hours they had.</p>
          {controls('timeZone', 'allowFlexibleHours', 'weekendWorkAllowed')}
        </Section>
        <PayPeriodSection typed={typed} saved={saved} field={field} onEdit={onEdit} />
      </div>
      <div className="grid gap-4 lg:gap-6">
        <Section title="Break Settings" icon={<Coffee size={18} />}>
          <div className="grid gap-3 min-[360px]:grid-cols-2">
            {controls('breakStartTime', 'breakDuration')}
          </div>
          <p className="-mt-2 text-sm text-muted">{breakHint(typed)}</p>
        </Section>
        <Section title="Tracking" icon={<MapPin size={18} />}>
          {controls('requireLocationTracking')}
        </Section>
        <Section title="Security" icon={<ShieldCheck size={18} />}>
          {controls('securityLogDays')}
          <Button size="small" className="justify-self-start" onClick={() => openOver('security-log')}>
            Open security log
          </Button>
        </Section>
        <Section title="Thresholds" icon={<Gauge size={18} />}>
          <div className="grid gap-3 sm:grid-cols-2">
            {controls('lateThresholdMinutes', 'overtimeThresholdHours', 'nightShiftHours')}
            {controls('reminderMinutes', 'correctionDays')}
          </div>
        </Section>
      </div>
    </div>
  );
}

/** Offers only the current zone until the server's list of time zones has arrived. */
function ZoneField({ field, rules }: { field: ReturnType<FieldOf>; rules: readonly ZoneRule[] }) {
  const [before, last] = rules.slice(-2);
  const { value: zone } = field;
  const known = useRouteQuery('timeZones', {}, { staleTime: Infinity, enabled: !field.disabled });
  const zones = known.data?.timeZones ?? [];
  return (
    <div>
      <SearchSelect
        {...field}
        options={zones.includes(zone) ? zones : [zone, ...zones]}
        hint={
          before && last && last.zone === zone
            ? `From ${formatDate(last.from, 'UTC')}. Before that: ${before.zone}.`
            : 'Once anybody has clocked in, a change takes effect on a later day. Recorded times do not change.'
        }
      />
      <p className="mt-1 min-h-5 text-sm text-muted">
        {known.data && `Time zone rules: ${known.data.rules}`}
      </p>
    </div>
  );
}

type PayPeriodProps = Pick<SectionsProps, 'saved' | 'typed' | 'onEdit'> & { field: FieldOf };

function PayPeriodSection({ saved, typed, field, onEdit }: PayPeriodProps) {
  const { payRules, firstWeekday } = saved;
  const zone = String(typed.timeZone);
  const today = useNow((now) => dayIn(now, zone));
  return (
    <Section title="Pay Period" icon={<CalendarCheck size={18} />}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          {...field('payPeriod')}
          options={PAY_PERIODS.map((period) => PAY_PERIOD_LABEL[period])}
          onChange={(words) =>
            onEdit({ payPeriod: words, payPeriodFrom: nextPayPeriodStart(words, payRules, today) })
          }
        />
        <TextField {...field('payPeriodFrom')} type="date" hint="Earlier periods stay as they are." />
      </div>
      <p className="-mt-2 text-sm text-muted">{payPeriodText(typed, payRules, firstWeekday, today)}</p>
    </Section>
  );
}

function shiftText({ workStartTime, workEndTime }: SettingsFormValues): string {
  const start = parseTimeText(workStartTime);
  const end = parseTimeText(workEndTime);
  if (!start.ok || !end.ok || start.minute === end.minute) return 'Times are written as HH:mm.';
  const length = formatDuration(
    shiftMinutes({ workStartTime: String(workStartTime), workEndTime: String(workEndTime) }),
  );
  return `A shift of ${length}${end.minute < start.minute ? ', over midnight' : ''}.`;
}

function breakHint({ breakStartTime, breakDuration }: SettingsFormValues): string {
  const minutes = Number(breakDuration);
  if (!parseTimeText(breakStartTime).ok || !Number.isInteger(minutes) || minutes < 0)
    return 'Times are written as HH:mm.';
  return `Suggested to everybody: ${breakText(breakWindow({ breakStartTime: String(breakStartTime), breakDuration: minutes }))}`;
}
