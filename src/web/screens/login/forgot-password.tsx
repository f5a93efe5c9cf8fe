import { useState } from 'react';
import { PasswordResetRequest } from '#contract/accounts/accounts';
import { type Failure, call } from '#web/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, DonePanel } from '#web/ui/dialog-form.tsx';
import { EMAIL_PROPS, TextField } from '#web/ui/field.tsx';
import { useExitGuard } from '#web/ui/leaving.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { useForm } from '#web/forms/use-form.ts';
import { problemText, type ProblemCode } from '#contract/problems';
import type { OutputOf } from '#contract/routes';

const SERVER_TEXT_CODES: readonly ProblemCode[] = [
  'reset_unknown_user',
  'reset_invalid_email',
  'account_disabled',
  'reset_too_many',
];

/** Returns the server's text for `SERVER_TEXT_CODES`, else the general text (spec §8). */
export const resetFailureText = (failure: Failure): string =>
  failure.kind === 'refused' && SERVER_TEXT_CODES.includes(failure.code)
    ? failure.message
    : problemText('reset_failed');

const NO_MAIL = {
  tone: 'info',
  title: 'Ask an administrator for a new password',
  text: 'This server does not send email, so no link will reach you. An administrator can give you a new password.',
} as const;

/** With HIDE_ACCOUNTS `certain` is false, so the text does not reveal whether the account exists. */
export function requestedMessage(email: string, { by, certain, minutes }: OutputOf<'requestPasswordReset'>) {
  const rest = `It works once, within ${minutes} minutes.`;
  if (by === 'outbox') return NO_MAIL;
  return certain
    ? {
        title: 'The link is on its way',
        text: `It was sent to ${email}. ${rest} If it does not arrive, check your spam folder.`,
      }
    : {
        title: 'Check your inbox',
        text: `If ${email} has an account, a link is on its way there. ${rest} If it does not arrive, check your spam folder.`,
      };
}

interface ForgotPasswordProps {
  email: string;
  /** Hands the typed email address back to the login form. */
  onClosed: (email: string) => void;
}

export default function ForgotPassword({ email, onClosed }: ForgotPasswordProps) {
  const [done, setDone] = useState<ReturnType<typeof requestedMessage> | null>(null);
  const form = useForm({
    schema: PasswordResetRequest,
    record: { email },
    send: (typed) => call('requestPasswordReset', typed),
    failureOf: (failure) => ({ problem: resetFailureText(failure), focus: 'email' }),
    onDone: (answer, typed) => setDone(requestedMessage(typed.email.trim(), answer)),
  });
  const { sendsMail = true } = useWorkplace();
  const result = done ?? (sendsMail ? null : NO_MAIL);
  const close = () => onClosed(form.typed.email);
  useExitGuard(true, close);
  return (
    <Dialog title="Reset your password" onClose={close}>
      {result ? (
        <DonePanel {...result} button="Back to Login" close={close}>
          {result.text}
        </DonePanel>
      ) : (
        <DialogForm form={form} submit="Send reset link">
          <p className="text-muted">
            Enter the address you sign in with. You get a link there to choose a new password.
          </p>
          <TextField {...form.field('email')} {...EMAIL_PROPS} label="Email" autoComplete="username" />
        </DialogForm>
      )}
    </Dialog>
  );
}
