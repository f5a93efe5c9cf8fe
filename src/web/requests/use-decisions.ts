import { say } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { DECISIONS_MAX, type Correction, type ListedCorrection } from '#contract/corrections/corrections';
import { offeredActions, UNDO_MS, type OfferedAction } from '#domain/correction/decision';
import { waitingSide } from '#domain/correction/state';
import { call } from '#web/api.ts';
import type { LockInput } from '#web/corrections/correct.tsx';
import { authState } from '#web/session/auth.ts';
import { useToast, type Undo } from '#web/ui/toast.tsx';

/** An administrator kept the correction after an objection, so the employee cannot object again. */
export const isKeptAfterObjection = ({ state, decisionReason }: Correction): boolean =>
  state === 'objected' && decisionReason !== null;

type DecisionAction = Exclude<OfferedAction, 'send-back' | 'object'>;

type Decidable = Pick<ListedCorrection, 'correction' | 'closed'>;

const OUTCOMES = {
  agree: { one: 'request.wasApproved', many: 'request.wereApproved' },
  decline: { one: 'request.wasDeclined', many: 'request.wereDeclined' },
  withdraw: { one: 'request.wasWithdrawn', many: 'request.wereWithdrawn' },
  keep: { one: 'request.wasKept', many: 'request.wereKept' },
  'take-back': { one: 'request.wasUndone', many: 'request.wereUndone' },
} as const satisfies Record<DecisionAction, object>;

/** Actions that change a period's hours or requests, so a closed period refuses them. */
const OPEN_PERIOD_ACTIONS: ReadonlySet<OfferedAction> = new Set(['agree', 'send-back', 'take-back']);

export const requestLockReason = ({ correction, closed }: Decidable, zone: string): LockInput | null =>
  closed && waitingSide(correction.state) === 'admin' ? [closed.first, [closed], '', zone] : null;

export type Decisions = ReturnType<typeof useDecisions>;

/** @param note receives each decided correction */
export function useDecisions(isOnlyAdmin: boolean, note: (correction: Correction) => void) {
  const client = useQueryClient();
  const showToast = useToast();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  /** Error texts; the key is the correction id. */
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  /** Stays the same function at each render, unless `isOnlyAdmin` changes. */
  const actionsFor = useCallback(
    ({ correction, closed }: Decidable) =>
      offeredActions(correction, { id: authState().user?.id ?? '', isAdmin: true, isOnlyAdmin }).filter(
        (action) =>
          (action !== 'keep' || !isKeptAfterObjection(correction)) &&
          (closed === null || !OPEN_PERIOD_ACTIONS.has(action)),
      ),
    [isOnlyAdmin],
  );
  const send = useCallback(
    async (action: DecisionAction | 'undo', corrections: readonly Correction[], reason?: string) => {
      setProblems(new Map());
      const [done, refused]: [Correction[], Map<string, string>] = [[], new Map()];
      for (let from = 0; from < corrections.length; from += DECISIONS_MAX) {
        setBusy(new Set(corrections.slice(from).map(({ id }) => id)));
        const some = corrections.slice(from, from + DECISIONS_MAX);
        const answer = await call('decideCorrections', {
          action,
          corrections: some.map(({ id, version }) => ({ id, version })),
          reason,
        });
        if (!answer.ok) for (const { id } of some) refused.set(id, answer.failure.message);
        else
          for (const { id, correction, problem } of answer.value.outcomes) {
            if (correction) done.push(correction);
            if (problem) refused.set(id, problem.message);
          }
      }
      for (const correction of done) note(correction);
      setBusy(new Set());
      void client.invalidateQueries({ queryKey: ['corrections'] });
      void client.invalidateQueries({ queryKey: ['correction'] });
      return { done, refused };
    },
    [client, note],
  );
  /** Same function at each render. Returns error texts by correction id, or null if the server refused none. */
  const decide = useCallback(
    async (action: DecisionAction, corrections: readonly Correction[], reason?: string) => {
      const { done, refused } = await send(action, corrections, reason);
      setProblems(refused);
      const undo: Undo = async () => {
        const [why] = (await send('undo', done)).refused.values();
        if (why === undefined) return { isUndone: true, message: say('request.backInReview') };
        return {
          isUndone: false,
          message:
            done.length > 1 ? say('request.someNotUndone', { why }) : say('request.notUndone', { why }),
        };
      };
      const isUndoable = done.every(
        ({ state, selfDecided, sentBackBy }) =>
          (state === 'agreed' || state === 'declined') && !selfDecided && !sentBackBy,
      );
      const outcome =
        corrections.length === 1
          ? say(OUTCOMES[action].one)
          : say(OUTCOMES[action].many, { count: done.length, all: corrections.length });
      if (done.length > 0) showToast(outcome, isUndoable ? undo : undefined, UNDO_MS);
      return refused.size === 0 ? null : refused;
    },
    [showToast, send],
  );
  const canAgree = (of: Decidable) => actionsFor(of).includes('agree');
  return { actionsFor, canAgree, busy, problems, decide };
}
