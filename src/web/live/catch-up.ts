/** Bringing a snapshot up to the present by the changes heard since. */
import { compareCursors } from '#contract/cursor';
import type { LiveChange } from '#contract/live';

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
