/** Runs work at a random moment within a second after the response, so that timing reveals nothing (HIDE_ACCOUNTS). */
import { toLogText, type Log } from '../log.ts';
import { withoutDeadline } from './deadline.ts';

const LONGEST_DELAY_MS = 1_000;

export type DeferredWork = ReturnType<typeof createDeferredWork>;

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
