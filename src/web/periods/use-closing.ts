import { say } from '#texts/say';
import { useRef, useState } from 'react';
import { CLOSINGS_MAX } from '#contract/periods/periods';
import type { OutputOf } from '#contract/routes';
import { UNDO_MS } from '#domain/correction/decision';
import { UNDO_REASON } from '#domain/period/pay-period';
import type { DayRange } from '#domain/time/workplace-day';
import { call } from '#web/api.ts';
import { useToast, type Undo } from '#web/ui/toast.tsx';

export interface Progress {
  readonly what: 'closing' | 'reopening';
  readonly done: number;
  readonly total: number;
}

type Refused = OutputOf<'closePeriods'>['refused'];

/** Result of closing or reopening periods, shown until the next action. A full success shows only a toast. */
export interface ClosingResult {
  readonly text: string;
  readonly refused: Refused;
  /** Why the action stopped early; null if it did not. */
  readonly problem: string | null;
}

export type ClosingState = ReturnType<typeof useClosing>;

export function useClosing({ first, last }: DayRange) {
  const showToast = useToast();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [outcome, setOutcome] = useState<ClosingResult | null>(null);
  const isBusy = useRef(false);

  /** Stops at the first batch that fails. */
  const send = async (what: Progress['what'], userIds: readonly string[], reason?: string) => {
    const refused: Refused = [];
    const done: string[] = [];
    for (let from = 0; from < userIds.length; from += CLOSINGS_MAX) {
      setProgress({ what, done: done.length, total: userIds.length });
      const batch = userIds.slice(from, from + CLOSINGS_MAX);
      const input = { first, last, userIds: batch };
      const answer =
        what === 'closing'
          ? await call('closePeriods', { ...input, reason })
          : await call('reopenPeriods', { ...input, reason: reason ?? '' });
      if (!answer.ok) return { done, refused, problem: answer.failure.message };
      const refusedIds = new Set(answer.value.refused.map(({ userId }) => userId));
      refused.push(...answer.value.refused);
      done.push(...batch.filter((id) => !refusedIds.has(id)));
    }
    return { done, refused, problem: null };
  };

  /** @returns the error that stopped the action, or the first refusal if nothing was done; otherwise null */
  const run = async (what: Progress['what'], userIds: readonly string[], reason?: string) => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setOutcome(null);
    const { done, refused, problem } = await send(what, userIds, reason);
    setProgress(null);
    isBusy.current = false;
    const text = doneText(what, done.length);
    const undo: Undo = async () => {
      const undone = await send('reopening', done, UNDO_REASON);
      setProgress(null);
      const why = undone.problem ?? undone.refused[0]?.message;
      return why === undefined
        ? { isUndone: true, message: say('closing.openAgain', { count: done.length }) }
        : { isUndone: false, message: say('common.notUndone', { message: why }) };
    };
    if (done.length > 0) {
      if (what === 'closing') showToast(text, undo, UNDO_MS);
      else showToast(text);
    }
    // If the action with a reason did nothing, set no outcome: the reason dialog itself shows the error.
    if ((problem !== null || refused.length > 0) && (reason === undefined || done.length > 0))
      setOutcome({
        text: problem === null || done.length === 0 ? text : say('closing.thenStopped', { text }),
        refused,
        problem,
      });
    return problem ?? (done.length === 0 ? (refused[0]?.message ?? null) : null);
  };

  return {
    progress,
    outcome,
    /** @param reason needed for people with open requests or objections */
    close: (userIds: readonly string[], reason?: string) => run('closing', userIds, reason),
    reopen: (userIds: readonly string[], reason: string) => run('reopening', userIds, reason),
  };
}

function doneText(what: Progress['what'], count: number): string {
  if (what === 'closing')
    return count === 0 ? say('closing.closedForNobody') : say('closing.closedFor', { count });
  return count === 0 ? say('closing.reopenedForNobody') : say('closing.reopenedFor', { count });
}
