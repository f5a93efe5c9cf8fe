import type { EpochMs } from '#domain/time/units';
import { deleteExpiredIssuedIds } from './people/accounts/commands.ts';
import { deleteExpiredResets } from './people/accounts/password-commands.ts';
import { deleteExpiredSessions } from './people/credentials/session-commands.ts';
import { deleteExpiredPairings } from './people/kiosks/commands.ts';
import { deleteExpiredSecondSteps } from './people/second-factor/commands.ts';
import type { Context } from './platform/context.ts';
import { deleteExpiredAnswers } from './ledger/idempotency/commands.ts';
import { deleteExpiredLimits } from './platform/database/shared-limiter.ts';
import { deleteOldEvents } from './platform/security/commands.ts';
import { repeat, type RepeatedJob } from './platform/async/background.ts';

const HOUSEKEEPING_INTERVAL_MS = 15 * 60_000;

/** @param before result of the previous round, for `deleteExpiredAnswers` */
export async function runHousekeeping(
  { config, database, clock }: Pick<Context, 'config' | 'database' | 'clock'>,
  before?: EpochMs,
): Promise<EpochMs> {
  const now = clock.now();
  await deleteExpiredSessions(database.pool, now, config);
  await deleteExpiredResets(database.pool, now);
  await deleteExpiredSecondSteps(database.pool, now);
  await deleteExpiredPairings(database.pool, now);
  await deleteExpiredIssuedIds(database.pool, now);
  await deleteExpiredLimits(database.pool, now);
  await deleteOldEvents(database.pool, now);
  return deleteExpiredAnswers(database.pool, now, before);
}

export function startHousekeeping(context: Context): RepeatedJob {
  let before: EpochMs | undefined;
  const job = repeat('Housekeeping', HOUSEKEEPING_INTERVAL_MS, context.log, async () => {
    before = await runHousekeeping(context, before);
  });
  job.run();
  return job;
}
