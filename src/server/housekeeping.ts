/** Forgets what has run out: sessions, known browsers, reset links, issued ids, answers of requests. */
import type { EpochMs } from '#domain/time';
import { forgetIssuedIds } from './accounts/commands.ts';
import { forgetResets } from './accounts/password-reset-commands.ts';
import { forgetSessions } from './credentials/session-commands.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/pool.ts';
import { forLog } from './error-text.ts';
import type { Log } from './log.ts';
import { forgetAnswers } from './requests/commands.ts';

const EVERY_MS = 15 * 60_000;

/** One round. @param before what the round before returned */
export async function runHousekeeping(database: Database, clock: Clock, before?: EpochMs): Promise<EpochMs> {
  const now = clock.now();
  await forgetSessions(database.pool, now);
  await forgetResets(database.pool, now);
  await forgetIssuedIds(database.pool, now);
  return forgetAnswers(database.pool, now, before);
}

/** A round now and every quarter of an hour. @returns what stops it */
export function startHousekeeping(database: Database, clock: Clock, log: Log): () => Promise<void> {
  let round: Promise<EpochMs | undefined> = Promise.resolve(undefined);
  const run = (): void => {
    round = round
      .then((before) => runHousekeeping(database, clock, before))
      .catch((error: unknown) => void log.warn(`Housekeeping failed: ${forLog(error)}`));
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
