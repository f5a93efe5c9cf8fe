/** Browsers cannot compare cursors: a snapshot has all changes from before its request; later ones are applied. */
import type { LiveChange } from '#contract/live';
import type { Calendar, TimeEntry } from '#contract/records';

export const changedEntries = ({ entry, entries = [] }: LiveChange): readonly TimeEntry[] =>
  entry ? [...entries, entry] : entries;

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
