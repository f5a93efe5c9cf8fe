/** Why something is done to somebody's hours: required, and read by whose they are. */
import * as z from 'zod/mini';
import { CorrectionCounter } from '#contract/corrections';
import { NOTES_MAX } from '#contract/fields';
import { useForm } from '#web/forms/use-form.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

const LOOKS = { Approve: 'primary', Decline: 'danger-outline' } as const;

interface DecideButtonProps {
  action: keyof typeof LOOKS;
  /** Whose, and of which day. */
  about: string;
  /** It can be decided so. */
  isOpen: boolean;
  isBusy: boolean;
  onDecide: () => void;
}

/** Approves or declines from a list. Shows nothing where there was never anything to decide. */
export function DecideButton({ action, about, isOpen, isBusy, onDecide }: DecideButtonProps) {
  // The answered button keeps its place, so that nothing else moves under the finger.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Button
        size="small"
        look={LOOKS[action]}
        className="min-w-20 max-sm:min-h-11"
        working={isBusy && action === 'Approve'}
        resting={isBusy || !isOpen}
        onClick={onDecide}
      >
        {isOpen || isBusy || action === 'Decline' ? action : 'Done'}
        <span className="sr-only"> {about}</span>
      </Button>
    )
  );
}

const Given = z.pick(CorrectionCounter, { reason: true });

interface ReasonDialogProps {
  title: string;
  /** What it does. */
  text: string;
  submit: string;
  isDestructive?: boolean;
  label?: string;
  /** @returns what is wrong; null when it is done */
  onGiven: (reason: string) => Promise<string | null>;
  onClose: () => void;
}

export default function ReasonDialog({
  title,
  text,
  submit,
  isDestructive = false,
  label = 'Reason',
  onGiven,
  onClose,
}: ReasonDialogProps) {
  const form = useForm(Given, { reason: '' }, async ({ reason }) => {
    const problem = await onGiven(reason.trim());
    if (problem !== null) return { problem };
    onClose();
    return undefined;
  });
  return (
    <Dialog title={title} hasEdits={form.isEdited} onClose={onClose}>
      <DialogForm
        form={form}
        submit={submit}
        isDestructive={isDestructive}
        onSubmit={form.submit}
        onCancel={onClose}
      >
        <p className="text-sm text-muted">{text}</p>
        <TextArea {...form.field('reason')} label={label} maxLength={NOTES_MAX} />
      </DialogForm>
    </Dialog>
  );
}
