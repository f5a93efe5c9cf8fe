import { setTimeout as wait } from 'node:timers/promises';

/** Creates a mutex per key: work under one key runs in order, even after a failure. */
export function createKeyedMutex(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before ? before.then(work, work) : work();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

/** Combines calls into few runs of `work`: all calls during a run share the next run. `work` must not reject. */
export function coalesce(work: () => Promise<void>, gatherMs = 0): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const run = async (): Promise<void> => {
    while (isRequested) {
      if (gatherMs > 0) await wait(gatherMs);
      isRequested = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    isRequested = true;
    return (running ??= run());
  };
}

/** Like `coalesce`, with a result. Each call gets the result, or the error, of a run that began after the call. */
export function shareRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const begin = (): Promise<Result> => {
    next = undefined;
    const run = work();
    last = run.catch(() => undefined);
    return run;
  };
  return () => (next ??= last.then(begin));
}
