import type { CheckedInputOf } from '#contract/routes';
import type { EpochMs } from '#domain/time/units';
import { TEMPORARY_PASSWORD_LIFE_MS } from '../credentials/tokens.ts';
import type { Database } from '../../platform/database/pool.ts';
import { type Transaction, inTransaction } from '../../platform/database/transaction.ts';
import { createChain } from '../../ledger/commands.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { lockStudiosShared } from '../../workplace/settings/queries.ts';
import {
  type CreateAccountResult,
  conflictOrThrow,
  findFreeEmployeeId,
  insertAccount,
  ledgerProfileOf,
  createRecorder,
} from './account-commands.ts';
import { type PlacementRefusal, saveEmployee, lockAccount, placementRefusal } from './commands.ts';
import type { User } from '#contract/records';
import { constant, sql } from '../../platform/database/sql.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { refused } from '../../platform/refused.ts';
import { USER_COLUMNS, type UserRow, toUser } from './queries.ts';

/** A refused person stays inactive; an admin may activate them later. */
export async function decideRegistration(
  database: Database,
  { at, actor, key }: Sender,
  { id, isApproved }: { readonly id: string; readonly isApproved: boolean },
) {
  return inTransaction(database, async (tx) => {
    const user = await lockAccount(tx, id);
    if (!user) return refused('employee_not_found');
    if (!user.awaitsApproval) return refused('registration_decided');
    const decided = isApproved
      ? await saveEmployee(tx, at, actor, user, { ...user, isActive: true })
      : await refuseRegistration(tx, at, actor, user);
    return storeResponse(tx, key, at, { ok: true, user: decided });
  });
}

async function refuseRegistration(tx: Transaction, at: EpochMs, actor: string, user: User): Promise<User> {
  const [row] =
    await tx.run<UserRow>(sql`UPDATE account SET awaits_approval = false, updated_at = ${asTimestamp(at)}, version = version + 1
      WHERE id = ${user.id} RETURNING ${constant(USER_COLUMNS)}`);
  if (!row) throw new Error('The account is gone.');
  const event = { kind: 'deactivated', userName: user.name } as const;
  await createRecorder(tx, at, actor, user)({ kind: 'employee_refused' }, event);
  return toUser(row);
}

/** Concurrent additions may pick the same default id: each try takes the next free id. */
const DEFAULT_ID_TRIES = 20;

export async function addEmployee(
  database: Database,
  { at, actor, key }: Sender,
  details: Omit<CheckedInputOf<'addEmployee'>, 'requestId' | 'role'>,
  passwordHash: string,
): Promise<CreateAccountResult | PlacementRefusal> {
  for (let attempt = 1; ; attempt += 1) {
    const added = await inTransaction<CreateAccountResult | PlacementRefusal>(database, async (tx) => {
      const place = placementRefusal(await lockStudiosShared(tx), details);
      if (place) return place;
      const employeeId = details.employeeId ?? (await findFreeEmployeeId(tx, at));
      const passwordExpiresAt = at + TEMPORARY_PASSWORD_LIFE_MS;
      const account = { ...details, employeeId, role: 'employee', passwordHash, passwordExpiresAt } as const;
      const user = await insertAccount(tx, account, at);
      const data = await ledgerProfileOf(tx, user);
      await createChain(tx, user.id);
      const record = createRecorder(tx, at, actor, user);
      await record({ kind: 'employee_added', data }, { kind: 'added', userName: user.name });
      return storeResponse(tx, key, at, { ok: true, user });
    }).catch(conflictOrThrow);
    const isTakenMeanwhile =
      !added.ok && added.code === 'employee_id_in_use' && details.employeeId === undefined;
    if (!isTakenMeanwhile || attempt === DEFAULT_ID_TRIES) return added;
  }
}
