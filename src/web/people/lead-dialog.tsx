import { say } from '#texts/say';
import * as z from 'zod/mini';
import type { User } from '#contract/records';
import type { LeadAssignment } from '#contract/people/employees';
import { foldForSearch, isMonitored, compareNames } from '#domain/people/employee';
import type { Day } from '#domain/time/units';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useEmployees } from './use-employees.ts';
import { useStudios } from '#web/live/use-settings.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';
import { OptionSearch, type SearchOption } from '#web/ui/option-search.tsx';

interface LeadDialogProps {
  user: User;
  leads: readonly LeadAssignment[];
  today: Day;
  onClose: () => void;
}

/** Form values. `whom`: '<scope> <id>' of the led studio, hub or person. An empty `until` means no end. */
const LeadForm = z
  .strictObject({
    whom: z.string().check(z.minLength(1, { error: () => say('lead.chooseWhom') })),
    from: z.string().check(z.minLength(1, { error: () => say('field.chooseDay') })),
    until: z.string(),
  })
  .check(
    z.refine(({ from, until }) => until === '' || until >= from, {
      error: () => say('leave.endsBeforeStart'),
      path: ['until'],
    }),
  );

/** One search finds studios, hubs and people. */
export default function LeadDialog({ user, leads, today, onClose }: LeadDialogProps) {
  const options = useOptions(user.id);
  const form = useForm({
    schema: LeadForm,
    record: { whom: '', from: today, until: '' },
    send: ({ whom, from, until }) => {
      const [scope, id] = whom.split(' ') as [LeadAssignment['scope'], string];
      const added = { scope, id, from, until: until === '' ? null : until };
      return call('saveLeads', { id: user.id, before: [...leads], leads: [...leads, added] });
    },
    onDone: onClose,
  });
  const find = (text: string) =>
    options.filter(({ label }) => foldForSearch(label).includes(foldForSearch(text)));
  return (
    <FormDialog
      title={say('lead.title', { name: user.name })}
      form={form}
      submit={say('common.add')}
      submitting={say('common.saving')}
      onClose={onClose}
    >
      <OptionSearch
        {...form.field('whom')}
        label={say('lead.whom')}
        placeholder={say('common.search')}
        options={options}
        find={find}
        hint={say('lead.hint')}
      />
      <TextField {...form.field('from')} label={say('field.from')} type="date" />
      <TextField
        {...form.field('until')}
        label={say('field.until')}
        type="date"
        hint={say('lead.untilHint')}
      />
    </FormDialog>
  );
}

function useOptions(leadId: string): SearchOption[] {
  const { staff } = useEmployees();
  const { data } = useStudios();
  const places = (data?.studios ?? []).flatMap((studio) => [
    { value: `studio ${studio.id}`, label: studio.name, more: say('field.studio') },
    ...studio.hubs.map((hub) => ({ value: `hub ${hub.id}`, label: hub.name, more: studio.name })),
  ]);
  const people = (staff?.people ?? [])
    .filter((one) => isMonitored(one) && one.id !== leadId)
    .toSorted((one, other) => compareNames(one.name, other.name))
    .map(({ id, name, department }) => ({ value: `person ${id}`, label: name, more: department }));
  return [...places, ...people];
}
