/**
 * The edit form at work: what was typed, what is wrong with it, and saving it over a record that others may
 * change.
 */
import { useEffect, useState, type RefObject } from 'react';
import type { User } from '#contract/records';
import { call } from '#web/api.ts';
import { useSending, type Sending } from '#web/forms/use-submission.ts';
import type { Value } from '#web/forms/draft.ts';
import { useDraft, type DraftState } from '#web/forms/use-draft.ts';
import { detailsOf, headline, updateErrors, valuesOf, type EmployeeField } from './employee-form.ts';
import { useReloadEmployees, useApplyEmployee } from './use-employees.ts';

export interface Edit {
  readonly drafting: DraftState<EmployeeField>;
  readonly sending: Sending<EmployeeField | 'role'>;
  type(field: EmployeeField, value: Value): void;
  save(): Promise<void>;
}

export function useEdit(
  user: User,
  form: RefObject<HTMLFormElement | null>,
  onDone: (message: string) => void,
): Edit {
  const drafting = useDraft(valuesOf(user), user.version);
  const sending = useSending<EmployeeField | 'role'>(form);
  /** What to say of a save that has just succeeded. */
  const [done, setDone] = useState<string | null>(null);
  const applyEmployee = useApplyEmployee();
  const reload = useReloadEmployees();

  const { isEdited } = drafting;
  useEffect(() => {
    if (done === null) return;
    // What was typed while the save was under way is not saved yet, and the form stays open over it.
    if (isEdited) setDone(null);
    else onDone(done);
  }, [done, isEdited, onDone]);

  const type = (field: EmployeeField, value: Value) => {
    drafting.type(field, value);
    sending.clear(field);
  };
  const save = async () => {
    if (drafting.conflicts.length > 0)
      return form.current?.querySelector<HTMLElement>('[data-edit-conflict]')?.focus();
    const { typed, version } = drafting.draft;
    const found = updateErrors(typed, user.role);
    if (Object.keys(found).length > 0) return sending.refuse(found, null);
    sending.begin();
    const answer = await call('updateEmployee', {
      id: user.id,
      version,
      ...detailsOf(typed),
      role: user.role,
      isActive: typed.isActive === true,
    });
    if (answer.ok) {
      const { user: saved } = answer.value;
      sending.end();
      applyEmployee(saved);
      drafting.saved(typed, valuesOf(saved), saved.version);
      return setDone(doneText(user, saved));
    }
    const { failure } = answer;
    // Who was quicker, or that nobody is there any more, the reloaded list tells.
    if (
      failure.kind === 'refused' &&
      (failure.code === 'employee_changed' || failure.code === 'employee_not_found')
    )
      reload();
    sending.refuse(
      failure.kind === 'refused' ? failure.fields : {},
      failure.kind === 'refused' && failure.code === 'employee_changed' ? null : headline(failure),
    );
  };
  return { drafting, sending, type, save };
}

function doneText(before: User, after: User): string {
  if (before.isActive && !after.isActive) return `${after.name} was deactivated.`;
  if (!before.isActive && after.isActive) return `${after.name} was reactivated.`;
  return `${after.name} was saved.`;
}
