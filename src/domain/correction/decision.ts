/** Steps of a correction. The side that did not suggest the change approves. Only a sole admin may approve alone. */
import type { LeaveKind } from '../leave/kinds.ts';
import type { EpochMs } from '../time/units.ts';
import {
  CORRECTION_ACTIONS,
  STATES,
  waitingSide,
  type CorrectionAction,
  type CorrectionSide,
  type CorrectionState,
} from './state.ts';

/** Time in which an admin can undo a decision or a closing. */
export const UNDO_MS = 60_000;

type DecisionRecord = Readonly<{ sentBackBy: unknown; decidedBy?: unknown; decidedAt: EpochMs | null }>;
/** People can undo their own recent decision, unless suggested times have replaced the requested times. */
export const canUndo = (of: DecisionRecord, actorId: string, now: EpochMs): boolean =>
  !of.sentBackBy && of.decidedBy === actorId && now - (of.decidedAt ?? 0) <= UNDO_MS;

export const isSettledBy = (action: CorrectionAction, to: CorrectionState): boolean =>
  action === 'keep' || waitingSide(to) === null;

export interface CorrectionActor {
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isOnlyAdmin: boolean;
  /** Another admin, who could have set the times, was demoted in the last day: an approval is a self-approval. */
  readonly wasOtherDemoted?: boolean;
}

export interface DecidableCorrection {
  /** Set for a request for leave, which cannot be sent back with other times. */
  readonly leave?: { readonly replaced: readonly unknown[] } | null;
  readonly state: CorrectionState;
  readonly userId: string;
}

/** Each name is also a problem code in the API's error responses. */
export type DecisionRefusal =
  | 'employee_not_found'
  | 'correction_not_found'
  | 'correction_not_yours'
  | 'correction_decided';

export type CorrectionDecision =
  | { readonly ok: true; readonly state: CorrectionState; readonly selfDecided: boolean }
  | { readonly ok: false; readonly code: DecisionRefusal };

const refused = (code: DecisionRefusal): CorrectionDecision => ({ ok: false, code });

export function sideOf(userId: string, actor: CorrectionActor): CorrectionSide | null {
  if (actor.id === userId) return 'employee';
  return actor.isAdmin ? 'admin' : null;
}

const isSoleAdmin = ({ isAdmin, isOnlyAdmin }: CorrectionActor): boolean => isAdmin && isOnlyAdmin;

/** Subject of a new request: times, new leave, sickness that nobody approves, or a change of leave that counts. */
export type CorrectionSubject = 'times' | 'new-leave' | 'declared-leave' | 'changed-leave';

/** Leave that counts is changed by both sides. Only declared leave may be changed by its employee alone. */
export function leaveSubjectOf(
  { old, new: wanted }: Record<'old' | 'new', { readonly kind: string } | null>,
  isOwn: boolean,
  kinds: readonly Pick<LeaveKind, 'id' | 'isDeclared'>[],
): CorrectionSubject {
  const isDeclared = (leave: typeof old): boolean =>
    kinds.some(({ id, isDeclared }) => id === leave?.kind && isDeclared);
  if (isDeclared(wanted) && (old === null || (isOwn && isDeclared(old)))) return 'declared-leave';
  return old === null ? 'new-leave' : 'changed-leave';
}

export function decideInitialState(
  userId: string,
  asker: CorrectionActor,
  subject: CorrectionSubject = 'times',
  replacesLeave = false,
): CorrectionDecision {
  const side = sideOf(userId, asker);
  // As for an unknown id, so that nobody learns which ids exist.
  if (side === null) return refused('employee_not_found');
  if (side === 'admin')
    return { ok: true, state: subject === 'changed-leave' ? 'proposed' : 'made', selfDecided: false };
  if (subject === 'declared-leave' && !replacesLeave)
    return { ok: true, state: 'declared', selfDecided: false };
  const selfDecided = isSoleAdmin(asker);
  const waiting = subject === 'declared-leave' ? 'declared-over' : 'asked';
  return { ok: true, state: selfDecided ? 'agreed' : waiting, selfDecided };
}

/** Applies an action. The only admin may approve their own request, since nobody else could approve it. */
export function decideCorrection(
  { leave, state, userId }: DecidableCorrection,
  action: CorrectionAction,
  actor: CorrectionActor,
): CorrectionDecision {
  const side = sideOf(userId, actor);
  if (side === null) return refused('correction_not_found');
  const step = leave && action === 'send-back' ? undefined : STATES[state].steps?.[action];
  if (!step) return refused('correction_decided');
  const selfDecided =
    side === 'employee' &&
    isSoleAdmin(actor) &&
    action === 'agree' &&
    (step.by === 'admin' || actor.wasOtherDemoted === true);
  if (side !== step.by && !selfDecided) return refused('correction_not_yours');
  const isSicknessAgain = action === 'undo' && state !== 'declared' && leave && leave.replaced.length > 0;
  return { ok: true, state: isSicknessAgain ? 'declared-over' : step.to, selfDecided };
}

/** All but 'undo', which is only offered for a recent decision. */
export type OfferedAction = Exclude<CorrectionAction, 'undo'>;

export const offeredActions = (correction: DecidableCorrection, actor: CorrectionActor): OfferedAction[] =>
  CORRECTION_ACTIONS.filter(
    (action) => action !== 'undo' && decideCorrection(correction, action, actor).ok,
  ) as OfferedAction[];
