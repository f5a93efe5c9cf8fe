import { setTimeout as wait } from 'node:timers/promises';

/**
 * Work that is done one piece after the other for each key: what would only race with its own kind holds up
 * nobody else.
 * @returns what runs work when all that came before it under the same key is done, however that ended
 */
export function inSingleFile(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
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

/**
 * Makes of any number of calls as few runs of `work` as possible, one after the other: a call while it runs is
 * one more run after it, however many call. What was there to be done before a call has been done when the
 * returned promise resolves.
 * @param work must not reject
 * @param gatherMs waited before each run; calls meanwhile belong to it
 */
export function coalesce(work: () => Promise<void>, gatherMs = 0): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAsked = false;
  const run = async (): Promise<void> => {
    while (isAsked) {
      if (gatherMs > 0) await wait(gatherMs);
      isAsked = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    isAsked = true;
    return (running ??= run());
  };
}

/**
 * The same for work that brings something: one run after the other, and each call gets what one brought that
 * began after it. One that fails fails for all whose run it was.
 */
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
