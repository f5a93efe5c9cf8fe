/** Reads where the ledger stands. The live feed has queries of its own. */
import { named, type Queryable } from '../database/pool.ts';

/** The cursor of the snapshot in which it is read: every change it does not see comes after it. */
export async function snapshotCursor(tx: Queryable): Promise<string> {
  const [row] = await named<{ xmin: string }>(
    tx,
    'snapshot_cursor',
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
  );
  return `${row?.xmin ?? '0'}-0`;
}
