import { useState } from 'react';
import { SHIFTED_AT_ONCE } from '#contract/corrections';
import { call } from '#web/api.ts';
import { countText } from '#web/periods/period-words.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/skeleton.tsx';
import type { Shift, ShiftOutcome } from './shift-dialog.tsx';

interface ShiftPreviewProps {
  shift: Shift;
  /** What would be moved. */
  outcome: ShiftOutcome;
  onBack: () => void;
  /** All of it was done: nothing would be lost by closing. */
  onMoved: () => void;
  onDone: () => void;
}

/** How many entries of how many people, whose cannot be moved and why; then it is done, and what came of it. */
export function ShiftPreview({ shift, outcome, onBack, onMoved, onDone }: ShiftPreviewProps) {
  const [state, setState] = useState<'asked' | 'working' | 'stopped' | 'done'>('asked');
  const [problem, setProblem] = useState<string | null>(null);
  const [moved, setMoved] = useState<ShiftOutcome>({ userIds: [], entries: 0, refused: outcome.refused });
  const [left, setLeft] = useState<readonly string[]>(outcome.userIds);
  const apply = async () => {
    setState('working');
    setProblem(null);
    let [so, to] = [moved, left];
    while (to.length > 0) {
      const some = to.slice(0, SHIFTED_AT_ONCE);
      const answer = await call('shiftPunches', { ...shift, userIds: some });
      if (!answer.ok) {
        setProblem(answer.failure.message);
        return setState('stopped');
      }
      so = {
        userIds: [...so.userIds, ...answer.value.userIds],
        entries: so.entries + answer.value.entries,
        refused: [...so.refused, ...answer.value.refused],
      };
      to = to.slice(some.length);
      setMoved(so);
      setLeft(to);
    }
    setState('done');
    onMoved();
  };
  const isDone = state === 'done';
  const { userIds, entries, refused } = isDone ? moved : outcome;
  const isWorking = state === 'working';
  const percent = 100 * (1 - left.length / Math.max(1, outcome.userIds.length));
  const by = `${Math.abs(shift.minutes)} min ${shift.minutes < 0 ? 'earlier' : 'later'}`;
  return (
    <>
      <DialogBody isText>
        <p role="status" className="rounded-md bg-accent-soft px-3 py-3 text-base tabular-nums">
          <strong>{countText(entries, 'entry', 'entries')}</strong> of{' '}
          <strong>{countText(userIds.length, 'person', 'people')}</strong>{' '}
          {isDone ? `moved ${by}.` : `would move ${by}.`}
        </p>
        {isDone && entries > 0 && (
          <p className="text-sm text-muted">
            The new times already count. Each employee is asked to approve. Objections appear under ‘To
            review’.
          </p>
        )}
        {entries === 0 && !isDone && (
          <p className="text-sm text-muted">Nobody has punches in this time that can be moved.</p>
        )}
        {refused.length > 0 && (
          <section aria-label="Cannot be moved">
            <h3 className="text-sm font-semibold">
              {isDone ? 'Not moved' : 'Cannot be moved'}: {countText(refused.length, 'person', 'people')}
            </h3>
            <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
              {refused.map(({ userId, name, message }) => (
                <li key={userId} className="py-2">
                  <span className="font-semibold">{name}</span>
                  <span className="block text-muted">{message}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {isWorking && (
          <div className="grid gap-2">
            <p role="status" className="text-sm text-muted">
              Moving {countText(entries, 'entry', 'entries')}. Keep this open.
            </p>
            <ProgressBar label="Moved" percent={percent} />
          </div>
        )}
      </DialogBody>
      <div role="alert" className="px-4 pb-4 empty:p-0 sm:px-6">
        {problem !== null && (
          <Banner
            tone="danger"
            title={
              moved.entries === 0
                ? 'We do not know whether anything was moved.'
                : `It stopped after ${countText(moved.entries, 'entry', 'entries')}.`
            }
          >
            {problem} Press again to continue. Nothing is moved twice.
          </Banner>
        )}
      </div>
      <DialogActions>
        {isDone ? (
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        ) : (
          <>
            {state === 'stopped' ? (
              <Button onClick={onDone}>Close</Button>
            ) : (
              <Button resting={isWorking} onClick={onBack}>
                Back
              </Button>
            )}
            <Button
              look="primary"
              working={isWorking}
              resting={isWorking || entries === 0}
              onClick={() => void apply()}
            >
              {state === 'stopped' ? 'Go on' : `Move ${countText(entries, 'entry', 'entries')}`}
            </Button>
          </>
        )}
      </DialogActions>
    </>
  );
}
