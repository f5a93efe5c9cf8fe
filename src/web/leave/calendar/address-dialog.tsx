import { say } from '#texts/say';
import { useState } from 'react';
import type { CalendarScope } from '#contract/leave/calendar';
import { useForm } from '#web/forms/use-form.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';

const WORDS = {
  own: 'calendarLink.showsOwn',
  people: 'calendarLink.showsAll',
} as const;

/** A private link for calendar programs, shown once. */
export default function AddressDialog({ scope, onClose }: { scope: CalendarScope; onClose: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  const { callConfirmed, dialog } = useConfirmation();
  const form = useForm({
    send: () => callConfirmed('makeCalendarAddress', { scope }),
    onDone: (made) => setAddress(made.address),
  });
  return (
    <Dialog title={say('calendarLink.title')} onClose={onClose}>
      {address === null ? (
        <DialogForm form={form} submit={say('calendarLink.make')}>
          <p>{say('calendarLink.explanation', { scope: say(WORDS[scope]) })}</p>
          <p>{say('calendarLink.replacesOld')}</p>
        </DialogForm>
      ) : (
        <ReadOnlyBody onClose={onClose}>
          <p role="status">{say('calendarLink.copyNow')}</p>
          <code className="rounded-sm bg-sunken px-2 py-1 text-sm wrap-anywhere">{address}</code>
          <CopyButton text={address} label={say('calendarLink.copy')} size="normal" />
          <p className="text-sm text-muted">
            {say('calendarLink.keepPrivate', { scope: say(WORDS[scope]) })}
          </p>
        </ReadOnlyBody>
      )}
      {dialog}
    </Dialog>
  );
}
