import type { CorrectionMarkState } from '#domain/correction/state';
import type { EntryCorrection } from './rows.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

interface Mark {
  readonly label: string;
  readonly tone: BadgeTone;
}

/** A row shows only the first of these marks that matches. Employees and admins read the same words. */
const MARKS: readonly (Mark & { readonly state: CorrectionMarkState })[] = [
  { state: 'objected', label: 'Objection', tone: 'danger' },
  { state: 'made', label: 'Waiting for employee', tone: 'warning' },
  { state: 'proposed', label: 'Waiting for employee', tone: 'warning' },
  { state: 'sent-back', label: 'Sent back', tone: 'warning' },
  { state: 'asked', label: 'Requested', tone: 'accent' },
  { state: 'declared-over', label: 'Requested', tone: 'accent' },
  { state: 'agreed', label: 'Corrected', tone: 'neutral' },
  { state: 'stated', label: 'Corrected', tone: 'neutral' },
];

const SELF_DECIDED: Mark = { label: 'Self-decided', tone: 'neutral' };

export const correctionTone = (state: CorrectionMarkState): BadgeTone =>
  MARKS.find((mark) => mark.state === state)?.tone ?? 'neutral';

/** Null when no correction changes the row. */
export function markOf(corrections: readonly EntryCorrection[]): Mark | null {
  const mark = MARKS.find(({ state }) => corrections.some(({ correction }) => correction.state === state));
  const isSelfDecided =
    mark?.state === 'agreed' && corrections.some(({ correction }) => correction.selfDecided);
  return isSelfDecided ? SELF_DECIDED : (mark ?? null);
}
