/** Reads where the ledger stands. The live feed has queries of its own. */
import type { User } from '#contract/records';
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';
import { SETTINGS_CHAIN } from './entry.ts';
import { cursorOfHeads, START, type Head, type Heads, type Position, type Seal } from './position.ts';

/** Of a row of the ledger: the `mark` of its position. */
export const POSITION_MARK = `encode(substr(ledger.hash, 1, 8), 'hex') || lpad(to_hex(ledger.xmin::text::bigint), 8, '0')`;

/** Who reads, and so in which form they are told where they are. */
export interface Reader {
  readonly id: string;
  readonly role: User['role'];
}

/**
 * The last row that no row can come before any more: all up to it are in this snapshot of the database. `START`
 * when there is none.
 */
export async function lastPosition(tx: Queryable): Promise<Position> {
  const [row] = await named<{ txid: string; seq: string; mark: string }>(
    tx,
    'last_position',
    `
    SELECT ledger.txid::text AS txid, ledger.seq::text AS seq, ${POSITION_MARK} AS mark FROM ledger
    WHERE ledger.txid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY ledger.txid DESC, ledger.seq DESC LIMIT 1`,
  );
  return row ? { txid: BigInt(row.txid), seq: BigInt(row.seq), mark: row.mark } : START;
}

/** The present ends of the reader's own chain and of the settings'. */
export async function headsOf(tx: Queryable, userId: string): Promise<Heads> {
  const rows = await named<{ chain: string; n: number; mark: string }>(
    tx,
    'heads_of',
    `
    SELECT chain, n, encode(substr(hash, 1, 8), 'hex') AS mark FROM ledger_head
    WHERE chain IN ($1::uuid, '${SETTINGS_CHAIN}')`,
    [userId],
  );
  const head = (wanted: string): Head => {
    const { n, mark } = rows.find(({ chain }) => chain === wanted) ?? { n: 0, mark: '' };
    return { n, mark };
  };
  return { own: head(userId), settings: head(SETTINGS_CHAIN) };
}

/** The cursor of the snapshot in which it is read: every change it does not see comes after it. */
export async function snapshotCursor(tx: Queryable, seal: Seal, { id, role }: Reader): Promise<string> {
  return role === 'admin' ? seal.close(await lastPosition(tx)) : cursorOfHeads(await headsOf(tx, id));
}

/** The time of the newest record; null when there is none. */
export async function newestRecord(tx: Queryable): Promise<EpochMs | null> {
  const [row] = await named<{ newest: EpochMs | null }>(
    tx,
    'newest_record',
    'SELECT max(at) AS newest FROM ledger',
  );
  return row?.newest ?? null;
}

/** What seals the cursors of this installation. */
export async function cursorKey(tx: Queryable): Promise<Buffer> {
  const [row] = await named<{ cursor_key: Buffer }>(tx, 'cursor_key', 'SELECT cursor_key FROM installation');
  if (!row) throw new Error('The installation has no key.');
  return row.cursor_key;
}
