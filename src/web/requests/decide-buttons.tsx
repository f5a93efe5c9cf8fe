import { say } from '#texts/say';
import { useState, type ComponentProps, type ComponentType } from 'react';
import type { ListedCorrection } from '#contract/corrections/corrections';
import type { OfferedAction } from '#domain/correction/decision';
import { ACTIONS } from '#domain/correction/state';
import { formatDate } from '#domain/time/format';
import type { Lockable } from '#web/corrections/correct.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { requestLockReason, type Decisions } from './use-decisions.ts';

const AnswerDialog = onDemand(() => import('./answer-dialog.tsx'));

const BUTTONS = [
  { action: 'decline', look: 'danger-outline' },
  { action: 'agree', look: 'primary' },
  { action: 'take-back', look: 'secondary' },
  { action: 'keep', look: 'secondary' },
] as const;

interface DecideButtonsProps extends Pick<ListedCorrection, 'correction' | 'employee' | 'closed'> {
  zone: string;
  /** Actions without a button are left out. */
  actions: readonly OfferedAction[];
  isBusy: boolean;
  decide: Decisions['decide'];
  /** Badge that says why nothing can be approved. */
  Lock?: ComponentType<ComponentProps<typeof Lockable>>;
}

export function DecideButtons({ actions, isBusy, decide, zone, Lock, ...row }: DecideButtonsProps) {
  const { correction, employee } = row;
  const lock = requestLockReason(row, zone);
  const [answering, setAnswering] = useState<'decline' | 'keep' | null>(null);
  // A decided row keeps its buttons, so that nothing moves under the finger.
  const [shown, setShown] = useState(actions);
  if (actions.some((action) => !shown.includes(action))) setShown(actions);
  return (
    <>
      {BUTTONS.filter(({ action }) => shown.includes(action)).map(({ action, look }) => {
        const isOpen = actions.includes(action);
        return (
          <Button
            key={action}
            data-action={action}
            size="small"
            look={look}
            className="min-w-20 max-sm:min-h-11"
            isBusy={isBusy && action === 'agree'}
            isBlocked={isBusy || !isOpen}
            onClick={() =>
              action === 'decline' || action === 'keep'
                ? setAnswering(action)
                : void decide(action, [correction])
            }
          >
            {isOpen || isBusy || action !== 'agree' ? say(ACTIONS[action].label) : say('common.done')}
            <span className="sr-only">
              {' '}
              {say('request.about', { name: employee.name, day: formatDate(correction.day, zone) })}
            </span>
          </Button>
        );
      })}
      {lock && Lock && <Lock of={lock}>{null}</Lock>}
      {answering && (
        <AnswerDialog
          action={answering}
          correction={correction}
          name={employee.name}
          decide={decide}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  );
}
