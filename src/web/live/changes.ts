/**
 * The changes received lately, and how they bring a snapshot up to date. A snapshot that was asked for before a
 * change and arrives after it is older than what is on the screen; the changes it lacks are applied to it
 * again, so that older data never overwrites newer.
 */
import { compareCursors } from '#contract/cursor';
import type { LiveChange } from '#contract/live';
import type { EpochMs } from '#domain/time';

/** Longer than any snapshot is on its way. */
const KEPT_MS = 120_000;
const KEPT_COUNT = 5000;

export interface RecentChanges {
  /** False when this change was received before. */
  add(change: LiveChange, receivedAt: EpochMs): boolean;
  /** The changes received after `cursor`, oldest first. */
  after(cursor: string): readonly LiveChange[];
  clear(): void;
}

export function createRecentChanges(): RecentChanges {
  let kept: { readonly change: LiveChange; readonly receivedAt: EpochMs }[] = [];
  return {
    add(change, receivedAt) {
      const last = kept.at(-1);
      if (last && compareCursors(change.cursor, last.change.cursor) <= 0) return false;
      kept.push({ change, receivedAt });
      const oldest = kept[0];
      if (kept.length > KEPT_COUNT || (oldest && oldest.receivedAt < receivedAt - 2 * KEPT_MS)) {
        kept = kept.filter((one) => one.receivedAt >= receivedAt - KEPT_MS).slice(-KEPT_COUNT / 2);
      }
      return true;
    },
    after: (cursor) =>
      kept.filter(({ change }) => compareCursors(change.cursor, cursor) > 0).map(({ change }) => change),
    clear() {
      kept = [];
    },
  };
}

/**
 * The view after a change; null when only the server can say (a new time zone, say). Applying a change twice
 * must do no harm.
 */
export type Apply<View> = (view: View, change: LiveChange) => View | null;

/**
 * Applies the changes after the view's own place in the stream, and moves it on. `complete` is false when one
 * of them asks for a new snapshot; the view then stays where it was at that change, so that nothing later is
 * taken for known.
 */
export function catchUp<View extends { readonly cursor: string }>(
  view: View,
  changes: readonly LiveChange[],
  apply: Apply<View>,
): { view: View; complete: boolean } {
  let caughtUp = view;
  for (const change of changes) {
    if (compareCursors(change.cursor, caughtUp.cursor) <= 0) continue;
    const next = apply(caughtUp, change);
    if (next === null) return { view: caughtUp, complete: false };
    caughtUp = { ...next, cursor: change.cursor };
  }
  return { view: caughtUp, complete: true };
}
