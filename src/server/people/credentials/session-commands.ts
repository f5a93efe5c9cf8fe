import type { EpochMs } from '#domain/time/units';
import type { Config } from '../../platform/config.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { refused } from '../../platform/refused.ts';
import { createKeyedMutex } from '../../platform/async/coalesce.ts';
import type { NetworkAndDevice } from '../../platform/http/caller.ts';
import { idleSessionCutoff, MS_PER_DAY, newToken, tokenHash } from './tokens.ts';

/** Limit per account. A further session ends the one that was idle longest. */
const SESSIONS_AT_MOST = 10;

/** Runs an account's sign-ins one by one, to keep the limit. Two servers together can still exceed the limit. */
const perAccount = createKeyedMutex();

/**
 * Opens a session and ends the browser's former one. Refused if account or password changed since the check.
 * @param browser if `isOwnDevice`, this browser needs no second factor for some days. If `isKnown`, it keeps its device
 * token. Otherwise it gets a new one: somebody may have planted the token in it.
 */
export async function openSession(
  tx: Queryable,
  now: EpochMs,
  { sessionDays }: Pick<Config, 'sessionDays'>,
  who: { readonly userId: string; readonly passwordHash: string },
  browser: {
    readonly session: string | undefined;
    readonly device: string | undefined;
    readonly from?: NetworkAndDevice;
    readonly isOwnDevice?: boolean;
    readonly isKnown?: boolean;
  },
) {
  const { session: presented, device: former, from, isOwnDevice, isKnown = false } = browser;
  const token = newToken();
  const device = isKnown && former !== undefined ? former : newToken();
  const rows = await perAccount(who.userId, () =>
    tx.run(OPEN_SESSION, [
      tokenHash(token),
      who.userId,
      asTimestamp(now),
      asTimestamp(now + sessionDays * MS_PER_DAY),
      who.passwordHash,
      presented === undefined ? null : tokenHash(presented),
      tokenHash(device),
      from?.network ?? '',
      from?.device ?? '',
      isOwnDevice ? asTimestamp(now) : null,
      former === undefined || former === device ? null : tokenHash(former),
    ]),
  );
  return rows.length > 0 ? ({ ok: true, token, device } as const) : refused('sign_in_failed');
}

const OPEN_SESSION = `
  WITH opened AS (
    INSERT INTO session (token_hash, user_id, created_at, last_seen_at, password_entered_at, expires_at, network, device)
    SELECT $1, id, $3, $3, $3, $4, $8, $9 FROM account WHERE id = $2 AND is_active AND password_hash = $5 FOR NO KEY UPDATE RETURNING user_id
  ),
  replaced AS (
    DELETE FROM session WHERE token_hash = $6 AND EXISTS (SELECT FROM opened)
  ),
  idlest AS (
    DELETE FROM session WHERE id IN (
      SELECT s.id FROM opened JOIN session s USING (user_id) WHERE s.token_hash IS DISTINCT FROM $6
      ORDER BY s.last_seen_at DESC, s.created_at DESC OFFSET ${SESSIONS_AT_MOST - 1}
    )
  ),
  former AS (
    DELETE FROM known_device WHERE token_hash = $11 AND EXISTS (SELECT FROM opened) RETURNING user_id, last_used_at, factor_at
  ),
  remembered AS (
    INSERT INTO known_device (token_hash, user_id, last_used_at, factor_at)
    SELECT $7::bytea, user_id, $3::timestamptz, coalesce($10, factor_at) FROM opened LEFT JOIN former USING (user_id)
    UNION ALL SELECT $7::bytea, user_id, last_used_at, factor_at FROM former WHERE user_id <> $2
    ON CONFLICT (token_hash, user_id) DO UPDATE SET last_used_at = excluded.last_used_at,
      factor_at = coalesce(excluded.factor_at, known_device.factor_at)
  )
  SELECT FROM opened`;

export async function endSession(tx: Queryable, hash: Buffer): Promise<void> {
  await tx.run('DELETE FROM session WHERE token_hash = $1', [hash]);
}

/**
 * Ends all sessions but one, and with them private calendar addresses and trust in devices, which somebody else may have.
 * With `id`, ends that session alone. Returns the number of sessions.
 */
export async function endSessionsOf(
  tx: Queryable,
  userId: string,
  keptId: string | null = null,
  id: string | null = null,
): Promise<number> {
  const text = `WITH addresses AS (DELETE FROM calendar_key WHERE user_id = $1 AND $3::uuid IS NULL),
       devices AS (UPDATE known_device SET factor_at = NULL WHERE user_id = $1 AND $3::uuid IS NULL)
     DELETE FROM session WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND ($3::uuid IS NULL OR id = $3) RETURNING id`;
  return (await tx.run(text, [userId, keptId, id])).length;
}

export async function confirmSession(tx: Queryable, sessionId: string, now: EpochMs, passwordHash: string) {
  await tx.run(
    `UPDATE session SET password_entered_at = $2 FROM account
     WHERE session.id = $1 AND account.id = session.user_id AND account.password_hash = $3`,
    [sessionId, asTimestamp(now), passwordHash],
  );
}

export async function markSeen(tx: Queryable, hash: Buffer, now: EpochMs, network: string): Promise<void> {
  await tx.run(
    'UPDATE session SET last_seen_at = $2, network = $3 WHERE token_hash = $1 AND last_seen_at < $2',
    [hash, asTimestamp(now), network],
  );
}

export async function deleteExpiredSessions(tx: Queryable, now: EpochMs, config: Config): Promise<void> {
  await tx.run('DELETE FROM session WHERE expires_at <= $1 OR last_seen_at <= $2', [
    asTimestamp(now),
    asTimestamp(idleSessionCutoff(now, config)),
  ]);
  await tx.run('DELETE FROM known_device WHERE last_used_at <= $1', [
    asTimestamp(now - config.knownDeviceDays * MS_PER_DAY),
  ]);
}
