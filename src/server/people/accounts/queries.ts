/** A `User` never contains the password's hash, so no response contains the hash. */
import type { User } from '#contract/records';
import type { EpochMs } from '#domain/time/units';
import { pick, type QueryPart, constant, sql } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import type { ZoneSettings } from '#domain/time/zone-rules';
import { calendarOf } from '../../platform/calendars.ts';
import { tokenHash } from '../credentials/tokens.ts';
import { toUser, USER_COLUMNS, type UserRow } from '../employees/queries.ts';
import { isLeadOn, leadingPart } from '../leads/queries.ts';
import type { Session } from '../../platform/http/caller.ts';

export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  readonly passwordExpiresAt: EpochMs | null;
}

export interface CredentialsOfBrowser extends Credentials {
  /** Time when this browser last passed a second factor. Null unless the browser is marked as the person's own. */
  readonly factorAt: EpochMs | null;
  readonly isKnownDevice: boolean;
}

type CredentialsRow = UserRow & Omit<Credentials, 'user'>;
const CREDENTIALS_COLUMNS = `${USER_COLUMNS}, account.password_hash AS "passwordHash",
  account.must_change_password AS "mustChangePassword", account.password_expires_at AS "passwordExpiresAt"`;
const toCredentials = (row: CredentialsRow | undefined): Credentials | null =>
  row
    ? { user: toUser(row), ...pick(row, ['passwordHash', 'mustChangePassword', 'passwordExpiresAt']) }
    : null;

/** `email` is lower-cased; `device` the hash of the browser's token. */
export async function credentialsOf(
  tx: Queryable,
  email: string,
  device: Buffer | null = null,
): Promise<CredentialsOfBrowser | null> {
  const [row] = await tx.run<CredentialsRow & Omit<CredentialsOfBrowser, keyof Credentials>>(
    `SELECT ${CREDENTIALS_COLUMNS}, d.user_id IS NOT NULL AS "isKnownDevice", d.factor_at AS "factorAt"
     FROM account LEFT JOIN known_device d ON d.token_hash = $2 AND d.user_id = account.id WHERE account.email = $1`,
    [email, device],
  );
  const found = toCredentials(row);
  return found && row ? { ...found, isKnownDevice: row.isKnownDevice, factorAt: row.factorAt } : null;
}

export async function credentialsById(tx: Queryable, userId: string): Promise<Credentials | null> {
  const [row] = await tx.run<CredentialsRow>(
    `SELECT ${CREDENTIALS_COLUMNS} FROM account WHERE account.id = $1`,
    [userId],
  );
  return toCredentials(row);
}

/** True if the server's owner made the admin or set the password: only such ledger rows have no actor. */
export async function isLocalAdmin(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx.run(
    `SELECT FROM account a JOIN ledger l ON l.chain = a.id AND l.actor IS NULL AND l.kind IN ('employee_added', 'password_changed')
     WHERE a.id = $1 AND a.role = 'admin' LIMIT 1`,
    [userId],
  );
  return rows.length > 0;
}

/** Finds a reset only while it is valid: not expired, and the address is unchanged. */
export async function findReset(tx: Queryable, tokenHash: Buffer, now: EpochMs) {
  const [row] = await tx.run<{ userId: string; email: string; isActive: boolean }>(
    `SELECT r.user_id AS "userId", a.email, a.is_active AS "isActive" FROM password_reset r JOIN account a ON a.id = r.user_id AND a.email = r.email
     WHERE r.token_hash = $1 AND r.expires_at > $2`,
    [tokenHash, asTimestamp(now)],
  );
  return row;
}

export interface FoundSession extends Session {
  readonly lastSeenAt: EpochMs;
}

type SessionRow = UserRow &
  Omit<FoundSession, 'id' | 'tokenHash' | 'user'> & {
    readonly sessionId: string | null;
  };

/** Reads a valid session of an active account without extending it. Other query parts can use its alias `account`. */
export const sessionPart = (
  tokenHash: Buffer,
  now: EpochMs,
  idleBefore: EpochMs,
): QueryPart<FoundSession | null> => ({
  columns: sql`${constant(USER_COLUMNS)}, account.must_change_password AS "mustChangePassword", session.id AS "sessionId",
    coalesce(account.second_factor_by <= ${asTimestamp(now)}, false) AS "isFactorOverdue",
    session.last_seen_at AS "lastSeenAt", session.password_entered_at AS "passwordEnteredAt"`,
  join: sql` LEFT JOIN (session JOIN account ON account.id = session.user_id) ON session.token_hash = ${tokenHash}
    AND account.is_active AND session.expires_at > ${asTimestamp(now)} AND session.last_seen_at > ${asTimestamp(idleBefore)}
    AND (account.password_expires_at IS NULL OR account.password_expires_at > ${asTimestamp(now)})`,
  valueOf: (row: SessionRow) =>
    row.sessionId === null
      ? null
      : {
          ...pick(row, ['lastSeenAt', 'mustChangePassword', 'isFactorOverdue', 'passwordEnteredAt']),
          id: row.sessionId,
          tokenHash,
          user: toUser(row),
        },
});

/** Extends the session's query part (`proof`): also reads whether the person is a team lead today. */
export const withLeadFlag = (
  proof: QueryPart<FoundSession | null>,
  now: EpochMs,
): QueryPart<FoundSession | null> => ({
  ...proof,
  columns: sql`${proof.columns ?? constant('')}, ${leadingPart.columns ?? constant('')},
    (SELECT json_build_object('timeZone', time_zone, 'zoneRules', zone_rules) FROM settings) AS zoned`,
  valueOf: (row: SessionRow & { readonly zoned: ZoneSettings | null }) => {
    const session = proof.valueOf(row);
    const { zoned } = row;
    const isLead = zoned !== null && isLeadOn(leadingPart.valueOf(row), calendarOf(zoned).dayAt(now).day);
    return session && { ...session, isLead };
  },
});

/** Hash of the browser's token if the account has signed in with that browser, else null. */
export async function findKnownDevice(tx: Queryable, token: string | undefined, email: string) {
  if (token === undefined) return null;
  const hash = tokenHash(token);
  const rows = await tx.run(
    'SELECT 1 FROM known_device d JOIN account a ON a.id = d.user_id WHERE d.token_hash = $1 AND a.email = $2',
    [hash, email],
  );
  return rows.length > 0 ? hash : null;
}

export async function isEmployeeIdReserved(
  tx: Queryable,
  employeeId: string,
  now: EpochMs,
): Promise<boolean> {
  const rows = await tx.run('SELECT 1 FROM issued_employee_id WHERE employee_id = $1 AND expires_at > $2', [
    employeeId,
    asTimestamp(now),
  ]);
  return rows.length > 0;
}
