/** Appends to the ledger, whose rows are never changed; a punch has a statement of its own that does the same. */
import { named, type Queryable } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import type { EpochMs } from '#domain/time/units';
import { ledgerBody, type LedgerEntry } from './entry.ts';

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

/**
 * Writes one row of the same kind at the end of each of many chains.
 * @param rows each with its body; in the order of the chains, so that two who do this do not wait for each other
 * @throws Error when one of the chains was never begun
 */
export async function appendToChains(
  tx: Queryable,
  at: EpochMs,
  actor: string,
  kind: LedgerEntry['kind'],
  rows: readonly { readonly chain: string; readonly body: string }[],
): Promise<void> {
  const chains = rows.map(({ chain }) => chain);
  await lockChains(tx, chains);
  const written = await named(
    tx,
    'append_to_chains',
    `
    WITH head AS (
      UPDATE ledger_head SET n = n + 1, hash = sha256(hash || convert_to((n + 1)::text || E'\\n' || added.body, 'UTF8'))
      FROM unnest($1::uuid[], $2::text[]) AS added (chain, body) WHERE ledger_head.chain = added.chain
      RETURNING ledger_head.chain, n, hash, added.body
    )
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
    SELECT chain, n, $3, $4, $5, body, hash FROM head RETURNING n`,
    [chains, rows.map(({ body }) => body), asTimestamp(at), actor, kind],
  );
  if (written.length !== rows.length) throw new Error('The ledger lacks a chain of somebody.');
}

/** Locks chains until the end of the transaction, always in one order: nothing of these people changes meanwhile. */
export async function lockChains(tx: Queryable, chains: readonly string[]): Promise<void> {
  await named(
    tx,
    'lock_chains',
    'SELECT n FROM ledger_head WHERE chain = ANY ($1::uuid[]) ORDER BY chain FOR UPDATE',
    [chains],
  );
}

/** Locks a chain until the end of the transaction: nothing of that employee changes meanwhile. */
export async function lockChain(tx: Queryable, chain: string): Promise<void> {
  await named(tx, 'lock_chain', 'SELECT n FROM ledger_head WHERE chain = $1 FOR UPDATE', [chain]);
}
