/** 'Add Employee': an account whose first password must be changed. */
import type { EmployeeDetails } from '#domain/people/employee';
import type { EpochMs } from '#domain/time/units';
import { writeNotification } from '../../hours/activity/commands.ts';
import { TEMPORARY_PASSWORD_LIFE_MS } from '../credentials/tokens.ts';
import type { Database } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { appendToLedger, beginChain } from '../../record/ledger/commands.ts';
import { newNotification } from '../../record/ledger/entry.ts';
import { keepAnswer } from '../../platform/idempotency/commands.ts';
import type { Asked } from '../../platform/idempotency/queries.ts';
import { holdStudios } from '../../workplace/settings/studio-queries.ts';
import {
  conflictOrThrow,
  freeDefaultId,
  insertAccount,
  profileOf,
  type Created,
} from './account-commands.ts';
import { misplaced, type Misplaced } from './placement.ts';

export type NewcomerDetails = Omit<EmployeeDetails, 'employeeId' | 'payrollNumber'> & {
  readonly employeeId?: string | undefined;
  readonly payrollNumber?: string | undefined;
};

/** Two without an id of their own who take the same one at once: the second looks for the next, so often. */
const DEFAULT_ID_TRIES = 20;

export async function addEmployee(
  database: Database,
  at: EpochMs,
  actor: string,
  details: NewcomerDetails,
  passwordHash: string,
  asked?: Asked,
): Promise<Created | Misplaced> {
  for (let attempt = 1; ; attempt += 1) {
    const added = await inTransaction<Created | Misplaced>(database, async (tx) => {
      const place = misplaced(await holdStudios(tx), details);
      if (place) return place;
      const employeeId = details.employeeId ?? (await freeDefaultId(tx, at));
      const passwordExpiresAt = at + TEMPORARY_PASSWORD_LIFE_MS;
      const account = { ...details, employeeId, role: 'employee', passwordHash, passwordExpiresAt } as const;
      const user = await insertAccount(tx, account, at);
      const notification = newNotification({ kind: 'added', userName: user.name });
      const data = await profileOf(tx, user);
      await beginChain(tx, user.id);
      await appendToLedger(tx, { chain: user.id, at, actor, kind: 'employee_added', notification, data });
      await writeNotification(tx, { notification, userId: user.id, userName: user.name, at });
      return keepAnswer(tx, asked, at, { ok: true, user });
    }).catch(conflictOrThrow);
    const isTakenMeanwhile =
      !added.ok && added.code === 'employee_id_in_use' && details.employeeId === undefined;
    if (!isTakenMeanwhile || attempt === DEFAULT_ID_TRIES) return added;
  }
}
