/** Sets the allowance of a person and year by hand. */
import type { CheckedInputOf } from '#contract/routes';
import { named, type Database } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { storeResponse, type Sender } from '../../platform/idempotency/commands.ts';
import { refused } from '../../platform/refused.ts';
import { usersById } from '../../people/employees/queries.ts';
import { appendToLedger, lockChain } from '../../record/ledger/commands.ts';
import { newSalt, saltedDigest } from '../../record/ledger/entry.ts';

/** Refused where the figures are others than the form showed. */
export const grantLeave = (
  database: Database,
  { at, actor, key }: Sender,
  { userId, year, before, amount, carried, reason }: Omit<CheckedInputOf<'grantLeave'>, 'requestId'>,
) =>
  inTransaction(database, async (tx) => {
    if ((await usersById(tx, [userId])).length === 0) return refused('employee_not_found');
    // The lock gives grants of one person their numbers.
    await lockChain(tx, userId);
    const salt = newSalt();
    const granted = await named(
      tx,
      'grant_leave',
      sql`INSERT INTO leave_grant (user_id, year, n, amount, carried, granted_by, granted_at, reason, salt)
        SELECT ${userId}::uuid, ${year}::integer, count(*) + 1, ${amount}, ${carried}, ${actor}, ${asTimestamp(at)}, ${reason}, ${salt}
        FROM leave_grant WHERE user_id = ${userId} AND year = ${year}
        HAVING ((array_agg(amount ORDER BY n DESC))[1], (array_agg(carried ORDER BY n DESC))[1])
          IS NOT DISTINCT FROM (${before.amount}::double precision, ${before.carried}::double precision) RETURNING n`,
    );
    if (granted.length === 0) return refused('employee_changed');
    const data = { grant: { year, amount, carried }, digests: { reason: saltedDigest(salt, reason) } };
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'leave_granted', data });
    return storeResponse(tx, key, at, { ok: true });
  });
