import { say } from '#texts/say';
import {
  DEFAULT_DEPARTMENT,
  DEFAULT_POSITION,
  type EmployeeDetail,
  POSITIONS,
} from '#domain/people/employee';
import { hubsOf, offeredStudios } from '#domain/people/studios';
import { useStudios } from '#web/live/use-settings.ts';
import { EMAIL_PROPS, SelectField, TextField } from '#web/ui/field.tsx';
import { LABELS, type TypedEmployee, useEmployeeEditForm } from './employee-form.ts';
import { useLayoutEffect } from 'react';
import type { User } from '#contract/records';
import { useAuth } from '#web/session/auth.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import type { Undo } from '#web/ui/toast.tsx';
import type { FormOf } from '#web/forms/use-form.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';

export const EmployeeFields = ({ form }: { form: FormOf<TypedEmployee> }) => {
  const { typed, edit } = form;
  const { department } = typed;
  const studios = offeredStudios(useStudios().data?.studios ?? []);
  const field = (name: EmployeeDetail) => ({ ...form.field(name), label: LABELS[name] });
  const hubs = withKnown(hubsOf(studios, department), typed.hub);
  return (
    <>
      <TextField {...field('name')} autoComplete="off" />
      <TextField {...field('email')} {...EMAIL_PROPS} autoComplete="off" />
      <TextField {...field('employeeId')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      <TextField
        {...field('payrollNumber')}
        autoComplete="off"
        spellCheck={false}
        hint={say('employee.payrollHint')}
      />
      <TextField {...field('employedSince')} type="date" hint={say('employee.sinceHint')} />
      <SelectField
        {...field('department')}
        placeholder={say('field.selectStudio')}
        options={withKnown(
          [...new Set([DEFAULT_DEPARTMENT, ...studios.map(({ name }) => name)])],
          department,
        )}
        onChange={(next) => edit({ department: next, hub: '' })}
      />
      <SelectField
        {...field('hub')}
        placeholder={hubs.length === 0 ? say('employee.noHubs') : say('common.none')}
        options={hubs}
        disabled={hubs.length === 0}
      />
      <SelectField
        {...field('position')}
        placeholder={say('field.selectPosition')}
        options={withKnown([...POSITIONS, DEFAULT_POSITION], typed.position)}
      />
    </>
  );
};

/** Adds the person's current value (`known`) if `options` do not include this value any more. */
const withKnown = (options: readonly string[], known: string): readonly string[] =>
  known === '' || options.includes(known) ? options : [...options, known];

interface EditEmployeeProps {
  user: User;
  hasOpenEntry: boolean;
  onEdited: (isEdited: boolean) => void;
  onCancel: () => void;
  onDone: (message: string, undo?: Undo) => void;
}

/** spec §2 edit form. */
export function EditEmployee({ user, hasOpenEntry, onEdited, onCancel, onDone }: EditEmployeeProps) {
  const { callConfirmed, dialog } = useConfirmation();
  const edit = useEmployeeEditForm(user, callConfirmed, onDone);
  const { isEdited, errors, typed } = edit;
  const isSelf = useAuth().user?.id === user.id;
  useLayoutEffect(() => {
    onEdited(isEdited);
    return () => onEdited(false);
  }, [isEdited, onEdited]);
  return (
    <>
      <DialogForm
        form={edit}
        submit={say('common.save')}
        submitting={say('common.saving')}
        onCancel={onCancel}
      >
        <EditConflict what="employee" form={edit} labels={LABELS} />
        <EmployeeFields form={edit} />
        {user.role === 'admin' ? (
          <TextField
            label={say('field.role')}
            readOnly
            value={say('role.admin')}
            error={errors['role']}
            hint={say('employee.adminHint')}
          />
        ) : (
          <SelectField
            label={say('field.role')}
            options={[say('role.employee')]}
            value={say('role.employee')}
            error={errors['role']}
            onChange={() => undefined}
          />
        )}
        <CheckField
          label={LABELS.isActive}
          checked={typed.isActive}
          disabled={isSelf}
          error={errors['isActive']}
          hint={activeHint(user, isSelf, typed.isActive, hasOpenEntry)}
          onChange={(isActive) => edit.edit({ isActive })}
        />
      </DialogForm>
      {dialog}
    </>
  );
}

function activeHint(user: User, isSelf: boolean, isActive: boolean, hasOpenEntry: boolean): string {
  if (isSelf) return say('employee.notYourself');
  if (isActive) return user.isActive ? say('employee.canSignIn') : say('employee.willSignIn');
  if (!user.isActive) return say('employee.cannotSignIn');
  return hasOpenEntry ? say('employee.signedOutWhileIn') : say('employee.signedOut');
}
