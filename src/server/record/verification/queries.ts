import type { Leave } from '#domain/leave/leave';
import type { NotificationText } from '#domain/entry/activity';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Json } from '../../ledger/canonical.ts';

/** Gives all later reads on this connection one snapshot, without a time limit. */
export async function beginSnapshot(tx: Queryable): Promise<void> {
  await tx.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
}

export interface LedgerRow {
  readonly chain: string;
  readonly n: number;
  readonly at: number;
  readonly actor: string | null;
  readonly kind: string;
  readonly body: string;
  readonly hash: Buffer;
}

export const readLedger = (tx: Queryable, after: Pick<LedgerRow, 'chain' | 'n'>, limit: number) =>
  tx.run<LedgerRow>(
    `SELECT chain, n, at, actor, kind, body, hash FROM ledger
     WHERE (chain, n) > ($1::uuid, $2::bigint) ORDER BY chain, n LIMIT $3`,
    [after.chain, after.n, limit],
  );

export async function countLedger(tx: Queryable): Promise<number> {
  const [row] = await tx.run<{ count: number }>('SELECT count(*) FROM ledger');
  return row?.count ?? 0;
}

/** A row whose columns are compared with the ledger by name. */
export interface TableRow extends Readonly<Record<string, unknown>> {
  readonly salt: Buffer;
}

export interface ChainEnd {
  readonly head_n: number | null;
  readonly head_hash: Buffer | null;
  readonly entries: number;
  readonly account: TableRow | null;
}

export async function readChainEnd(tx: Queryable, chain: string): Promise<ChainEnd> {
  const [row] = await tx.run<Omit<ChainEnd, 'account'> & TableRow>(
    `SELECT h.n AS head_n, h.hash AS head_hash, (SELECT count(*) FROM counted_entry WHERE user_id = c.chain) AS entries,
       a.id, a.name, a.email, a.role, a.department, a.position, a.hub, a.employee_id, a.payroll_number, a.employed_since, a.is_active, a.awaits_approval, a.created_at, a.ledger_salt AS salt,
       (SELECT coalesce(json_agg(json_build_object('scope', scope, 'id', scope_id, 'from', from_day, 'until', until_day) ORDER BY n), '[]')
        FROM lead WHERE lead_id = c.chain) AS leads, a.has_second_factor,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'key', encode(sha256(key), 'hex')) ORDER BY id), '[]')
        FROM second_factor WHERE user_id = c.chain) AS factors,
       (SELECT encode(sha256(string_agg(hash, '' ORDER BY hash)), 'hex') FROM recovery_code WHERE user_id = c.chain) AS recovery_codes,
       (SELECT count(used_at) FROM recovery_code WHERE user_id = c.chain) AS recovery_codes_used,
       (SELECT coalesce(json_agg(json_build_array(issuer, subject, round(extract(epoch FROM linked_at) * 1000))), '[]') FROM identity WHERE account = c.chain) AS identities
     FROM (SELECT $1::uuid AS chain) c
     LEFT JOIN ledger_head h ON h.chain = c.chain LEFT JOIN account a ON a.id = c.chain`,
    [chain],
  );
  if (!row) throw new Error('A query of one row gave none.');
  const { head_n, head_hash, entries, ...account } = row;
  return { head_n, head_hash, entries, account: account['id'] === null ? null : account };
}

/** `salt` is null for an entry without details. `closed_by` is null if nobody closed the entry. */
export interface EntryRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  /** False after a correction removed the entry; all its times are then null. */
  readonly counts: boolean;
  readonly user_id: string;
  readonly overlaps_earlier: boolean;
  readonly reminded_at: number | null;
  readonly closed_by: string | null;
  readonly closed_at: number | null;
  readonly reason: string | null;
  readonly salt: Buffer | null;
}

export const readEntries = (tx: Queryable, ids: readonly string[]): Promise<EntryRow[]> =>
  tx.run<EntryRow>(
    `SELECT known.id, e.id IS NOT NULL AS counts, e.user_id, e.clock_in, e.clock_out, e.set_aside_at, e.created_at, e.overlaps_earlier, r.at AS reminded_at, c.closed_by, c.at AS closed_at, c.reason, d.*
     FROM unnest($1::uuid[]) AS known (id) LEFT JOIN counted_entry e ON e.id = known.id
     LEFT JOIN time_entry_detail d ON d.entry_id = known.id LEFT JOIN time_entry_closing c ON c.entry_id = known.id
     LEFT JOIN reminder r ON r.entry_id = known.id`,
    [ids],
  );

