import { say } from '#texts/say';
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
      title={person ? say('schedule.ofPerson', { name: person.name }) : say('schedule.assignTitle')}
      form={form}
      submit={say('schedule.assign')}
      submitting={say('common.saving')}
      onClose={onClose}
    >
      <SelectField
        label={say('schedule.title')}
        options={{
          '': settings ? standardHoursText(settings) : say('schedule.standardHours'),
          ...namesById(offered),
        }}
        value={typed.scheduleId ?? ''}
        error={form.errors['scheduleId']}
        hint={say('schedule.assignHint')}
        onChange={(id: string) => form.edit({ scheduleId: id || null })}
      />
      <TextField
        {...form.field('from')}
        label={say('field.from')}
        type="date"
        hint={say('schedule.fromHint')}
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
  ...(!isEnterableDay(from) && { from: say('field.chooseDay') }),
  ...(userIds.length === 0 && { userIds: say('schedule.chooseSomebody') }),
});

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
  const [studio, setStudio] = useState('');
  const people = (staff?.people ?? [])
    .filter(isMonitored)
    .toSorted((one, other) => compareNames(one.name, other.name));
  const studios = Object.fromEntries(people.map(({ department }) => [department, department]));
  const found = people.filter(
    ({ name, department }) =>
      (studio === '' || department === studio) && foldForSearch(name).includes(foldForSearch(typed)),
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
        {chosen.length > 0 ? say('schedule.peopleChosen', { count: chosen.length }) : say('schedule.people')}
      </legend>
      <FieldError id={id} error={error} />
      <LoadState title={say('people.notLoaded')} query={query} shape="h-40" />
      {staff && (
        <>
          <div className="flex flex-wrap gap-2">
            <SearchBox placeholder={say('people.search')} value={typed} onChange={setTyped} />
            <PickField
              label={say('field.studio')}
              options={{ '': say('field.allStudios'), ...studios }}
              value={studio}
              onChange={setStudio}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              isBlocked={others.length === 0}
              onClick={() => onChange([...chosen, ...others].slice(0, ASSIGNMENTS_MAX))}
            >
              {say('schedule.chooseAll', { count: found.length })}
            </Button>
            <Button size="small" look="quiet" isBlocked={chosen.length === 0} onClick={() => onChange([])}>
              {say('schedule.chooseNobody')}
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
          {found.length === 0 && <p className="text-sm text-muted">{say('people.noneFound')}</p>}
          {found.length > SHOWN_AT_MOST && (
            <p className="text-sm text-muted">
              {say('schedule.moreFound', { count: found.length - SHOWN_AT_MOST })}
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
