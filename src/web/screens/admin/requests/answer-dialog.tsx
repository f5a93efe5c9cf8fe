import type { Correction } from '#contract/corrections';
import ReasonDialog from '#web/screens/admin/reason-dialog.tsx';
import type { Decisions } from '#web/screens/admin/use-decisions.ts';

interface AnswerDialogProps {
  action: 'decline' | 'keep';
  correction: Correction;
  /** Of the employee. */
  name: string;
  decide: Decisions['decide'];
  onClose: () => void;
}

/** Declines a request, or keeps a correction that its employee objects to: both say why. */
export const AnswerDialog = ({ action, correction, name, decide, onClose }: AnswerDialogProps) => (
  <ReasonDialog
    {...(action === 'decline'
      ? {
          title: `Decline the request of ${name}`,
          text: 'Nothing changes. The employee sees this reason and your name.',
          submit: 'Decline',
          isDestructive: true,
        }
      : {
          title: `Keep the correction of ${name}'s hours`,
          text: 'It still counts, and the objection stays beside it. The employee sees your reply and your name.',
          label: 'Reply',
          submit: 'Keep',
        })}
    onGiven={(reason) =>
      decide(action, [correction], reason).then((refused) => refused?.get(correction.id) ?? null)
    }
    onClose={onClose}
  />
);
