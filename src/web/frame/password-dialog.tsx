import { useState } from 'react';
import { PasswordChangeForm } from '#contract/accounts/accounts';
import type { User } from '#contract/records';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { passwordFailure, setOwnPassword } from '#web/session/new-password.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, DonePanel } from '#web/ui/dialog-form.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { useForm } from '#web/forms/use-form.ts';

export default function PasswordDialog({ user, onClosed }: { user: User; onClosed: () => void }) {
  const [isDone, setDone] = useState(false);
  const form = useForm({
    schema: PasswordChangeForm,
    record: { currentPassword: '', password: '', confirmPassword: '' },
    send: ({ currentPassword, password }) => setOwnPassword('changePassword', { currentPassword, password }),
    failureOf: passwordFailure,
    onDone: () => setDone(true),
  });
  return (
    <Dialog title="Change password" onClose={onClosed} hasEdits={form.isEdited && !isDone}>
      {isDone ? (
        <DonePanel title="Your password was changed" close={onClosed}>
          You stay signed in here and are signed out everywhere else.
        </DonePanel>
      ) : (
        <DialogForm form={form} submit="Save password">
          <PasswordField
            {...form.field('currentPassword')}
            label="Current Password"
            autoComplete="current-password"
          />
          <NewPasswordFields email={user.email} field={form.field} />
        </DialogForm>
      )}
    </Dialog>
  );
}
