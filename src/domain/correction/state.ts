/**
 * `sent-back`: an admin suggested other times. `made`: by an admin, counts at once. `objected`: still counts.
 * Only for leave: `proposed` by an admin; `declared`: sickness, which counts at once; `declared-over`: sickness over
 * approved leave, which counts at once and waits for an admin.
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
  'proposed',
  'declared',
  'declared-over',
] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];
/** `stated`: a missing end that was given later. It counts without approval. */
export type CorrectionMarkState = CorrectionState | 'stated';

/** 'employee' owns the hours; 'admin' is any other active admin. */
export type CorrectionSide = 'employee' | 'admin';

const COUNTING_STATES: ReadonlySet<CorrectionMarkState> = new Set<CorrectionMarkState>([
  'agreed',
  'made',
  'objected',
  'declared',
  'declared-over',
  'stated',
]);

export const isCounting = (state: CorrectionMarkState): boolean => COUNTING_STATES.has(state);

const WAITS_FOR: Partial<Readonly<Record<CorrectionMarkState, CorrectionSide>>> = {
  asked: 'admin',
  'sent-back': 'employee',
  made: 'employee',
  proposed: 'employee',
  objected: 'admin',
  'declared-over': 'admin',
};

export const waitingSide = (state: CorrectionMarkState): CorrectionSide | null => WAITS_FOR[state] ?? null;
