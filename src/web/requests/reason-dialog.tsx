import { say } from '#texts/say';
import * as z from 'zod/mini';
import { CounterProposal } from '#contract/corrections/corrections';
import { NOTES_MAX } from '#contract/fields';
import { useForm } from '#web/forms/use-form.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const ReasonForm = z.pick(CounterProposal, { reason: true });

interface ReasonDialogProps {
  title: string;
  text: string;
  submit: string;
  isDestructive?: boolean;
  label?: string;
  /** @returns an error, or null when done */
  onGiven: (reason: string) => Promise<string | null>;
  onClose: () => void;
}

export default function ReasonDialog({
  text,
  label = say('field.reason'),
  onGiven,
  onClose,
  ...words
}: ReasonDialogProps) {
  const form = useForm({
    schema: ReasonForm,
    record: { reason: '' },
    send: async ({ reason }) => {
      const problem = await onGiven(reason.trim());
      if (problem !== null) return { problem };
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog {...words} form={form} onClose={onClose}>
      <p className="text-sm text-muted">{text}</p>
      <TextArea {...form.field('reason')} label={label} maxLength={NOTES_MAX} />
    </FormDialog>
  );
}
