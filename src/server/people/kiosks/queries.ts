import type { KiosksView } from '#contract/kiosk/kiosk';
import { KEPT_AT_MOST_MS } from '#domain/kiosk/kept-press';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp, instantText } from '../../platform/database/wire-types.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';

/** SQL condition that the person with the alias `a` may use a kiosk with this scope. */
export const isInScopeSql = (scope: string): string => `(${scope}::jsonb = '[]' OR EXISTS (
  SELECT FROM jsonb_to_recordset(${scope}::jsonb) AS place (scope text, id uuid)
  LEFT JOIN hub h ON place.scope = 'hub' AND h.id = place.id
  JOIN studio s ON s.id = CASE place.scope WHEN 'studio' THEN place.id ELSE h.studio_id END
  WHERE a.department = s.name AND (h.id IS NULL OR a.hub = h.name)))`;

/** Also finds a kiosk revoked within 72 h: what it kept until then becomes requests. */
export async function findKiosk(tx: Queryable, tokenHash: Buffer, now: EpochMs): Promise<KioskCaller | null> {
  const [row] = await tx.run<KioskCaller>(
    `SELECT id, name, scope, options, revoked_at AS "revokedAt", heard_at AS "heardAt"
     FROM kiosk WHERE token_hash = $1 AND (revoked_at IS NULL OR revoked_at > $2)`,
    [tokenHash, asTimestamp(now - KEPT_AT_MOST_MS)],
  );
  return row ?? null;
}

const SEARCH_MIN = 2;
const PEOPLE_AT_MOST = { list: 1_000, search: 20 };

/** People who may use the kiosk, by name: none where names are hidden, and by a search only if the kiosk lists nobody. */
export async function kioskPeople(tx: Queryable, { scope, options: { names } }: KioskCaller, search = '') {
  if (names === 'hidden' || (names === 'search' && search.trim().length < SEARCH_MIN)) return [];
  return tx.run<{ id: string; name: string }>(
    `SELECT a.id, a.name FROM account a WHERE a.is_active AND a.role = 'employee' AND ${isInScopeSql('$1')}
       AND strpos(lower(a.name), lower($2)) > 0 ORDER BY lower(a.name), a.id LIMIT $3`,
    [JSON.stringify(scope), search.trim(), PEOPLE_AT_MOST[names]],
  );
}

const KEPT_SHOWN = 50;

/** All kiosks, those in use first. */
export const listKiosks = (tx: Queryable) =>
  tx.run<KiosksView['kiosks'][number]>(
    `SELECT k.id, k.version, k.name, k.scope, k.options, k.page_version AS "pageVersion", ${instantText('k.created_at')} AS "createdAt",
       ${instantText('k.revoked_at')} AS "revokedAt", ${instantText('k.seen_at')} AS "seenAt",
       (SELECT coalesce(json_agg(json_build_object('requestId', p.request_id, 'outcome', p.outcome, 'reason', p.reason, 'punch', p.punch, 'correctionId', p.correction_id,
          'person', CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'name', a.name) END,
          'claimedAt', ${instantText('p.claimed_at')}, 'receivedAt', ${instantText('p.received_at')}) ORDER BY p.received_at DESC, p.counter DESC), '[]')
        FROM (SELECT * FROM kept_press WHERE sender = k.id ORDER BY received_at DESC, counter DESC LIMIT ${KEPT_SHOWN}) p
        LEFT JOIN account a ON a.id = p.user_id) AS kept
     FROM kiosk k ORDER BY k.revoked_at DESC NULLS FIRST, lower(k.name), k.id`,
  );
