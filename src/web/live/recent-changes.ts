/** The changes that a snapshot on its way may lack. Apart from the stream, which the login does without. */
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

export const recent = createRecentChanges();
