/** Bounded cache of least recently set values. Guesses only: the write proves them. */
interface Guesses<Guess> {
  get(key: string): Guess | undefined;
  set(key: string, guess: Guess): void;
  forget(key: string): void;
}

/** @param lifeMs entries expire after one to two times this */
export function createGuesses<Guess>(most: number, lifeMs?: number): Guesses<Guess> {
  /** Maps keep insertion order: the first was set longest ago. */
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

export interface UnderWay {
  readonly count: number;
  readonly oldestMs: number;
}

export interface UnderWayWatch {
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  state(): UnderWay;
}

export function watchUnderWay(): UnderWayWatch {
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
