/** 'Set a new password' [D3.20]: a link, or a temporary password. */
import { useState } from 'react';
import type { PersonView } from '#contract/people/employees';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import { type Answer, call } from '#web/api.ts';
import { closeOver } from '#web/browser/navigation.ts';
import { PersonName } from '#web/frame/person-name.tsx';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { Link } from './invite.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useToast } from '#web/ui/toast.tsx';
import { TemporaryPassword, DISCARD_PASSWORD_WORDS } from './temporary-password.tsx';

const DISCARD_LINK_WORDS = { ...DISCARD_PASSWORD_WORDS, title: 'Leave without the link?' };

/** A reset link needs an active account. Without mail, this dialog shows the link, and only for employees. */
export const canHaveResetLink = (mailsBy: PersonView['mailsBy'], { isActive, role }: User): boolean =>
  isActive && (mailsBy === 'mail' || role === 'employee');

const SUBMIT_LABEL = {
  sendLink: 'Send the link',
  showLink: 'Show the link',
  setPassword: 'Set a new password',
};

const close = (): void => closeOver('new-password');

export function SetPasswordDialog({ user, mailsBy }: Pick<PersonView, 'user' | 'mailsBy'>) {
  const [given, setGiven] = useState<OutputOf<'giveTemporaryPassword'> | null>(null);
  const [made, setMade] = useState<OutputOf<'giveResetLink'> | null>(null);
  const canLink = canHaveResetLink(mailsBy, user);
  const isMailed = mailsBy === 'mail';
  const [way, setWay] = useState<'link' | 'shown'>(canLink && isMailed ? 'link' : 'shown');
  const showToast = useToast();
  const { callConfirmed, dialog } = useConfirmation();
  const linking = isMailed ? 'sendLink' : 'showLink';
  const act = way === 'link' ? linking : 'setPassword';
  const send = async <Given,>(answered: Promise<Answer<Given>>, onDone: (given: Given) => void) => {
    const answer = await answered;
    if (answer.ok) onDone(answer.value);
    return answer;
  };
  const acts = {
    sendLink: () =>
      send(call('requestPasswordReset', { email: user.email }), () => {
        close();
        showToast(`A link is on its way to ${user.email}.`);
      }),
    showLink: () => send(callConfirmed('giveResetLink', { id: user.id }), setMade),
    setPassword: () => send(callConfirmed('giveTemporaryPassword', { id: user.id }), setGiven),
  };
  const form = useForm({ send: (): Promise<Answer<unknown>> => acts[act]() });
  if (given)
    return (
      <Dialog title="New password" hasEdits discardWords={DISCARD_PASSWORD_WORDS} onClose={close}>
        <TemporaryPassword title={`${user.name} has a new password.`} given={given} onClose={close} />
      </Dialog>
    );
  if (made)
    return (
      <Dialog title="New password" hasEdits discardWords={DISCARD_LINK_WORDS} onClose={close}>
        <DialogBody>
          <p role="status">
            Give this link to <PersonName person={user} />. It will not be shown again. It works once, within{' '}
            {made.minutes} minutes.
          </p>
          <Link href={made.link} what="to a new password" />
        </DialogBody>
        <DialogActions>
          <Button look="primary" onClick={close}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog title="New password" onClose={close}>
      <DialogForm form={form} submit={SUBMIT_LABEL[act]}>
        {canLink && user.role === 'employee' && (
          <div className="flex">
            <SegmentedBar
              label="How to pass it on"
              options={[
                { name: 'link', label: isMailed ? 'Send a link' : 'Show a link' },
                { name: 'shown', label: 'Show a password' },
              ]}
              chosen={way}
              onChoose={(next) => {
                form.clearAll();
                setWay(next);
              }}
            />
          </div>
        )}
        {act === 'showLink' && (
          <p>
            You see a link once, to pass on to <PersonName person={user} />, who chooses a new password with
            it. The old password keeps working until then.
          </p>
        )}
        {act === 'sendLink' && (
          <p className="wrap-anywhere">
            <PersonName person={user} /> gets an email at {user.email} with a link to choose a new password.
            It works once, within an hour. The old password keeps working until then.
          </p>
        )}
        {act === 'setPassword' && (
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
