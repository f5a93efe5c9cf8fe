import type { ReactNode } from 'react';
import { PasswordConfirmation } from '#contract/accounts/accounts';
import type { InputOf } from '#contract/routes';
import { useForm } from '#web/forms/use-form.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { useExitGuard } from '#web/ui/leaving.ts';

interface OwnPasswordDialogProps {
  title: string;
  submit: string;
  send: Parameters<typeof useForm<InputOf<'connectIdentity'>>>[2];
  onClose: () => void;
  children: ReactNode;
}

export function OwnPasswordDialog({ title, submit, send, onClose, children }: OwnPasswordDialogProps) {
  const form = useForm(PasswordConfirmation, { currentPassword: '' }, send);
  // The dialog has no address of its own, so Back must close it.
  useExitGuard(true, onClose);
  return (
    <FormDialog title={title} form={form} submit={submit} onSubmit={form.submit} onClose={onClose}>
      {children}
      <PasswordField
        {...form.field('currentPassword')}
        label="Your Password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
