/** Keeps changes that a snapshot may lack. A module of its own, so that the login page loads no code of the stream. */
import type { LiveChange } from '#contract/monitoring/live';

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
