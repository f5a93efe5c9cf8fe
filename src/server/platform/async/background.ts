import { toLogText, type Log } from '../log.ts';
import { withoutDeadline } from './deadline.ts';

export type RepeatedJob = ReturnType<typeof repeat>;

/** Runs `round` every `everyMs`, never twice at the same time. A failure is logged as '<name> failed'. */
export function repeat(
  name: string,
  everyMs: number,
  log: Log,
  round: (signal: AbortSignal) => Promise<void>,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const logFailure = (error: unknown): void => {
    if (!signal.aborted) log.warn(`${name} failed: ${toLogText(error)}`);
  };
  let current = Promise.resolve();
  const run = (): void => {
    current = current.then(() => (signal.aborted ? undefined : round(signal))).catch(logFailure);
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    run,
    /** Logs a failure from outside `round` in the same way. After `stop`, failures are not logged. */
    logFailure,
    signal,
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await current;
    },
  };
}

const LONGEST_DELAY_MS = 1_000;

export type DeferredWork = ReturnType<typeof createDeferredWork>;

/** Runs work at a random moment within a second after the response, so that timing reveals nothing (HIDE_ACCOUNTS). */
export function createDeferredWork(log: Log) {
  const running = new Set<Promise<void>>();
  return {
    add: (what: string, work: () => Promise<void>): void => {
      const done = new Promise((resolve) => void setTimeout(resolve, Math.random() * LONGEST_DELAY_MS))
        .then(() => withoutDeadline(work))
        .catch((error: unknown) => log.error(`${what} failed: ${toLogText(error)}`))
        .finally(() => void running.delete(done));
      running.add(done);
    },
    close: async (): Promise<void> => void (await Promise.all(running)),
  };
}
