/** 'Set a new password' [D3.20]: a link, or a temporary password. */
import { richly } from '#web/ui/rich-text.tsx';
import { say, textTable } from '#texts/say';
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

const discardLinkWords = () => ({ ...DISCARD_PASSWORD_WORDS, title: say('setPassword.leaveLink') });

/** A reset link needs an active account. Without mail, this dialog shows the link, and only for employees. */
export const canHaveResetLink = (mailsBy: PersonView['mailsBy'], { isActive, role }: User): boolean =>
  isActive && (mailsBy === 'mail' || role === 'employee');

const SUBMIT_LABEL = textTable({
  sendLink: 'setPassword.sendLink',
  showLink: 'setPassword.showLink',
  setPassword: 'setPassword.setNew',
});

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
        showToast(say('setPassword.onItsWay', { email: user.email }));
      }),
    showLink: () => send(callConfirmed('giveResetLink', { id: user.id }), setMade),
    setPassword: () => send(callConfirmed('giveTemporaryPassword', { id: user.id }), setGiven),
  };
  const form = useForm({ send: (): Promise<Answer<unknown>> => acts[act]() });
  if (given)
    return (
      <Dialog title={say('setPassword.title')} hasEdits discardWords={DISCARD_PASSWORD_WORDS} onClose={close}>
        <TemporaryPassword
          title={say('setPassword.hasNew', { name: user.name })}
          given={given}
          onClose={close}
        />
      </Dialog>
    );
  if (made)
    return (
      <Dialog title={say('setPassword.title')} hasEdits discardWords={discardLinkWords()} onClose={close}>
        <DialogBody>
          <p role="status">
            {richly('setPassword.giveLink', { name: <PersonName person={user} />, count: made.minutes })}
          </p>
          <Link href={made.link} name={say('setPassword.ofLink')} />
        </DialogBody>
        <DialogActions>
          <Button look="primary" onClick={close}>
            {say('common.done')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog title={say('setPassword.title')} onClose={close}>
      <DialogForm form={form} submit={SUBMIT_LABEL[act]}>
        {canLink && user.role === 'employee' && (
          <div className="flex">
            <SegmentedBar
              label={say('setPassword.how')}
              options={[
                {
                  name: 'link',
                  label: isMailed ? say('setPassword.byLink') : say('setPassword.byShownLink'),
                },
                { name: 'shown', label: say('setPassword.byPassword') },
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
          <p>{richly('setPassword.showLinkText', { name: <PersonName person={user} /> })}</p>
        )}
        {act === 'sendLink' && (
          <p className="wrap-anywhere">
            {richly('setPassword.sendLinkText', { name: <PersonName person={user} />, email: user.email })}
          </p>
        )}
        {act === 'setPassword' && (
          <p>{richly('setPassword.passwordText', { name: <PersonName person={user} /> })}</p>
        )}
      </DialogForm>
      {dialog}
    </Dialog>
  );
}
