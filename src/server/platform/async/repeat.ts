import { toLogText, type Log } from '../log.ts';

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
