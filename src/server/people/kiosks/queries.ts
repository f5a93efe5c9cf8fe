import type { EpochMs } from '#domain/time/units';
import { KEPT_AT_MOST_MS } from '#domain/kiosk/kept-press';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';

/** Also finds a kiosk revoked within 72 h: what it kept until then becomes requests. */
export async function findKiosk(tx: Queryable, tokenHash: Buffer, now: EpochMs): Promise<KioskCaller | null> {
  const [row] = await tx.run<KioskCaller>(
    `SELECT id, name, scope, options, version, ${epochMs('revoked_at')} AS "revokedAt", ${epochMs('heard_at')} AS "heardAt"
     FROM kiosk WHERE token_hash = $1 AND (revoked_at IS NULL OR revoked_at > $2)`,
    [tokenHash, asTimestamp(now - KEPT_AT_MOST_MS)],
  );
  return row ? { ...row, options: { ...KIOSK_DEFAULTS, ...row.options } } : null;
}
