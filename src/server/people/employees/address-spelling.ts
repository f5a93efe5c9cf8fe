/** Addresses that an earlier version stored in another spelling. */
import { emailSpelling } from '#contract/fields';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Log } from '../../platform/log.ts';
import { normalizeAddress } from './commands.ts';
import { usersWithForeignAddress } from './queries.ts';

/** Records each change. If another account has the right spelling, the log names the account instead. */
export async function normalizeAddresses(database: Database, clock: Clock, log: Log): Promise<void> {
  for (const user of await usersWithForeignAddress(database.pool)) {
    if (user.email === emailSpelling(user.email)) continue;
    const done = await normalizeAddress(database, clock.now(), user.id);
    if (!done.ok)
      log.warn(
        `Account ${user.employeeId} has the email address of another account in another spelling: nobody can sign in to it until an admin gives it another address.`,
      );
  }
}
