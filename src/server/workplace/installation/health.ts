/** Finds out whether punches work: one check for all requests, at most every 3 s, and never a long wait. */
import { isRecordAhead } from '#domain/time/server-clock';
import type { Context } from '../../platform/context.ts';
import { isDiskFull } from '../../platform/database/unavailable.ts';
import { toLogText } from '../../platform/log.ts';
import { newestRecordTime } from '../../ledger/queries.ts';
import { withinLimit, withoutDeadline } from '../../platform/async/deadline.ts';
import { pingDatabase, tryPunch, type PunchPart } from './commands.ts';

export const CHECK_EVERY_S = 3;
const RESULT_VALID_MS = CHECK_EVERY_S * 1_000;
/** Share of a request's time limit that the check may take: 1.5 s of 2.5 s. */
const SHARE_OF_LIMIT = 0.6;

interface HealthState {
  /** Part that fails; null if punches work. */
  readonly part: PunchPart | null;
  readonly isClockBehind: boolean;
}

export type Health = ReturnType<typeof createHealth>;

export function createHealth({
  database,
  clock,
  log,
  requestLimitMs,
}: Pick<Context, 'database' | 'clock' | 'log' | 'requestLimitMs'>) {
  let punchedAt = Number.NEGATIVE_INFINITY;
  let diskError: unknown;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let part: PunchPart = 'database';
  let latest: Promise<HealthState> | undefined;
  let isChecking = false;
  const isRecent = (since: number): boolean => performance.now() - since < RESULT_VALID_MS;

  const check = async (): Promise<HealthState> => {
    try {
      const { health } = database;
      // Report the full disk that a recent punch found. A new try might still fit into an existing database page.
      if (isRecent(punchedAt) && diskError) throw diskError;
      if (isRecent(punchedAt)) await pingDatabase(health);
      else await tryPunch({ pool: health }, clock.now(), (started) => void (part = started));
      part = 'ledger';
      return { part: null, isClockBehind: isRecordAhead(await newestRecordTime(health), clock.now()) };
    } catch (error) {
      log.warn(`Punches do not work (${part}): ${toLogText(error)}`);
      return { part, isClockBehind: false };
    } finally {
      isChecking = false;
    }
  };

  return {
    /** Call after each batch of punches, with the error if the batch failed. For 3 s this result replaces a check. */
    reportPunches(error?: unknown): void {
      if (error !== undefined && !isDiskFull(error)) return;
      diskError = error;
      punchedAt = performance.now();
    },
    async check(): Promise<HealthState> {
      if (latest === undefined || (!isChecking && !isRecent(checkedAt))) {
        isChecking = true;
        // The result of a punch expires 3 s after the punch, not after this check.
        checkedAt = isRecent(punchedAt) ? punchedAt : performance.now();
        part = 'database';
        latest = withoutDeadline(check);
      }
      return withinLimit(latest, requestLimitMs * SHARE_OF_LIMIT).catch(() => ({
        part,
        isClockBehind: false,
      }));
    },
  };
}
