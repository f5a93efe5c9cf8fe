/** A newer reset link replaces the older one. */
import type { EpochMs } from '#domain/time/units';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { tokenHash } from '../credentials/tokens.ts';

export async function saveReset(
  tx: Queryable,
  who: { readonly userId: string; readonly email: string },
  token: string,
  expiresAt: EpochMs,
): Promise<void> {
  await named(
    tx,
    'keep_reset',
    `
    INSERT INTO password_reset (user_id, token_hash, email, expires_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [who.userId, tokenHash(token), who.email, asTimestamp(expiresAt)],
  );
}

export async function consumeReset(tx: Queryable, hash: Buffer): Promise<boolean> {
  return (
    (
      await named(tx, 'use_up_reset', 'DELETE FROM password_reset WHERE token_hash = $1 RETURNING user_id', [
        hash,
      ])
    ).length === 1
  );
}

export async function deleteReset(tx: Queryable, userId: string): Promise<void> {
  await named(tx, 'drop_reset', 'DELETE FROM password_reset WHERE user_id = $1', [userId]);
}

export async function forgetResets(tx: Queryable, now: EpochMs): Promise<void> {
  await named(tx, 'forget_resets', 'DELETE FROM password_reset WHERE expires_at <= $1', [asTimestamp(now)]);
}
