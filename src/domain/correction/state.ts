/** What can be done with a request, and the states that it can be in: the one table of each. */

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
  readonly label: string;
  readonly explanation: string;
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
    label: 'Requested',
    explanation: 'It counts once you or another administrator approves it.',
    own: { label: 'Awaiting approval', explanation: 'It counts once an administrator approves it.' },
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
    label: 'Sent back',
    explanation: 'Other times were suggested. They count once the employee approves them.',
    own: {
      label: 'Sent back to you',
      explanation: 'An administrator suggested other times. They count once you approve them.',
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
    label: 'Approved',
    explanation: 'Both sides approved this.',
    counts: true,
    steps: { undo: { to: 'asked', by: 'admin' } },
  },
  declined: {
    label: 'Declined',
    explanation: 'This was declined. Nothing changed.',
    steps: { undo: { to: 'asked', by: 'admin' } },
  },
  withdrawn: { label: 'Withdrawn', explanation: 'This was withdrawn. Nothing changed.' },
  /** By an admin. */
  made: {
    label: 'Waiting for employee',
    explanation: 'It already counts. The employee has not approved it yet.',
    own: {
      label: 'Waiting for you',
      explanation: 'An administrator changed this and it already counts. Approve it, or say what is wrong.',
    },
    counts: true,
    waitsFor: 'employee',
    steps: {
      agree: { to: 'agreed', by: 'employee' },
      object: { to: 'objected', by: 'employee' },
    },
  },
  objected: {
    label: 'Objection',
    explanation:
      'The employee says something is wrong. It still counts until you undo it or they approve it.',
    own: {
      label: 'You objected',
      explanation:
        'It still counts. Your objection stays visible until an administrator undoes it or you approve it.',
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
    label: 'Undone',
    explanation: 'The employee objected. The earlier times count again.',
    own: { label: 'Undone', explanation: 'You objected. The earlier times count again.' },
  },
  /** A change of leave by an admin. */
  proposed: {
    label: 'Waiting for employee',
    explanation: 'It counts once the employee approves it.',
    own: {
      label: 'Waiting for you',
      explanation: 'An administrator suggests this. It counts once you approve it.',
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
    label: 'Counts',
    explanation: 'It counts without approval.',
    counts: true,
    steps: { undo: { to: 'withdrawn', by: 'employee' } },
  },
  /** Sickness over approved leave. */
  'declared-over': {
    label: 'Requested',
    explanation: 'It already counts. The days of the other leave come back once you approve it.',
    own: {
      label: 'Awaiting approval',
      explanation:
        'It already counts. The days of the other leave come back once an administrator approves it.',
    },
    counts: true,
    waitsFor: 'admin',
    steps: {
      agree: { to: 'agreed', by: 'admin' },
      decline: { to: 'declined', by: 'admin' },
      withdraw: { to: 'withdrawn', by: 'employee' },
    },
  },
  stated: { label: 'End stated', explanation: 'The missing end was stated later. It counts.', counts: true },
};

export const isCounting = (state: CorrectionMarkState): boolean => STATES[state].counts === true;

export const waitingSide = (state: CorrectionMarkState): CorrectionSide | null =>
  STATES[state].waitsFor ?? null;

export const statesWaitingFor = (side: CorrectionSide): CorrectionState[] =>
  CORRECTION_STATES.filter((state) => waitingSide(state) === side);

const SELF_DECIDED: StateWords = {
  label: 'Self-decided',
  explanation: 'The only administrator corrected their own hours. Nobody else approved it.',
};

export function stateWords(
  { state, selfDecided }: { readonly state: CorrectionMarkState; readonly selfDecided?: boolean },
  side: CorrectionSide,
): StateWords {
  if (state === 'agreed' && selfDecided) return SELF_DECIDED;
  return (side === 'employee' && STATES[state].own) || STATES[state];
}

/** 'Approved' of 'Approved by Grace': an objection stays an objection when the correction is kept. */
export const decisionLabel = (state: CorrectionMarkState): string =>
  state === 'objected' ? 'Kept' : STATES[state].label;
