import { randomBytes, randomUUID } from 'node:crypto';
import type { Language } from '#texts/languages';
import type { User } from '#contract/records';
import { DEFAULT_DEPARTMENT, employeeIdFrom } from '#domain/people/employee';
import {
  offeredStudios,
  registrationFaults,
  type Placement,
  type PlacementFaults,
} from '#domain/people/studios';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import {
  findFreeEmployeeId,
  insertAccount,
  ledgerProfileOf,
  conflictOrThrow,
  createRecorder,
  type CreateAccountResult,
  type NewAccount,
} from '../employees/account-commands.ts';
import { hasAdmin, isEmailTaken } from '../employees/queries.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { storeResponse, type IdempotencyKey } from '../../ledger/idempotency/commands.ts';
import { lockStudiosShared } from '../../workplace/settings/queries.ts';
import { appendToLedger, createChain } from '../../ledger/commands.ts';

const EMPLOYEE_ID_LIFE_MS = 24 * MS_PER_HOUR;
/** Even if a third of the 60 million ids are taken, all tries find a taken id only once in billions of cases. */
const ID_TRIES = 20;

/** The ID is valid for a day and one account. The demo passes a deterministic `random`. */
export async function issueEmployeeId(
  tx: Queryable,
  now: EpochMs,
  random: (size: number) => Uint8Array = randomBytes,
): Promise<string> {
  for (let attempt = 0; attempt < ID_TRIES; attempt += 1) {
    const rows = await tx.run<{ employee_id: string }>(
      `INSERT INTO issued_employee_id (employee_id, expires_at)
       SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM account WHERE employee_id = $1)
       ON CONFLICT DO NOTHING RETURNING employee_id`,
      [employeeIdFrom(random(8)), asTimestamp(now + EMPLOYEE_ID_LIFE_MS)],
    );
    const [issued] = rows;
    if (issued) return issued.employee_id;
  }
  throw new Error('No free employee ID was found.');
}

/** Not on record: it changes nobody's hours. */
export const chooseLanguage = async (tx: Queryable, userId: string, language: Language): Promise<void> =>
  void (await tx.run('UPDATE account SET language = $2 WHERE id = $1', [userId, language]));

export type PlacementRefused = Refused<'invalid_input'> & { readonly fields: PlacementFaults };
const refusedPlacement = (fields: PlacementFaults): PlacementRefused => ({
  ...refused('invalid_input'),
  fields,
});

const placementOf = ({ department = '', hub = '' }: Partial<Placement>): Placement => ({ department, hub });

/** Fills in the default department of a workplace without studios (spec §3). */
const withDefaultDepartment = <Account extends Partial<Placement>>(account: Account): Account =>
  account.department === '' ? { ...account, department: DEFAULT_DEPARTMENT } : account;

/**
 * Uses another employee ID if the account's is taken by now (spec §7). `hidesAccounts`: if the email address is taken,
 * writes a dummy account and rolls it back, so that the response takes equally long.
 */
export async function registerEmployee(
  database: Database,
  clock: Clock,
  account: Omit<NewAccount, 'role'>,
  {
    key,
    hidesAccounts = false,
  }: { readonly key?: IdempotencyKey | undefined; readonly hidesAccounts?: boolean } = {},
) {
  for (let attempt = 0; attempt < ID_TRIES; attempt += 1) {
    const now = clock.now();
    const employeeId = attempt === 0 ? account.employeeId : employeeIdFrom(randomBytes(8));
    const done = await inTransaction(database, async (tx) => {
      const faults = registrationFaults(offeredStudios(await lockStudiosShared(tx)), placementOf(account));
      if (Object.keys(faults).length > 0) return refusedPlacement(faults);
      if (!(await consumeIssuedId(tx, account.employeeId, now))) return refused('employee_id_not_issued');
      const isNew = !hidesAccounts || !(await isEmailTaken(tx, account.email));
      const email = isNew ? account.email : `${randomUUID()}@taken.invalid`;
      if (hidesAccounts) await tx.query('SAVEPOINT written');
      const user = await insertAccount(
        tx,
        { ...withDefaultDepartment(account), employeeId, role: 'employee', email },
        now,
      );
      await recordNewEmployee(tx, user, now);
      if (hidesAccounts)
        await tx.query(isNew ? 'RELEASE SAVEPOINT written' : 'ROLLBACK TO SAVEPOINT written');
      return storeResponse(tx, key, now, { ok: true, user: { ...user, email: account.email }, isNew });
    }).catch(conflictOrThrow);
    const isRetried =
      !done.ok &&
      (done.code === 'employee_id_in_use' || (hidesAccounts && done.code === 'registration_email_in_use'));
    if (!isRetried) return done;
  }
  throw new Error('No free employee ID was found.');
}

async function consumeIssuedId(tx: Queryable, employeeId: string, now: EpochMs): Promise<boolean> {
  const rows = await tx.run(
    `DELETE FROM issued_employee_id WHERE employee_id = $1 AND expires_at > $2 RETURNING employee_id`,
    [employeeId, asTimestamp(now)],
  );
  return rows.length === 1;
}

export async function recordNewEmployee(tx: Transaction, user: User, at: EpochMs): Promise<void> {
  const awaitsApproval = user.awaitsApproval === true;
  const data = { ...(await ledgerProfileOf(tx, user)), awaitsApproval: user.awaitsApproval };
  await createChain(tx, user.id);
  const record = createRecorder(tx, at, user.id, user);
  await record(
    { kind: 'employee_registered', data },
    { kind: 'registered', userName: user.name, awaitsApproval },
  );
}

/** Advisory lock: two servers that start at once must not both make a first admin. */
const FIRST_ADMIN_LOCK = 7_305_002;

/** @returns null if `onlyFirst` is set and there is an admin */
export async function createAdmin(
  database: Database,
  clock: Clock,
  account: Pick<NewAccount, 'name' | 'email' | 'passwordHash'>,
  onlyFirst: boolean,
): Promise<CreateAccountResult | null> {
  return inTransaction(database, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ADMIN_LOCK]);
    if (onlyFirst && (await hasAdmin(tx))) return null;
    const at = clock.now();
    const user = await insertAccount(
      tx,
      { ...account, role: 'admin', employeeId: await findFreeEmployeeId(tx, at) },
      at,
    );
    await createChain(tx, user.id);
    await appendToLedger(tx, {
      chain: user.id,
      at,
      actor: null,
      kind: 'employee_added',
      data: await ledgerProfileOf(tx, user),
    });
    return { ok: true, user } as const;
  }).catch(conflictOrThrow);
}

export async function deleteExpiredIssuedIds(tx: Queryable, now: EpochMs): Promise<void> {
  await tx.run('DELETE FROM issued_employee_id WHERE expires_at <= $1', [asTimestamp(now)]);
}
