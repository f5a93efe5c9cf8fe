import { say, textTable } from '#texts/say';
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

const REPEATS = textTable({ 1: 'schedule.everyWeek', 2: 'schedule.everyTwoWeeks' });
const LABELS = textTable({
  name: 'field.name',
  isRetired: 'schedule.retired',
  from: 'field.from',
  weeks: 'schedule.hours',
});

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
    weeks.length === 1
      ? say('schedule.hours')
      : at === present
        ? say('schedule.thisWeek', { week: at + 1 })
        : say('schedule.week', { week: at + 1 }),
  );
  return (
    <FormDialog
      place="wide"
      title={isNew ? say('schedule.add') : say('schedule.edit')}
      form={form}
      submit={say('schedule.save')}
      submitting={say('common.saving')}
      onClose={onClose}
    >
      <EditConflict what="schedule" form={form} labels={LABELS} />
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <TextField {...form.field('name')} label={LABELS.name} maxLength={60} />
          <SelectField
            label={say('schedule.repeats')}
            options={REPEATS}
            value={weeks.length === 1 ? '1' : '2'}
            onChange={(repeats) => {
              form.clearAll();
              form.edit({ weeks: weeks.concat(weeks).slice(0, Number(repeats)) });
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
              label={LABELS.from}
              type="date"
              hint={say('schedule.earlierDays')}
            />
          )}
          {!isNew && (
            <CheckField
              label={LABELS.isRetired}
              checked={typed.isRetired}
              hint={say('schedule.retiredHint')}
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
