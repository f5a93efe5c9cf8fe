/** Reads ledger rows sorted by transaction id and sequence number, up to the oldest open transaction. */
import type { EpochMs } from '#domain/time/units';
import type { Queryable, Connection } from '../platform/database/connection.ts';
import { asTimestamp, epochMs } from '../platform/database/wire-types.ts';
import { SETTINGS_CHAIN } from '../ledger/entry.ts';
import type { Heads, Position } from '../platform/position.ts';
import {
  POSITION_MARK,
  toPosition,
  type PositionRow,
  AFTER_POSITION,
  FEED_COLUMNS,
  MATCHES_POSITION,
  positionParameters,
  toRow,
  type FeedRow,
  type RawRow,
} from '../ledger/queries.ts';

export interface FeedPage {
  /** False if the last row that was read is gone (a restore, a crash): nobody then knows which rows are new. */
  readonly isAnchored: boolean;
  /** Sorted by position, restored rows included. */
  readonly rows: readonly FeedRow[];
  /** First committed row that must wait, since an older transaction is still open; null if no row waits. */
  readonly held: { readonly position: Position; readonly since: EpochMs } | null;
}

type PageRow = { readonly [Key in keyof RawRow]: RawRow[Key] | null } & {
  readonly is_anchored: boolean;
  readonly held: (PositionRow & { readonly since: EpochMs }) | null;
};

const isRow = (row: PageRow): row is PageRow & RawRow => row.txid !== null;

/**
 * Reads no row beyond the oldest open transaction: its rows will sort before newer ones already committed.
 * `held` skips restored rows whose transaction id is not below `xmax`.
 */
export async function readFeed(tx: Queryable, after: Position, limit: number): Promise<FeedPage> {
  const rows = await tx.run<PageRow>(
    `WITH edge AS MATERIALIZED (
      SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin, pg_snapshot_xmax(pg_current_snapshot()) AS xmax,
        $1 = '0' OR EXISTS (SELECT FROM ledger WHERE ${MATCHES_POSITION}) AS is_anchored
    )
    SELECT r.*, edge.is_anchored, to_json(held) AS held
    FROM edge
    LEFT JOIN LATERAL (
      SELECT ledger.txid::text AS txid, ledger.seq::text AS seq, ${POSITION_MARK} AS mark, ${epochMs('at')} AS since FROM ledger
      WHERE ledger.txid >= edge.xmin AND ledger.txid < edge.xmax ORDER BY ledger.txid, ledger.seq LIMIT 1
    ) held ON true
    LEFT JOIN LATERAL (
      SELECT ${FEED_COLUMNS} FROM ledger
      WHERE ${AFTER_POSITION} AND ledger.txid < edge.xmin ORDER BY ledger.txid, ledger.seq LIMIT $4
    ) r ON true`,
    [...positionParameters(after), after.mark, limit],
  );
  const [first] = rows;
  return {
    isAnchored: first?.is_anchored ?? false,
    rows: rows.filter(isRow).map(toRow),
    held: first?.held ? { position: toPosition(first.held), since: first.held.since } : null,
  };
}

export async function positionExists(tx: Queryable, at: Position): Promise<boolean> {
  const place = [...positionParameters(at), at.mark];
  const rows = await tx.run(`SELECT FROM ledger WHERE ${MATCHES_POSITION}`, place);
  return rows.length === 1;
}

/** Reads the rows that an admin missed between two positions, restored rows included. */
export async function replayFeed(tx: Queryable, after: Position, upTo: Position, limit: number) {
  const rows = await tx.run<RawRow>(
    `SELECT ${FEED_COLUMNS} FROM ledger
    WHERE ${AFTER_POSITION} AND (ledger.txid, ledger.seq) <= ($3::text::xid8, $4::bigint)
    ORDER BY ledger.txid, ledger.seq LIMIT $5`,
    [...positionParameters(after), ...positionParameters(upTo), limit],
  );
  return rows.map(toRow);
}

/** Reads the rows that an employee missed in their own and the settings' chain; null if a row they know is gone. */
export async function replayChains(tx: Queryable, userId: string, { own, settings }: Heads, limit: number) {
  const chains = [userId, own.n, own.mark, settings.n, settings.mark];
  const [known] = await tx.run<{ found: number }>(
    `SELECT count(*) AS found FROM ledger WHERE encode(substr(hash, 1, 8), 'hex') = CASE chain WHEN $1 THEN $3 ELSE $5 END
      AND ((chain = $1::uuid AND n = $2::bigint) OR (chain = '${SETTINGS_CHAIN}' AND n = $4::bigint))`,
    chains,
  );
  if (known?.found !== [own, settings].filter(({ n }) => n > 0).length) return null;
  const rows = await tx.run<RawRow>(
    `SELECT ${FEED_COLUMNS} FROM ledger
    WHERE (chain = $1::uuid AND n > $2::bigint) OR (chain = '${SETTINGS_CHAIN}' AND n > $3::bigint)
    ORDER BY n LIMIT $4`,
    [userId, own.n, settings.n, limit],
  );
  return rows.map(toRow);
}

/** Returns the sessions that are alive, as '<id> <role>', without extending them. */
export async function liveSessions(tx: Queryable, ids: readonly string[], now: EpochMs, idleBefore: EpochMs) {
  const rows = await tx.run<{ id: string; role: string }>(
    `SELECT s.id, a.role FROM session s JOIN account a ON a.id = s.user_id
    WHERE s.id = ANY ($1::uuid[]) AND a.is_active AND NOT a.must_change_password AND (a.second_factor_by > $2) IS NOT false AND s.expires_at > $2 AND s.last_seen_at > $3`,
    [ids, asTimestamp(now), asTimestamp(idleBefore)],
  );
  return new Set(rows.map(({ id, role }) => `${id} ${role}`));
}

export const listenForChanges = async (client: Connection): Promise<void> =>
  void (await client.query('LISTEN punctual_ledger'));
/** Wakes other servers after a commit: NOTIFY inside the transaction would serialize all commits. */
export const notifyOfChanges = async (client: Connection): Promise<void> =>
  void (await client.query('NOTIFY punctual_ledger'));
