import { say, textTable } from '#texts/say';
import { useEffect, useState } from 'react';
import type { User } from '#contract/records';
import type { Confirmation } from '#web/session/confirm-identity.tsx';
import type { Undo } from '#web/ui/toast.tsx';
import { sharedRecord } from '#web/forms/shared-record.ts';
import { toSubmitFailure, useForm, type FormOf, fieldErrorsOf } from '#web/forms/use-form.ts';
import { useApplyEmployee, useReloadEmployees } from './use-employees.ts';
import { call } from '#web/api.ts';
import { EmployeeUpdate, NewEmployee } from '#contract/people/employees';
import type { EmployeeDetails } from '#domain/people/employee';
import type { FieldErrors } from '#web/forms/draft.ts';

/** Undoes an edit, unless somebody changed the employee after the edit. Does not change the role. */
export function useEmployeeEditUndo(): (before: User, saved: User) => Undo {
  const applyEmployee = useApplyEmployee();
  const reload = useReloadEmployees();
  return (before, { id, version, role }) =>
    async () => {
      const { name } = before;
      const answer = await call('updateEmployee', { id, version, role, ...valuesOf(before) });
      if (answer.ok) {
        applyEmployee(answer.value.user);
        return { isUndone: true, message: say('employee.restored', { name }) };
      }
      const { failure } = answer;
      if (failure.kind === 'refused' && failure.code === 'employee_changed') {
        reload();
        return { isUndone: false, message: say('employee.notRestored', { name }) };
      }
      return { isUndone: false, message: say('common.notUndone', { message: failure.message }) };
    };
}

export function useEmployeeEditForm(
  user: User,
  callConfirmed: Confirmation['callConfirmed'],
  onDone: (message: string, undo?: Undo) => void,
): FormOf<TypedEmployee> {
  const [done, setDone] = useState<Parameters<typeof onDone> | null>(null);
  const applyEmployee = useApplyEmployee();
  const reload = useReloadEmployees();
  const undoOf = useEmployeeEditUndo();
  const { id, version: sentVersion, role } = user;
  const recordOf = ({ user: saved }: { readonly user: User }) => ({
    record: valuesOf(saved),
    version: saved.version,
  });
  const form = useForm({
    shared: sharedRecord({ ...recordOf({ user }), recordOf }),
    validate: (typed) => validateEmployeeUpdate(typed, role),
    send: (typed, version) => callConfirmed('updateEmployee', { id, version, ...typed, role }),
    failureOf: (failure) => {
      const code = failure.kind === 'refused' ? failure.code : null;
      // Reload to show the other admin's change, or that the account no longer exists.
      if (code === 'employee_changed' || code === 'employee_not_found') reload();
      return code === 'employee_changed' ? {} : toSubmitFailure(failure);
    },
    onDone: ({ user: saved }) => {
      applyEmployee(saved);
      setDone([savedMessage(user, saved), saved.version === sentVersion ? undefined : undoOf(user, saved)]);
    },
  });
  const { isEdited } = form;
  useEffect(() => {
    if (done === null) return;
    // If the admin typed during the save, keep the form open: the new text is not saved yet.
    if (isEdited) setDone(null);
    else onDone(...done);
  }, [done, isEdited, onDone]);
  return form;
}

export function savedMessage(before: User, after: User): string {
  if (before.isActive && !after.isActive) return say('employee.wasDeactivated', { name: after.name });
  if (!before.isActive && after.isActive) return say('employee.wasReactivated', { name: after.name });
  return say('employee.wasSaved', { name: after.name });
}

export type TypedEmployee = EmployeeDetails & Pick<User, 'isActive'>;
export type EmployeeField = keyof TypedEmployee;

export const LABELS = textTable<EmployeeField>({
  name: 'employee.name',
  email: 'employee.email',
  employeeId: 'employee.id',
  payrollNumber: 'employee.payrollNumber',
  employedSince: 'employee.since',
  department: 'employee.studio',
  hub: 'employee.hub',
  position: 'employee.position',
  isActive: 'employee.active',
});

const FIELDS = Object.keys(LABELS) as EmployeeField[];

export const valuesOf = (user: User): TypedEmployee =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field]])) as TypedEmployee;

export const detailsOf = ({ isActive: _isActive, ...details }: TypedEmployee): EmployeeDetails => details;

const PLACEHOLDER_ID = '00000000-0000-4000-8000-000000000000';
/** Validates the typed fields. The schema also requires an id and a version, so placeholders are passed. */
export const validateEmployeeUpdate = (typed: TypedEmployee, role: User['role']): FieldErrors =>
  fieldErrorsOf(EmployeeUpdate, { id: PLACEHOLDER_ID, version: 1, ...typed, role });

export const validateNewEmployee = (typed: TypedEmployee): FieldErrors =>
  fieldErrorsOf(NewEmployee, { ...detailsOf(typed), role: 'employee' });
