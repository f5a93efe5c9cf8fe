/** The states of a correction, whether its times count, and who has to act next. */

/**
 * `asked`, of an employee, waits for an admin, who agrees, declines or sends back other times: these are `sent-back`
 * and wait for the employee. `made`, of an admin, counts at once; the employee agrees or objects, and an objection
 * stands until they agree or an admin takes the correction back. One that an admin has replied to waits for nobody.
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
/** `stated`: no correction, but a missing end that was given later. It counts, and nobody has to agree. */
export type MarkedState = CorrectionState | 'stated';

/** Whose hours they are, and any active admin but them. */
export type CorrectionSide = 'employee' | 'admin';

const COUNTING: ReadonlySet<MarkedState> = new Set<MarkedState>(['agreed', 'made', 'objected', 'stated']);

/** Whether the times of a correction in this state are those that count. */
export const isCounting = (state: MarkedState): boolean => COUNTING.has(state);

const WAITS_FOR: Partial<Readonly<Record<MarkedState, CorrectionSide>>> = {
  asked: 'admin',
  'sent-back': 'employee',
  made: 'employee',
  objected: 'admin',
};

/** Who has to do something about it; null where it is settled. */
export const waitsFor = (state: MarkedState): CorrectionSide | null => WAITS_FOR[state] ?? null;
