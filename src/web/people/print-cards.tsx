/** Asks before it makes cards, since the people's older cards stop. The server's PDF is saved, for printing. */
import { say } from '#texts/say';
import { useState } from 'react';
import type { User } from '#contract/records';
import { closeOver } from '#web/browser/navigation.ts';
import { saveFile } from '#web/documents/save-file.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { useToast } from '#web/ui/toast.tsx';

const CARDS_AT_ONCE = 500;
const close = (): void => closeOver('cards');

/** @param people active ones; the question keeps those whom it named */
export default function PrintCards({ people: shown }: { people: readonly User[] }) {
  const [people] = useState(shown);
  const count = people.length;
  const showToast = useToast();
  const { sendConfirmed, dialog } = useConfirmation();
  const form = useForm({
    send: async () => {
      const sent = await sendConfirmed(async () => {
        const failure = await saveFile('makeCards', { userIds: people.map(({ id }) => id) });
        return failure ? { ok: false as const, failure } : { ok: true as const };
      });
      if (!sent.ok) return { problem: sent.failure.message };
      close();
      showToast(say('printCards.saved', { count }));
      return undefined;
    },
  });
  const [only] = people;
  const title =
    count === 1 && only
      ? say('printCards.questionOne', { name: only.name })
      : say('printCards.question', { count });
  return (
    <Dialog title={title} onClose={close}>
      {count > CARDS_AT_ONCE ? (
        <ReadOnlyBody onClose={close}>
          <p>{say('printCards.tooMany', { count: CARDS_AT_ONCE })}</p>
        </ReadOnlyBody>
      ) : (
        <DialogForm form={form} submit={say('printCards.save')} submitting={say('printCards.saving')}>
          <p>{say('printCards.olderStop', { count })}</p>
          <p>{say('printCards.keepSafe')}</p>
        </DialogForm>
      )}
      {dialog}
    </Dialog>
  );
}
