/** Reads accounts, sessions and known devices. A password's hash never leaves this room. */
import type { User } from '#contract/records';
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { toUser, USER_COLUMNS, type UserRow } from '../employees/queries.ts';
import { idleSince } from './session.ts';

export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
}

/** @param email lower-cased */
export async function credentialsOf(tx: Queryable, email: string): Promise<Credentials | null> {
  const [row] = await named<UserRow & { password_hash: string }>(tx, 'credentials_of', `
    SELECT ${USER_COLUMNS}, account.password_hash FROM account WHERE account.email = $1`, [email]);
  return row ? { user: toUser(row), passwordHash: row.password_hash } : null;
}

export async function isEmailTaken(tx: Queryable, email: string): Promise<boolean> {
  return (await named(tx, 'is_email_taken', 'SELECT 1 FROM account WHERE email = $1', [email])).length > 0;
}

/** A session that is alive, of an active account; null otherwise. Lengthens nothing. */
export async function findSession(tx: Queryable, tokenHash: Buffer, now: EpochMs): Promise<{ user: User; lastSeenAt: EpochMs } | null> {
  const [row] = await named<UserRow & { last_seen_at: number }>(tx, 'find_session', `
    SELECT ${USER_COLUMNS}, session.last_seen_at FROM session JOIN account ON account.id = session.user_id
    WHERE session.token_hash = $1 AND account.is_active AND session.expires_at > $2 AND session.last_seen_at > $3`,
    [tokenHash, asTimestamp(now), asTimestamp(idleSince(now))]);
  return row ? { user: toUser(row), lastSeenAt: row.last_seen_at } : null;
}

/** Whether this account has signed in from the browser with that token before. */
export async function isKnownDevice(tx: Queryable, tokenHash: Buffer, email: string): Promise<boolean> {
  const rows = await named(tx, 'is_known_device', `
    SELECT 1 FROM known_device d JOIN account a ON a.id = d.user_id WHERE d.token_hash = $1 AND a.email = $2`, [tokenHash, email]);
  return rows.length > 0;
}

export async function isIssued(tx: Queryable, employeeId: string, now: EpochMs): Promise<boolean> {
  const rows = await named(tx, 'is_issued', 'SELECT 1 FROM issued_employee_id WHERE employee_id = $1 AND expires_at > $2', [employeeId, asTimestamp(now)]);
  return rows.length > 0;
}

export async function hasAdmin(tx: Queryable): Promise<boolean> {
  return (await named(tx, 'has_admin', `SELECT 1 FROM account WHERE role = 'admin' LIMIT 1`)).length > 0;
}
