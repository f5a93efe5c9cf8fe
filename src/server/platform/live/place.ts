import { cursorOfHeads, isAfter, type Heads, type Position } from '../../record/ledger/position.ts';
import { eventText, type Change } from './changes.ts';

export interface Place {
  /** Moves past the changes. @param whole all of them for an admin, if in order and each once */
  take(changes: readonly Change[], whole?: () => Buffer): string | Buffer;
}

/** Admins get everything after a position, once: the tail reads changes before streams do. */
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

/** Employees get the rows of two chains without gaps: a later row may be committed first, and waits here. */
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
