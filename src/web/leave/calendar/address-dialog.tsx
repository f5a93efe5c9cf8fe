import { useState } from 'react';
import type { CalendarScope } from '#contract/leave/calendar';
import { useForm } from '#web/forms/use-form.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';

const WORDS = {
  own: 'Whoever has the link sees your leave, with its kinds.',
  people: 'Whoever has the link sees when people are on leave, but not why.',
};

/** A private link for calendar programs, shown once. */
export default function AddressDialog({ scope, onClose }: { scope: CalendarScope; onClose: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  const { callConfirmed, dialog } = useConfirmation();
  const form = useForm({
    send: () => callConfirmed('makeCalendarAddress', { scope }),
    onDone: (made) => setAddress(made.address),
  });
  return (
    <Dialog title="Private calendar link" onClose={onClose}>
      {address === null ? (
        <DialogForm form={form} submit="Make a link">
          <p>Your calendar program can subscribe to a link. {WORDS[scope]}</p>
          <p>A new link turns off the old one.</p>
        </DialogForm>
      ) : (
        <ReadOnlyBody onClose={onClose}>
          <p role="status">Copy it into your calendar program now. It will not be shown again.</p>
          <code className="rounded-sm bg-sunken px-2 py-1 text-sm wrap-anywhere">{address}</code>
          <CopyButton text={address} label="Copy link" size="normal" />
          <p className="text-sm text-muted">
            Keep it to yourself. {WORDS[scope]} It works until you end it in &apos;Sign-in &amp;
            security&apos;, or your password changes.
          </p>
        </ReadOnlyBody>
      )}
      {dialog}
    </Dialog>
  );
}
