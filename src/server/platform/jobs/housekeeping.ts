/** Forgets what has run out: sessions, known browsers, reset links, issued ids, answers of requests. */
import type { EpochMs } from '#domain/time/units';
import { forgetIssuedIds } from '../../people/accounts/commands.ts';
import { forgetResets } from '../../people/accounts/password-reset-commands.ts';
import { forgetSessions } from '../../people/credentials/session-commands.ts';
import type { Context } from '../../context.ts';
import { forLog } from '../log.ts';
import { forgetAnswers } from '../idempotency/commands.ts';

const EVERY_MS = 15 * 60_000;

/** One round. @param before what the round before returned */
export async function runHousekeeping(
  { config, database, clock }: Pick<Context, 'config' | 'database' | 'clock'>,
  before?: EpochMs,
): Promise<EpochMs> {
  const now = clock.now();
  await forgetSessions(database.pool, now, config);
  await forgetResets(database.pool, now);
  await forgetIssuedIds(database.pool, now);
  return forgetAnswers(database.pool, now, before);
}

/** A round now and every quarter of an hour. @returns what stops it */
export function startHousekeeping(context: Context): () => Promise<void> {
  let round: Promise<EpochMs | undefined> = Promise.resolve(undefined);
  const run = (): void => {
    round = round
      .then((before) => runHousekeeping(context, before))
      .catch((error: unknown) => void context.log.warn(`Housekeeping failed: ${forLog(error)}`));
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
