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

const MAX_CHANGES = 5000;

/** Position in the sequence of received changes: `since(mark)` returns the changes received after it. */
export type ChangeMark = number;

export function createRecentChanges() {
  let changes: LiveChange[] = [];
  let count = 0;
  return {
    add: (change: LiveChange): void => {
      changes.push(change);
      count++;
      if (changes.length > MAX_CHANGES) changes = changes.slice(-MAX_CHANGES / 2);
    },
    /** Called when changes were lost: `since` then returns null for all earlier marks. */
    restart: (): void => {
      changes = [];
      count++;
    },
    mark: (): ChangeMark => count,
    /** Changes after the mark, oldest first. Null if some are missing. */
    since: (mark: ChangeMark): readonly LiveChange[] | null =>
      count - mark > changes.length ? null : changes.slice(changes.length - (count - mark)),
  };
}

export const recentChanges = createRecentChanges();
