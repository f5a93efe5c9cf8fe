import type { SchedulesView } from '#contract/schedules';
import type { AssignmentChange } from '#domain/expected/schedules';
import { call } from '#web/api.ts';
import { WORK_SETTINGS } from '#web/screens/admin/expected.tsx';
import { SCHEDULES_KEY } from '#web/screens/admin/use-settings.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Effect } from '#web/screens/admin/settings/effect.tsx';
import { namesById } from '#web/ui/pick-field.tsx';
import { useViewForm } from '#web/screens/admin/settings/use-view-form.ts';
import { PeoplePicker } from './people-picker.tsx';

interface AssignDialogProps {
  view: SchedulesView;
  scheduleId: string | null;
  /** Without it people are chosen in the dialog. */
  person?: { readonly id: string; readonly name: string };
  onClose: () => void;
}

export default function AssignDialog({ view, scheduleId, person, onClose }: AssignDialogProps) {
  const record = { scheduleId, from: view.today, userIds: person ? [person.id] : [] };
  const form = useViewForm<SchedulesView, AssignmentChange>({
    queryKey: SCHEDULES_KEY,
    view,
    recordOf: () => record,
    validate: errorsIn,
    save: (typed, version) =>
      call('assignSchedule', { version, assignment: { ...typed, userIds: [...typed.userIds] } }),
    onClose,
  });
  const { typed } = form.draft;
  const offered = view.schedules.filter(({ isRetired, id }) => !isRetired || id === scheduleId);
  return (
    <FormDialog
      place={person ? 'middle' : 'side'}
      title={person ? `Schedule of ${person.name}` : 'Assign schedule'}
      form={form}
      submit="Assign"
      submitting="Saving..."
      onSubmit={form.save}
      onClose={onClose}
    >
      <SelectField
        label="Schedule"
        options={{ '': WORK_SETTINGS, ...namesById(offered) }}
        value={typed.scheduleId ?? ''}
        error={form.errors['scheduleId']}
        onChange={(id: string) => form.edit({ scheduleId: id || null })}
      />
      <TextField
        label="From"
        type="date"
        value={typed.from}
        error={form.errors['from']}
        hint="Earlier days stay as they are. Later changes that were planned are replaced."
        onChange={(from) => form.edit({ from })}
      />
      {!person && (
        <PeoplePicker
          view={view}
          chosen={typed.userIds}
          error={form.errors['userIds']}
          onChange={(userIds) => form.edit({ userIds })}
        />
      )}
      {typed.userIds.length > 0 && typed.from !== '' && (
        <Effect assignment={{ ...typed, userIds: [...typed.userIds] }} />
      )}
    </FormDialog>
  );
}

const errorsIn = ({ from, userIds }: AssignmentChange): Partial<Record<string, string>> => ({
  ...(from === '' && { from: 'Choose a day' }),
  ...(userIds.length === 0 && { userIds: 'Choose somebody' }),
});
