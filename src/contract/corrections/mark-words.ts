import { say } from '#texts/say';
import { stateWords, type CorrectionMarkState } from '#domain/correction/state';
import type { EntryCorrection } from './rows.ts';

type Tone = 'neutral' | 'accent' | 'warning' | 'danger';

/** A row shows only the first of these states that it has. Employees and admins read the same words. */
const TONES: ReadonlyMap<CorrectionMarkState, Tone> = new Map([
  ['objected', 'danger'],
  ['made', 'warning'],
  ['proposed', 'warning'],
  ['sent-back', 'warning'],
  ['asked', 'accent'],
  ['declared-over', 'accent'],
  ['agreed', 'neutral'],
  ['stated', 'neutral'],
]);

export const correctionTone = (state: CorrectionMarkState): Tone => TONES.get(state) ?? 'neutral';

/** Null when no correction changes the row. */
export function markOf(
  corrections: readonly EntryCorrection[],
): { readonly label: string; readonly tone: Tone } | null {
  for (const [state, tone] of TONES) {
    const of = corrections.filter(({ correction }) => correction.state === state);
    if (of.length === 0) continue;
    const selfDecided = of.some(({ correction }) => correction.selfDecided);
    const isSettled = tone === 'neutral' && !selfDecided;
    return {
      label: isSettled
        ? say('correctionHistory.corrected')
        : stateWords({ state, selfDecided }, 'admin').label,
      tone,
    };
  }
  return null;
}
