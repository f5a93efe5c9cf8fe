import { useQuery } from '@tanstack/react-query';
import { Building2, CalendarCheck, Coffee, Gauge, MapPin, Timer } from 'lucide-react';
import { dayIn, formatDate } from '#domain/time/format';
import { WORKPLACE_NAME_MAX, type WorkSettings } from '#domain/settings/settings';
import { SETTINGS_LIMITS, type NumberSetting } from '#domain/settings/limits';
import { breakWindow, shiftMinutes } from '#domain/day/overtime';
import { formatDuration, parseTimeText } from '#domain/time/units';
import type { ZoneRule } from '#domain/time/zone-rules';
import { call } from '#web/api.ts';
import { useNow } from '#web/time/use-now.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { TimeInput } from '#web/corrections/time-field.tsx';
import { SearchSelect } from '#web/forms/search-select.tsx';
import {
  HOUR_WORDS,
  LABELS,
  REGISTRATION_WORDS,
  settled,
  WEEKDAY_WORDS,
  type SettingField,
  type SettingFieldErrors,
  type Typed,
  nextPayPeriod,
  PAY_PERIOD_WORDS,
  payPeriodText,
} from './settings-form.ts';
import { Section } from './people-card.tsx';

interface SectionsProps {
  saved: Pick<WorkSettings, 'payRules' | 'zoneRules' | 'firstWeekday'>;
  typed: Typed;
  errors: SettingFieldErrors;
  onEdit: (changes: Partial<Typed>) => void;
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
  const check = (
    name: 'allowFlexibleHours' | 'weekendWorkAllowed' | 'requireLocationTracking',
    hint: string,
  ) => (
    <CheckField
      label={LABELS[name]}
      checked={typed[name] === true}
      hint={hint}
      error={errors[name]}
      disabled={isDisabled}
      onChange={(checked) => onEdit({ [name]: checked })}
    />
  );
  const number = (name: NumberSetting, unit: string, what: string) => {
    const { min, max, step } = SETTINGS_LIMITS[name];
    return (
      <TextField
        {...field(name)}
        type="number"
        inputMode={step === 1 ? 'numeric' : 'decimal'}
        min={min}
        max={max}
        step={step}
        hint={`${min} to ${max} ${unit}. ${what}`.trim()}
        // An empty or invalid number becomes the default that will be saved [D6.5].
        onBlur={(event) => onEdit({ [name]: settled(name, event.target.value) })}
        className="tabular-nums"
      />
    );
  };
  const select = (
    name: 'registration' | 'hourFormat' | 'firstWeekday',
    options: readonly { readonly words: string }[],
    hint?: string,
  ) => <SelectField {...field(name)} options={options.map(({ words }) => words)} hint={hint} />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <div className="lg:col-span-2">
        <Section title="Workplace" icon={<Building2 aria-hidden size={18} />}>
          <div className="grid gap-4 lg:grid-cols-2 lg:gap-x-6">
            <TextField
              {...field('workplaceName')}
              autoComplete="organization"
              maxLength={WORKPLACE_NAME_MAX}
              hint="Shown in the header, on reports and in emails."
            />
            {select('registration', REGISTRATION_WORDS, registrationHint(typed))}
            {select('hourFormat', HOUR_WORDS, 'On screens. Exports use 24-hour time.')}
            {select('firstWeekday', WEEKDAY_WORDS, 'The first day of each week in totals.')}
          </div>
        </Section>
      </div>
      <div className="grid gap-4 lg:gap-6">
        <Section title="Work Period" icon={<Timer aria-hidden size={18} />}>
          <div className="grid gap-3 min-[360px]:grid-cols-2">
            <TimeInput {...field('workStartTime')} />
            <TimeInput {...field('workEndTime')} />
          </div>
          <p className="-mt-2 text-sm text-muted">{shiftText(typed)}</p>
          <ZoneField field={field('timeZone')} rules={saved.zoneRules} />
          {check('allowFlexibleHours', 'Nobody counts as late.')}
          {check('weekendWorkAllowed', 'When off, people can still clock in at weekends but see a warning.')}
        </Section>
        <PayPeriodSection typed={typed} saved={saved} field={field} onEdit={onEdit} />
      </div>
      <div className="grid gap-4 lg:gap-6">
        <Section title="Break Settings" icon={<Coffee aria-hidden size={18} />}>
          <div className="grid gap-3 min-[360px]:grid-cols-2">
            <TimeInput {...field('breakStartTime')} />
            {number('breakDuration', 'minutes', '')}
          </div>
          <p className="-mt-2 text-sm text-muted">{breakText(typed)}</p>
        </Section>
        <Section title="Tracking" icon={<MapPin aria-hidden size={18} />}>
          {check(
            'requireLocationTracking',
            'The browser asks for the location at clock-in. People who decline can still clock in.',
          )}
        </Section>
        <Section title="Thresholds" icon={<Gauge aria-hidden size={18} />}>
          <div className="grid gap-3 sm:grid-cols-2">
            {number(
              'lateThresholdMinutes',
              'minutes',
              'A clock-in this long after work starts is still on time.',
            )}
            {number('overtimeThresholdHours', 'hours', 'Time beyond the shift before overtime counts.')}
            {number(
              'nightShiftHours',
              'hours',
              'How long an open entry from yesterday counts as a night shift. After that, its end is missing.',
            )}
            {number(
              'reminderMinutes',
              'minutes',
              'Remind people who are still clocked in, minutes after work ends.',
            )}
            {number('correctionDays', 'days', 'How far back hours can be corrected.')}
          </div>
        </Section>
      </div>
    </div>
  );
}

