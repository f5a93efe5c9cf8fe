import type { OfferedAction } from './decision.ts';
import type { CorrectionSide, MarkedState } from './state.ts';

export const CORRECTION_ACTION_LABEL: Readonly<Record<OfferedAction, string>> = {
  agree: 'Approve',
  'send-back': 'Change and send back',
  decline: 'Decline',
  object: "Something's wrong",
  withdraw: 'Withdraw',
  keep: 'Keep, with reply',
  'take-back': 'Undo',
};

interface StateWords {
  readonly label: string;
  readonly explanation: string;
}

const forBoth = (label: string, explanation: string): Readonly<Record<CorrectionSide, StateWords>> => ({
  employee: { label, explanation },
  admin: { label, explanation },
});

const WORDS: Readonly<Record<MarkedState, Readonly<Record<CorrectionSide, StateWords>>>> = {
  asked: {
    employee: {
      label: 'Awaiting approval',
      explanation: 'It counts once an administrator approves it.',
    },
    admin: {
      label: 'Requested',
      explanation: 'It counts once you or another administrator approves it.',
    },
  },
  'sent-back': {
    employee: {
      label: 'Sent back to you',
      explanation: 'An administrator suggested other times. They count once you approve them.',
    },
    admin: {
      label: 'Sent back',
      explanation: 'Other times were suggested. They count once the employee approves them.',
    },
  },
  made: {
    employee: {
      label: 'Waiting for you',
      explanation: 'An administrator changed this and it already counts. Approve it, or say what is wrong.',
    },
    admin: {
      label: 'Waiting for employee',
      explanation: 'It already counts. The employee has not approved it yet.',
    },
  },
  objected: {
    employee: {
      label: 'You objected',
      explanation:
        'It still counts. Your objection stays visible until an administrator undoes it or you approve it.',
    },
    admin: {
      label: 'Objection',
      explanation:
        'The employee says something is wrong. It still counts until you undo it or they approve it.',
    },
  },
  agreed: forBoth('Approved', 'Both sides approved this.'),
  declined: forBoth('Declined', 'An administrator declined this. Nothing changed.'),
  withdrawn: {
    employee: { label: 'Withdrawn', explanation: 'You withdrew this. Nothing changed.' },
    admin: { label: 'Withdrawn', explanation: 'The employee withdrew this. Nothing changed.' },
  },
  'taken-back': {
    employee: { label: 'Undone', explanation: 'You objected. The earlier times count again.' },
    admin: { label: 'Undone', explanation: 'The employee objected. The earlier times count again.' },
  },
  stated: forBoth('End stated', 'The missing end was stated later. It counts.'),
};

const SELF_DECIDED: StateWords = {
  label: 'Self-decided',
  explanation: 'The only administrator corrected their own hours. Nobody else approved it.',
};

export const stateWords = (
  { state, selfDecided }: { readonly state: MarkedState; readonly selfDecided?: boolean },
  side: CorrectionSide,
): StateWords => (state === 'agreed' && selfDecided ? SELF_DECIDED : WORDS[state][side]);
