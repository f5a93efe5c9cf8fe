/** What can be done with a request, and the states that it can be in: the one table of each. */
import { say, type PlainKey } from '#texts/say';

interface ActionRule {
  /** Text of its button. */
  readonly label: PlainKey;
  /** Kind of its row in the ledger. */
  readonly kind: `correction_${string}`;
  /** Field that keeps its reason; without one, a given reason is ignored. */
  readonly reason?: 'decisionReason' | 'objection';
  readonly needsReason?: true;
}

/** In the order in which the screen shows them. */
export const ACTIONS = {
  agree: { label: 'requestAction.approve', kind: 'correction_agreed' },
  'send-back': { label: 'requestAction.sendBack', kind: 'correction_sent_back', reason: 'decisionReason' },
  decline: {
    label: 'requestAction.decline',
    kind: 'correction_declined',
    reason: 'decisionReason',
    needsReason: true,
  },
  object: {
    label: 'requestAction.object',
    kind: 'correction_objected',
    reason: 'objection',
    needsReason: true,
  },
  withdraw: { label: 'requestAction.withdraw', kind: 'correction_withdrawn' },
  keep: { label: 'requestAction.keep', kind: 'correction_kept', reason: 'decisionReason', needsReason: true },
  'take-back': { label: 'requestAction.undo', kind: 'correction_taken_back' },
  undo: { label: 'requestAction.undo', kind: 'correction_undone' },
} as const satisfies Readonly<Record<string, ActionRule>>;
export type CorrectionAction = keyof typeof ACTIONS;
export const CORRECTION_ACTIONS = Object.keys(ACTIONS) as [CorrectionAction, ...CorrectionAction[]];
export const ruleOf = (action: CorrectionAction): ActionRule => ACTIONS[action];

export const CORRECTION_STATES = [
  'asked',
  'sent-back',
  'agreed',
  'declined',
  'withdrawn',
  'made',
  'objected',
  'taken-back',
  'proposed',
  'declared',
  'declared-over',
] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];
/** `stated`: a missing end that was given later. It counts without approval. */
export type CorrectionMarkState = CorrectionState | 'stated';

/** 'employee' owns the hours; 'admin' is any other active admin. */
export type CorrectionSide = 'employee' | 'admin';

interface StateWords {
  readonly label: PlainKey;
  readonly explanation: PlainKey;
}

interface StateRule extends StateWords {
  /** As the owner of the hours reads it, where that differs. */
  readonly own?: StateWords;
  readonly counts?: true;
  readonly waitsFor?: CorrectionSide;
  readonly steps?: Partial<
    Readonly<Record<CorrectionAction, { readonly to: CorrectionState; readonly by: CorrectionSide }>>
  >;
}