/** Offers the saved zone until the server's list has arrived. */
function ZoneField({ field, rules }: { field: ReturnType<FieldOf>; rules: readonly ZoneRule[] }) {
  const [before, last] = rules.slice(-2);
  const { value: zone } = field;
  const known = useQuery({
    queryKey: ['time-zones'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await call('timeZones', {}, { signal });
      return answer.ok ? answer.value : null;
    },
    enabled: !field.disabled,
  });
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

function PayPeriodSection({
  saved: { payRules, firstWeekday },
  typed,
  field,
  onEdit,
}: Pick<SectionsProps, 'saved' | 'typed' | 'onEdit'> & { field: FieldOf }) {
  const zone = String(typed.timeZone);
  const today = useNow((now) => dayIn(now, zone));
  return (
    <Section title="Pay Period" icon={<CalendarCheck aria-hidden size={18} />}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          {...field('payPeriod')}
          options={PAY_PERIOD_WORDS.map(({ words }) => words)}
          onChange={(words) =>
            onEdit({ payPeriod: words, payPeriodFrom: nextPayPeriod(words, payRules, today) })
          }
        />
        <TextField {...field('payPeriodFrom')} type="date" hint="Earlier periods stay as they are." />
      </div>
      <p className="-mt-2 text-sm text-muted">{payPeriodText(typed, payRules, firstWeekday, today)}</p>
    </Section>
  );
}

const REGISTRATION_HINTS = [
  'Anybody who opens this address can create an account.',
  'Copy or print the link below.',
  'A new account waits in Employee Management until an administrator approves or declines it.',
  'Only administrators add people, in Employee Management.',
];

const registrationHint = ({ registration }: Typed): string | undefined =>
  REGISTRATION_HINTS[REGISTRATION_WORDS.findIndex(({ words }) => words === registration)];

function shiftText({ workStartTime, workEndTime }: Typed): string {
  const start = parseTimeText(workStartTime);
  const end = parseTimeText(workEndTime);
  if (!start.ok || !end.ok || start.minute === end.minute) return 'Times are written as HH:mm.';
  const length = formatDuration(
    shiftMinutes({ workStartTime: String(workStartTime), workEndTime: String(workEndTime) }),
  );
  return `A shift of ${length}${end.minute < start.minute ? ', over midnight' : ''}.`;
}

function breakText({ breakStartTime, breakDuration }: Typed): string {
  const minutes = Number(breakDuration);
  if (!parseTimeText(breakStartTime).ok || !Number.isInteger(minutes) || minutes < 0)
    return 'Times are written as HH:mm.';
  return `Suggested to everybody: ${breakWindow({ breakStartTime: String(breakStartTime), breakDuration: minutes }).text}`;
}
