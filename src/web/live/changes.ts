/**
 * The changes received lately, and how they bring a snapshot up to date. Cursors cannot be compared here, and
 * need not be: what was received before a snapshot was asked for is in it, and what was received since is
 * applied to it, whether it is in it or not.
 */
import type { LiveChange } from '#contract/live';
import type { TimeEntry } from '#contract/records';

/** The entries that a change touched, as they are now. */
export const changedEntries = ({ entry, entries = [] }: LiveChange): readonly TimeEntry[] =>
  entry ? [...entries, entry] : entries;

const KEPT_COUNT = 5000;

/** A moment in what is received. */
export type Mark = number;

export interface RecentChanges {
  add(change: LiveChange): void;
  /** Changes are missing from now on: no mark from before can be caught up from. */
  restart(): void;
  mark(): Mark;
  /** The changes received since, oldest first; null when some are missing, or no longer kept. */
  since(mark: Mark): readonly LiveChange[] | null;
}

export function createRecentChanges(): RecentChanges {
  let kept: LiveChange[] = [];
  let count = 0;
  return {
    add(change) {
      kept.push(change);
      count++;
      if (kept.length > KEPT_COUNT) kept = kept.slice(-KEPT_COUNT / 2);
    },
    restart() {
      kept = [];
      count++;
    },
    mark: () => count,
    since: (mark) => (count - mark > kept.length ? null : kept.slice(kept.length - (count - mark))),
  };
}

/**
 * The view after a change; null when only the server can say (a new time zone, say). Applying a change twice
 * must do no harm.
 */
export type Apply<View> = (view: View, change: LiveChange) => View | null;

/**
 * Applies the changes, but for those up to the view's own place in the stream where that is among them, and
 * moves it on. `complete` is false when one of them asks for a new snapshot; the view then stays where it was
 * at that change, so that nothing later is taken for known.
 */
export function catchUp<View extends { readonly cursor: string }>(
  view: View,
  changes: readonly LiveChange[],
  apply: Apply<View>,
): { view: View; complete: boolean } {
  let caughtUp = view;
  const known = changes.findLastIndex(({ cursor }) => cursor === view.cursor);
  for (const change of changes.slice(known + 1)) {
    const next = apply(caughtUp, change);
    if (next === null) return { view: caughtUp, complete: false };
    caughtUp = { ...next, cursor: change.cursor };
  }
  return { view: caughtUp, complete: true };
}
