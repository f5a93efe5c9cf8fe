import type { CalendarScope } from '#contract/leave/calendar';
import type { ListedSecurityEvent, OwnSession, OwnSignIn, SecurityLogQuery } from '#contract/security/log';
import { securityKindOf, securityKinds } from '#contract/security/kinds';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import { constant, sql, where, type Sql } from '../../platform/database/sql.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

type InEpochMs<Row, Name extends keyof Row> = Omit<Row, Name> & Readonly<Record<Name, EpochMs>>;

/** Live sessions of the person, the current one first. */
export async function ownSessions(
  tx: Queryable,
  session: { readonly id: string; readonly user: { readonly id: string } },
  now: EpochMs,
  idleBefore: EpochMs,
): Promise<OwnSession[]> {
  const rows = await tx.run<InEpochMs<OwnSession, 'signedInAt' | 'lastSeenAt'>>(
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

export async function ownCalendarAddresses(tx: Queryable, userId: string) {
  const text = 'SELECT scope, created_at AS "madeAt" FROM calendar_key WHERE user_id = $1 ORDER BY scope';
  type Row = { scope: CalendarScope; madeAt: EpochMs };
  const rows = await tx.run<Row>(text, [userId]);
  return rows.map(({ scope, madeAt }) => ({ scope, madeAt: asTimestamp(madeAt) }));
}

/** Searches as far back as the security log reaches. @param network by `networkOf` */
export async function hasSignedInFrom(tx: Queryable, email: string, network: string): Promise<boolean> {
  const rows = await tx.run(
    `SELECT FROM security_event WHERE user_id = (SELECT id FROM account WHERE email = $1) AND kind = 'signed_in' AND network = $2
     LIMIT 1`,
    [email, network],
  );
  return rows.length > 0;
}

interface SecurityLogFilter extends Pick<SecurityLogQuery, 'kind' | 'userId' | 'before' | 'limit'> {
  readonly kinds?: readonly string[] | undefined;
  readonly from?: EpochMs | undefined;
  readonly to?: EpochMs | undefined;
}

const personSql = (alias: string): string =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'employeeId', ${alias}.employee_id) END`;
const SECURITY_EVENTS_SQL = `
  SELECT e.id, e.at, e.until, e.kind, e.network, e.device, e.is_known AS "isKnown", e.detail, e.count,
    ${personSql('a')} AS person, ${personSql('b')} AS actor
  FROM security_event e LEFT JOIN account a ON a.id = e.user_id LEFT JOIN account b ON b.id = e.actor`;

/** Newest first; pages do not overlap while rows are added. `next` is the next page's `before`. */
export async function securityPage(
  tx: Queryable,
  { kind, kinds, userId, before, from, to, limit }: SecurityLogFilter,
): Promise<{ readonly events: ListedSecurityEvent[]; readonly next: string | null }> {
  const [at, id] = before?.split('_') ?? [];
  // One statement per combination of filters: optional conditions would spoil PostgreSQL's plan.
  const wanted: Sql[] = [];
  if (at !== undefined && id !== undefined)
    wanted.push(sql`e.at <= ${at} AND (e.at < ${at} OR e.id > ${id})`);
  if (kind !== undefined) wanted.push(sql`e.kind = ${kind}`);
  if (kinds !== undefined) wanted.push(sql`e.kind = ANY (${kinds})`);
  if (userId !== undefined) wanted.push(sql`e.user_id = ${userId}`);
  if (from !== undefined) wanted.push(sql`e.until >= ${asTimestamp(from)}`);
  if (to !== undefined) wanted.push(sql`e.at < ${asTimestamp(to)}`);
  const rows = await tx.run<InEpochMs<ListedSecurityEvent, 'at' | 'until'>>(
    sql`${constant(SECURITY_EVENTS_SQL)}${where(wanted)} ORDER BY e.at DESC, e.id LIMIT ${limit + 1}`,
  );
  const events = rows
    .slice(0, limit)
    .map((row) => ({ ...row, at: asTimestamp(row.at), until: asTimestamp(row.until) }));
  const last = events.at(-1);
  return { events, next: last && rows.length > limit ? `${last.at}_${last.id}` : null };
}

const SIGN_INS_SHOWN = 20;
const SIGN_IN_KINDS = securityKinds().filter((kind) => securityKindOf(kind).isSignIn);

export async function ownSignIns(tx: Queryable, userId: string): Promise<OwnSignIn[]> {
  const { events } = await securityPage(tx, { userId, kinds: SIGN_IN_KINDS, limit: SIGN_INS_SHOWN });
  return events.map((event) => {
    const { person: _, actor: __, ...signIn } = event;
    return signIn;
  });
}
