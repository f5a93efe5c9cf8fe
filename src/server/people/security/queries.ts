import type { OwnSession, OwnSignIn } from '#contract/security-log';
import { definitionOf, securityKinds } from '#contract/security';
import type { EpochMs } from '#domain/time/units';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

type InEpochMs<Row, Name extends keyof Row> = Omit<Row, Name> & Readonly<Record<Name, EpochMs>>;

/** Live ones, this one first. */
export async function ownSessions(
  tx: Queryable,
  session: { readonly id: string; readonly user: { readonly id: string } },
  now: EpochMs,
  idleBefore: EpochMs,
): Promise<OwnSession[]> {
  const rows = await named<InEpochMs<OwnSession, 'signedInAt' | 'lastSeenAt'>>(
    tx,
    'own_sessions',
    `SELECT id, network, device, created_at AS "signedInAt", last_seen_at AS "lastSeenAt", id = $2 AS "isThis" FROM session
     WHERE user_id = $1 AND expires_at > $3 AND last_seen_at > $4 ORDER BY id = $2 DESC, last_seen_at DESC, id`,
    [session.user.id, session.id, asTimestamp(now), asTimestamp(idleBefore)],
  );
  return rows.map((row) => ({
    ...row,
    signedInAt: asTimestamp(row.signedInAt),
    lastSeenAt: asTimestamp(row.lastSeenAt),
  }));
}

const SIGN_INS_SHOWN = 20;
const SIGN_IN_KINDS = securityKinds().filter((kind) => definitionOf(kind).isSignIn);

export async function ownSignIns(tx: Queryable, userId: string): Promise<OwnSignIn[]> {
  const rows = await named<InEpochMs<OwnSignIn, 'at' | 'until'>>(
    tx,
    'own_sign_ins',
    `SELECT id, at, until, kind, network, device, is_known AS "isKnown", detail, count FROM security_event
     WHERE user_id = $1 AND kind = ANY ($2) ORDER BY at DESC, id LIMIT ${SIGN_INS_SHOWN}`,
    [userId, SIGN_IN_KINDS],
  );
  return rows.map((row) => ({ ...row, at: asTimestamp(row.at), until: asTimestamp(row.until) }));
}
