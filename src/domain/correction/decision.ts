/** Steps of a correction. The side that did not suggest the change approves. Only a sole admin may approve alone. */
import { waitingSide, type CorrectionSide, type CorrectionState } from './state.ts';
import type { LeaveKind } from '../leave/kinds.ts';
import type { EpochMs } from '../time/units.ts';

interface ActionRule {
  /** Text of its button. */
  readonly label: string;
  /** Kind of its row in the ledger. */
  readonly kind: `correction_${string}`;
  /** Field that keeps its reason; without one, a given reason is ignored. */
  readonly reason?: 'decisionReason' | 'objection';
  readonly needsReason?: true;
}

/** In the order in which the screen shows them. */
export const ACTIONS = {
  agree: { label: 'Approve', kind: 'correction_agreed' },
  'send-back': { label: 'Change and send back', kind: 'correction_sent_back', reason: 'decisionReason' },
  decline: { label: 'Decline', kind: 'correction_declined', reason: 'decisionReason', needsReason: true },
  object: { label: "Something's wrong", kind: 'correction_objected', reason: 'objection', needsReason: true },
  withdraw: { label: 'Withdraw', kind: 'correction_withdrawn' },
  keep: { label: 'Keep, with reply', kind: 'correction_kept', reason: 'decisionReason', needsReason: true },
  'take-back': { label: 'Undo', kind: 'correction_taken_back' },
  undo: { label: 'Undo', kind: 'correction_undone' },
} as const satisfies Readonly<Record<string, ActionRule>>;
export type CorrectionAction = keyof typeof ACTIONS;
export const CORRECTION_ACTIONS = Object.keys(ACTIONS) as [CorrectionAction, ...CorrectionAction[]];
export const ruleOf = (action: CorrectionAction): ActionRule => ACTIONS[action];
/** All but 'undo', which is only offered for a recent decision. */
export type OfferedAction = Exclude<CorrectionAction, 'undo'>;

interface Step {
  readonly to: CorrectionState;
  readonly by: CorrectionSide;
}

const STEPS: Readonly<Record<CorrectionState, Partial<Readonly<Record<CorrectionAction, Step>>>>> = {
  asked: {
    agree: { to: 'agreed', by: 'admin' },
    'send-back': { to: 'sent-back', by: 'admin' },
    decline: { to: 'declined', by: 'admin' },
    withdraw: { to: 'withdrawn', by: 'employee' },
  },
  'sent-back': {
    agree: { to: 'agreed', by: 'employee' },
    // The employee might never answer, so an admin can still decline.
    decline: { to: 'declined', by: 'admin' },
    withdraw: { to: 'withdrawn', by: 'employee' },
  },
  made: {
    agree: { to: 'agreed', by: 'employee' },
    object: { to: 'objected', by: 'employee' },
  },
  objected: {
    agree: { to: 'agreed', by: 'employee' },
    // The state stays 'objected', but the record then also has the admin's reason for keeping the correction.
    keep: { to: 'objected', by: 'admin' },
    'take-back': { to: 'taken-back', by: 'admin' },
  },
  agreed: { undo: { to: 'asked', by: 'admin' } },
  declined: { undo: { to: 'asked', by: 'admin' } },
  withdrawn: {},
  proposed: {
    agree: { to: 'agreed', by: 'employee' },
    decline: { to: 'declined', by: 'employee' },
    withdraw: { to: 'withdrawn', by: 'admin' },
  },
  declared: { undo: { to: 'withdrawn', by: 'employee' } },
  'declared-over': {
    agree: { to: 'agreed', by: 'admin' },
    decline: { to: 'declined', by: 'admin' },
    withdraw: { to: 'withdrawn', by: 'employee' },
  },
  'taken-back': {},
};

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
  const step = leave && action === 'send-back' ? undefined : STEPS[state][action];
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

export const offeredActions = (correction: DecidableCorrection, actor: CorrectionActor): OfferedAction[] =>
  CORRECTION_ACTIONS.filter(
    (action) => action !== 'undo' && decideCorrection(correction, action, actor).ok,
  ) as OfferedAction[];
