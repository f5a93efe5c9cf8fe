/** What the mark of a row says that a correction touched. */
import { stateWords, type CorrectionState } from '#domain/correction-state';
import type { CorrectionMarks } from '#domain/timesheet';
import type { BadgeTone } from '#web/ui/badge.tsx';
import type { CorrectedRow, Touch } from './rows.ts';

interface Mark {
  readonly label: string;
  readonly tone: BadgeTone;
}

/** The first that there is of a row is what its mark says. */
const MARKED: readonly CorrectionState[] = ['objected', 'made', 'sent-back', 'asked', 'agreed'];
/** How a state is coloured, in which words stand for both sides. */
export const CORRECTION_TONES: Partial<Readonly<Record<CorrectionState, BadgeTone>>> = {
  objected: 'danger',
  made: 'warning',
  'sent-back': 'warning',
  asked: 'accent',
};

/** What a row is marked with: the same words for both sides. Null where nothing touched it. */
export function markOf(touches: readonly Touch[]): Mark | null {
  const state = MARKED.find((one) => touches.some(({ correction }) => correction.state === one));
  if (state === undefined) return null;
  const isSelfDecided = touches.some(({ correction }) => correction.selfDecided);
  const isAgreed = state === 'agreed' && !isSelfDecided;
  return {
    label: isAgreed ? 'Corrected' : stateWords({ state, selfDecided: isSelfDecided }, 'admin').label,
    tone: CORRECTION_TONES[state] ?? 'neutral',
  };
}

/** The marks of rows that count, for files; empty where nothing was ever corrected. */
export const correctionMarks = (
  days: readonly { readonly rows: readonly CorrectedRow[] }[],
): CorrectionMarks =>
  new Map(
    days
      .flatMap(({ rows }) => rows)
      .flatMap(({ id, touches }) => {
        const label = markOf(touches)?.label;
        return label === undefined ? [] : [[id, label] as const];
      }),
  );
