/** 'Confirm it is you': asks for the person's own password before an account's access changes [D3.23]. */
import { say } from '#texts/say';
import { useState, type ReactNode, type ComponentProps } from 'react';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { call, type Answer, type Failure } from '#web/api.ts';
import { useAuth } from './auth.ts';
import { PasswordConfirmation } from '#contract/accounts/accounts';
import { useForm, type FormOptions } from '#web/forms/use-form.ts';
import { FormDialog, DialogForm } from '#web/ui/dialog-form.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { useExitGuard } from '#web/ui/leaving.ts';
import { closeOver } from '#web/browser/navigation.ts';
import { Dialog } from '#web/ui/dialog.tsx';

type Sent = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

export interface Confirmation {
  /** Sends. If the server asks for the password, sends again after the password was entered. */
  readonly sendConfirmed: <Result extends Sent>(send: () => Promise<Result>) => Promise<Result>;
  readonly callConfirmed: <Name extends RouteName>(
    name: Name,
    input: InputOf<Name>,
  ) => Promise<Answer<OutputOf<Name>>>;
  /** Must stay outside the form, since forms do not nest. */
  readonly dialog: ReactNode;
}

export function useConfirmation(): Confirmation {
  const [confirm, setConfirm] = useState<((isConfirmed: boolean) => void) | null>(null);
  const sendConfirmed: Confirmation['sendConfirmed'] = async (send) => {
    const sent = await send();
    const needsConfirmation =
      !sent.ok && sent.failure.kind === 'refused' && sent.failure.code === 'confirmation_required';
    if (!needsConfirmation) return sent;
    const isConfirmed = await new Promise<boolean>((resolve) => setConfirm(() => resolve));
    setConfirm(null);
    return isConfirmed ? send() : sent;
  };
  return {
    sendConfirmed,
    callConfirmed: (name, input) => sendConfirmed(() => call(name, input)),
    dialog: confirm && <ConfirmDialog onDone={confirm} />,
  };
}

function ConfirmDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const email = useAuth().user?.email ?? '';
  return (
    <OwnPasswordDialog
      title={say('confirmIdentity.title')}
      submit={say('confirmIdentity.submit')}
      send={(typed) => call('confirmIdentity', typed)}
      onDone={() => onDone(true)}
      onClose={() => onDone(false)}
    >
      <p>{say('confirmIdentity.text')}</p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
    </OwnPasswordDialog>
  );
}

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
        label={say('confirmIdentity.password')}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

interface ConfirmedQuestionProps<Value> extends Pick<
  ComponentProps<typeof DialogForm>,
  'submit' | 'isDestructive'
> {
  title: string;
  /** The question is open while the address has this segment; `close` removes the segment. */
  segment: string;
  send: (callConfirmed: Confirmation['callConfirmed']) => Promise<Answer<Value>>;
  /** Called after the question has closed. */
  onDone: (value: Value) => void;
  onFailed?: () => void;
  children: ReactNode;
}

/** Asks before a change to an account's access, for example the removal of a second factor. */
export function ConfirmedQuestion<Value>({
  title,
  segment,
  send,
  onDone,
  onFailed,
  children,
  ...button
}: ConfirmedQuestionProps<Value>) {
  const { callConfirmed, dialog } = useConfirmation();
  const close = () => closeOver(segment);
  const form = useForm<object, Value>({
    send: () => send(callConfirmed),
    failureOf: ({ message }) => {
      onFailed?.();
      return { problem: message };
    },
    onDone: (value) => {
      close();
      onDone(value);
    },
  });
  return (
    <Dialog title={title} onClose={close}>
      <DialogForm {...button} form={form}>
        <p>{children}</p>
      </DialogForm>
      {dialog}
    </Dialog>
  );
}
