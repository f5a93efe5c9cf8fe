import { say, type PlainKey } from '#texts/say';
import { Fragment, type ReactNode } from 'react';
import { dayIn, formatDate } from '#domain/time/format';
import { WORKPLACE_NAME_MAX, type WorkSettings } from '#domain/settings/settings';
import {
  choiceOf,
  choiceText,
  formSettings,
  readNumberSetting,
  SETTING_DEFINITIONS,
  type FormSetting,
  type NumberSetting,
} from '#domain/settings/definitions';
import { breakText } from '#domain/day/overtime';
import { breakWindow, shiftMinutes } from '#domain/expected/expected';
import { formatDuration, parseTimeText } from '#domain/time/units';
import { PAY_PERIOD_LABEL } from '#domain/period/pay-period';
import type { ZoneRule } from '#domain/time/zone-rules';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { TimeInput } from '#web/forms/time-field.tsx';
import { SearchSelect } from '#web/forms/search-select.tsx';
import {
  LABELS,
  nextPayPeriodStart,
  payPeriodText,
  toPayPeriod,
  type SettingField,
  type SettingFieldErrors,
  type SettingsFormValues,
} from './settings-form.ts';
import { deviceZone, isSameZone } from './device-zone.ts';
import type { SectionName } from './section-table.tsx';

export interface FieldsProps {
  saved: Pick<WorkSettings, 'payRules' | 'timeZone' | 'zoneRules' | 'firstWeekday'>;
  typed: SettingsFormValues;
  errors: SettingFieldErrors;
  onEdit: (changes: Partial<SettingsFormValues>) => void;
  isDisabled?: boolean;
}

function controlsOf({ saved, typed, errors, onEdit, isDisabled = false }: FieldsProps) {
  const field = (name: SettingField) => ({
    label: LABELS[name],
    error: errors[name],
    disabled: isDisabled,
    value: String(typed[name]),
    onChange: (text: string) => onEdit({ [name]: text }),
  });
  const control = (name: FormSetting) => {
    const definition = SETTING_DEFINITIONS[name];
    const hint = definition.hint && say(definition.hint);
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
            hint={say('settings.range', { min, max, unit: say(unit), hint: hint ?? '' }).trim()}
            // When the user leaves the field, the default replaces an empty or invalid number [D6.5].
            onBlur={(event) =>
              onEdit({ [name]: String(readNumberSetting(name as NumberSetting, event.target.value)) })
            }
            className="tabular-nums"
          />
        );
      }
      case 'choice': {
        const { choices } = definition;
        const chosen = choiceOf(definition, typed[name]);
        const texts = choices.map(([, words]) => choiceText(words));
        // The form holds the value, since its words change with the language. A record would sort numbers.
        return (
          <SelectField
            {...field(name)}
            value={chosen && choiceText(chosen[1])}
            options={texts}
            onChange={(text) => onEdit({ [name]: String(choices[texts.indexOf(text)]?.[0]) })}
            hint={hint ?? (chosen?.[2] && say(chosen[2]))}
          />
        );
      }
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
  return { field, controls };
}

/** The four sections of spec §2. */
export function HoursFields(props: FieldsProps) {
  const { typed } = props;
  const { controls } = controlsOf(props);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <TitledCard hasPopup title={say('settings.workPeriod')} className="grid gap-4">
        <div className="grid gap-3 min-[360px]:grid-cols-2">{controls('workStartTime', 'workEndTime')}</div>
        <p className="-mt-2 text-sm text-muted">
          {say('settings.earlierDaysKeep', { shift: shiftText(typed) })}
        </p>
        {controls('timeZone', 'allowFlexibleHours', 'weekendWorkAllowed')}
      </TitledCard>
      <div className="grid gap-4">
        <TitledCard title={say('settings.breaks')} className="grid gap-4">
          <div className="grid gap-3 min-[360px]:grid-cols-2">
            {controls('breakStartTime', 'breakDuration')}
          </div>
          <p className="-mt-2 text-sm text-muted">{breakHint(typed)}</p>
        </TitledCard>
        <TitledCard title={say('settings.tracking')} className="grid gap-4">
          {controls('requireLocationTracking')}
        </TitledCard>
        <TitledCard title={say('settings.thresholds')} className="grid gap-4">
          <div className="grid gap-3 sm:grid-cols-2">
            {controls('lateThresholdMinutes', 'overtimeThresholdHours', 'reminderMinutes')}
          </div>
        </TitledCard>
      </div>
    </div>
  );
}

