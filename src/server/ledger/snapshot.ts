/** Reads that say where in the feed they stand: every change after their cursor comes by the live stream. */
import type { Database } from '../database/pool.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import type { Seal } from './position.ts';
import { snapshotCursor, type Reader } from './queries.ts';

/**
 * Runs several reads on one snapshot of the database.
 * @param read gets the snapshot's cursor, for this reader: all changes up to it are in what is read, and all
 * others come after it
 */
export const inSnapshot = <Result>(
  { database, seal }: { readonly database: Database; readonly seal: Seal },
  reader: Reader,
  read: (tx: Transaction, cursor: string) => Promise<Result>,
): Promise<Result> =>
  inTransaction(
    database,
    async (tx) => read(tx, await snapshotCursor(tx, seal, reader)),
    'REPEATABLE READ READ ONLY',
  );
