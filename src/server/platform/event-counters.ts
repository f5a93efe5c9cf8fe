/** Counts events for the metrics; without METRICS_TOKEN nothing listens. */
import type { ProblemCode } from '#contract/problems';
import type { Punch } from '#domain/entry/time-entry';

/** `repeated`: answered before, same answer again. `failed`: an error. */
export type PunchEnd = 'recorded' | 'repeated' | 'failed' | ProblemCode;

export interface Measures {
  /** A punch that the guard let in came to its end. */
  punchEnded(punch: Punch, end: PunchEnd): void;
  /** So many punches travelled in one statement. */
  batchWritten(punches: number): void;
  /** What a punch was decided by, a guess or what was just read, stood no longer: it is decided again. */
  punchRetried(): void;
}

export const NO_MEASURES: Measures = {
  punchEnded: () => {},
  batchWritten: () => {},
  punchRetried: () => {},
};
