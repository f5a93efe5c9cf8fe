/**
 * 'Add Employee': account, ledger row and notification in one transaction, and a first password that must be
 * changed.
 */
import { randomUUID } from 'node:crypto';
import { notificationFor } from '#domain/activity';
import { defaultEmployeeId, type EmployeeDetails } from '#domain/employee';
import type { EpochMs } from '#domain/time';
import { writeNotification } from '../activity/commands.ts';
import { generatePassword } from '../credentials/passwords.ts';
import { named, type Database, type Queryable } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { appendToLedger, beginChain } from '../ledger/commands.ts';
import { insertAccount, profileOf, conflictOrThrow, type Created } from './account-commands.ts';

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
): Promise<Created> {
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
    if (added.ok || added.code !== 'employee_id_in_use') return added;
  }
  throw new Error('No free employee ID was found.');
}

async function insert(
  database: Database,
  at: EpochMs,
  actor: string,
  details: EmployeeDetails,
  passwordHash: string,
): Promise<Created> {
  return inTransaction<Created>(database, async (tx) => {
    const user = await insertAccount(
      tx,
      { ...details, role: 'employee', passwordHash, mustChangePassword: true },
      at,
    );
    const notification = randomUUID();
    await beginChain(tx, user.id);
    await appendToLedger(tx, {
      chain: user.id,
      at,
      actor,
      kind: 'employee_added',
      notification,
      data: await profileOf(tx, user),
    });
    await writeNotification(tx, {
      id: notification,
      text: notificationFor({ kind: 'added', userName: user.name }),
      userId: user.id,
      userName: user.name,
      at,
    });
    return { ok: true, user };
  }).catch(conflictOrThrow);
}

/**
 * The installation's own temporary password, made when it is first needed; two servers at once agree on one.
 */
export async function ensureTemporaryPassword(tx: Queryable): Promise<string> {
  await named(
    tx,
    'make_temporary_password',
    'INSERT INTO temporary_password (password) VALUES ($1) ON CONFLICT DO NOTHING',
    [generatePassword()],
  );
  const [row] = await named<{ password: string }>(
    tx,
    'find_temporary_password',
    'SELECT password FROM temporary_password',
  );
  if (!row) throw new Error('The temporary password was not written.');
  return row.password;
}
