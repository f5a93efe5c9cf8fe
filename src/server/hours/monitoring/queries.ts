import type { Queryable } from '../../platform/database/connection.ts';
import type { EpochMs } from '#domain/time/units';
import type { Position } from '../../platform/position.ts';
import {
  AFTER_POSITION,
  MATCHES_POSITION,
  positionParameters,
  FEED_COLUMNS,
  toRow,
  type FeedRow,
  type RawRow,
} from '../../ledger/queries.ts';

export type FeedPage = Awaited<ReturnType<typeof readFeedSince>>;
export interface FeedPageRow extends FeedRow {
  readonly at: EpochMs;
  /** True if no running transaction can still add an earlier row. */
  readonly isSettled: boolean;
}

type RawFeedPage = Omit<RawRow, 'txid'> & {
  readonly txid: string | null;
  readonly at: EpochMs;
  readonly isSettled: boolean;
  readonly isAnchored: boolean;
  readonly settingsVersion: number | null;
};
const isRow = (row: RawFeedPage): row is RawFeedPage & RawRow => row.txid !== null;

/** Skips rows with a future transaction id: they come from a restored backup. */
export async function readFeedSince(tx: Queryable, after: Position, limit: number) {
  const rows = await tx.run<RawFeedPage>(
    `WITH edge AS MATERIALIZED (
       SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin, pg_snapshot_xmax(pg_current_snapshot()) AS xmax,
         $1 = '0' OR EXISTS (SELECT FROM ledger WHERE ${MATCHES_POSITION}) AS "isAnchored",
         (SELECT version FROM settings) AS "settingsVersion"
     )
     SELECT r.*, edge."isAnchored", edge."settingsVersion"
     FROM edge
     LEFT JOIN LATERAL (
       SELECT ${FEED_COLUMNS}, ledger.at, ledger.txid < edge.xmin AS "isSettled" FROM ledger
       WHERE ${AFTER_POSITION} AND ledger.txid < edge.xmax ORDER BY ledger.txid, ledger.seq LIMIT $4
     ) r ON true`,
    [...positionParameters(after), after.mark, limit],
  );
  const [first] = rows;
  const found = rows.filter(isRow);
  return {
    /** False if the row at `after` is gone: the caller must read the whole board again. */
    isAnchored: first?.isAnchored ?? false,
    settingsVersion: first?.settingsVersion ?? null,
    isWhole: found.length < limit,
    rows: found.map((row): FeedPageRow => ({ ...toRow(row), at: row.at, isSettled: row.isSettled })),
  };
}
