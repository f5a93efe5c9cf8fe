import type { ReactNode } from 'react';
import { PasswordConfirmation } from '#contract/accounts/accounts';
import type { InputOf } from '#contract/routes';
import { useForm, type FormOptions } from '#web/forms/use-form.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { useExitGuard } from '#web/ui/leaving.ts';

interface OwnPasswordDialogProps<Value> extends Pick<
  FormOptions<InputOf<'connectIdentity'>, Value>,
  'send' | 'failureOf' | 'onDone'
> {
  title: string;
  submit: string;
  onClose: () => void;
  children: ReactNode;
}

export function OwnPasswordDialog<Value>({
  title,
  submit,
  onClose,
  children,
  ...sending
}: OwnPasswordDialogProps<Value>) {
  const form = useForm({ ...sending, schema: PasswordConfirmation, record: { currentPassword: '' } });
  // The dialog has no address of its own, so Back must close it.
  useExitGuard(true, onClose);
  return (
    <FormDialog title={title} form={form} submit={submit} onClose={onClose}>
      {children}
      <PasswordField
        {...form.field('currentPassword')}
        label="Your Password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
