import type { MarkedState } from '#domain/correction/state';
import type { CorrectionRef } from './rows.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** What the mark of a row says that a correction touched. */
interface Mark {
  readonly label: string;
  readonly tone: BadgeTone;
}

/** What a row is marked with by the first of these states that there is; the same words for both sides. */
const MARKS: readonly (Mark & { readonly state: MarkedState })[] = [
  { state: 'objected', label: 'Objection', tone: 'danger' },
  { state: 'made', label: 'Waiting for employee', tone: 'warning' },
  { state: 'sent-back', label: 'Sent back', tone: 'warning' },
  { state: 'asked', label: 'Requested', tone: 'accent' },
  { state: 'agreed', label: 'Corrected', tone: 'neutral' },
  { state: 'stated', label: 'Corrected', tone: 'neutral' },
];

const SELF_DECIDED: Mark = { label: 'Self-decided', tone: 'neutral' };

/** How a state is coloured, in which words it ever stands. */
export const correctionTone = (state: MarkedState): BadgeTone =>
  MARKS.find((mark) => mark.state === state)?.tone ?? 'neutral';

/** Null where nothing touched the row. */
export function markOf(touches: readonly CorrectionRef[]): Mark | null {
  const mark = MARKS.find(({ state }) => touches.some(({ correction }) => correction.state === state));
  const isSelfDecided = mark?.state === 'agreed' && touches.some(({ correction }) => correction.selfDecided);
  return isSelfDecided ? SELF_DECIDED : (mark ?? null);
}
