/**
 * 'Add Employee' (decisions §3): account, ledger row and notification in one transaction, and a first
 * password that must be changed.
 */
import { randomUUID } from 'node:crypto';
import type { User } from '#contract/records';
import { notificationFor } from '#domain/activity';
import { defaultEmployeeId, type EmployeeDetails } from '#domain/employee';
import type { EpochMs } from '#domain/time';
import { writeNotification } from '../activity/commands.ts';
import { takenOrThrow } from '../accounts/commands.ts';
import { madeUpPassword } from '../accounts/first-admin.ts';
import { named, type Database, type Queryable } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { appendToLedger, beginChain } from '../ledger/commands.ts';
import { toUser, USER_COLUMNS, type UserRow } from './queries.ts';

export type Added =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly taken: 'email' | 'employeeId' };
export type NewcomerDetails = Omit<EmployeeDetails, 'employeeId'> & {
  readonly employeeId?: string | undefined;
};

/** Two admins in one millisecond without an id of their own: the second one's is a millisecond later. */
const DEFAULT_ID_TRIES = 20;

export async function addEmployee(
  database: Database,
  at: EpochMs,
  actor: string,
  details: NewcomerDetails,
  passwordHash: string,
): Promise<Added> {
  if (details.employeeId !== undefined)
    return insert(database, at, actor, { ...details, employeeId: details.employeeId }, passwordHash);
  for (let attempt = 0; attempt < DEFAULT_ID_TRIES; attempt += 1) {
    const added = await insert(
      database,
      at,
      actor,
      { ...details, employeeId: defaultEmployeeId(at + attempt) },
      passwordHash,
    );
    if (added.ok || added.taken !== 'employeeId') return added;
  }
  throw new Error('No free employee ID was found.');
}

async function insert(
  database: Database,
  at: EpochMs,
  actor: string,
  details: EmployeeDetails,
  passwordHash: string,
): Promise<Added> {
  return inTransaction<Added>(database, async (tx) => {
    const [row] = await named<UserRow>(
      tx,
      'add_employee',
      `
      INSERT INTO account (id, email, password_hash, must_change_password, name, role, department, position, hub, employee_id, created_at, updated_at)
      VALUES ($1, $2, $3, true, $4, 'employee', $5, $6, $7, $8, $9, $9) RETURNING ${USER_COLUMNS}`,
      [
        randomUUID(),
        details.email,
        passwordHash,
        details.name,
        details.department,
        details.position,
        details.hub,
        details.employeeId,
        asTimestamp(at),
      ],
    );
    if (!row) throw new Error('The account was not written.');
    const user = toUser(row);
    const notification = randomUUID();
    const { name, email, role, department, position, hub, employeeId } = user;
    await beginChain(tx, user.id);
    await appendToLedger(tx, {
      chain: user.id,
      at,
      actor,
      kind: 'employee_added',
      data: { notification, profile: { name, email, role, department, position, hub, employeeId } },
    });
    await writeNotification(tx, {
      id: notification,
      text: notificationFor({ kind: 'added', userName: name }),
      userId: user.id,
      userName: name,
      at,
    });
    return { ok: true, user };
  }).catch(takenOrThrow);
}

/**
 * The installation's own temporary password, made when it is first needed; two servers at once agree on one.
 */
export async function ensureTemporaryPassword(tx: Queryable): Promise<string> {
  await named(
    tx,
    'make_temporary_password',
    'INSERT INTO temporary_password (password) VALUES ($1) ON CONFLICT DO NOTHING',
    [madeUpPassword()],
  );
  const [row] = await named<{ password: string }>(
    tx,
    'find_temporary_password',
    'SELECT password FROM temporary_password',
  );
  if (!row) throw new Error('The temporary password was not written.');
  return row.password;
}
