import { randomUUID } from 'node:crypto';
import type { User } from '#contract/records';
import { type Role, defaultEmployeeId } from '#domain/people/employee';
import type { ActivityEvent } from '#domain/entry/activity';
import type { EpochMs } from '#domain/time/units';
import { constant, sql } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { type LedgerEvent, newNotification, withDigestedNames } from '../../ledger/entry.ts';
import { type Refused, refused } from '../../platform/refused.ts';
import { USER_COLUMNS, type UserRow, toUser } from './queries.ts';
import { writeNotification } from '../../workplace/activity/commands.ts';
import { appendToLedger } from '../../ledger/commands.ts';

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly passwordExpiresAt?: EpochMs;
  readonly role: Role;
  readonly awaitsApproval?: boolean;
  readonly employeeId: string;
  readonly department?: string;
  readonly position?: string;
  readonly hub?: string;
  readonly payrollNumber?: string | undefined;
  readonly employedSince?: string | undefined;
}

export type CreateAccountResult =
  | { readonly ok: true; readonly user: User }
  | Refused<'registration_email_in_use' | 'employee_id_in_use'>;

export async function insertAccount(tx: Transaction, account: NewAccount, at: EpochMs): Promise<User> {
  const { passwordExpiresAt: expiry } = account;
  const [row] =
    await tx.run<UserRow>(sql`INSERT INTO account (id, email, password_hash, must_change_password, password_expires_at, name, role,
        is_active, awaits_approval, department, position, hub, employee_id, payroll_number, employed_since, created_at, updated_at)
      VALUES (${randomUUID()}, ${account.email}, ${account.passwordHash},
        ${expiry !== undefined}, ${expiry === undefined ? null : asTimestamp(expiry)}, ${account.name}, ${account.role},
        ${account.awaitsApproval !== true}, ${account.awaitsApproval === true}, ${account.department ?? 'General'}, ${account.position ?? 'Employee'},
        ${account.hub ?? ''}, ${account.employeeId}, ${account.payrollNumber ?? ''}, ${account.employedSince ?? ''}, ${asTimestamp(at)}, ${asTimestamp(at)})
      RETURNING ${constant(USER_COLUMNS)}`);
  if (!row) throw new Error('The account was not written.');
  return toUser(row);
}

export async function ledgerProfileOf(
  tx: Transaction,
  { id, name, email, role, department, position, hub, employeeId, payrollNumber, employedSince }: User,
): Promise<{ profile: Record<string, string> }> {
  const given = Object.entries({ payrollNumber, employedSince }).filter(([, value]) => value !== '');
  const profile = {
    name,
    email,
    role,
    department,
    position,
    hub,
    employeeId,
    ...Object.fromEntries(given),
  };
  return { profile: withDigestedNames(await ledgerSaltOf(tx, id), profile) };
}

export function ledgerChangesOf(
  salt: Uint8Array,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, { from: string; to: string }> {
  const from = withDigestedNames(salt, before);
  return Object.fromEntries(
    Object.entries(withDigestedNames(salt, after)).map(([name, to]) => [
      name,
      { from: from[name] ?? '', to },
    ]),
  );
}

/** Salt of the ledger's digests of name and email. Erasing a person must erase the salt too. */
export async function ledgerSaltOf(tx: Transaction, userId: string): Promise<Uint8Array> {
  const [row] = await tx.run<{ ledger_salt: Buffer }>(
    sql`SELECT ledger_salt FROM account WHERE id = ${userId}`,
  );
  if (!row) throw new Error('The account is gone.');
  return row.ledger_salt;
}

export function conflictOrThrow(error: unknown): Refused<'registration_email_in_use' | 'employee_id_in_use'> {
  const constraint =
    error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error
      ? error.constraint
      : undefined;
  if (constraint === 'account_email_key') return refused('registration_email_in_use');
  if (constraint === 'account_employee_id_key') return refused('employee_id_in_use');
  throw error;
}

/** Returns 'EMP' and the timestamp (spec §3). If this id is taken, uses the next free millisecond. */
export async function findFreeEmployeeId(tx: Transaction, at: EpochMs): Promise<string> {
  const [row] = await tx.run<{ n: number }>(
    `SELECT min(n) AS n FROM generate_series($1::bigint, $1::bigint + 1000) n
     WHERE NOT EXISTS (SELECT 1 FROM account WHERE employee_id = 'EMP' || n)`,
    [at],
  );
  return defaultEmployeeId(row?.n ?? at);
}

export const createRecorder =
  (tx: Transaction, at: EpochMs, actor: string | null, user: User) =>
  async (entry: LedgerEvent, event?: ActivityEvent): Promise<void> => {
    const notification = event && newNotification(event);
    await appendToLedger(tx, { chain: user.id, at, actor, notification, ...entry });
    if (notification) await writeNotification(tx, { notification, userId: user.id, userName: user.name, at });
  };
