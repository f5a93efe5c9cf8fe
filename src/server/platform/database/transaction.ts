import type { ProblemCode } from '#contract/problems';
import { currentDeadline } from '../async/deadline.ts';
import type { Connection } from './connection.ts';
import type { Database } from './pool.ts';
import { refused, type Refused } from '../refused.ts';
import { isConnectionLost } from './unavailable.ts';

export type Transaction = Connection;
type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'REPEATABLE READ READ ONLY' | 'SERIALIZABLE';

/**
 * Commits when `work` resolves, else rolls back and rethrows. Start effects outside the database only after the commit.
 * @throws OverloadedError after the request's deadline; nothing is committed
 */
export async function inTransaction<Result>(
  database: Pick<Database, 'pool'>,
  work: (tx: Transaction) => Promise<Result>,
  isolation: Isolation = 'READ COMMITTED',
): Promise<Result> {
  const client = await database.pool.take();
  const deadline = currentDeadline();
  let broken = false;
  try {
    deadline?.check();
    await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await work(client);
    await (deadline ? deadline.settle(() => commit(client)) : commit(client));
    return result;
  } catch (error) {
    broken = isConnectionLost(error) || (await client.query('ROLLBACK').catch(() => null)) === null;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Throws if a statement has failed before: PostgreSQL then answers COMMIT with ROLLBACK, but without an error. */
async function commit(client: Connection): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, since an error inside it was passed over.');
}

const CODE_BY_CONSTRAINT: Readonly<Record<string, ProblemCode>> = {
  correction_changed_meanwhile: 'correction_changed_meanwhile',
  correction_moves: 'correction_decided',
  correction_two_sides: 'correction_not_yours',
  correction_items_stay: 'correction_decided',
  correction_item_end_stays: 'correction_open_end',
  correction_item_changes: 'correction_nothing_changed',
  counted_entry_apart: 'correction_overlap',
  counted_leave_apart: 'leave_overlap',
  period_closed: 'period_closed',
};

/** Returns a refusal if a database constraint fails: domain rules cannot see concurrent transactions. */
export async function tryTransaction<Done extends { readonly ok: boolean }>(
  database: Database,
  work: (tx: Transaction) => Promise<Done | Refused<ProblemCode>>,
): Promise<Done | Refused<ProblemCode>> {
  try {
    return await inTransaction(database, work);
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
    const code = CODE_BY_CONSTRAINT[constraint];
    if (code === undefined) throw error;
    return refused(code);
  }
}
