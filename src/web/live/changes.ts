/** Browsers cannot compare cursors: a snapshot has all changes from before its request; later ones are applied. */
import type { LiveChange } from '#contract/live';
import type { Calendar, TimeEntry } from '#contract/records';

export const changedEntries = ({ entry, entries = [] }: LiveChange): readonly TimeEntry[] =>
  entry ? [...entries, entry] : entries;

const KEPT_COUNT = 5000;

export type Mark = number;

export function createRecentChanges() {
  let kept: LiveChange[] = [];
  let count = 0;
  return {
    add: (change: LiveChange): void => {
      kept.push(change);
      count++;
      if (kept.length > KEPT_COUNT) kept = kept.slice(-KEPT_COUNT / 2);
    },
    /** Changes are missing from now on: no earlier mark can catch up. */
    restart: (): void => {
      kept = [];
      count++;
    },
    mark: (): Mark => count,
    /** Oldest first; null when some are missing. */
    since: (mark: Mark): readonly LiveChange[] | null =>
      count - mark > kept.length ? null : kept.slice(kept.length - (count - mark)),
  };
}

/** Null when only the server knows the view (a new time zone, say). Applying a change twice must do no harm. */
export type Apply<View> = (view: View, change: LiveChange) => View | null;

/** `stoppedAt` needs a new snapshot: the view stays before it, so that later ones are not lost. */
export function catchUp<View extends { readonly cursor: string }>(
  view: View,
  changes: readonly LiveChange[],
  apply: Apply<View>,
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

/** Only the server knows the days of a new time zone, their holidays and leave. */
export const hasNewDays = (
  { settings, correction }: LiveChange,
  { timeZone, plansId }: Omit<Calendar, 'today' | 'days'>,
): boolean =>
  Boolean(correction?.leave) ||
  (settings !== undefined && (settings.zones !== timeZone || settings.plansId !== plansId));
