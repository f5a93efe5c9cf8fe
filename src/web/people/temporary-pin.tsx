import { say } from '#texts/say';
import { useState } from 'react';
import type { User } from '#contract/records';
import { closeOver } from '#web/browser/navigation.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, DonePanel } from '#web/ui/dialog-form.tsx';
import { DISCARD_PASSWORD_WORDS } from './temporary-password.tsx';

const close = (): void => closeOver('temporary-pin');
const discardPinWords = () => ({
  ...DISCARD_PASSWORD_WORDS,
  title: say('temporaryPin.leave'),
  text: say('temporaryPin.leaveText'),
});

export function TemporaryPinDialog({ user: { id, name } }: { user: User }) {
  const [pin, setPin] = useState<string | null>(null);
  const { callConfirmed, dialog } = useConfirmation();
  const form = useForm({
    send: async () => {
      const answer = await callConfirmed('giveTemporaryPin', { id });
      if (answer.ok) setPin(answer.value.pin);
      return answer;
    },
  });
  if (pin === null)
    return (
      <Dialog title={say('temporaryPin.question', { name })} onClose={close}>
        <DialogForm form={form} submit={say('temporaryPin.give')}>
          <p>{say('temporaryPin.text')}</p>
        </DialogForm>
        {dialog}
      </Dialog>
    );
  return (
    <Dialog title={say('temporaryPin.title')} hasEdits discardWords={discardPinWords()} onClose={close}>
      <DonePanel title={say('temporaryPin.given', { name })} close={close}>
        {say('temporaryPin.passOn')}
        <span className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <code className="text-2xl tracking-widest tabular-nums">{pin}</code>
          <CopyButton text={pin} name={say('temporaryPin.copy')} />
        </span>
      </DonePanel>
    </Dialog>
  );
}
