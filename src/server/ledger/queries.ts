/** Reads where the ledger stands. The live feed has queries of its own. */
import type { User } from '#contract/records';
import type { EpochMs } from '#domain/time';
import type { Part } from '../database/parts.ts';
import { named, type Queryable } from '../database/pool.ts';
import { constant } from '../database/sql.ts';
import { SETTINGS_CHAIN } from './entry.ts';
import { cursorOfHeads, START, type Head, type Heads, type Position, type Seal } from './position.ts';

/** Of a row of the ledger: the `mark` of its position. */
export const POSITION_MARK = `encode(substr(ledger.hash, 1, 8), 'hex') || lpad(to_hex(ledger.xmin::text::bigint), 8, '0')`;

const LAST_POSITION = `
  SELECT ledger.txid::text AS txid, ledger.seq::text AS seq, ${POSITION_MARK} AS mark FROM ledger
  WHERE ledger.txid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY ledger.txid DESC, ledger.seq DESC LIMIT 1`;
const HEAD = "n, encode(substr(hash, 1, 8), 'hex') AS mark";

interface PositionRow {
  readonly txid: string;
  readonly seq: string;
  readonly mark: string;
}
const toPosition = (row: PositionRow | null | undefined): Position =>
  row ? { txid: BigInt(row.txid), seq: BigInt(row.seq), mark: row.mark } : START;

interface HeadRow {
  readonly n: number;
  readonly mark: string;
}
const toHead = (row: HeadRow | null | undefined): Head =>
  row ? { n: row.n, mark: row.mark } : { n: 0, mark: '' };

/**
 * The last row that no row can come before any more: all up to it are in this snapshot of the database. `START`
 * when there is none.
 */
export async function lastPosition(tx: Queryable): Promise<Position> {
  const [row] = await named<PositionRow>(tx, 'last_position', LAST_POSITION);
  return toPosition(row);
}

/** The present ends of the reader's own chain and of the settings'. */
export async function headsOf(tx: Queryable, userId: string): Promise<Heads> {
  const rows = await named<HeadRow & { readonly chain: string }>(
    tx,
    'heads_of',
    `SELECT chain, ${HEAD} FROM ledger_head WHERE chain IN ($1::uuid, '${SETTINGS_CHAIN}')`,
    [userId],
  );
  const head = (wanted: string): Head => toHead(rows.find(({ chain }) => chain === wanted));
  return { own: head(userId), settings: head(SETTINGS_CHAIN) };
}

/** Each end by itself, since PostgreSQL would look through all of them for two at once. */
const headOf = (chain: string): string =>
  `(SELECT to_json(head) FROM (SELECT ${HEAD} FROM ledger_head WHERE chain = ${chain}) AS head)`;

/**
 * The cursor of whoever reads, who is `account` in the same statement: every change that its snapshot does not see
 * comes after it.
 */
export const cursorPart = (seal: Seal): Part<string> => ({
  name: 'cursor',
  columns: constant(`
    CASE WHEN account.role = 'admin' THEN (SELECT to_json(last) FROM (${LAST_POSITION}) AS last) END AS last_position,
    CASE WHEN account.role <> 'admin' THEN ${headOf('account.id')} END AS own_head,
    CASE WHEN account.role <> 'admin' THEN ${headOf(`'${SETTINGS_CHAIN}'`)} END AS settings_head`),
  valueOf: (row: {
    readonly role: User['role'];
    readonly last_position: PositionRow | null;
    readonly own_head: HeadRow | null;
    readonly settings_head: HeadRow | null;
  }) =>
    row.role === 'admin'
      ? seal.close(toPosition(row.last_position))
      : cursorOfHeads({ own: toHead(row.own_head), settings: toHead(row.settings_head) }),
});

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