export interface PeriodRow extends TableRow {
  readonly first: string;
  readonly frozen: Json | null;
}

export const readPeriods = (tx: Queryable, userId: string): Promise<PeriodRow[]> =>
  tx.run<PeriodRow>(
    `SELECT first, last, start_at, end_at, confirmed_at, encode(confirmed_hash, 'hex') AS confirmed_hash, objected_at, objection, closed_at, closed_by, closing_reason, reopened_at,
       reopened_by, reopening_reason, reopenings, frozen, encode(frozen_hash, 'hex') AS frozen_hash, salt, version
     FROM period WHERE user_id = $1`,
    [userId],
  );

export interface BreakRow {
  readonly entry_id: string;
  readonly started_at: number;
  readonly ended_at: number | null;
}

export const readBreaks = (tx: Queryable, entryIds: readonly string[]): Promise<BreakRow[]> =>
  tx.run<BreakRow>(
    `SELECT entry_id, started_at, ended_at FROM counted_break WHERE entry_id = ANY ($1::uuid[]) ORDER BY entry_id, n`,
    [entryIds],
  );

export async function findUnrecordedEntry(tx: Queryable, userId: string, known: readonly string[]) {
  const [row] = await tx.run<{ id: string }>(
    `SELECT e.id FROM counted_entry e LEFT JOIN unnest($2::uuid[]) AS known (id) ON known.id = e.id
     WHERE e.user_id = $1 AND known.id IS NULL ORDER BY e.clock_in, e.id LIMIT 1`,
    [userId, known],
  );
  return row?.id;
}

export interface NoticeRow extends Record<keyof NotificationText, string> {
  readonly id: string;
  readonly salt: Buffer | null;
}

export async function readNotices(tx: Queryable, ids: readonly string[]): Promise<Map<string, NoticeRow>> {
  const rows = await tx.run<NoticeRow>(
    'SELECT id, type, severity, message, salt FROM activity_notification WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface CorrectionRow extends TableRow {
  readonly id: string;
  readonly items:
    | readonly (Readonly<Record<string, unknown>> & {
        readonly gaveWay: Readonly<Record<string, string | null>> | null;
      })[]
    | null;
}

export const readCorrections = (tx: Queryable, userId: string): Promise<CorrectionRow[]> =>
  tx.run<CorrectionRow>(
    `SELECT c.id, c.day, c.subject, c.is_kept, c.asked_by, c.asked_at, c.state, c.self_decided, c.sent_back_by, c.decided_by, c.decided_at,
       c.reason, c.decision_reason, c.objection, c.salt, c.version,
       (SELECT json_agg(json_build_object('n', i.n, 'entryId', i.entry_id, 'old', i.old, 'new', i.new, 'gaveWay', i.gave_way) ORDER BY i.n)
        FROM correction_item i WHERE i.correction_id = c.id) AS items
     FROM correction c WHERE c.user_id = $1`,
    [userId],
  );

export interface LeaveRow extends Leave {
  readonly id: string;
}

export const readLeave = (tx: Queryable, userId: string): Promise<LeaveRow[]> =>
  tx.run<LeaveRow>('SELECT id, kind, first, last, half FROM counted_leave WHERE user_id = $1', [userId]);

export const readGrants = (tx: Queryable, userId: string): Promise<(TableRow & { readonly key: string })[]> =>
  tx.run(
    `SELECT concat(year, ' ', n) AS key, year, amount, carried, granted_by, granted_at, reason, salt
     FROM leave_grant WHERE user_id = $1`,
    [userId],
  );

export async function chainsWithoutRows(tx: Queryable): Promise<string[]> {
  const rows = await tx.run<{
    chain: string;
  }>(`SELECT chain FROM (SELECT id AS chain FROM account UNION SELECT chain FROM ledger_head WHERE n > 0) c
     WHERE NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.chain = c.chain) ORDER BY chain`);
  return rows.map(({ chain }) => chain);
}
