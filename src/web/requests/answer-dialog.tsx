import { say } from '#texts/say';
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
      submit={say(ACTIONS[action].label)}
      {...(action === 'decline'
        ? {
            title: say('request.declineOf', { name }),
            text: say('request.declineHint'),
            isDestructive: true,
          }
        : {
            title: say('request.keepOf', { name }),
            text: say('request.keepHint'),
            label: say('request.reply'),
          })}
      onGiven={(reason) =>
        decide(action, [correction], reason).then((refused) => refused?.get(correction.id) ?? null)
      }
      onClose={onClose}
    />
  );
}
