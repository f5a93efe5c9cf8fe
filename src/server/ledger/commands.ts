/** Appends rows to the ledger. Only punches do not use this: their own SQL statement appends the row. */
import type { Queryable } from '../platform/database/connection.ts';
import { asTimestamp } from '../platform/database/wire-types.ts';
import { ledgerBody, type NewLedgerRow } from './entry.ts';

export async function createChain(tx: Queryable, chain: string): Promise<void> {
  await tx.run(`INSERT INTO ledger_head (chain, n, hash) VALUES ($1, 0, '')`, [chain]);
}

/** Locks the chain until the transaction ends. @throws Error if the chain does not exist */
export async function appendToLedger(tx: Queryable, entry: NewLedgerRow): Promise<void> {
  const rows = await tx.run(
    `WITH head AS (
      UPDATE ledger_head SET n = n + 1, hash = sha256(hash || convert_to((n + 1)::text || E'\\n' || $5, 'UTF8'))
      WHERE chain = $1 RETURNING n, hash
    )
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
    SELECT $1, head.n, $2, $3, $4, $5, head.hash FROM head RETURNING n`,
    [entry.chain, asTimestamp(entry.at), entry.actor, entry.kind, ledgerBody(entry)],
  );
  if (rows.length !== 1) throw new Error(`The ledger has no chain ${entry.chain}.`);
}

/** Appends one row to each chain. All rows need the same `at`, actor and kind. @throws Error if a chain is missing */
export async function appendToChains(tx: Queryable, rows: readonly NewLedgerRow[]): Promise<void> {
  const [event] = rows;
  if (!event) return;
  const { at, actor, kind } = event;
  const chains = rows.map(({ chain }) => chain);
  await lockChains(tx, chains);
  const written = await tx.run(
    `WITH head AS (
      UPDATE ledger_head SET n = n + 1, hash = sha256(hash || convert_to((n + 1)::text || E'\\n' || added.body, 'UTF8'))
      FROM unnest($1::uuid[], $2::text[]) AS added (chain, body) WHERE ledger_head.chain = added.chain
      RETURNING ledger_head.chain, n, hash, added.body
    )
    INSERT INTO ledger (chain, n, at, actor, kind, body, hash)
    SELECT chain, n, $3, $4, $5, body, hash FROM head RETURNING n`,
    [chains, rows.map((row) => ledgerBody(row)), asTimestamp(at), actor, kind],
  );
  if (written.length !== rows.length) throw new Error('The ledger lacks a chain of somebody.');
}

/** Like `lockChain` for several chains, always in the same order, which prevents deadlocks. */
export async function lockChains(tx: Queryable, chains: readonly string[]): Promise<void> {
  await tx.run('SELECT n FROM ledger_head WHERE chain = ANY ($1::uuid[]) ORDER BY chain FOR UPDATE', [
    chains,
  ]);
}

/** Locks a chain: until the transaction ends, nobody else changes its employee (or the settings). False without one. */
export async function lockChain(tx: Queryable, chain: string): Promise<boolean> {
  return (await tx.run('SELECT FROM ledger_head WHERE chain = $1 FOR UPDATE', [chain])).length === 1;
}
