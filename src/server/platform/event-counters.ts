/** Counts events for the metrics. Without METRICS_TOKEN nothing is counted (`NO_EVENT_COUNTERS`). */
import type { ProblemCode } from '#contract/problems';
import type { Punch } from '#domain/entry/time-entry';

/** `repeated`: a retry that got its earlier answer. `failed`: an error. */
export type PunchMetricOutcome = 'recorded' | 'repeated' | 'failed' | ProblemCode;

export interface EventCounters {
  punchEnded(punch: Punch, end: PunchMetricOutcome): void;
  batchWritten(punches: number): void;
  /** A punch is decided again, since the state behind the first decision has changed. */
  punchRetried(): void;
}

export const NO_EVENT_COUNTERS: EventCounters = {
  punchEnded: () => {},
  batchWritten: () => {},
  punchRetried: () => {},
};
