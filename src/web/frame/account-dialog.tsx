import { say } from '#texts/say';
import { Profile, PasswordChangeForm } from '#contract/accounts/accounts';
import type { User } from '#contract/records';
import type { Failure } from '#web/api.ts';
import { updateProfile } from '#web/session/auth.ts';
import { FormDialog, DialogForm, DonePanel } from '#web/ui/dialog-form.tsx';
import { TextField, PasswordField } from '#web/ui/field.tsx';
import type { SubmitFailure } from '#web/forms/draft.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useState } from 'react';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { passwordFailure, setOwnPassword } from '#web/session/new-password.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface DialogProps {
  user: User;
  onClosed: () => void;
}

interface AccountDialogProps extends DialogProps {
  opened: 'change-name' | 'change-password';
}

export default function AccountDialog({ opened, ...props }: AccountDialogProps) {
  return opened === 'change-name' ? <NameDialog {...props} /> : <PasswordDialog {...props} />;
}

function NameDialog({ user, onClosed }: DialogProps) {
  const form = useForm({
    schema: Profile,
    record: { name: user.name },
    send: updateProfile,
    failureOf: profileFailure,
    onDone: onClosed,
  });
  return (
    <FormDialog
      title={say('account.changeName')}
      form={form}
      submit={say('account.saveName')}
      onClose={onClosed}
    >
      <TextField
        {...form.field('name')}
        label={say('field.fullName')}
        autoComplete="name"
        hint={say('account.nameHint')}
      />
    </FormDialog>
  );
}

/** Error texts by spec §8, profile update. */
export function profileFailure(failure: Failure): SubmitFailure {
  if (failure.kind === 'refused' && failure.fields['name'] !== undefined)
    return { errors: { name: failure.fields['name'] } };
  const isShownAsIs =
    failure.kind === 'refused' && ['profile_not_signed_in', 'renames_too_many'].includes(failure.code);
  return { problem: isShownAsIs ? failure.message : say('problem.profile_update_failed'), focus: 'name' };
}

function PasswordDialog({ user, onClosed }: DialogProps) {
  const [isDone, setDone] = useState(false);
  const form = useForm({
    schema: PasswordChangeForm,
    record: { currentPassword: '', password: '', confirmPassword: '' },
    send: ({ currentPassword, password }) => setOwnPassword('changePassword', { currentPassword, password }),
    failureOf: passwordFailure,
    onDone: () => setDone(true),
  });
  return (
    <Dialog title={say('account.changePassword')} onClose={onClosed} hasEdits={form.isEdited && !isDone}>
      {isDone ? (
        <DonePanel title={say('account.passwordChanged')} close={onClosed}>
          {say('account.signedOutElsewhere')}
        </DonePanel>
      ) : (
        <DialogForm form={form} submit={say('account.savePassword')}>
          <PasswordField
            {...form.field('currentPassword')}
            label={say('account.currentPassword')}
            autoComplete="current-password"
          />
          <NewPasswordFields email={user.email} field={form.field} />
        </DialogForm>
      )}
    </Dialog>
  );
}
