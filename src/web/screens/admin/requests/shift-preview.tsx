import { useState } from 'react';
import { call } from '#web/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Shift, ShiftOutcome } from './shift-dialog.tsx';

/** Thousands of entries take the server longer than a press does. */
const TIMEOUT_MS = 120_000;

const number = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

type State =
  | { readonly state: 'asked' | 'working' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'done'; readonly outcome: ShiftOutcome };

interface ShiftPreviewProps {
  shift: Shift;
  /** What would be moved. */
  outcome: ShiftOutcome;
  onBack: () => void;
  onDone: () => void;
}

/** How many entries of how many people, whose cannot be moved and why; then it is done, and what came of it. */
export function ShiftPreview({ shift, outcome, onBack, onDone }: ShiftPreviewProps) {
  const [moving, setMoving] = useState<State>({ state: 'asked' });
  const apply = async () => {
    setMoving({ state: 'working' });
    const answer = await call('shiftPunches', shift, { timeoutMs: TIMEOUT_MS });
    setMoving(
      answer.ok
        ? { state: 'done', outcome: answer.value }
        : { state: 'failed', message: answer.failure.message },
    );
  };
  const isDone = moving.state === 'done';
  const { entries, people, refused } = isDone ? moving.outcome : outcome;
  const isWorking = moving.state === 'working';
  const by = `${Math.abs(shift.minutes)} min ${shift.minutes < 0 ? 'earlier' : 'later'}`;
  return (
    <>
      <DialogBody isText>
        <p role="status" className="rounded-md bg-accent-soft px-3 py-3 text-base tabular-nums">
          <strong>{counted(entries, 'entry', 'entries')}</strong> of{' '}
          <strong>{counted(people, 'person', 'people')}</strong>{' '}
          {isDone ? `moved ${by}.` : `would move ${by}.`}
        </p>
        {isDone && entries > 0 && (
          <p className="text-sm text-muted">
            The new times count already. Each of them is asked to agree; who objects stands under ‘To decide’.
          </p>
        )}
        {entries === 0 && !isDone && (
          <p className="text-sm text-muted">Nobody has punches between these times that can be moved.</p>
        )}
        {refused.length > 0 && (
          <section aria-label="Cannot be moved">
            <h3 className="text-sm font-semibold">
              {isDone ? 'Not moved' : 'Cannot be moved'}: {counted(refused.length, 'person', 'people')}
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
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            <Spinner />
            Moving {counted(entries, 'entry', 'entries')}. Please leave this open.
          </p>
        )}
      </DialogBody>
      <div role="alert" className="px-4 pb-4 empty:p-0 sm:px-6">
        {moving.state === 'failed' && (
          <Banner tone="danger" title="It is not certain that anything was moved.">
            {moving.message} Pressed again, it is moved once.
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
            <Button resting={isWorking} onClick={onBack}>
              Back
            </Button>
            <Button
              look="primary"
              working={isWorking}
              resting={isWorking || entries === 0}
              onClick={() => void apply()}
            >
              Move {counted(entries, 'entry', 'entries')}
            </Button>
          </>
        )}
      </DialogActions>
    </>
  );
}
