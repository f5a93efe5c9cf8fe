/** Sets the allowance of a person and year by hand. */
import type { CheckedInputOf } from '#contract/routes';
import type { EpochMs } from '#domain/time/units';
import { named, type Database } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { storeResponse } from '../../platform/idempotency/commands.ts';
import type { IdempotencyKey } from '../../platform/idempotency/queries.ts';
import { refused } from '../../platform/refused.ts';
import { usersById } from '../../people/employees/queries.ts';
import { appendToLedger, lockChain } from '../../record/ledger/commands.ts';
import { newSalt, saltedDigest } from '../../record/ledger/entry.ts';

export const grantLeave = (
  database: Database,
  at: EpochMs,
  actor: string,
  { userId, year, amount, carried, reason }: Omit<CheckedInputOf<'grantLeave'>, 'requestId'>,
  key?: IdempotencyKey,
) =>
  inTransaction(database, async (tx) => {
    if ((await usersById(tx, [userId])).length === 0) return refused('employee_not_found');
    // The lock gives grants of one person their numbers.
    await lockChain(tx, userId);
    const salt = newSalt();
    await named(
      tx,
      'grant_leave',
      `INSERT INTO leave_grant (user_id, year, n, amount, carried, granted_by, granted_at, reason, salt)
       SELECT $1::uuid, $2::integer, count(*) + 1, $3, $4, $5, $6, $7, $8 FROM leave_grant WHERE user_id = $1 AND year = $2`,
      [userId, year, amount, carried, actor, asTimestamp(at), reason, salt],
    );
    const data = { grant: { year, amount, carried }, digests: { reason: saltedDigest(salt, reason) } };
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'leave_granted', data });
    return storeResponse(tx, key, at, { ok: true });
  });