export function PayPeriodFields(props: FieldsProps) {
  const { saved, typed, onEdit } = props;
  const { payRules, firstWeekday } = saved;
  const { field } = controlsOf(props);
  const zone = saved.timeZone;
  const today = useNow((now) => dayIn(now, zone));
  return (
    <TitledCard title={say('settings.payPeriod')} className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          {...field('payPeriod')}
          value={toPayPeriod(typed.payPeriod)}
          options={PAY_PERIOD_LABEL}
          onChange={(payPeriod) =>
            onEdit({ payPeriod, payPeriodFrom: nextPayPeriodStart(payPeriod, payRules, today) })
          }
        />
        <TextField {...field('payPeriodFrom')} type="date" hint={say('settings.earlierPeriods')} />
      </div>
      <p className="-mt-2 text-sm text-muted">{payPeriodText(typed, payRules, firstWeekday, today)}</p>
    </TitledCard>
  );
}

interface SettingsFormParts {
  readonly fields: readonly SettingField[];
  readonly Fields: (props: FieldsProps) => ReactNode;
}

/** A form of one card, which says from when a change applies. */
const cardForm = (title: PlainKey, from: PlainKey, ...fields: FormSetting[]): SettingsFormParts => ({
  fields,
  Fields: (props) => (
    <TitledCard title={say(title)} className="grid gap-4">
      <p className="-mt-2 text-sm text-muted">{say(from)}</p>
      <div className="grid gap-4 lg:grid-cols-2">{controlsOf(props).controls(...fields)}</div>
    </TitledCard>
  ),
});

const CARD_FORMS = {
  'pay-period': { fields: ['payPeriod', 'payPeriodFrom'], Fields: PayPeriodFields },
  workplace: cardForm(
    'sections.workplace',
    'settings.showsAtOnce',
    'workplaceName',
    'language',
    'hourFormat',
    'firstWeekday',
    'shareAway',
  ),
  invite: cardForm('settings.registrationTitle', 'settings.appliesToNewAccounts', 'registration'),
  'sign-in': cardForm('settings.signInTitle', 'settings.appliesAfterAWeek', 'secondFactor'),
  more: cardForm(
    'sections.more',
    'settings.appliesAtOnce',
    'nightShiftHours',
    'correctionDays',
    'securityLogDays',
  ),
} as const satisfies Partial<Record<SectionName, SettingsFormParts>>;

const OF_CARDS: readonly SettingField[] = Object.values(CARD_FORMS).flatMap(({ fields }) => fields);

/** Each form saves its own fields and no others. */
export const SETTINGS_FORMS = {
  hours: { fields: formSettings().filter((name) => !OF_CARDS.includes(name)), Fields: HoursFields },
  ...CARD_FORMS,
} satisfies Partial<Record<SectionName, SettingsFormParts>>;

export type SettingsFormName = keyof typeof SETTINGS_FORMS;

type SettingFieldProps = ReturnType<ReturnType<typeof controlsOf>['field']>;

/** Offers only the current zone until the server's list of time zones has arrived. */
function ZoneField({ field, rules }: { field: SettingFieldProps; rules: readonly ZoneRule[] }) {
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
            ? say('settings.zoneFrom', { day: formatDate(last.from, 'UTC'), zone: before.zone })
            : say('settings.zoneLater')
        }
      />
      {!field.disabled && !isSameZone(zone, deviceZone()) && (
        <Button size="small" className="mt-2" onClick={() => field.onChange(deviceZone())}>
          {say('settings.useZone', { zone: deviceZone() })}
        </Button>
      )}
      <p className="mt-1 min-h-5 text-sm text-muted">
        {known.data && say('settings.zoneRules', { rules: known.data.rules })}
      </p>
    </div>
  );
}

function shiftText({ workStartTime, workEndTime }: SettingsFormValues): string {
  const start = parseTimeText(workStartTime);
  const end = parseTimeText(workEndTime);
  if (!start.ok || !end.ok || start.minute === end.minute) return say('settings.timesWritten');
  const length = formatDuration(
    shiftMinutes({ workStartTime: String(workStartTime), workEndTime: String(workEndTime) }),
  );
  return end.minute < start.minute
    ? say('settings.shiftOverMidnight', { length })
    : say('settings.shift', { length });
}

function breakHint({ breakStartTime, breakDuration }: SettingsFormValues): string {
  const minutes = Number(breakDuration);
  if (!parseTimeText(breakStartTime).ok || !Number.isInteger(minutes) || minutes < 0)
    return say('settings.timesWritten');
  const times = breakText(breakWindow({ breakStartTime: String(breakStartTime), breakDuration: minutes }));
  return say('settings.breakSuggested', { times });
}
