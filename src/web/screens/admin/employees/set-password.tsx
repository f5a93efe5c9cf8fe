/** 'Set a new password' [D3.20], for somebody who cannot sign in: a link by mail, or a temporary one to be handed on. */
import { useRef, useState } from 'react';
import type { PersonView } from '#contract/employees';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import { call } from '#web/api.ts';
import { closeOver } from '#web/browser/navigation.ts';
import { PersonName } from '#web/frame/which-person.tsx';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { useSubmission } from '#web/forms/use-submission.ts';
import { useToast } from '#web/ui/toast.tsx';
import { TemporaryPassword, UNSEEN_PASSWORD } from './temporary-password.tsx';

const WAYS = [
  { name: 'link', label: 'Send a link' },
  { name: 'shown', label: 'Show a password' },
] as const;
type Way = (typeof WAYS)[number]['name'];

interface SetPasswordProps {
  user: User;
  mailsBy: PersonView['mailsBy'];
}

const close = (): void => closeOver('new-password');

export function SetPassword({ user, mailsBy }: SetPasswordProps) {
  const [given, setGiven] = useState<OutputOf<'giveTemporaryPassword'> | null>(null);
  // A link is of use to who can sign in, and reads their mails.
  const canMail = mailsBy === 'mail' && user.isActive;
  const [way, setWay] = useState<Way>(canMail ? 'link' : 'shown');
  const tell = useToast();
  const { callConfirmed, dialog } = useConfirmation();
  const form = useRef<HTMLFormElement>(null);
  const { submit, problem, isSubmitting, clearAll } = useSubmission<never>(form);
  const sendLink = async () => {
    const answer = await call('requestPasswordReset', { email: user.email });
    if (!answer.ok) return { problem: answer.failure.message };
    close();
    tell(`A link is on its way to ${user.email}.`);
    return undefined;
  };
  const setPassword = async () => {
    const answer = await callConfirmed('giveTemporaryPassword', { id: user.id });
    if (!answer.ok) return { problem: answer.failure.message };
    setGiven(answer.value);
    return undefined;
  };
  if (given)
    return (
      <Dialog title="New password" hasEdits leaving={UNSEEN_PASSWORD} onClose={close}>
        <TemporaryPassword title={`${user.name} has a new password.`} given={given} onClose={close} />
      </Dialog>
    );
  return (
    <Dialog title="New password" onClose={close}>
      <DialogForm
        form={form}
        problem={problem}
        submit={way === 'link' ? 'Send the link' : 'Set a new password'}
        isSubmitting={isSubmitting}
        onSubmit={() => void submit({}, way === 'link' ? sendLink : setPassword)}
        onCancel={close}
      >
        {canMail && (
          <div className="flex">
            <Segmented
              label="How to pass it on"
              options={WAYS}
              chosen={way}
              onChoose={(next) => {
                clearAll();
                setWay(next);
              }}
            />
          </div>
        )}
        {way === 'link' ? (
          <p className="wrap-anywhere">
            <PersonName person={user} /> gets an email at {user.email} with a link to choose a new password.
            It works once, within an hour. The old password keeps working until then.
          </p>
        ) : (
          <p>
            <PersonName person={user} /> gets a temporary password, which you see once, and is signed out
            everywhere. The old password stops working.
          </p>
        )}
      </DialogForm>
      {dialog}
    </Dialog>
  );
}
