import { Copy } from 'lucide-react';
import { TimeInput } from '#web/corrections/time-field.tsx';
import { weekdayName } from '#web/time/weekday.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { DAY_KINDS, usualHours, type TypedDay } from './schedule-form.ts';

interface WeekFieldsProps {
  legend: string;
  days: readonly TypedDay[];
  errorOf: (day: number) => string | undefined;
  onChange: (days: TypedDay[]) => void;
}

export function WeekFields({ legend, days, errorOf, onChange }: WeekFieldsProps) {
  const [monday] = days;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {days.map((day, at) => {
        const name = weekdayName(at + 1);
        return (
          <DayFields
            key={name}
            name={name}
            day={day}
            error={errorOf(at)}
            onChange={(changed) => onChange(days.with(at, changed))}
          />
        );
      })}
      {monday && (
        <Button
          size="small"
          look="quiet"
          icon={<Copy size={16} />}
          className="justify-self-start"
          onClick={() => onChange(days.map((day, at) => (at < 5 ? monday : day)))}
        >
          Copy Monday to Tue - Fri
        </Button>
      )}
    </fieldset>
  );
}

interface DayFieldsProps {
  name: string;
  day: TypedDay;
  error: string | undefined;
  onChange: (day: TypedDay) => void;
}

function DayFields({ name, day, error, onChange }: DayFieldsProps) {
  const { kind } = day;
  const field = (key: Exclude<keyof TypedDay, 'kind'>, label: string) => ({
    label,
    'aria-label': `${name}: ${label}`,
    value: day[key],
    onChange: (text: string) => onChange({ ...day, [key]: text }),
  });
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] gap-2">
        <SelectField
          label={name}
          options={DAY_KINDS}
          value={kind}
          error={error}
          onChange={(chosen) => onChange({ ...day, kind: chosen })}
        />
        {kind === 'Fixed hours' && (
          <>
            <TimeInput {...field('start', 'Start')} />
            <TimeInput {...field('end', 'End')} />
          </>
        )}
        {kind === 'Flexible' && <TextField {...field('hours', 'Hours')} placeholder="8:00" />}
      </div>
      {kind !== 'Day off' && (
        <div className="grid grid-cols-3 gap-2">
          <TimeInput {...field('breakStart', 'Break from')} placeholder="Usual" />
          <TextField {...field('breakMinutes', 'Minutes')} inputMode="numeric" placeholder="Usual" />
          {kind === 'Fixed hours' && (
            <TextField {...field('hours', 'Target')} placeholder={usualHours(day)} />
          )}
        </div>
      )}
    </div>
  );
}
