/** Whether the database answers. */
import { named, type Queryable } from '../database/pool.ts';

/** @throws what the driver throws when it does not */
export async function askDatabase(tx: Queryable): Promise<void> {
  await named(tx, 'ask_database', 'SELECT 1');
}
