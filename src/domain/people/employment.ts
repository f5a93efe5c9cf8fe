/** Employment in spans, from the record: an account that was deactivated may come back. */
import type { Day, EpochMs } from '../time/units.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';

/** Earliest first. The last span has no end while the person is employed. */
export type Employment = readonly { readonly from: EpochMs; readonly to: EpochMs | null }[];

export interface EmploymentRecord {
  readonly createdAt: EpochMs;
  /** First day, if an administrator set it; '' means the day of the account. */
  readonly since: Day | '';
  readonly isActive: boolean;
  /** Deactivations and activations, earliest first. */
  readonly steps: readonly { readonly at: EpochMs; readonly isActive: boolean }[];
}

/** @param startOf first instant of a workplace day */
export function employmentOf(
  { createdAt, since, isActive, steps }: EmploymentRecord,
  startOf: (day: Day) => EpochMs,
): Employment {
  const spans: { from: EpochMs; to: EpochMs | null }[] = [];
  let from: EpochMs | null = createdAt;
  for (const step of steps) {
    // Employment begins when a registration is approved, not when the person registered.
    if (step.isActive) from = step.at;
    else if (from !== null) {
      spans.push({ from, to: step.at });
      from = null;
    }
  }
  if (from !== null && isActive) spans.push({ from, to: null });
  if (since === '') return spans;
  const start = startOf(since);
  return spans
    .filter(({ to }, index) => to === null || to > start || index === spans.length - 1)
    .map((span, index) => (index === 0 ? { ...span, from: start } : span));
}

/** The first day counts, also in part. The last day counts only as a whole. */
export const isEmployedOn = (employment: Employment, { end }: WorkplaceDay): boolean =>
  employment.some(({ from, to }) => end > from && (to === null || end <= to));
