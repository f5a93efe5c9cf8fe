import { say } from '#texts/say';
import type { ComponentProps } from 'react';
import { formatDate } from '#domain/time/format';
import { instantsShowing, formatOffset } from '#domain/time/repeated-time';
import { addDays } from '#domain/time/workplace-day';
import { weekdayNameOf } from '#domain/time/weekday';
import { classes } from '#web/ui/classes.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { completeTime, toTimeAfter, type DraftTime } from './typed-time.ts';

interface TimeInputProps extends Omit<ComponentProps<typeof TextField>, 'value'> {
  value: string;
  onChange: (text: string) => void;
  toComplete?: (text: string) => string;
}

/** Completes '930' to '09:30' on blur and Enter. */
export function TimeInput({
  value,
  onChange,
  toComplete = completeTime,
  className,
  ...rest
}: TimeInputProps) {
  const complete = () => {
    const time = toComplete(value);
    // Skip an unchanged text: `onChange` removes the error text, so a button would move while it is pressed.
    if (time !== value) onChange(time);
  };
  return (
    <TextField
      inputMode="numeric"
      placeholder={say('time.placeholder')}
      autoComplete="off"
      className={classes('tabular-nums', className)}
      {...rest}
      value={value}
      onChange={onChange}
      onBlur={complete}
      onKeyDown={({ key }) => key === 'Enter' && complete()}
    />
  );
}

interface TimeFieldProps {
  label: string;
  name: string;
  zone: string;
  typed: DraftTime;
  /** The previous time, such as the clock-in. If the typed time is not later, the typed time is on the next day. */
  after?: DraftTime;
  error: string | undefined;
  hint?: string | undefined;
  /** Takes the focus when the dialog opens. */
  isFirst?: boolean;
  onChange: (typed: DraftTime) => void;
}

/** Also asks for the day if a shift passes midnight, and which of two equal times is meant when clocks go back. */
export function TimeField({
  label,
  name,
  zone,
  typed,
  after,
  error,
  hint,
  isFirst = false,
  onChange,
}: TimeFieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TimeInput
        label={label}
        data-begin={isFirst || undefined}
        name={name}
        value={typed.time}
        error={error}
        hint={hint}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(text) => onChange(after ? toTimeAfter(typed, text, after) : { ...typed, time: text })}
      />
      {after && typed.day !== after.day && (
        <DayField
          label={label}
          typed={typed}
          days={[after.day, addDays(after.day, 1)]}
          zone={zone}
          onChange={onChange}
        />
      )}
      <RepeatedTimeField label={label} typed={typed} zone={zone} onChange={onChange} />
    </div>
  );
}

type DetailProps = Pick<TimeFieldProps, 'label' | 'zone' | 'typed' | 'onChange'>;

const DayField = ({ label, typed, days, zone, onChange }: DetailProps & { days: readonly string[] }) => {
  const known = days.includes(typed.day) ? days : [...days, typed.day];
  const named = known.map((day) => `${weekdayNameOf(day)} ${formatDate(day, zone)}`);
  return (
    <SelectField
      label={say('time.dayOf', { label })}
      options={named}
      value={named[known.indexOf(typed.day)]}
      onChange={(name) => onChange({ ...typed, day: known[named.indexOf(name)] ?? typed.day })}
    />
  );
};

/** Asks which of two equal times is meant. Their offsets from UTC tell them apart. */
function RepeatedTimeField({ label, typed, zone, onChange }: DetailProps) {
  const time = completeTime(typed.time);
  const instants = instantsShowing(typed.day, time, zone);
  if (instants.length < 2) return null;
  const options = instants.map((instant) => `${time} (${formatOffset(instant, zone)})`);
  return (
    <SelectField
      label={say('time.whichOfTwo', { label })}
      options={options}
      value={options[typed.which === 'second' ? 1 : 0]}
      hint={say('time.happensTwice')}
      onChange={(chosen) => onChange({ ...typed, which: chosen === options[1] ? 'second' : 'first' })}
    />
  );
}
