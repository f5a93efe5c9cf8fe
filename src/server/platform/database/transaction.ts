import { currentDeadline } from '../async/deadline.ts';
import type { Connection } from './connection.ts';
import type { Database } from './pool.ts';
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
