import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Copy } from 'lucide-react';
import type { SchedulesView } from '#contract/expected/schedules';
import { weekOf } from '#domain/time/workplace-day';
import { scheduleWeekOf } from '#domain/expected/schedules';
import { call } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { sharedRecord } from '#web/forms/shared-record.ts';
import { useForm } from '#web/forms/use-form.ts';
import { CheckField } from '#web/ui/check-field.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { EffectSummary } from './effect.tsx';
import { TimeInput } from '#web/forms/time-field.tsx';
import { weekdayName } from '#domain/time/weekday';
import { Button } from '#web/ui/button.tsx';
import {
  toScheduleChange,
  createWeek,
  scheduleErrors,
  toScheduleFormValues,
  DAY_KINDS,
  defaultHoursText,
  type DayFormValues,
  splitIntoWeeks,
} from './schedule-form.ts';

const RHYTHMS = ['Every week the same', 'Alternating weeks'] as const;
const LABELS = { name: 'Name', isRetired: 'Retired', from: 'From', days: 'Days' };

interface ScheduleDialogProps {
  view: SchedulesView;
  /** Null for a new schedule. */
  id: string | null;
  onClose: () => void;
}

export default function ScheduleDialog({ view, id: known, onClose }: ScheduleDialogProps) {
  const [id] = useState(() => known ?? newRequestId());
  const client = useQueryClient();
  const recordOf = (now: SchedulesView) => ({
    record: toScheduleFormValues(now, known),
    version: now.version,
  });
  const cached = { client, queryKey: ['schedules'] };
  const form = useForm({
    shared: sharedRecord({ ...recordOf(view), recordOf, cached }),
    validate: scheduleErrors,
    send: (typed, version) => call('saveSchedule', { version, schedule: toScheduleChange(id, typed) }),
    onDone: onClose,
  });
  const { typed } = form;
  const { days } = typed;
  const weeks = splitIntoWeeks(days);
  const isNew = known === null;
  const hadPeople =
    !isNew &&
    view.people.some(({ assignments }) => assignments.some(({ scheduleId }) => scheduleId === known));
  const { errors } = form;
  const isValid = Object.keys(scheduleErrors(typed)).length === 0;
  const present = scheduleWeekOf(weekOf(view.today).first);
  return (
    <FormDialog
      place="side"
      title={isNew ? 'Add schedule' : 'Edit schedule'}
      form={form}
      submit="Save schedule"
      submitting="Saving..."
      onClose={onClose}
    >
      <EditConflict what="this schedule" form={form} labels={LABELS} />
      <TextField {...form.field('name')} label="Name" maxLength={60} />
      <SelectField
        label="Repeats"
        options={RHYTHMS}
        value={RHYTHMS[weeks.length - 1]}
        onChange={(rhythm) =>
          form.edit({
            days:
              rhythm === RHYTHMS[0]
                ? days.slice(0, 7)
                : [...days, ...(weeks[0] ?? createWeek())].slice(0, 14),
          })
        }
      />
      {weeks.map((week, at) => {
        const name = `Week ${at + 1}`;
        return (
          <WeekFields
            key={name}
            legend={weeks.length === 1 ? 'Days' : `${name}${at === present ? ' (this week)' : ''}`}
            days={week}
            errorOf={(day) => errors[`day ${at * 7 + day}`]}
            onChange={(changed) => {
              form.clearAll();
              form.edit({ days: days.toSpliced(at * 7, 7, ...changed) });
            }}
          />
        );
      })}
      {hadPeople && (
        <TextField
          {...form.field('from')}
          label="From"
          type="date"
          hint="Earlier days keep the hours that they had."
        />
      )}
      {!isNew && (
        <CheckField
          label="Retired"
          checked={typed.isRetired}
          hint="People who have it keep it, and nobody else gets it."
          onChange={(isRetired) => form.edit({ isRetired })}
        />
      )}
      {hadPeople && isValid && (
        <EffectSummary schedule={{ ...toScheduleChange(id, typed), name: 'Schedule' }} />
      )}
    </FormDialog>
  );
}

interface WeekFieldsProps {
  legend: string;
  days: readonly DayFormValues[];
  errorOf: (day: number) => string | undefined;
  onChange: (days: DayFormValues[]) => void;
}

function WeekFields({ legend, days, errorOf, onChange }: WeekFieldsProps) {
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
  day: DayFormValues;
  error: string | undefined;
  onChange: (day: DayFormValues) => void;
}

function DayFields({ name, day, error, onChange }: DayFieldsProps) {
  const { kind } = day;
  const field = (key: Exclude<keyof DayFormValues, 'kind'>, label: string) => ({
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
        <div className="grid grid-cols-[1fr_1fr_5rem] gap-2 [&_input]:placeholder:text-xs">
          <TimeInput {...field('breakStart', 'Break from')} placeholder="As in Settings" />
          <TextField
            {...field('breakMinutes', 'Break (min)')}
            inputMode="numeric"
            placeholder="As in Settings"
          />
          {kind === 'Fixed hours' && (
            <TextField {...field('hours', 'Hours')} placeholder={defaultHoursText(day)} />
          )}
        </div>
      )}
    </div>
  );
}
