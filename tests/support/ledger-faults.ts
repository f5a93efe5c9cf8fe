/** Proves the ledger: what anybody can recompute who can read it. */
import type { Queryable } from '#server/database/pool';

export interface LedgerFault {
  readonly chain: string;
  readonly n: number;
  readonly fault: string;
}

/**
 * Recomputes every hash of every chain.
 * @returns the places where the ledger is not what was written: none in a sound one
 */
export async function ledgerFaults(tx: Queryable): Promise<LedgerFault[]> {
  const { rows } = await tx.query<LedgerFault>(`
    WITH link AS (
      SELECT chain, n, at, actor, kind, body, hash,
        lag(hash, 1, ''::bytea) OVER chains AS previous, row_number() OVER chains AS expected
      FROM ledger WINDOW chains AS (PARTITION BY chain ORDER BY n)
    )
    SELECT chain, n, 'a row is missing before this one' AS fault FROM link WHERE n <> expected
    UNION ALL
    SELECT chain, n, 'the hash does not fit' FROM link
    WHERE hash <> sha256(previous || convert_to(n::text || E'\\n' || body, 'UTF8'))
    UNION ALL
    SELECT chain, n, 'the row does not say what its body says' FROM link
    WHERE (body::jsonb ->> 'chain')::uuid <> chain OR body::jsonb ->> 'kind' <> kind
      OR (body::jsonb ->> 'at')::timestamptz <> at OR (body::jsonb ->> 'actor')::uuid IS DISTINCT FROM actor
    UNION ALL
    SELECT head.chain, head.n, 'the end of the chain does not fit' FROM ledger_head head
    LEFT JOIN LATERAL (SELECT n, hash FROM ledger WHERE ledger.chain = head.chain ORDER BY n DESC LIMIT 1) last ON true
    WHERE head.n <> coalesce(last.n, 0) OR (head.n > 0 AND head.hash <> last.hash)
    UNION ALL
    SELECT link.chain, link.n, 'the chain has no head' FROM link
    WHERE link.expected = 1 AND NOT EXISTS (SELECT 1 FROM ledger_head head WHERE head.chain = link.chain)
    ORDER BY chain, n`);
  return rows;
}
