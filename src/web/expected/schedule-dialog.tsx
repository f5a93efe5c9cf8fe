import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SchedulesView } from '#contract/expected/schedules';
import { addDays, weekOf } from '#domain/time/workplace-day';
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
import { PlannedWeeks } from './planned-weeks.tsx';
import { WeekLines } from './week-lines.tsx';
import { toScheduleChange, scheduleErrors, toScheduleDays, toScheduleFormValues } from './schedule-form.ts';

const REPEATS = ['Every week', 'Every 2 weeks'] as const;
const LABELS = { name: 'Name', isRetired: 'Retired', from: 'From', weeks: 'Hours' };

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
  const { weeks } = typed;
  const isNew = known === null;
  const hadPeople =
    !isNew &&
    view.people.some(({ assignments }) => assignments.some(({ scheduleId }) => scheduleId === known));
  const isValid = Object.keys(scheduleErrors(typed)).length === 0;
  const monday = weekOf(view.today).first;
  const present = weeks.length > 1 ? scheduleWeekOf(monday) : 0;
  const names = weeks.map((_, at) =>
    weeks.length === 1 ? 'Hours' : `Week ${at + 1}${at === present ? ' (this week)' : ''}`,
  );
  return (
    <FormDialog
      place="wide"
      title={isNew ? 'Add schedule' : 'Edit schedule'}
      form={form}
      submit="Save schedule"
      submitting="Saving..."
      onClose={onClose}
    >
      <EditConflict what="this schedule" form={form} labels={LABELS} />
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <TextField {...form.field('name')} label="Name" maxLength={60} />
          <SelectField
            label="Repeats"
            options={REPEATS}
            value={REPEATS[weeks.length - 1]}
            onChange={(repeats) => {
              form.clearAll();
              form.edit({ weeks: weeks.concat(weeks).slice(0, REPEATS.indexOf(repeats) + 1) });
            }}
          />
          {weeks.map((lines, at) => (
            <WeekLines
              key={names[at]}
              legend={names[at] ?? ''}
              lines={lines}
              errorOf={(key) => form.errors[`${at} ${key}`]}
              onChange={(changed) => {
                form.clearAll();
                form.edit({ weeks: weeks.with(at, changed) });
              }}
            />
          ))}
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
        </div>
        <PlannedWeeks
          weeks={weeks.map((lines, at) => ({
            name: names[at] ?? '',
            monday: addDays(monday, (at - present) * 7),
            days: toScheduleDays([lines]),
          }))}
        />
      </div>
    </FormDialog>
  );
}
