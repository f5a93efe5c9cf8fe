/** States of a correction. */

/**
 * `asked`: an employee's request, waits for an admin. `sent-back`: an admin's other times, wait for the
 * employee. `made`: an admin's correction, counts at once. `objected` stands until the employee agrees or an
 * admin takes the correction back.
 */
export const CORRECTION_STATES = [
  'asked',
  'sent-back',
  'agreed',
  'declined',
  'withdrawn',
  'made',
  'objected',
  'taken-back',
] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];
/** `stated`: a missing end that was given later. It counts without approval. */
export type MarkedState = CorrectionState | 'stated';

/** The employee, and any other active admin. */
export type CorrectionSide = 'employee' | 'admin';

const COUNTING: ReadonlySet<MarkedState> = new Set<MarkedState>(['agreed', 'made', 'objected', 'stated']);

/** Whether its times count in this state. */
export const isCounting = (state: MarkedState): boolean => COUNTING.has(state);

const WAITS_FOR: Partial<Readonly<Record<MarkedState, CorrectionSide>>> = {
  asked: 'admin',
  'sent-back': 'employee',
  made: 'employee',
  objected: 'admin',
};

/** Who must act next; null if settled. */
export const waitsFor = (state: MarkedState): CorrectionSide | null => WAITS_FOR[state] ?? null;
