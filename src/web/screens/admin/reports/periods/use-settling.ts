/** Closing and reopening: many people in several steps, with how far it is and what became of it. */
import { useRef, useState } from 'react';
import { CLOSED_AT_ONCE } from '#contract/periods';
import type { DayRange } from '#domain/workplace-day';
import { call, type Failure } from '#web/api.ts';
import { countText } from '#web/periods/period-words.ts';

export interface Progress {
  readonly what: 'closing' | 'reopening';
  readonly done: number;
  readonly total: number;
}

export interface Refused {
  readonly name: string;
  readonly message: string;
}

export interface Outcome {
  readonly text: string;
  readonly refused: readonly Refused[];
  /** Why it stopped before its end. */
  readonly problem: string | null;
}

type Step =
  | { readonly ok: true; readonly done: number; readonly left: number; readonly refused: readonly Refused[] }
  | { readonly ok: false; readonly failure: Failure };

export interface Settling {
  readonly progress: Progress | null;
  readonly outcome: Outcome | null;
  /** Everybody who is ready. */
  closeReady(expected: number): Promise<void>;
  /** With a reason over what is disputed. @returns what is wrong with it */
  closeOne(userId: string, reason?: string): Promise<string | null>;
  reopen(userIds: readonly string[], reason: string): Promise<string | null>;
}

export function useSettling({ first, last }: DayRange): Settling {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isBusy = useRef(false);

  /**
   * Step by step until nothing is left. @returns the problem
   * @param hasDialog that it was asked for in, and that says itself when nothing was done
   */
  const run = async (
    what: Progress['what'],
    expected: number,
    hasDialog: boolean,
    step: () => Promise<Step>,
  ): Promise<string | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setOutcome(null);
    setProgress({ what, done: 0, total: expected });
    let done = 0;
    let problem: string | null = null;
    const refused: Refused[] = [];
    for (let isMore = true; isMore;) {
      const made = await step();
      if (!made.ok) {
        problem = made.failure.message;
        break;
      }
      done += made.done;
      refused.push(...made.refused);
      setProgress({ what, done, total: done + made.left });
      isMore = made.left > 0;
    }
    setProgress(null);
    isBusy.current = false;
    const said = `${what === 'closing' ? 'Closed' : 'Reopened'} for ${done === 0 ? 'nobody' : countText(done, 'person', 'people')}.`;
    if (!hasDialog || done > 0)
      setOutcome({
        text: problem === null || done === 0 ? said : `${said} Then it stopped.`,
        refused,
        problem,
      });
    return problem ?? (done === 0 ? (refused[0]?.message ?? null) : null);
  };

  const closing = async (userIds?: string[], reason?: string): Promise<Step> => {
    const answer = await call('closePeriods', { first, last, userIds, reason });
    if (!answer.ok) return answer;
    const { closed, left, refused } = answer.value;
    // Where nobody could be closed nobody will be the next time.
    return { ok: true, done: closed, left: closed === 0 ? 0 : left, refused };
  };

  return {
    progress,
    outcome,
    closeReady: async (expected) => void (await run('closing', expected, false, () => closing())),
    closeOne: (userId, reason) => run('closing', 1, reason !== undefined, () => closing([userId], reason)),
    reopen: (userIds, reason) => {
      let left = [...userIds];
      return run('reopening', userIds.length, true, async () => {
        const some = left.slice(0, CLOSED_AT_ONCE);
        const answer = await call('reopenPeriods', { first, last, userIds: some, reason });
        if (!answer.ok) return answer;
        left = left.slice(some.length);
        const { reopened, refused } = answer.value;
        return { ok: true, done: reopened, left: left.length, refused };
      });
    },
  };
}
