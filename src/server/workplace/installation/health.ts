/** Whether punches work: one look for all who ask, at most one in 3 s, and never a long wait. */
import { isRecordAhead } from '#domain/time/units';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/pool.ts';
import { isDiskFull } from '../../platform/database/unavailable.ts';
import { forLog, type Log } from '../../platform/log.ts';
import { newestRecord } from '../../record/ledger/queries.ts';
import { withinLimit, withoutDeadline } from '../../platform/async/deadline.ts';
import { reach, tryPunch, type Part } from './commands.ts';

/** Seconds. */
export const LOOK_EVERY_S = 3;
const KNOWN_FOR_MS = LOOK_EVERY_S * 1_000;
const ANSWER_WITHIN_MS = 1_500;

interface Look {
  /** What fails; null when punches work. */
  readonly part: Part | null;
  /** The clock was ahead: records lie in its future. */
  readonly isClockBack: boolean;
}

export interface Health {
  /**
   * To be called after each batch of punches, with the error of one that failed: no attempt is needed for a while.
   * Other writes do without what they need.
   */
  punched(error?: unknown): void;
  /** Within 2 s. */
  look(): Promise<Look>;
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
  let punchedAt = Number.NEGATIVE_INFINITY;
  let diskError: unknown;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let part: Part = 'database';
  let latest: Promise<Look> | undefined;
  let isLooking = false;
  const isKnown = (since: number): boolean => performance.now() - since < KNOWN_FOR_MS;

  const look = async (): Promise<Look> => {
    try {
      const { health } = database;
      // An attempt may find room on pages that PostgreSQL has, where punches find none.
      if (isKnown(punchedAt) && diskError) throw diskError;
      if (isKnown(punchedAt)) await reach(health);
      else await tryPunch({ pool: health }, clock.now(), (begun) => void (part = begun));
      part = 'ledger';
      return { part: null, isClockBack: isRecordAhead(await newestRecord(health), clock.now()) };
    } catch (error) {
      log.warn(`Punches do not work (${part}): ${forLog(error)}`);
      return { part, isClockBack: false };
    } finally {
      isLooking = false;
    }
  };

  return {
    punched(error) {
      if (error !== undefined && !isDiskFull(error)) return;
      diskError = error;
      punchedAt = performance.now();
    },
    async look() {
      if (latest === undefined || (!isLooking && !isKnown(lookedAt))) {
        isLooking = true;
        // What a punch showed is known no longer for having been asked for.
        lookedAt = isKnown(punchedAt) ? punchedAt : performance.now();
        part = 'database';
        latest = withoutDeadline(look);
      }
      return withinLimit(latest, ANSWER_WITHIN_MS).catch(() => ({ part, isClockBack: false }));
    },
  };
}
