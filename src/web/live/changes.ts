/** Browsers cannot compare cursors, so they apply all changes received since the snapshot's request. */
import type { LiveChange } from '#contract/monitoring/live';
import type { Calendar, TimeEntry } from '#contract/records';

export const changedEntries = ({ entry, entries = [] }: LiveChange): readonly TimeEntry[] =>
  entry ? [...entries, entry] : entries;

/** Returns null if only the server can compute the new data. Applying a change twice must do no harm. */
export type ApplyChange<View> = (view: View, change: LiveChange) => View | null;

/** Applies changes in order. Stops before a change that needs a new snapshot, and returns it as `stoppedAt`. */
export function catchUp<View extends { readonly cursor: string }>(
  view: View,
  changes: readonly LiveChange[],
  apply: ApplyChange<View>,
): { view: View; stoppedAt: LiveChange | null } {
  let caughtUp = view;
  const known = changes.findLastIndex(({ cursor }) => cursor === view.cursor);
  for (const change of changes.slice(known + 1)) {
    const next = apply(caughtUp, change);
    if (next === null) return { view: caughtUp, stoppedAt: change };
    caughtUp = { ...next, cursor: change.cursor };
  }
  return { view: caughtUp, stoppedAt: null };
}

/** True after a new time zone, schedule, holiday or absence: only the server can then compute the days. */
export const hasNewDays = (
  { settings, correction }: LiveChange,
  { timeZone, plansId }: Omit<Calendar, 'today' | 'days'>,
): boolean =>
  Boolean(correction?.leave) ||
  (settings !== undefined && (settings.zones !== timeZone || settings.plansId !== plansId));
