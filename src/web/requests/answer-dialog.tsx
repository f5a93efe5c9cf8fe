import { ACTIONS } from '#domain/correction/state';
import type { Correction } from '#contract/corrections/corrections';
import ReasonDialog from './reason-dialog.tsx';
import type { Decisions } from './use-decisions.ts';

interface AnswerDialogProps {
  action: 'decline' | 'keep';
  correction: Correction;
  name: string;
  decide: Decisions['decide'];
  onClose: () => void;
}

/** Asks for the reason to decline a request, or for the reply to an objection. */
export default function AnswerDialog({ action, correction, name, decide, onClose }: AnswerDialogProps) {
  return (
    <ReasonDialog
      submit={ACTIONS[action].label}
      {...(action === 'decline'
        ? {
            title: `Decline ${name}'s request`,
            text: 'Nothing changes. The employee sees this reason and your name.',
            isDestructive: true,
          }
        : {
            title: `Keep the correction of ${name}'s hours`,
            text: 'It still counts, and the objection stays visible. The employee sees your reply and your name.',
            label: 'Reply',
          })}
      onGiven={(reason) =>
        decide(action, [correction], reason).then((refused) => refused?.get(correction.id) ?? null)
      }
      onClose={onClose}
    />
  );
}
