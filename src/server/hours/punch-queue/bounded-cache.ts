/** Cached values may be stale: writing a punch verifies them. @param lifeMs values live one to two times `lifeMs` */
export function createBoundedCache<Value>(maxSize: number, lifeMs?: number) {
  let older = new Map<string, Value>();
  let newer = new Map<string, Value>();
  let isAging = false;
  const age = (): void => {
    older = newer;
    newer = new Map();
    isAging = older.size > 0;
    if (isAging) setTimeout(age, lifeMs).unref();
  };
  return {
    get: (key: string): Value | undefined => newer.get(key) ?? older.get(key),
    set: (key: string, value: Value): void => {
      older.delete(key);
      newer.delete(key);
      newer.set(key, value);
      if (lifeMs !== undefined && !isAging) {
        isAging = true;
        setTimeout(age, lifeMs).unref();
      }
      if (older.size + newer.size <= maxSize) return;
      const oldest = older.size > 0 ? older : newer;
      for (const first of oldest.keys()) return void oldest.delete(first);
    },
    forget: (key: string): void => {
      older.delete(key);
      newer.delete(key);
    },
  };
}

export function trackInFlight() {
  const running = new Set<{ readonly at: number }>();
  return {
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      const one = { at: performance.now() };
      running.add(one);
      try {
        return await work();
      } finally {
        running.delete(one);
      }
    },
    state: () => {
      const [oldest] = running;
      return { count: running.size, oldestMs: oldest ? performance.now() - oldest.at : 0 };
    },
  };
}
