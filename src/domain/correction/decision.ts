/**
 * The steps of a correction. The side that did not ask for it approves it. Nobody decides their own, except the only
 * admin, whose decision is marked.
 */
import { waitsFor, type CorrectionSide, type CorrectionState } from './state.ts';
import type { EpochMs } from '../time/units.ts';

/** In the order in which they are offered. */
export const CORRECTION_ACTIONS = [
  'agree',
  'send-back',
  'decline',
  'object',
  'withdraw',
  'keep',
  'take-back',
] as const;
export type OfferedAction = (typeof CORRECTION_ACTIONS)[number];
/** 'undo' is offered beside the news of a decision alone. */
export type CorrectionAction = OfferedAction | 'undo';

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
    // Whoever was asked may never answer.
    decline: { to: 'declined', by: 'admin' },
    withdraw: { to: 'withdrawn', by: 'employee' },
  },
  made: {
    agree: { to: 'agreed', by: 'employee' },
    object: { to: 'objected', by: 'employee' },
  },
  objected: {
    agree: { to: 'agreed', by: 'employee' },
    // The objection stands, with the reply beside it.
    keep: { to: 'objected', by: 'admin' },
    'take-back': { to: 'taken-back', by: 'admin' },
  },
  agreed: { undo: { to: 'asked', by: 'admin' } },
  declined: { undo: { to: 'asked', by: 'admin' } },
  withdrawn: {},
  'taken-back': {},
};

export const needsReason = (action: CorrectionAction): boolean =>
  action === 'decline' || action === 'object' || action === 'keep';

/** What an admin decided, or closed, is undone within so long. */
export const UNDO_MS = 60_000;

type Decided = Readonly<{ sentBackBy: unknown; decidedBy?: unknown; decidedAt: EpochMs | null }>;
/** Whether a decision is theirs and recent. The words beside other times that were suggested are kept nowhere else. */
export const canUndo = (of: Decided, actorId: string, now: EpochMs): boolean =>
  !of.sentBackBy && of.decidedBy === actorId && now - (of.decidedAt ?? 0) <= UNDO_MS;

/** Whether nobody has to do anything more about it after this step. */
export const isSettledBy = (action: CorrectionAction, to: CorrectionState): boolean =>
  action === 'keep' || waitsFor(to) === null;

export interface CorrectionActor {
  readonly id: string;
  /** An active one. */
  readonly isAdmin: boolean;
  /** No other admin is active, so that nobody else could decide. */
  readonly isOnlyAdmin: boolean;
  /** Another admin was demoted within the day before, and could have set the times that the only one now agrees to. */
  readonly wasOtherDemoted?: boolean;
}

export interface CorrectionStanding {
  readonly state: CorrectionState;
  /** Whose hours they are. */
  readonly userId: string;
}

/** The names are problem codes of the contract. */
export type DecisionRefusal = 'correction_not_yours' | 'correction_decided';

export type CorrectionDecision =
  | { readonly ok: true; readonly state: CorrectionState; readonly selfDecided: boolean }
  | { readonly ok: false; readonly code: DecisionRefusal };

const refused = (code: DecisionRefusal): CorrectionDecision => ({ ok: false, code });

/** On which side somebody stands; null for who has no part in it. */
export function sideOf(userId: string, actor: CorrectionActor): CorrectionSide | null {
  if (actor.id === userId) return 'employee';
  return actor.isAdmin ? 'admin' : null;
}

const isAlone = ({ isAdmin, isOnlyAdmin }: CorrectionActor): boolean => isAdmin && isOnlyAdmin;

/** How a correction begins of somebody's hours: as a request of theirs, or as an admin's, which counts. */
export function beginCorrection(userId: string, asker: CorrectionActor): CorrectionDecision {
  switch (sideOf(userId, asker)) {
    case 'employee':
      return { ok: true, state: isAlone(asker) ? 'agreed' : 'asked', selfDecided: isAlone(asker) };
    case 'admin':
      return { ok: true, state: 'made', selfDecided: false };
    case null:
      return refused('correction_not_yours');
  }
}

/**
 * What an action makes of a correction, or why not: it is not theirs to do, or somebody was first. Who became the only
 * admin after they had asked agrees to it themselves, so that it does not wait for ever.
 */
export function decideCorrection(
  { state, userId }: CorrectionStanding,
  action: CorrectionAction,
  actor: CorrectionActor,
): CorrectionDecision {
  const side = sideOf(userId, actor);
  if (side === null) return refused('correction_not_yours');
  const step = STEPS[state][action];
  if (!step) return refused('correction_decided');
  const selfDecided =
    side === 'employee' &&
    isAlone(actor) &&
    action === 'agree' &&
    (step.by === 'admin' || actor.wasOtherDemoted === true);
  if (side !== step.by && !selfDecided) return refused('correction_not_yours');
  return { ok: true, state: step.to, selfDecided };
}

export const offeredActions = (standing: CorrectionStanding, actor: CorrectionActor): OfferedAction[] =>
  CORRECTION_ACTIONS.filter((action) => decideCorrection(standing, action, actor).ok);
