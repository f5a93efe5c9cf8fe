import { useState } from 'react';
import type { SchedulesView } from '#contract/schedules';
import { weekOf } from '#domain/time/workplace-day';
import { scheduleWeekOf } from '#domain/expected/schedules';
import { call } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { SCHEDULES_KEY } from '#web/screens/admin/use-settings.ts';
import { CheckField } from '#web/ui/check-field.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Effect } from '#web/screens/admin/settings/effect.tsx';
import { useViewForm } from '#web/screens/admin/settings/use-view-form.ts';
import { WeekFields } from './schedule-days.tsx';
import { changeOf, newWeek, scheduleErrors, typedSchedule, type TypedSchedule } from './schedule-form.ts';
import { weeksOf } from './schedule-text.ts';

const RHYTHMS = ['Every week the same', 'Alternating weeks'] as const;
const LABELS = { name: 'Name', isRetired: 'Retired', from: 'From', days: 'Days' };

interface ScheduleDialogProps {
  view: SchedulesView;
  /** Null for a new one. */
  id: string | null;
  onClose: () => void;
}

export default function ScheduleDialog({ view, id: known, onClose }: ScheduleDialogProps) {
  const [id] = useState(() => known ?? newRequestId());
  const form = useViewForm<SchedulesView, TypedSchedule>({
    queryKey: SCHEDULES_KEY,
    view,
    recordOf: (now) => typedSchedule(now, known),
    validate: scheduleErrors,
    save: (typed, version) => call('saveSchedule', { version, schedule: changeOf(id, typed) }),
    onClose,
  });
  const { typed } = form.draft;
  const { days } = typed;
  const weeks = weeksOf(days);
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
      onSubmit={form.save}
      onClose={onClose}
    >
      <EditConflict what="this schedule" form={form} labels={LABELS} />
      <TextField
        label="Name"
        maxLength={60}
        value={typed.name}
        error={errors['name']}
        onChange={(name) => form.edit({ name })}
      />
      <SelectField
        label="Rhythm"
        options={RHYTHMS}
        value={RHYTHMS[weeks.length - 1]}
        onChange={(rhythm) =>
          form.edit({
            days:
              rhythm === RHYTHMS[0] ? days.slice(0, 7) : [...days, ...(weeks[0] ?? newWeek())].slice(0, 14),
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
          label="From"
          type="date"
          value={typed.from}
          error={errors['from']}
          hint="Earlier days keep the hours that they had."
          onChange={(from) => form.edit({ from })}
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
      {hadPeople && isValid && <Effect schedule={{ ...changeOf(id, typed), name: 'Schedule' }} />}
    </FormDialog>
  );
}
