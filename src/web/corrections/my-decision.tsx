import { say, type PlainKey } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { NOTES_MAX } from '#contract/fields';
import type { ClosedPeriods, Correction } from '#contract/corrections/corrections';
import { offeredActions } from '#domain/correction/decision';
import { ACTIONS, isCounting, type CorrectionAction, type CorrectionState } from '#domain/correction/state';
import { dayIn } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { call } from '#web/api.ts';
import { lockReason, Lockable } from './correct.tsx';
import { changesOf } from '#contract/corrections/rows';
import { useForm } from '#web/forms/use-form.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useUnsaved } from '#web/ui/leaving.ts';
import { useToast } from '#web/ui/toast.tsx';
import { reloadEntries } from './use-correcting.tsx';

const TOASTS: Partial<Readonly<Record<CorrectionState, PlainKey>>> = {
  agreed: 'decision.approved',
  withdrawn: 'decision.withdrawn',
  objected: 'decision.objected',
};

interface MyDecisionProps {
  correction: Correction;
  closed: ClosedPeriods;
  zone: string;
  /** Called with true when an objection is typed but not sent, so that leaving would lose it. */
  onEdited?: (isEdited: boolean) => void;
  onDone?: () => void;
}

/** Returns a day of the correction that is in a closed period; '' if there is none. */
function closedDayOf(correction: Correction, closed: ClosedPeriods, zone: string): Day {
  const times = changesOf(correction).flatMap((change) => [change.old, change.new]);
  const days = times.map((its) => (its ? dayIn(its.clockIn, zone) : ''));
  return days.find((day) => lockReason([day, closed, '', zone])) ?? '';
}

/** Buttons with which an employee approves, objects to or withdraws a correction. */
export default function MyDecision({ correction, closed, zone, onEdited, onDone }: MyDecisionProps) {
  const { id, userId, version } = correction;
  const client = useQueryClient();
  const showToast = useToast();
  const form = useForm({
    validate: () => (objection?.trim() ? {} : { reason: say('decision.sayWhat') }),
    send: () => carryOut('object'),
  });
  const [objection, setObjection] = useState<string | null>(null);
  useUnsaved(Boolean(objection));
  const type = (text: string | null) => {
    setObjection(text);
    form.clear('reason');
    onEdited?.(Boolean(text));
  };
  const begin = () => {
    flushSync(() => type(''));
    form.ref.current?.querySelector('textarea')?.focus();
  };
  const carryOut = async (action: CorrectionAction) => {
    const reason = objection ?? undefined;
    const answer = await call('decideCorrections', { action, corrections: [{ id, version }], reason });
    if (!answer.ok) {
      // An administrator may have decided first, so load the correction again.
      reloadEntries(client);
      return answer;
    }
    const decided = answer.value.outcomes[0]?.correction;
    type(null);
    reloadEntries(client);
    if (decided) showToast(say(TOASTS[decided.state] ?? 'decision.done'));
    onDone?.();
    return undefined;
  };
  const act = (action: CorrectionAction) => form.run(() => carryOut(action), action);
  const actions = offeredActions(correction, { id: userId, isAdmin: false, isOnlyAdmin: false });
  if (actions.length === 0) return null;
  // A closed period blocks new hours. A correction whose hours count already can still be approved.
  const lockedDay = isCounting(correction.state) ? '' : closedDayOf(correction, closed, zone);
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <Problem text={form.problem} />
      {objection !== null && (
        <TextArea
          label={say('decision.whatIsWrong')}
          value={objection}
          maxLength={NOTES_MAX}
          error={form.errors['reason']}
          hint={say('decision.whatIsWrongHint')}
          onChange={type}
        />
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {objection !== null ? (
          <>
            <Button onClick={() => type(null)}>{say('common.cancel')}</Button>
            <Button type="submit" look="primary" isBusy={form.isSubmitting}>
              {say('decision.sendObjection')}
            </Button>
          </>
        ) : (
          actions.toReversed().map((action) => (
            <Lockable key={action} of={[action === 'agree' ? lockedDay : '', closed, '', zone]}>
              <Button
                look={action === 'agree' ? 'primary' : 'secondary'}
                isBusy={form.underWay === action}
                isBlocked={form.isSubmitting}
                onClick={() => (action === 'object' ? begin() : void act(action))}
              >
                {say(action === 'agree' ? 'decision.approve' : ACTIONS[action].label)}
              </Button>
            </Lockable>
          ))
        )}
      </div>
    </form>
  );
}
