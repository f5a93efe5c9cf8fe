import { say } from '#texts/say';
import { useState } from 'react';
import { PasswordResetRequest } from '#contract/accounts/accounts';
import { type Failure, call } from '#web/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, DonePanel } from '#web/ui/dialog-form.tsx';
import { EMAIL_PROPS, TextField } from '#web/ui/field.tsx';
import { useExitGuard } from '#web/ui/leaving.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { useForm } from '#web/forms/use-form.ts';
import type { ProblemCode } from '#contract/problems';
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
    : say('problem.reset_failed');

const noMail = () =>
  ({
    tone: 'info',
    title: say('resetRequest.noMail'),
    text: say('resetRequest.askAdmin'),
  }) as const;

/** With HIDE_ACCOUNTS `certain` is false, so the text does not reveal whether the account exists. */
export function requestedMessage(email: string, { by, certain, minutes }: OutputOf<'requestPasswordReset'>) {
  if (by === 'outbox') return noMail();
  return certain
    ? {
        title: say('resetRequest.sentTitle'),
        text: say('resetRequest.sent', { email, count: minutes }),
      }
    : {
        title: say('resetRequest.perhapsSentTitle'),
        text: say('resetRequest.perhapsSent', { email, count: minutes }),
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
  const result = done ?? (sendsMail ? null : noMail());
  const close = () => onClosed(form.typed.email);
  useExitGuard(true, close);
  return (
    <Dialog title={say('resetRequest.title')} onClose={close}>
      {result ? (
        <DonePanel {...result} button={say('common.backToLogin')} close={close}>
          {result.text}
        </DonePanel>
      ) : (
        <DialogForm form={form} submit={say('resetRequest.submit')}>
          <p className="text-muted">{say('resetRequest.explanation')}</p>
          <TextField
            {...form.field('email')}
            {...EMAIL_PROPS}
            label={say('field.email')}
            autoComplete="username"
          />
        </DialogForm>
      )}
    </Dialog>
  );
}
