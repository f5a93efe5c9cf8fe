import type { KioskScope, PersonBadges } from '#contract/kiosk/kiosk';
import type { EpochMs } from '#domain/time/units';
import type { Language } from '#texts/languages';
import type { Queryable } from '../../platform/database/connection.ts';
import { epochMs, instantText } from '../../platform/database/wire-types.ts';
import { isInScopeSql } from '../kiosks/queries.ts';

export interface KioskPerson {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'employee';
  readonly language: Language;
  readonly isInScope: boolean;
  /** Null without a PIN. */
  readonly pinHash: string | null;
  readonly isPinTemporary: boolean;
  /** When the badge was registered: before, it may have been somebody else's. Null without one. */
  readonly badgeSince: EpochMs | null;
}

type KnownBy = { readonly digest: Buffer } | { readonly userId: string } | { readonly employeeId: string };

interface PersonSql {
  readonly where: string;
  readonly value: unknown;
  readonly since?: string;
}
const personSql = (by: KnownBy): PersonSql => {
  if ('digest' in by)
    return {
      where: 'a.id = (SELECT user_id FROM badge WHERE digest = $1)',
      value: by.digest,
      since: `(SELECT ${epochMs('created_at')} FROM badge WHERE digest = $1)`,
    };
  if ('userId' in by) return { where: 'a.id = $1', value: by.userId };
  return { where: 'lower(a.employee_id) = lower($1)', value: by.employeeId };
};

/** Finds an active person. @param scope of the kiosk; administrators may use each kiosk @param evenLeft people who left too */
export async function findPerson(
  tx: Queryable,
  by: KnownBy,
  scope: KioskScope = [],
  evenLeft = false,
): Promise<KioskPerson | undefined> {
  const { where, value, since = 'NULL' } = personSql(by);
  const [row] = await tx.run<KioskPerson>(
    `SELECT a.id, a.name, a.role, coalesce(a.language, (SELECT language FROM settings), 'en') AS language,
       a.role = 'admin' OR ${isInScopeSql('$2')} AS "isInScope", p.hash AS "pinHash", coalesce(p.is_temporary, false) AS "isPinTemporary", ${since} AS "badgeSince"
     FROM account a LEFT JOIN pin p ON p.user_id = a.id WHERE (a.is_active OR $3) AND ${where}`,
    [value, JSON.stringify(scope), evenLeft],
  );
  return row;
}

/** Undefined for an unknown person. */
export async function readBadges(tx: Queryable, userId: string): Promise<PersonBadges | undefined> {
  const [row] = await tx.run<PersonBadges>(
    `SELECT EXISTS (SELECT FROM kiosk WHERE revoked_at IS NULL) AS "hasKiosk",
       CASE WHEN p.user_id IS NULL THEN 'none' WHEN p.is_temporary THEN 'temporary' ELSE 'own' END AS pin,
       (SELECT coalesce(json_agg(json_build_object('id', b.id, 'kind', b.kind, 'createdAt', ${instantText('b.created_at')}, 'createdBy', by.name) ORDER BY b.created_at, b.id), '[]')
        FROM badge b LEFT JOIN account by ON by.id = b.created_by WHERE b.user_id = a.id) AS badges
     FROM account a LEFT JOIN pin p ON p.user_id = a.id WHERE a.id = $1`,
    [userId],
  );
  return row;
}

/** Active people, by studio and name. */
export const cardHolders = (tx: Queryable, ids: readonly string[]) =>
  tx.run<{ id: string; name: string; employeeId: string; department: string }>(
    `SELECT id, name, employee_id AS "employeeId", department FROM account WHERE id = ANY ($1::uuid[]) AND is_active
     ORDER BY department, lower(name), id`,
    [ids],
  );

/** Running entries of active people, with who they are. */
export const peopleInside = (tx: Queryable) =>
  tx.run<{ name: string; department: string; clockIn: EpochMs }>(
    `SELECT a.name, a.department, e.clock_in AS "clockIn" FROM counted_entry e JOIN account a ON a.id = e.user_id
     WHERE e.clock_out IS NULL AND e.set_aside_at IS NULL AND a.is_active ORDER BY lower(a.name), a.id`,
  );

export interface KioskKey {
  readonly publicKey: Buffer;
  /** Sealed by a key that is in no table. */
  readonly privateKey: Buffer;
}

export async function readKioskKey(tx: Queryable): Promise<KioskKey | undefined> {
  const text = 'SELECT public_key AS "publicKey", private_key AS "privateKey" FROM kiosk_key';
  return (await tx.run<KioskKey>(text))[0];
}
