/** Each password change is a ledger row and ends all other sessions. */
import type { EpochMs } from '#domain/time/units';
import { writeNotification } from '../../workplace/activity/commands.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { newNotification, type RecordedNotification } from '../../ledger/entry.ts';
import { refused } from '../../platform/refused.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { findReset } from './queries.ts';
import { inactiveCode } from './sign-in.ts';
import { endSessionsOf } from '../credentials/session-commands.ts';
import { newToken, TEMPORARY_PASSWORD_LIFE_MS, tokenHash } from '../credentials/tokens.ts';
import { isOrWasAdmin, usersById } from '../employees/queries.ts';
import type { Session } from '../../platform/http/caller.ts';

/** 'link': an admin made a reset link. */
type PasswordChangeKind = 'changed' | 'first' | 'reset' | 'set' | 'link';

/** Also renews the session's token. Refuses if account or session changed since `expectedHash` was checked. */
export async function changePassword(
  database: Database,
  now: EpochMs,
  session: Session,
  how: 'changed' | 'first',
  expectedHash: string,
  passwordHash: string,
) {
  const userId = session.user.id;
  const token = newToken();
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const renewed = await tx.run(
      `UPDATE session SET token_hash = $2, last_seen_at = $3, password_entered_at = $3
       WHERE id = $1 AND EXISTS (SELECT 1 FROM account WHERE id = session.user_id AND is_active AND password_hash = $4) RETURNING id`,
      [session.id, tokenHash(token), asTimestamp(now), expectedHash],
    );
    if (renewed.length === 0) return refused('password_change_failed');
    await setPassword(tx, now, { userId, actor: userId, how, passwordHash });
    await endSessionsOf(tx, userId, session.id);
    return { ok: true, token } as const;
  });
}

/** Only the first of several requests with the same link succeeds. Ends all sessions of the account. */
export async function completeReset(database: Database, now: EpochMs, token: string, passwordHash: string) {
  const hash = tokenHash(token);
  return inTransaction(database, async (tx) => {
    const found = await findReset(tx, hash, now);
    if (!found) return refused('reset_link_invalid');
    await lockChain(tx, found.userId);
    // Read again under the lock: the link may have been used, or the account changed.
    const reset = await findReset(tx, hash, now);
    if (!reset) return refused('reset_link_invalid');
    if (!reset.isActive) return refused('account_disabled');
    const text = 'DELETE FROM password_reset WHERE token_hash = $1 RETURNING user_id';
    const used = await tx.run(text, [hash]);
    if (used.length === 0) return refused('reset_link_invalid');
    await setPassword(tx, now, { userId: reset.userId, actor: reset.userId, how: 'reset', passwordHash });
    await endSessionsOf(tx, reset.userId);
    return { ok: true, email: reset.email } as const;
  });
}

export const giveTemporaryPassword = (
  database: Database,
  sender: Sender,
  userId: string,
  passwordHash: string,
) => replacePassword(database, sender, userId, passwordHash, sender.at + TEMPORARY_PASSWORD_LIFE_MS);

/** Stores a reset link that an admin passes on. */
export function giveResetLink(
  database: Database,
  at: EpochMs,
  actor: string,
  userId: string,
  link: { readonly token: string; readonly expiresAt: EpochMs },
) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const [user] = await usersById(tx, [userId]);
    if (!user) return refused('employee_not_found');
    if (await isOrWasAdmin(tx, at, user)) return refused('command_line_only');
    if (!user.isActive) return refused(inactiveCode(user));
    await saveReset(tx, { userId, email: user.email }, link.token, link.expiresAt);
    const how: PasswordChangeKind = 'link';
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'password_changed', data: { how } });
    return { ok: true } as const;
  });
}

/** Sets a password for the command `punctual admin`, run by the owner of the server. The password does not expire. */
export const giveAdminPassword = (database: Database, at: EpochMs, userId: string, passwordHash: string) =>
  replacePassword(database, { at, actor: null }, userId, passwordHash);

function replacePassword(
  database: Database,
  { at, actor, key }: Omit<Sender, 'actor'> & { readonly actor: string | null },
  userId: string,
  passwordHash: string,
  expiresAt?: EpochMs,
) {
  return inTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const [user] = await usersById(tx, [userId]);
    if (!user) return refused('employee_not_found');
    if (actor !== null && (await isOrWasAdmin(tx, at, user))) return refused('command_line_only');
    const notification = newNotification({ kind: 'updated', userName: user.name, fields: ['password'] });
    await setPassword(tx, at, { userId, actor, how: 'set', passwordHash, expiresAt, notification });
    await endSessionsOf(tx, userId);
    await writeNotification(tx, { notification, userId, userName: user.name, at });
    return storeResponse(tx, key, at, { ok: true, user });
  });
}

interface NewPassword {
  readonly userId: string;
  readonly actor: string | null;
  readonly how: PasswordChangeKind;
  readonly passwordHash: string;
  readonly expiresAt?: EpochMs | undefined;
  readonly notification?: RecordedNotification;
}

/** Callers must lock the person's chain first. Deletes reset links: an old link could undo the change. */
async function setPassword(tx: Transaction, at: EpochMs, password: NewPassword): Promise<void> {
  const { userId, actor, how, passwordHash, expiresAt, notification } = password;
  await tx.run(
    'UPDATE account SET password_hash = $2, must_change_password = $3, password_expires_at = $4 WHERE id = $1',
    [userId, passwordHash, expiresAt !== undefined, expiresAt === undefined ? null : asTimestamp(expiresAt)],
  );
  await tx.run('DELETE FROM password_reset WHERE user_id = $1', [userId]);
  await appendToLedger(tx, {
    chain: userId,
    at,
    actor,
    kind: 'password_changed',
    notification,
    data: { how },
  });
}

export async function saveReset(
  tx: Queryable,
  who: { readonly userId: string; readonly email: string },
  token: string,
  expiresAt: EpochMs,
): Promise<void> {
  await tx.run(
    `INSERT INTO password_reset (user_id, token_hash, email, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [who.userId, tokenHash(token), who.email, asTimestamp(expiresAt)],
  );
}

export async function deleteExpiredResets(tx: Queryable, now: EpochMs): Promise<void> {
  await tx.run('DELETE FROM password_reset WHERE expires_at <= $1', [asTimestamp(now)]);
}
