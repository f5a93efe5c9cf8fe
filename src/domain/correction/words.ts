import type { CorrectionSide, CorrectionMarkState } from './state.ts';

interface StateWords {
  readonly label: string;
  readonly explanation: string;
}

const words = (label: string, explanation: string): StateWords => ({ label, explanation });

const forBoth = (label: string, explanation: string): Readonly<Record<CorrectionSide, StateWords>> => ({
  employee: words(label, explanation),
  admin: words(label, explanation),
});

const WORDS: Readonly<Record<CorrectionMarkState, Readonly<Record<CorrectionSide, StateWords>>>> = {
  asked: {
    employee: words('Awaiting approval', 'It counts once an administrator approves it.'),
    admin: words('Requested', 'It counts once you or another administrator approves it.'),
  },
  'sent-back': {
    employee: words(
      'Sent back to you',
      'An administrator suggested other times. They count once you approve them.',
    ),
    admin: words('Sent back', 'Other times were suggested. They count once the employee approves them.'),
  },
  made: {
    employee: words(
      'Waiting for you',
      'An administrator changed this and it already counts. Approve it, or say what is wrong.',
    ),
    admin: words('Waiting for employee', 'It already counts. The employee has not approved it yet.'),
  },
  objected: {
    employee: words(
      'You objected',
      'It still counts. Your objection stays visible until an administrator undoes it or you approve it.',
    ),
    admin: words(
      'Objection',
      'The employee says something is wrong. It still counts until you undo it or they approve it.',
    ),
  },
  agreed: forBoth('Approved', 'Both sides approved this.'),
  declined: forBoth('Declined', 'This was declined. Nothing changed.'),
  withdrawn: forBoth('Withdrawn', 'This was withdrawn. Nothing changed.'),
  'taken-back': {
    employee: words('Undone', 'You objected. The earlier times count again.'),
    admin: words('Undone', 'The employee objected. The earlier times count again.'),
  },
  proposed: {
    employee: words('Waiting for you', 'An administrator suggests this. It counts once you approve it.'),
    admin: words('Waiting for employee', 'It counts once the employee approves it.'),
  },
  declared: forBoth('Counts', 'It counts without approval.'),
  'declared-over': {
    employee: words(
      'Awaiting approval',
      'It already counts. The days of the other leave come back once an administrator approves it.',
    ),
    admin: words(
      'Requested',
      'It already counts. The days of the other leave come back once you approve it.',
    ),
  },
  stated: forBoth('End stated', 'The missing end was stated later. It counts.'),
};

const SELF_DECIDED = words(
  'Self-decided',
  'The only administrator corrected their own hours. Nobody else approved it.',
);

export const stateWords = (
  { state, selfDecided }: { readonly state: CorrectionMarkState; readonly selfDecided?: boolean },
  side: CorrectionSide,
): StateWords => (state === 'agreed' && selfDecided ? SELF_DECIDED : WORDS[state][side]);
