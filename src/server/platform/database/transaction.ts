/** One command, one transaction: everything in it happens, or nothing does. */
import type pg from 'pg';
import { currentDeadline } from '../async/deadline.ts';
import type { Database } from './pool.ts';
import { isConnectionLost } from './unavailable.ts';

/** The connection a transaction runs on; handed on explicitly. */
export type Transaction = pg.ClientBase;

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws (and the error is
 * thrown on). Effects outside the database belong after the returned promise, never inside `work`.
 * @throws OverloadedError when the request whose work this is has run out of time; nothing is committed then
 * @param isolation READ COMMITTED unless told otherwise
 */
export async function inTransaction<Result>(
  database: Pick<Database, 'pool'>,
  work: (tx: Transaction) => Promise<Result>,
  isolation:
    | 'READ COMMITTED'
    | 'REPEATABLE READ'
    | 'REPEATABLE READ READ ONLY'
    | 'SERIALIZABLE' = 'READ COMMITTED',
): Promise<Result> {
  const client = await database.pool.connect();
  const deadline = currentDeadline();
  let broken = false;
  try {
    deadline?.check();
    await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await work(client);
    await (deadline ? deadline.settle(() => commit(client)) : commit(client));
    return result;
  } catch (error) {
    broken = isConnectionLost(error) || !(await rolledBack(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** COMMIT of a transaction in which a statement failed answers ROLLBACK, without an error. */
async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, since an error inside it was passed over.');
}

async function rolledBack(client: pg.ClientBase): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}
