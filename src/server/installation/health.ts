/** Whether punches work: one answer for all who ask, at most one attempt in 5 s, and never a long wait. */
import type { Clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { forLog } from '../error-text.ts';
import type { Log } from '../log.ts';
import { withinLimit, withoutDeadline } from '../time-limit.ts';
import { tryPunch, type Part } from './commands.ts';

/** Seconds. */
export const ATTEMPT_EVERY_S = 5;
const KNOWN_FOR_MS = ATTEMPT_EVERY_S * 1_000;
const ANSWER_WITHIN_MS = 1_500;

export interface Health {
  /** To be called after each commit that wrote to the ledger: no attempt is needed for a while. */
  wrote(): void;
  /** The part that fails; null when punches work. Answers within 2 s. */
  failing(): Promise<Part | null>;
}

export function createHealth({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}): Health {
  let wroteAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let part: Part = 'database';
  let attempt: Promise<Part | null> = Promise.resolve(null);
  let isTrying = false;

  const look = async (): Promise<Part | null> => {
    try {
      await tryPunch(database, clock.now(), (begun) => void (part = begun));
      return null;
    } catch (error) {
      log.warn(`Punches do not work (${part}): ${forLog(error)}`);
      return part;
    } finally {
      isTrying = false;
    }
  };
  const isKnown = (since: number): boolean => performance.now() - since < KNOWN_FOR_MS;

  return {
    wrote: () => void (wroteAt = performance.now()),
    async failing() {
      if (isKnown(wroteAt) && wroteAt > triedAt) return null;
      if (!isTrying && !isKnown(triedAt)) {
        isTrying = true;
        triedAt = performance.now();
        part = 'database';
        attempt = withoutDeadline(look);
      }
      return withinLimit(attempt, ANSWER_WITHIN_MS).catch(() => part);
    },
  };
}
