/** Rows of the ledger in the order of their positions, for the live feed and the board. */
import type { LedgerKind } from '#contract/monitoring/live';
import type { Position } from '../platform/position.ts';
import { POSITION_MARK, toPosition, type PositionRow } from './queries.ts';

export interface RawRow extends PositionRow {
  readonly chain: string;
  readonly n: number;
  readonly kind: LedgerKind;
  readonly body: string;
}
export type FeedRow = Readonly<ReturnType<typeof toRow>>;

export const toRow = ({ txid, seq, mark, chain, n, kind, body }: RawRow) => ({
  position: toPosition({ txid, seq, mark }),
  chain,
  head: { n, mark: mark.slice(0, 16) },
  kind,
  body,
});

/** Columns of `RawRow`. The conditions below expect a position in parameters 1 to 3. */
export const FEED_COLUMNS = `ledger.txid::text AS txid, ledger.seq::text AS seq, ${POSITION_MARK} AS mark, chain, n, kind, body`;
export const MATCHES_POSITION = `(ledger.txid, ledger.seq) = ($1::text::xid8, $2::bigint) AND ${POSITION_MARK} = $3`;
export const AFTER_POSITION = '(ledger.txid, ledger.seq) > ($1::text::xid8, $2::bigint)';
export const positionParameters = ({ txid, seq }: Position): string[] => [String(txid), String(seq)];
