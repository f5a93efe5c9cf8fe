import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SchedulesView } from '#contract/expected/schedules';
import { ASSIGNMENTS_MAX, type AssignmentChange } from '#domain/expected/schedules';
import { ruleOn } from '#domain/expected/work-rule';
import { foldForSearch, isMonitored, compareNames } from '#domain/people/employee';
import { isEnterableDay } from '#domain/time/workplace-day';
import { call } from '#web/api.ts';
import { sharedRecord } from '#web/forms/shared-record.ts';
import { useForm } from '#web/forms/use-form.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField, FieldError } from '#web/ui/field.tsx';
import { EffectSummary } from './effect.tsx';
import { namesById, PickField } from '#web/ui/pick-field.tsx';
import { standardHoursText } from './standard-hours.tsx';
import { useSettings } from '#web/live/use-settings.ts';
import { useEmployees } from '#web/people/use-employees.ts';
import { CheckField } from '#web/ui/check-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';

interface AssignDialogProps {
  view: SchedulesView;
  scheduleId: string | null;
  /** The person who gets the schedule. If undefined, the admin chooses people in the dialog. */
  person?: { readonly id: string; readonly name: string };
  onClose: () => void;
}

export default function AssignDialog({ view, scheduleId, person, onClose }: AssignDialogProps) {
  const client = useQueryClient();
  const record: AssignmentChange = { scheduleId, from: view.today, userIds: person ? [person.id] : [] };
  const recordOf = ({ version }: SchedulesView) => ({ record, version });
  const cached = { client, queryKey: ['schedules'] };
  const form = useForm({
    shared: sharedRecord({ ...recordOf(view), recordOf, cached }),
    validate: errorsIn,
    send: (typed, version) =>
      call('assignSchedule', { version, assignment: { ...typed, userIds: [...typed.userIds] } }),
    onDone: onClose,
  });
  const { typed } = form;
  const { settings } = useSettings().data ?? {};
  const offered = view.schedules.filter(({ isRetired, id }) => !isRetired || id === scheduleId);
  return (
    <FormDialog
      place={person ? 'middle' : 'side'}
      title={person ? `Schedule of ${person.name}` : 'Assign schedule'}
      form={form}
      submit="Assign"
      submitting="Saving..."
      onClose={onClose}
    >
      <SelectField
        label="Schedule"
        options={{ '': settings ? standardHoursText(settings) : 'Standard hours', ...namesById(offered) }}
        value={typed.scheduleId ?? ''}
        error={form.errors['scheduleId']}
        hint="For overtime, a free day has no hours by a schedule. By the standard hours it is like a workday."
        onChange={(id: string) => form.edit({ scheduleId: id || null })}
      />
      <TextField
        {...form.field('from')}
        label="From"
        type="date"
        hint="Earlier days stay as they are. Later changes that were planned are replaced."
      />
      {!person && (
        <PeoplePicker
          view={view}
          chosen={typed.userIds}
          error={form.errors['userIds']}
          onChange={(userIds) => form.edit({ userIds })}
        />
      )}
      {Object.keys(errorsIn(typed)).length === 0 && (
        <EffectSummary assignment={{ ...typed, userIds: [...typed.userIds] }} />
      )}
    </FormDialog>
  );
}

const errorsIn = ({ from, userIds }: AssignmentChange): Partial<Record<string, string>> => ({
  ...(!isEnterableDay(from) && { from: 'Choose a day' }),
  ...(userIds.length === 0 && { userIds: 'Choose somebody' }),
});

const ALL_STUDIOS = 'All studios';
const SHOWN_AT_MOST = 100;

interface PeoplePickerProps {
  view: SchedulesView;
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

function PeoplePicker({ view, chosen, error, onChange }: PeoplePickerProps) {
  const id = useId();
  const { staff, query } = useEmployees();
  const [typed, setTyped] = useState('');
  const [studio, setStudio] = useState(ALL_STUDIOS);
  const people = (staff?.people ?? [])
    .filter(isMonitored)
    .toSorted((one, other) => compareNames(one.name, other.name));
  const studios = [ALL_STUDIOS, ...new Set(people.map(({ department }) => department))];
  const found = people.filter(
    ({ name, department }) =>
      (studio === ALL_STUDIOS || department === studio) && foldForSearch(name).includes(foldForSearch(typed)),
  );
  const others = found.filter((one) => !chosen.includes(one.id)).map((one) => one.id);
  const scheduleOf = (userId: string): string | undefined => {
    const its = view.people.find((one) => one.userId === userId)?.assignments ?? [];
    const scheduleId = ruleOn(its, view.today)?.scheduleId;
    return view.schedules.find((one) => one.id === scheduleId)?.name;
  };
  return (
    <fieldset className="grid gap-3" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-2 text-sm font-semibold">
        People{chosen.length > 0 && ` (${chosen.length} chosen)`}
      </legend>
      <FieldError id={id} error={error} />
      <LoadState title="The people could not be loaded." query={query} shape="h-40" />
      {staff && (
        <>
          <div className="flex flex-wrap gap-2">
            <SearchBox placeholder="Search people..." value={typed} onChange={setTyped} />
            <PickField label="Studio" options={studios} value={studio} onChange={setStudio} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              isBlocked={others.length === 0}
              onClick={() => onChange([...chosen, ...others].slice(0, ASSIGNMENTS_MAX))}
            >
              Choose all {found.length}
            </Button>
            <Button size="small" look="quiet" isBlocked={chosen.length === 0} onClick={() => onChange([])}>
              Choose nobody
            </Button>
          </div>
          <ul className="divide-y divide-line border-y border-line empty:hidden">
            {found.slice(0, SHOWN_AT_MOST).map(({ id: userId, name, department }) => (
              <li key={userId} className="py-2 wrap-anywhere">
                <CheckField
                  label={name}
                  hint={[department, scheduleOf(userId)].filter(Boolean).join(' · ')}
                  checked={chosen.includes(userId)}
                  onChange={(isChosen) =>
                    onChange(isChosen ? [...chosen, userId] : chosen.filter((one) => one !== userId))
                  }
                />
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="text-sm text-muted">Nobody found.</p>}
          {found.length > SHOWN_AT_MOST && (
            <p className="text-sm text-muted">
              {found.length - SHOWN_AT_MOST} more. Search for a name, or choose a studio.
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
