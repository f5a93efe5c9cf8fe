/**
 * Reads the feed: the ledger in the order of (transaction, sequence), and only below the oldest transaction
 * still open.
 */
import type pg from 'pg';
import type { LedgerKind } from '#contract/live';
import type { EpochMs } from '#domain/time';
import { idleSince } from '../credentials/tokens.ts';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { SETTINGS_CHAIN } from '../ledger/entry.ts';
import type { Position } from '../ledger/position.ts';

export interface FeedRow {
  readonly position: Position;
  readonly chain: string;
  readonly kind: LedgerKind;
  readonly body: string;
}

export interface FeedPage {
  readonly rows: readonly FeedRow[];
  /**
   * The first committed row that cannot be read yet, since an older transaction is still open; null when
   * there is none.
   */
  readonly held: { readonly position: Position; readonly since: EpochMs } | null;
}

interface RawRow {
  readonly txid: string;
  readonly seq: string;
  readonly chain: string;
  readonly kind: LedgerKind;
  readonly body: string;
}
type PageRow = { readonly [Key in keyof RawRow]: RawRow[Key] | null } & {
  readonly held_txid: string | null;
  readonly held_seq: string | null;
  readonly held_since: number | null;
};

const toRow = ({ txid, seq, chain, kind, body }: RawRow): FeedRow => ({
  position: { txid: BigInt(txid), seq: BigInt(seq) },
  chain,
  kind,
  body,
});
const isRow = (row: PageRow): row is PageRow & RawRow => row.txid !== null;

/**
 * The next rows after a position. A transaction that began earlier can still commit rows with smaller
 * numbers, so nothing is read from the oldest open transaction on: what has been passed can never get
 * company.
 */
export async function readFeed(tx: Queryable, after: Position, limit: number): Promise<FeedPage> {
  const rows = await named<PageRow>(
    tx,
    'read_feed',
    `
    WITH edge AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin)
    SELECT r.*, held.txid::text AS held_txid, held.seq::text AS held_seq, held.at AS held_since
    FROM edge
    LEFT JOIN LATERAL (
      SELECT txid, seq, at FROM ledger WHERE txid >= edge.xmin ORDER BY txid, seq LIMIT 1
    ) held ON true
    LEFT JOIN LATERAL (
      SELECT txid::text AS txid, seq::text AS seq, chain, kind, body FROM ledger
      WHERE (ledger.txid, ledger.seq) > ($1::text::xid8, $2::bigint) AND ledger.txid < edge.xmin
      ORDER BY ledger.txid, ledger.seq LIMIT $3
    ) r ON true`,
    [String(after.txid), String(after.seq), limit],
  );
  const [first] = rows;
  return {
    rows: rows.filter(isRow).map(toRow),
    held:
      first && first.held_txid !== null && first.held_seq !== null && first.held_since !== null
        ? {
            position: { txid: BigInt(first.held_txid), seq: BigInt(first.held_seq) },
            since: first.held_since,
          }
        : null,
  };
}

/**
 * What a reader missed: rows after one position up to another, both already passed by the tail.
 * @param userId whose changes (the settings' besides); null for everybody's
 */
export async function replayFeed(
  tx: Queryable,
  after: Position,
  upTo: Position,
  userId: string | null,
  limit: number,
): Promise<FeedRow[]> {
  const rows = await named<RawRow>(
    tx,
    'replay_feed',
    `
    SELECT txid::text AS txid, seq::text AS seq, chain, kind, body FROM ledger
    WHERE (txid, seq) > ($1::text::xid8, $2::bigint) AND (txid, seq) <= ($3::text::xid8, $4::bigint)
      AND ($5::uuid IS NULL OR chain IN ($5::uuid, '${SETTINGS_CHAIN}'))
    ORDER BY ledger.txid, ledger.seq LIMIT $6`,
    [String(after.txid), String(after.seq), String(upTo.txid), String(upTo.seq), userId, limit],
  );
  return rows.map(toRow);
}

/** Those of the given sessions that are alive, each as '<its id> <role>'. Lengthens nothing. */
export async function liveSessions(
  tx: Queryable,
  ids: readonly string[],
  now: EpochMs,
): Promise<Set<string>> {
  const rows = await named<{ id: string; role: string }>(
    tx,
    'live_sessions',
    `
    SELECT s.id, a.role FROM session s JOIN account a ON a.id = s.user_id
    WHERE s.id = ANY ($1::uuid[]) AND a.is_active AND NOT a.must_change_password AND s.expires_at > $2 AND s.last_seen_at > $3`,
    [ids, asTimestamp(now), asTimestamp(idleSince(now))],
  );
  return new Set(rows.map(({ id, role }) => `${id} ${role}`));
}

/**
 * Wake-ups between servers. Sent after the commit, never in it: inside, all commits would queue for one lock.
 */
export const listenForChanges = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query('LISTEN punctual_ledger'));
export const notifyOfChanges = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query('NOTIFY punctual_ledger'));
