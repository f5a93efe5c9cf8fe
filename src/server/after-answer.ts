/**
 * Work that is done after its request was answered, so that the answer tells nothing of it (HIDE_ACCOUNTS):
 * not by its time, and not by the time of the next one either, since it begins at some moment within a
 * second.
 */
import { forLog } from './error-text.ts';
import type { Log } from './log.ts';
import { withoutDeadline } from './time-limit.ts';

const WITHIN_MS = 1_000;

export interface AfterAnswer {
  /** `what` is for the log, should it fail. */
  add(what: string, work: () => Promise<void>): void;
  /** Waits for all of it. */
  close(): Promise<void>;
}

export function createAfterAnswer(log: Log): AfterAnswer {
  const running = new Set<Promise<void>>();
  return {
    add: (what, work) => {
      const done = new Promise((resolve) => void setTimeout(resolve, Math.random() * WITHIN_MS))
        .then(() => withoutDeadline(work))
        .catch((error: unknown) => log.error(`${what} failed: ${forLog(error)}`))
        .finally(() => void running.delete(done));
      running.add(done);
    },
    close: async () => void (await Promise.all(running)),
  };
}
