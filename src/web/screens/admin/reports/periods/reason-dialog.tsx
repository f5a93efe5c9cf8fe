/** Why a period is closed over what is open, or reopened: required, and read by those whose period it is. */
import { useRef, useState } from 'react';
import { NOTES_MAX } from '#contract/fields';
import { PeriodObjection } from '#contract/periods';
import type { DayRange } from '#domain/workplace-day';
import { fieldErrorsOf } from '#web/forms/field-errors.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';

interface ReasonDialogProps {
  title: string;
  /** What it does. */
  text: string;
  submit: string;
  range: DayRange;
  /** @returns what is wrong; null when it is done */
  onGiven: (reason: string) => Promise<string | null>;
  onClose: () => void;
}

export default function ReasonDialog({ title, text, submit, range, onGiven, onClose }: ReasonDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const sending = useSubmission<'reason'>(form);
  const { first, last } = range;
  const send = () =>
    sending.submit(fieldErrorsOf(PeriodObjection, { first, last, version: 0, reason }), async () => {
      const problem = await onGiven(reason.trim());
      if (problem !== null) return { problem };
      onClose();
      return undefined;
    });
  return (
    <Dialog title={title} hasEdits={reason !== ''} onClose={onClose}>
      <DialogForm
        form={form}
        problem={sending.problem}
        submit={submit}
        isSubmitting={sending.isSubmitting}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <p className="text-sm text-muted">{text}</p>
        <TextField
          label="Reason"
          autoComplete="off"
          maxLength={NOTES_MAX}
          value={reason}
          error={sending.errors.reason}
          onChange={(typed) => {
            setReason(typed);
            sending.clear('reason');
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