export const STATES: Readonly<Record<CorrectionMarkState, StateRule>> = {
  asked: {
    label: 'requestState.asked',
    explanation: 'requestState.askedExplained',
    own: { label: 'requestState.askedOwn', explanation: 'requestState.askedOwnExplained' },
    waitsFor: 'admin',
    steps: {
      agree: { to: 'agreed', by: 'admin' },
      'send-back': { to: 'sent-back', by: 'admin' },
      decline: { to: 'declined', by: 'admin' },
      withdraw: { to: 'withdrawn', by: 'employee' },
    },
  },
  /** An admin suggested other times. */
  'sent-back': {
    label: 'requestState.sentBack',
    explanation: 'requestState.sentBackExplained',
    own: {
      label: 'requestState.sentBackOwn',
      explanation: 'requestState.sentBackOwnExplained',
    },
    waitsFor: 'employee',
    steps: {
      agree: { to: 'agreed', by: 'employee' },
      // The employee might never answer, so an admin can still decline.
      decline: { to: 'declined', by: 'admin' },
      withdraw: { to: 'withdrawn', by: 'employee' },
    },
  },
  agreed: {
    label: 'requestState.agreed',
    explanation: 'requestState.agreedExplained',
    counts: true,
    steps: { undo: { to: 'asked', by: 'admin' } },
  },
  declined: {
    label: 'requestState.declined',
    explanation: 'requestState.declinedExplained',
    steps: { undo: { to: 'asked', by: 'admin' } },
  },
  withdrawn: { label: 'requestState.withdrawn', explanation: 'requestState.withdrawnExplained' },
  /** By an admin. */
  made: {
    label: 'requestState.made',
    explanation: 'requestState.madeExplained',
    own: {
      label: 'requestState.madeOwn',
      explanation: 'requestState.madeOwnExplained',
    },
    counts: true,
    waitsFor: 'employee',
    steps: {
      agree: { to: 'agreed', by: 'employee' },
      object: { to: 'objected', by: 'employee' },
    },
  },
  objected: {
    label: 'requestState.objected',
    explanation: 'requestState.objectedExplained',
    own: {
      label: 'requestState.objectedOwn',
      explanation: 'requestState.objectedOwnExplained',
    },
    counts: true,
    waitsFor: 'admin',
    steps: {
      agree: { to: 'agreed', by: 'employee' },
      // The state stays 'objected', but the record then also has the admin's reason for keeping the correction.
      keep: { to: 'objected', by: 'admin' },
      'take-back': { to: 'taken-back', by: 'admin' },
    },
  },
  'taken-back': {
    label: 'requestState.takenBack',
    explanation: 'requestState.takenBackExplained',
    own: { label: 'requestState.takenBackOwn', explanation: 'requestState.takenBackOwnExplained' },
  },
  /** A change of leave by an admin. */
  proposed: {
    label: 'requestState.proposed',
    explanation: 'requestState.proposedExplained',
    own: {
      label: 'requestState.proposedOwn',
      explanation: 'requestState.proposedOwnExplained',
    },
    waitsFor: 'employee',
    steps: {
      agree: { to: 'agreed', by: 'employee' },
      decline: { to: 'declined', by: 'employee' },
      withdraw: { to: 'withdrawn', by: 'admin' },
    },
  },
  /** Sickness. */
  declared: {
    label: 'requestState.declared',
    explanation: 'requestState.declaredExplained',
    counts: true,
    steps: { undo: { to: 'withdrawn', by: 'employee' } },
  },
  /** Sickness over approved leave. */
  'declared-over': {
    label: 'requestState.declaredOver',
    explanation: 'requestState.declaredOverExplained',
    own: {
      label: 'requestState.declaredOverOwn',
      explanation: 'requestState.declaredOverOwnExplained',
    },
    counts: true,
    waitsFor: 'admin',
    steps: {
      agree: { to: 'agreed', by: 'admin' },
      decline: { to: 'declined', by: 'admin' },
      withdraw: { to: 'withdrawn', by: 'employee' },
    },
  },
  stated: { label: 'requestState.stated', explanation: 'requestState.statedExplained', counts: true },
};

export const isCounting = (state: CorrectionMarkState): boolean => STATES[state].counts === true;

export const waitingSide = (state: CorrectionMarkState): CorrectionSide | null =>
  STATES[state].waitsFor ?? null;

export const statesWaitingFor = (side: CorrectionSide): CorrectionState[] =>
  CORRECTION_STATES.filter((state) => waitingSide(state) === side);

const SELF_DECIDED: StateWords = {
  label: 'requestState.selfDecided',
  explanation: 'requestState.selfDecidedExplained',
};

export function stateWords(
  { state, selfDecided }: { readonly state: CorrectionMarkState; readonly selfDecided?: boolean },
  side: CorrectionSide,
): { readonly label: string; readonly explanation: string } {
  const isSelfDecided = state === 'agreed' && selfDecided;
  const { label, explanation } = isSelfDecided
    ? SELF_DECIDED
    : (side === 'employee' && STATES[state].own) || STATES[state];
  return { label: say(label), explanation: say(explanation) };
}

/** 'Approved' of 'Approved by Grace': an objection stays an objection when the correction is kept. */
export const decisionLabel = (state: CorrectionMarkState): string =>
  say(state === 'objected' ? 'requestState.kept' : STATES[state].label);
