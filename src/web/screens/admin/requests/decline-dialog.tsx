import { useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import { NOTES_MAX } from '#contract/fields';
import { CorrectionCounter } from '#contract/corrections';
import { TextArea } from '#web/ui/field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { useForm } from '#web/forms/use-form.ts';

interface DeclineDialogProps {
  /** Whose request it is. */
  name: string;
  /** @returns why it was not declined; null once it is */
  onDecline: (reason: string) => Promise<string | null>;
  onDone: () => void;
}

const Declining = z.pick(CorrectionCounter, { reason: true });

/** A request is declined with a sentence that its employee reads. */
export function DeclineDialog({ name, onDecline, onDone }: DeclineDialogProps) {
  const [hasEdits, setHasEdits] = useState(false);
  return (
    <Dialog title={`Decline the request of ${name}`} hasEdits={hasEdits} onClose={onDone}>
      <Form name={name} onDecline={onDecline} onDone={onDone} onEdited={setHasEdits} />
    </Dialog>
  );
}

function Form({
  onDecline,
  onDone,
  onEdited,
}: DeclineDialogProps & { onEdited: (isEdited: boolean) => void }) {
  const form = useForm(Declining, { reason: '' }, async ({ reason }) => {
    const problem = await onDecline(reason.trim());
    if (problem !== null) return { problem };
    onDone();
    return undefined;
  });
  const { isEdited } = form;
  useLayoutEffect(() => onEdited(isEdited), [isEdited, onEdited]);
  return (
    <DialogForm
      form={form.ref}
      problem={form.problem}
      submit="Decline"
      submitting="Declining..."
      isSubmitting={form.isSubmitting}
      onSubmit={form.submit}
      onCancel={onDone}
    >
      <TextArea
        label="Reason"
        name="reason"
        value={form.typed.reason}
        maxLength={NOTES_MAX}
        error={form.errors.reason}
        hint="Nothing is changed. The employee sees this reason and your name."
        onChange={form.edit('reason')}
      />
    </DialogForm>
  );
}
