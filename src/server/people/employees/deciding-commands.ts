/** What an admin says to somebody who registered and waits. */
import type { User } from '#contract/records';
import type { EpochMs } from '#domain/time/units';
import { named, type Database } from '../../platform/database/pool.ts';
import { constant, sql } from '../../platform/database/sql.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { keepAnswer } from '../../platform/idempotency/commands.ts';
import type { Asked } from '../../platform/idempotency/queries.ts';
import { change, lockAccount, recorder } from './commands.ts';
import { toUser, USER_COLUMNS, type UserRow } from './queries.ts';

/** Approves or refuses who registered and waits. Who is refused stays inactive; an admin may activate them later. */
export async function decideRegistration(
  database: Database,
  at: EpochMs,
  actor: string,
  userId: string,
  isApproved: boolean,
  asked?: Asked,
): Promise<
  { readonly ok: true; readonly user: User } | Refused<'employee_not_found' | 'registration_decided'>
> {
  return inTransaction(database, async (tx) => {
    const user = await lockAccount(tx, userId);
    if (!user) return refused('employee_not_found');
    if (!user.awaitsApproval) return refused('registration_decided');
    const decided = isApproved
      ? await change(tx, at, actor, user, { ...user, isActive: true })
      : await refuseRegistration(tx, at, actor, user);
    return keepAnswer(tx, asked, at, { ok: true, user: decided });
  });
}

async function refuseRegistration(tx: Transaction, at: EpochMs, actor: string, user: User): Promise<User> {
  const [row] = await named<UserRow>(
    tx,
    'refuse_registration',
    sql`
    UPDATE account SET awaits_approval = false, updated_at = ${asTimestamp(at)}, version = version + 1
    WHERE id = ${user.id} RETURNING ${constant(USER_COLUMNS)}`,
  );
  if (!row) throw new Error('The account is gone.');
  const event = { kind: 'deactivated', userName: user.name } as const;
  await recorder(tx, at, actor, user)({ kind: 'employee_refused' }, event);
  return toUser(row);
}
