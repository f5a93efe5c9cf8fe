/** Cuts a connection at a request that changes something, or at its answer. */
import type { Fate, Watch } from '#tests/support/relay';
import type { SeededRandom } from './size.ts';

export interface Cut {
  readonly at: 'request' | 'answer';
  readonly fate: Fate;
}

/**
 * A request that arrives completely is done, even if its sender is gone. A sender whose answer is cut cannot
 * know whether it was.
 */
const CUTS: readonly [Cut, ...Cut[]] = [
  { at: 'request', fate: 'cut before' },
  { at: 'request', fate: 'cut within' },
  { at: 'request', fate: 'cut after' },
  { at: 'answer', fate: 'cut before' },
  { at: 'answer', fate: 'cut before' },
  { at: 'answer', fate: 'cut within' },
  { at: 'answer', fate: 'cut after' },
];

export interface Scissors {
  readonly watch: Watch;
  /** Cuts the next connection with a request. Resolves when it is cut. */
  cut(): Promise<void>;
  /** Number of cuts by place: 'answer cut before'. */
  readonly done: ReadonlyMap<string, number>;
}

/** @param isRequest whether these bytes of a client contain a request that changes something */
export function createScissors(isRequest: (chunk: Buffer) => boolean, chance: SeededRandom): Scissors {
  const done = new Map<string, number>();
  /** Connections with a request that waits for its answer. */
  const asked = new WeakSet();
  let next: (Cut & { resolve: () => void }) | null = null;

  const make = ({ at, fate, resolve }: Cut & { resolve: () => void }): Fate => {
    next = null;
    done.set(`${at} ${fate}`, (done.get(`${at} ${fate}`) ?? 0) + 1);
    resolve();
    return fate;
  };
  return {
    done,
    cut: () => new Promise((resolve) => void (next = { ...chance.pick(CUTS), resolve })),
    watch(chunk, from, connection) {
      if (from === 'client') {
        if (!isRequest(chunk)) return 'passes';
        if (next?.at === 'request') return make(next);
        asked.add(connection);
        return 'passes';
      }
      return asked.delete(connection) && next?.at === 'answer' ? make(next) : 'passes';
    },
  };
}
