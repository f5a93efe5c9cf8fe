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
