import { useQueryClient } from '@tanstack/react-query';
import type { SchedulesView } from '#contract/schedules';
import type { AssignmentChange } from '#domain/expected/schedules';
import { call } from '#web/api.ts';
import { submitFailure } from '#web/forms/submit-failure.ts';
import { useDraftForm } from '#web/forms/use-draft-form.ts';
import { WORK_SETTINGS } from '#web/screens/admin/expected.tsx';
import { SCHEDULES_KEY } from '#web/screens/admin/use-settings.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Effect } from '#web/screens/admin/settings/effect.tsx';
import { namesById } from '#web/ui/pick-field.tsx';
import { PeoplePicker } from './people-picker.tsx';

interface AssignDialogProps {
  view: SchedulesView;
  scheduleId: string | null;
  /** Without it people are chosen in the dialog. */
  person?: { readonly id: string; readonly name: string };
  onClose: () => void;
}

export default function AssignDialog({ view, scheduleId, person, onClose }: AssignDialogProps) {
  const client = useQueryClient();
  const record: AssignmentChange = { scheduleId, from: view.today, userIds: person ? [person.id] : [] };
  const form = useDraftForm<AssignmentChange, string>({
    record,
    validate: errorsIn,
    send: async (typed) => {
      const { version } = client.getQueryData<SchedulesView>(SCHEDULES_KEY) ?? view;
      const assignment = { ...typed, userIds: [...typed.userIds] };
      const answer = await call('assignSchedule', { version, assignment });
      if (!answer.ok) return submitFailure(answer.failure);
      client.setQueryData<SchedulesView>(SCHEDULES_KEY, answer.value);
      onClose();
      return undefined;
    },
  });
  const { typed } = form.draft;
  const offered = view.schedules.filter(({ isRetired, id }) => !isRetired || id === scheduleId);
  return (
    <Dialog
      place={person ? 'middle' : 'side'}
      title={person ? `Schedule of ${person.name}` : 'Assign schedule'}
      hasEdits={form.isEdited}
      onClose={onClose}
    >
      <DialogForm form={form} submit="Assign" submitting="Saving..." onSubmit={form.save}>
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
      </DialogForm>
    </Dialog>
  );
}

const errorsIn = ({ from, userIds }: AssignmentChange): Partial<Record<string, string>> => ({
  ...(from === '' && { from: 'Choose a day' }),
  ...(userIds.length === 0 && { userIds: 'Choose somebody' }),
});
