/** Writes what admins change of an employee. (The routes come with the Employee Management tab.) */
import { randomUUID } from 'node:crypto';
import type { User } from '#contract/records';
import { notificationFor } from '#domain/activity';
import type { EpochMs } from '#domain/time';
import { writeNotification } from '../activity/commands.ts';
import { endSessionsOf } from '../accounts/session-commands.ts';
import { named, type Database } from '../database/pool.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { appendToLedger, lockChain } from '../ledger/commands.ts';
import { toUser, USER_COLUMNS, type UserRow } from './queries.ts';

export type ActivityChange = { readonly ok: true; readonly user: User } | { readonly ok: false; readonly reason: 'not_found' | 'self' | 'last_admin' };

/** One at a time over all admins, so that two of them cannot deactivate each other. The number is the lock's name. */
const ADMINS_LOCK = 7_305_003;

/**
 * Activates or deactivates an account (spec §4). Deactivation ends all its sessions at once; an open entry stays open.
 * Nobody can deactivate themselves, and never the last active admin (decisions §3). No change is no row in the ledger.
 * @param actor null for the server itself
 */
export async function setActive(database: Database, at: EpochMs, actor: string | null, userId: string, isActive: boolean): Promise<ActivityChange> {
  return inTransaction(database, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK]);
    await lockChain(tx, userId);
    const user = await find(tx, userId);
    if (!user) return { ok: false, reason: 'not_found' };
    if (user.isActive === isActive) return { ok: true, user };
    if (!isActive && actor === userId) return { ok: false, reason: 'self' };
    if (!isActive && user.role === 'admin' && (await countActiveAdmins(tx)) === 1) return { ok: false, reason: 'last_admin' };
    return { ok: true, user: await change(tx, at, actor, user, isActive) };
  });
}

async function find(tx: Transaction, userId: string): Promise<User | null> {
  const [row] = await named<UserRow>(tx, 'find_account', `SELECT ${USER_COLUMNS} FROM account WHERE id = $1`, [userId]);
  return row ? toUser(row) : null;
}

async function countActiveAdmins(tx: Transaction): Promise<number> {
  const [row] = await named<{ admins: number }>(tx, 'count_active_admins', `SELECT count(*) AS admins FROM account WHERE role = 'admin' AND is_active`);
  return row?.admins ?? 0;
}

async function change(tx: Transaction, at: EpochMs, actor: string | null, user: User, isActive: boolean): Promise<User> {
  const [row] = await named<UserRow>(tx, 'set_active', `
    UPDATE account SET is_active = $2, updated_at = $3, version = version + 1 WHERE id = $1 RETURNING ${USER_COLUMNS}`, [user.id, isActive, asTimestamp(at)]);
  if (!row) throw new Error('The account is gone.');
  const notification = isActive ? undefined : randomUUID();
  const kind = isActive ? 'employee_reactivated' : 'employee_deactivated';
  await appendToLedger(tx, { chain: user.id, at, actor, kind, data: notification === undefined ? {} : { notification } });
  if (notification !== undefined) {
    await endSessionsOf(tx, user.id);
    await writeNotification(tx, { id: notification, text: notificationFor({ kind: 'deactivated', userName: user.name }), userId: user.id, userName: user.name, at });
  }
  return toUser(row);
}
