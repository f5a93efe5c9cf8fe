/** Where one reader is in the feed: which changes come next, and under which cursor. */
import { cursorOfHeads, isAfter, type Heads, type Position } from '../../record/ledger/position.ts';
import { eventText, type Change } from './changes.ts';

export interface Place {
  /**
   * Those of the changes that come next as server-sent events, in their order; moves on past them.
   * @param whole all of them for an admin, in one piece: given where they are in their order and each there once
   */
  take(changes: readonly Change[], whole?: () => Buffer): string | Buffer;
  /** The reader is never told that it has caught up. */
  readonly isBehind?: true;
}

/**
 * Of a page of version 1.6.4 that is still open. It cannot read today's changes, gets none, and counts as behind:
 * so it says so, and asks for everything each quarter of a minute, until somebody loads it again.
 */
export const PLACE_OF_FORMER_PAGE: Place = { take: () => '', isBehind: true };

/** An admin gets everything after a position, once: changes reach the tail before they reach the streams. */
export function placeAfter(from: Position): Place {
  let last = from;
  return {
    take(changes, whole) {
      const [first] = changes;
      if (whole && first && isAfter(first.position, last)) {
        last = changes.at(-1)?.position ?? last;
        return whole();
      }
      let text = '';
      for (const { position, forAdmins } of changes) {
        if (!isAfter(position, last)) continue;
        last = position;
        text += forAdmins;
      }
      return text;
    },
  };
}

/**
 * An employee gets the rows of two chains, each in its own order and without a gap: a transaction that began
 * earlier may have written the later row, and such a row waits here for the one before it.
 */
export function placeAtHeads(from: Heads): Place {
  const heads = { ...from };
  let waiting: Change[] = [];
  const chainOf = ({ userId }: Change): keyof Heads => (userId === null ? 'settings' : 'own');
  const next = (): Change | undefined =>
    waiting.find((change) => change.head.n === heads[chainOf(change)].n + 1);
  return {
    take(changes) {
      waiting.push(...changes);
      let text = '';
      for (let change = next(); change; change = next()) {
        heads[chainOf(change)] = change.head;
        text += eventText({ ...change.forEmployee, cursor: cursorOfHeads(heads) });
      }
      waiting = waiting.filter((change) => change.head.n > heads[chainOf(change)].n);
      return text;
    },
  };
}
