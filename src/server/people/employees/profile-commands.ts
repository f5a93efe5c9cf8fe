/** Writes what people change of their own profile. */
import type { User } from '#contract/records';
import type { EpochMs } from '#domain/time/units';
import { writeNotification } from '../../hours/activity/commands.ts';
import { named, type Database } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { changesOf, ledgerSaltOf } from './account-commands.ts';
import { toUser, USER_COLUMNS, type UserRow } from './queries.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../record/ledger/commands.ts';
import { newNotification } from '../../record/ledger/entry.ts';

/** With its ledger row and notification (spec §7). The name that one has already is no change, and no row. */
export async function updateName(
  database: Database,
  at: EpochMs,
  userId: string,
  name: string,
): Promise<{ readonly ok: true; readonly user: User } | Refused<'profile_not_signed_in'>> {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const [before] = await named<UserRow>(
      tx,
      'find_active_account',
      `SELECT ${USER_COLUMNS} FROM account WHERE id = $1 AND is_active`,
      [userId],
    );
    if (!before) return refused('profile_not_signed_in');
    if (before.name === name) return { ok: true, user: toUser(before) };
    const [row] = await named<UserRow>(
      tx,
      'update_name',
      `
      UPDATE account SET name = $2, updated_at = $3, version = version + 1 WHERE id = $1 RETURNING ${USER_COLUMNS}`,
      [userId, name, asTimestamp(at)],
    );
    if (!row) return refused('profile_not_signed_in');
    const user = toUser(row);
    const notification = newNotification({ kind: 'updated', userName: user.name, fields: ['name'] });
    await appendToLedger(tx, {
      chain: userId,
      at,
      actor: userId,
      kind: 'employee_updated',
      notification,
      data: {
        changes: changesOf(await ledgerSaltOf(tx, userId), { name: before.name }, { name: user.name }),
      },
    });
    await writeNotification(tx, { notification, userId, userName: user.name, at });
    return { ok: true, user };
  });
}
