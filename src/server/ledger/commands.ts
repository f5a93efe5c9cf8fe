/**
 * Appends to the ledger. Rows are never changed (the database refuses); a punch has a statement of its own
 * that does the same.
 */
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { ledgerBody, type LedgerEntry } from './entry.ts';

/** Begins the chain of a new employee (or of the settings). */
export async function beginChain(tx: Queryable, chain: string): Promise<void> {
  await named(tx, 'begin_chain', `INSERT INTO ledger_head (chain, n, hash) VALUES ($1, 0, '')`, [chain]);
}

/**
 * Writes one row at the end of its chain. Locks the chain until the transaction ends, so that whatever else
 * the transaction read of that employee afterwards stays true.
 * @throws Error when the chain was never begun
 */
export async function appendToLedger(tx: Queryable, entry: LedgerEntry): Promise<void> {
  const rows = await named(
    tx,
    'append_to_ledger',
    `
    WITH head AS (
      UPDATE ledger_head SET n = n + 1, hash = sha256(hash || convert_to((n + 1)::text || E'\\n' || $5, 'UTF8'))
      WHERE chain = $1 RETURNING n, hash
    )
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
    SELECT $1, head.n, $2, $3, $4, $5, head.hash FROM head RETURNING n`,
    [entry.chain, asTimestamp(entry.at), entry.actor, entry.kind, ledgerBody(entry)],
  );
  if (rows.length !== 1) throw new Error(`The ledger has no chain ${entry.chain}.`);
}

/** Locks a chain until the end of the transaction: nothing of that employee changes meanwhile. */
export async function lockChain(tx: Queryable, chain: string): Promise<void> {
  await named(tx, 'lock_chain', 'SELECT n FROM ledger_head WHERE chain = $1 FOR UPDATE', [chain]);
}
