/**
 * What is remembered of people who punch: only ever a guess, which the write proves. Bounded: whoever has not been
 * here for longest is forgotten first.
 */
interface Guesses<Guess> {
  get(key: string): Guess | undefined;
  set(key: string, guess: Guess): void;
  forget(key: string): void;
}

/** @param lifeMs what was not set again for so long, or twice that, is forgotten too */
export function createGuesses<Guess>(most: number, lifeMs?: number): Guesses<Guess> {
  /** In each of them the one that was set longest ago stands first. */
  let older = new Map<string, Guess>();
  let newer = new Map<string, Guess>();
  let isAging = false;
  const age = (): void => {
    older = newer;
    newer = new Map();
    isAging = older.size > 0;
    if (isAging) setTimeout(age, lifeMs).unref();
  };
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set: (key, guess) => {
      older.delete(key);
      newer.delete(key);
      newer.set(key, guess);
      if (lifeMs !== undefined && !isAging) {
        isAging = true;
        setTimeout(age, lifeMs).unref();
      }
      if (older.size + newer.size <= most) return;
      const oldest = older.size > 0 ? older : newer;
      for (const first of oldest.keys()) return void oldest.delete(first);
    },
    forget: (key) => {
      older.delete(key);
      newer.delete(key);
    },
  };
}

/** How much work is under way, and for how long the oldest of it. */

export interface UnderWay {
  readonly count: number;
  /** 0 when there is none. */
  readonly oldestMs: number;
}

export interface UnderWayWatch {
  /** Does work, which is under way from now until it ends. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  state(): UnderWay;
}

export function watchUnderWay(): UnderWayWatch {
  /** In the order in which it began. */
  const begun = new Set<{ readonly at: number }>();
  return {
    async during(work) {
      const one = { at: performance.now() };
      begun.add(one);
      try {
        return await work();
      } finally {
        begun.delete(one);
      }
    },
    state: () => {
      const [oldest] = begun;
      return { count: begun.size, oldestMs: oldest ? performance.now() - oldest.at : 0 };
    },
  };
}
