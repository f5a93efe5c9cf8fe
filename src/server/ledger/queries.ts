import { PERSON_CHANGE_KINDS, type PersonChange } from '#contract/people/employees';
import type { User } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import { jsonAggregate, type QueryPart, constant, sql } from '../platform/database/sql.ts';
import type { Queryable } from '../platform/database/connection.ts';
import { asTimestamp, epochMs } from '../platform/database/wire-types.ts';
import { refused } from '../platform/refused.ts';
import { isNameOrEmail, SETTINGS_CHAIN, type LedgerBody } from './entry.ts';
import {
  cursorOfHeads,
  START,
  type Head,
  type Heads,
  type Position,
  type Seal,
} from '../platform/position.ts';
import type { LedgerKind } from '#contract/monitoring/live';

export const POSITION_MARK = `encode(substr(ledger.hash, 1, 8), 'hex') || lpad(to_hex(ledger.xmin::text::bigint), 8, '0')`;

const LAST_POSITION = `SELECT ledger.txid::text AS txid, ledger.seq::text AS seq, ${POSITION_MARK} AS mark FROM ledger
  WHERE ledger.txid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY ledger.txid DESC, ledger.seq DESC LIMIT 1`;
const HEAD = "n, encode(substr(hash, 1, 8), 'hex') AS mark";

export interface PositionRow {
  readonly txid: string;
  readonly seq: string;
  readonly mark: string;
}
export const toPosition = (row: PositionRow | null | undefined): Position =>
  row ? { txid: BigInt(row.txid), seq: BigInt(row.seq), mark: row.mark } : START;

const toHead = (row: Head | null | undefined): Head =>
  row ? { n: row.n, mark: row.mark } : { n: 0, mark: '' };

/** Position up to which this snapshot has all rows; `START` if there is none. */
export async function lastPosition(tx: Queryable): Promise<Position> {
  const [row] = await tx.run<PositionRow>(LAST_POSITION);
  return toPosition(row);
}

export async function headsOf(tx: Queryable, userId: string): Promise<Heads> {
  const rows = await tx.run<Head & { readonly chain: string }>(
    `SELECT chain, ${HEAD} FROM ledger_head WHERE chain IN ($1::uuid, '${SETTINGS_CHAIN}')`,
    [userId],
  );
  const head = (wanted: string): Head => toHead(rows.find(({ chain }) => chain === wanted));
  return { own: head(userId), settings: head(SETTINGS_CHAIN) };
}

/** Subquery for one chain's head. A single query for two chains is slow: PostgreSQL then scans all heads. */
const headOf = (chain: string): string =>
  `(SELECT to_json(head) FROM (SELECT ${HEAD} FROM ledger_head WHERE chain = ${chain}) AS head)`;

/** Cursor of the signed-in person (`account` in the query). The stream then sends the changes after this cursor. */
export const cursorPart = (seal: Seal): QueryPart<string> => ({
  columns: constant(`
    CASE WHEN account.role = 'admin' THEN (SELECT to_json(last) FROM (${LAST_POSITION}) AS last) END AS last_position,
    CASE WHEN account.role <> 'admin' THEN ${headOf('account.id')} END AS own_head,
    CASE WHEN account.role <> 'admin' THEN ${headOf(`'${SETTINGS_CHAIN}'`)} END AS settings_head`),
  valueOf: (row: {
    readonly role: User['role'];
    readonly last_position: PositionRow | null;
    readonly own_head: Head | null;
    readonly settings_head: Head | null;
  }) =>
    row.role === 'admin'
      ? seal.close(toPosition(row.last_position))
      : cursorOfHeads({ own: toHead(row.own_head), settings: toHead(row.settings_head) }),
});

export async function newestRecordTime(tx: Queryable): Promise<EpochMs | null> {
  const [row] = await tx.run<{ newest: EpochMs | null }>('SELECT max(at) AS newest FROM ledger');
  return row?.newest ?? null;
}

export async function cursorKey(tx: Queryable): Promise<Buffer> {
  const [row] = await tx.run<{ cursor_key: Buffer }>('SELECT cursor_key FROM installation');
  if (!row) throw new Error('The installation has no key.');
  return row.cursor_key;
}

interface ChangeRow {
  readonly n: number;
  readonly at: EpochMs;
  readonly actor: string | null;
  readonly actor_name: string | null;
  readonly kind: PersonChange['kind'];
  readonly body: string;
}

/** Changes other than punches in the half-open range, newest first. */
export const changesPart = (
  chain: string,
  { from, to }: { readonly from: EpochMs; readonly to: EpochMs },
): QueryPart<PersonChange[]> => ({
  columns: jsonAggregate(
    sql`SELECT l.n, ${constant(epochMs('l.at'))} AS at, l.actor, who.name AS actor_name, l.kind, l.body
      FROM ledger l LEFT JOIN account who ON who.id = l.actor
      WHERE l.chain = ${chain} AND l.at >= ${asTimestamp(from)} AND l.at < ${asTimestamp(to)}
        AND l.kind = ANY (${PERSON_CHANGE_KINDS})
      ORDER BY l.n DESC`,
    'changes',
  ),
  valueOf: ({ changes }: { readonly changes: readonly ChangeRow[] | null }) => (changes ?? []).map(toChange),
});

/** Rows of version 1.6.4 have `old` and `new` instead of `from` and `to`. */
type RecordedChange = Readonly<Partial<Record<'from' | 'to' | 'old' | 'new', unknown>>>;

function toChange({ n, at, actor, actor_name, kind, body }: ChangeRow): PersonChange {
  const { data } = JSON.parse(body) as {
    data: LedgerBody['data'] & { changes?: Readonly<Record<string, RecordedChange>> };
  };
  const changes = kind === 'employee_updated' ? Object.entries(data.changes ?? {}) : [];
  return {
    n,
    at: toInstantText(at),
    kind,
    by: actor === null || actor_name === null ? null : { id: actor, name: actor_name },
    details: changes.map(([name, change]) => ({ name, ...(isNameOrEmail(name) ? {} : valuesOf(change)) })),
    ...(data.how === undefined ? {} : { how: data.how }),
    ...(kind === 'entry_closed' && data.entry !== undefined ? { entryId: data.entry } : {}),
    ...(data.correction === undefined ? {} : { correctionId: data.correction }),
    ...(data.leave === undefined ? {} : { isLeave: true as const }),
  };
}

const valuesOf = (change: RecordedChange) => ({
  from: String(change.from ?? change.old),
  to: String(change.to ?? change.new),
});

const AGREEMENTS = { kinds: '^(correction|period)_', perHour: 60 };
export const FACTOR_CHANGES = { kinds: '^(second_factor|recovery_codes)_', perHour: 10 };

/** Rate limit of a person's own steps by kinds of ledger rows, over all servers. */
export async function refuseTooManySteps(tx: Queryable, userId: string, now: EpochMs, limit = AGREEMENTS) {
  const [earliest] = await tx.run<{ at: EpochMs }>(
    `SELECT at FROM (SELECT at, actor, kind FROM ledger WHERE chain = $1 ORDER BY n DESC LIMIT 1000) AS recent
    WHERE actor = $1 AND kind ~ $3 AND at > $2 ORDER BY at DESC OFFSET $4 LIMIT 1`,
    [userId, asTimestamp(now - MS_PER_HOUR), limit.kinds, limit.perHour - 1],
  );
  return earliest ? { ...refused('steps_too_many'), retryAt: earliest.at + MS_PER_HOUR } : null;
}

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
