/** The edit form at work: what was typed, what is wrong with it, and saving it over a record that others may change. */
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#contract/records';
import { call } from '../../../api.ts';
import { focusFirstFault, without } from '../../../form.ts';
import type { Value } from '../draft.ts';
import { useDraft, type Drafting } from '../use-draft.ts';
import { detailsOf, headline, updateFaults, valuesOf, type EmployeeFaults, type EmployeeField } from './employee-form.ts';
import { useReloadEmployees, useTakeEmployee } from './use-employees.ts';

export interface Edit {
  readonly drafting: Drafting<EmployeeField>;
  readonly faults: EmployeeFaults;
  /** What belongs to no field. */
  readonly problem: string | null;
  readonly isSaving: boolean;
  type(field: EmployeeField, value: Value): void;
  save(): Promise<void>;
}

export function useEdit(user: User, form: RefObject<HTMLFormElement | null>, onDone: (message: string) => void): Edit {
  const drafting = useDraft(valuesOf(user), user.version);
  const [faults, setFaults] = useState<EmployeeFaults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const take = useTakeEmployee();
  const reload = useReloadEmployees();

  const refuse = (found: EmployeeFaults, message: string | null) => {
    flushSync(() => {
      setFaults(found);
      setProblem(message);
      setSaving(false);
    });
    focusFirstFault(form.current);
  };
  const type = (field: EmployeeField, value: Value) => {
    drafting.type(field, value);
    setFaults((known) => without(known, field));
  };
  const save = async () => {
    if (drafting.meanwhile.length > 0) return form.current?.querySelector<HTMLElement>('[data-meanwhile]')?.focus();
    const { typed, version } = drafting.draft;
    const found = updateFaults(typed, user.role);
    if (Object.keys(found).length > 0) return refuse(found, null);
    setSaving(true);
    const answer = await call('updateEmployee', { id: user.id, version, ...detailsOf(typed), role: user.role, isActive: typed.isActive === true });
    if (answer.ok) {
      take(answer.value.user);
      return onDone(doneText(user, answer.value.user));
    }
    const { failure } = answer;
    // Who was quicker, or that nobody is there any more, the reloaded list tells.
    if (failure.kind === 'refused' && (failure.code === 'employee_changed' || failure.code === 'employee_not_found')) reload();
    refuse(failure.kind === 'refused' ? failure.fields : {}, failure.kind === 'refused' && failure.code === 'employee_changed' ? null : headline(failure));
  };
  return { drafting, faults, problem, isSaving, type, save };
}

function doneText(before: User, after: User): string {
  if (before.isActive && !after.isActive) return `${after.name} was deactivated.`;
  if (!before.isActive && after.isActive) return `${after.name} was reactivated.`;
  return `${after.name} was saved.`;
}
