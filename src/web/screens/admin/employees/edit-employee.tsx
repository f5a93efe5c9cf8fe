import { useLayoutEffect } from 'react';
import type { User } from '#contract/records';
import { useAuth } from '#web/session/auth.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { Undo } from '#web/ui/toast.tsx';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { EmployeeFields } from './employee-fields.tsx';
import { LABELS } from './employee-form.ts';
import { useEdit } from './use-edit.ts';

interface EditEmployeeProps {
  user: User;
  hasOpenEntry: boolean;
  onEdited: (isEdited: boolean) => void;
  onCancel: () => void;
  onDone: (message: string, undo?: Undo) => void;
}

/** All that the Role select offers (spec §2). */
const ROLES = ['Employee'] as const;

/** spec §2 edit form. */
export function EditEmployee({ user, hasOpenEntry, onEdited, onCancel, onDone }: EditEmployeeProps) {
  const { callConfirmed, dialog } = useConfirmation();
  const edit = useEdit(user, callConfirmed, onDone);
  const { isEdited, isSubmitting, conflicts, draft, errors, type } = edit;
  const { typed } = draft;
  const isSelf = useAuth().user?.id === user.id;
  useLayoutEffect(() => {
    onEdited(isEdited);
    return () => onEdited(false);
  }, [isEdited, onEdited]);
  return (
    <>
      <DialogForm
        form={edit}
        submit="Save"
        submitting="Saving..."
        onSubmit={() => void edit.save()}
        onCancel={onCancel}
      >
        {!isSubmitting && conflicts.length > 0 && (
          <EditConflict what="this employee" differences={conflicts} labels={LABELS} onDecide={edit.decide} />
        )}
        <EmployeeFields typed={typed} errors={errors} onType={type} />
        {user.role === 'admin' ? (
          <TextField
            label="Role"
            readOnly
            value="Admin"
            error={errors.role}
            hint="Change it with 'No longer admin', outside this form."
          />
        ) : (
          <SelectField
            label="Role"
            options={ROLES}
            value="Employee"
            error={errors.role}
            onChange={() => undefined}
          />
        )}
        <CheckField
          label={LABELS.isActive}
          checked={typed.isActive === true}
          disabled={isSelf}
          error={errors.isActive}
          hint={activeHint(user, isSelf, typed.isActive === true, hasOpenEntry)}
          onChange={(isActive) => type('isActive', isActive)}
        />
      </DialogForm>
      {dialog}
    </>
  );
}

function activeHint(user: User, isSelf: boolean, isActive: boolean, hasOpenEntry: boolean): string {
  if (isSelf) return 'You cannot deactivate your own account.';
  if (isActive) return user.isActive ? 'Can sign in and clock in.' : 'Will be able to sign in again.';
  if (!user.isActive) return 'Cannot sign in.';
  return `Signed out at once, and cannot sign in again.${hasOpenEntry ? ' The open entry stays open until an administrator closes it.' : ''}`;
}
