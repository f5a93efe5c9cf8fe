/** Keeps the changes that a snapshot under way may lack. A module of its own, since the login needs no stream code. */
import type { LiveChange } from '#contract/live';

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
    /** Called when changes were lost: `since` then returns null for all earlier marks. */
    restart: (): void => {
      kept = [];
      count++;
    },
    mark: (): Mark => count,
    /** Changes after the mark, oldest first. Null if some are missing. */
    since: (mark: Mark): readonly LiveChange[] | null =>
      count - mark > kept.length ? null : kept.slice(kept.length - (count - mark)),
  };
}

export const recent = createRecentChanges();
