/** The words in which each side reads what a correction is, and what can be done about it. */
import type { CorrectionAction, CorrectionSide, MarkedState } from './correction-state.ts';

/** What the buttons say. */
export const CORRECTION_ACTION_LABEL: Readonly<Record<CorrectionAction, string>> = {
  agree: 'Agree',
  'send-back': 'Change and send back',
  decline: 'Decline',
  object: 'Object',
  withdraw: 'Withdraw',
  'take-back': 'Undo',
};

interface StateWords {
  readonly label: string;
  /** What it means, and what happens next. */
  readonly explanation: string;
}

const WORDS: Readonly<Record<MarkedState, Readonly<Record<CorrectionSide, StateWords>>>> = {
  asked: {
    employee: {
      label: 'Awaiting approval',
      explanation: 'This will count once an administrator has agreed.',
    },
    admin: {
      label: 'Requested',
      explanation: 'This will count once you or another administrator has agreed.',
    },
  },
  'sent-back': {
    employee: {
      label: 'Sent back to you',
      explanation: 'An administrator has suggested different times. They will count once you have agreed.',
    },
    admin: {
      label: 'Sent back',
      explanation: 'Different times were suggested. They will count once the employee has agreed.',
    },
  },
  made: {
    employee: {
      label: 'Awaiting your agreement',
      explanation: 'An administrator has changed this, and it counts already. Please agree, or say why not.',
    },
    admin: {
      label: 'Awaiting agreement',
      explanation: 'This counts already. The employee has yet to agree.',
    },
  },
  objected: {
    employee: {
      label: 'You objected',
      explanation:
        'This still counts, with your objection beside it, until an administrator undoes it or you agree.',
    },
    admin: {
      label: 'Objection',
      explanation: 'The employee objects. This still counts until you undo it or they agree.',
    },
  },
  agreed: {
    employee: { label: 'Agreed', explanation: 'Both sides have agreed to this.' },
    admin: { label: 'Agreed', explanation: 'Both sides have agreed to this.' },
  },
  declined: {
    employee: { label: 'Declined', explanation: 'An administrator has declined this. Nothing was changed.' },
    admin: { label: 'Declined', explanation: 'An administrator has declined this. Nothing was changed.' },
  },
  withdrawn: {
    employee: { label: 'Withdrawn', explanation: 'You have withdrawn this. Nothing was changed.' },
    admin: { label: 'Withdrawn', explanation: 'The employee has withdrawn this. Nothing was changed.' },
  },
  'taken-back': {
    employee: { label: 'Undone', explanation: 'You objected, and what was there before counts again.' },
    admin: { label: 'Undone', explanation: 'The employee objected, and what was there before counts again.' },
  },
  stated: {
    employee: { label: 'End stated', explanation: 'The missing end was given later. It counts.' },
    admin: { label: 'End stated', explanation: 'The missing end was given later. It counts.' },
  },
};

const SELF_DECIDED: StateWords = {
  label: 'Self-decided',
  explanation: 'The only administrator has corrected their own hours. Nobody else has agreed.',
};

/** A state as its employee or an admin reads it. */
export const stateWords = (
  { state, selfDecided }: { readonly state: MarkedState; readonly selfDecided?: boolean },
  side: CorrectionSide,
): StateWords => (state === 'agreed' && selfDecided ? SELF_DECIDED : WORDS[state][side]);
