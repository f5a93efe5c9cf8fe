/** Writes badges and PINs. Each change is a row on the person's chain, which holds no secret. */
import { createHash } from 'node:crypto';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { tryTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import { refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { isOrWasAdmin, usersById } from '../employees/queries.ts';

type By = Sender & {
  /** Where it was done; undefined for a browser. */
  readonly kiosk?: string | undefined;
};

export function setPin(
  database: Database,
  { at, actor, key, kiosk }: By,
  userId: string,
  { hash, isTemporary }: { readonly hash: string; readonly isTemporary: boolean },
) {
  return tryTransaction(database, async (tx) => {
    await lockChain(tx, userId);
    const [user] = await usersById(tx, [userId]);
    if (!user) return refused('employee_not_found');
    // Else one administrator could act at a kiosk as another.
    if (isTemporary && (await isOrWasAdmin(tx, at, user))) return refused('command_line_only');
    await tx.run(
      `INSERT INTO pin (user_id, hash, is_temporary, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, is_temporary = excluded.is_temporary, updated_at = excluded.updated_at`,
      [userId, hash, isTemporary, asTimestamp(at)],
    );
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'pin_changed', data: { isTemporary, kiosk } });
    return storeResponse(tx, key, at, { ok: true });
  });
}

/** @returns false if somebody has this badge */
async function insertBadge(
  tx: Transaction,
  { at, actor, kiosk }: By,
  kind: 'badge' | 'card',
  userId: string,
  digest: Buffer,
): Promise<boolean> {
  const id = orderedId(at);
  const added = await tx.run(
    `INSERT INTO badge (id, user_id, kind, digest, created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (digest) DO NOTHING RETURNING id`,
    [id, userId, kind, digest, asTimestamp(at), actor],
  );
  if (added.length > 0)
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'badge_added', data: { badge: id, kiosk } });
  return added.length > 0;
}

/** @param which a badge's id or kind. @returns whether there was one */
async function deleteBadges(tx: Transaction, { at, actor }: By, userId: string, which: string) {
  const text = 'DELETE FROM badge WHERE user_id = $1 AND $2 IN (id::text, kind) RETURNING id';
  const gone = await tx.run<{ id: string }>(text, [userId, which]);
  for (const { id } of gone)
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'badge_removed', data: { badge: id } });
  return gone.length > 0;
}

/** `isNew` is false if the badge is that person's already. */
export function addBadge(database: Database, by: By, userId: string, digest: Buffer) {
  return tryTransaction(database, async (tx) => {
    if (!(await lockChain(tx, userId))) return refused('employee_not_found');
    if (await insertBadge(tx, by, 'badge', userId, digest)) return { ok: true, isNew: true };
    const text = 'SELECT FROM badge WHERE digest = $1 AND user_id = $2';
    const isOwn = (await tx.run(text, [digest, userId])).length > 0;
    return isOwn ? { ok: true, isNew: false } : refused('badge_in_use');
  });
}

export function removeBadge(database: Database, by: By, userId: string, id: string) {
  return tryTransaction(database, async (tx) => {
    if (!(await lockChain(tx, userId))) return refused('employee_not_found');
    return { ok: true, isNew: await deleteBadges(tx, by, userId, id) };
  });
}

/** A new card replaces the older one of its person. */
export function replaceCards(
  database: Database,
  by: By,
  cards: readonly { readonly userId: string; readonly digest: Buffer }[],
) {
  return tryTransaction(database, async (tx) => {
    for (const { userId, digest } of cards.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))) {
      if (!(await lockChain(tx, userId))) return refused('employee_not_found');
      await deleteBadges(tx, by, userId, 'card');
      await insertBadge(tx, by, 'card', userId, digest);
    }
    return { ok: true };
  });
}

const FAILURES_FREE = 5;
const FIRST_LOCK_MS = 30_000;
const FORGOTTEN_AFTER_MS = 24 * MS_PER_HOUR;
/** Hashed, since people type all sorts of things as an employee ID. */
const keyOf = (kiosk: string, who: string): string =>
  `pin ${createHash('sha256').update(`${kiosk} ${who}`).digest('base64url')}`;
/** Milliseconds for which a person waits at that kiosk after so many wrong PINs (`points`). */
const LOCK_SQL = `CASE WHEN rate_limit.points < ${FAILURES_FREE} THEN 0
  ELSE ${FIRST_LOCK_MS} * 2 ^ (least(rate_limit.points, 12) - ${FAILURES_FREE}) END`;

/** Counts an attempt before its PIN is checked, so that attempts at once cannot pass. @returns when the next is allowed, or null */
export async function countAttempt(tx: Queryable, now: EpochMs, kiosk: string, who: string) {
  const key = keyOf(kiosk, who);
  const counted = await tx.run(
    `INSERT INTO rate_limit (key, points, expire) VALUES ($1, 1, $2::bigint + ${FORGOTTEN_AFTER_MS})
     ON CONFLICT (key) DO UPDATE SET points = CASE WHEN rate_limit.expire <= $2 THEN 1 ELSE rate_limit.points + 1 END, expire = excluded.expire
       WHERE rate_limit.expire - ${FORGOTTEN_AFTER_MS} + ${LOCK_SQL} <= $2 RETURNING key`,
    [key, now],
  );
  if (counted.length > 0) return null;
  const [locked] = await tx.run<{ until: EpochMs }>(
    `SELECT (expire - ${FORGOTTEN_AFTER_MS} + ${LOCK_SQL})::bigint AS until FROM rate_limit WHERE key = $1`,
    [key],
  );
  return locked?.until ?? now;
}

export const forgetAttempts = (tx: Queryable, kiosk: string, who: string): Promise<object[]> =>
  tx.run('DELETE FROM rate_limit WHERE key = $1', [keyOf(kiosk, who)]);

/** Keeps the first pair, unless this server cannot open it. */
export const storeKioskKey = (
  tx: Queryable,
  ...pair: readonly [publicKey: Buffer, privateKey: Buffer, unreadable: Buffer | null]
): Promise<object[]> =>
  tx.run(
    `INSERT INTO kiosk_key (public_key, private_key) VALUES ($1, $2)
     ON CONFLICT (one) DO UPDATE SET public_key = excluded.public_key, private_key = excluded.private_key WHERE kiosk_key.public_key = $3`,
    [...pair],
  );
