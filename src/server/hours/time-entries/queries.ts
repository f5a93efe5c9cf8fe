import type { TimeEntry as WireEntry } from '#contract/records';
import { toDomainEntry, toDomainTimes, toWireEntry } from '#contract/wire';
import type { BarEntry } from '#domain/day/day-bar';
import { leftOpenReason, type TimeContext } from '#domain/entry/left-open';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { ledPeopleSql } from '../../people/leads/queries.ts';
import type { Span } from '../../platform/calendars.ts';
import {
  jsonAggregate,
  type QueryPart,
  columnOf,
  constant,
  sql,
  type Sql,
} from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';

type Optional = 'setAsideAt' | 'seenAddress' | 'kiosk' | 'closedBy';
export type EntryRow = Omit<TimeEntry, Optional | 'breaks' | 'isLeftOpen'> & {
  readonly [Name in Optional]: NonNullable<TimeEntry[Name]> | null;
} & {
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  /** Start and end of each break in epoch milliseconds, in order. The end of a running break is null. */
  readonly breaks: readonly (readonly [number, number | null])[] | null;
};

const BREAKS = `
  (SELECT json_agg(json_build_array(${epochMs('b.started_at')}, ${epochMs('b.ended_at')}) ORDER BY b.n)
   FROM counted_break b WHERE b.entry_id = e.id) AS breaks`;
const CLOSING = `
  (SELECT json_strip_nulls(json_build_object('name', c_by.name, 'reason', c.reason, 'isOwn', nullif(c.closed_by = e.user_id, false), 'at', ${epochMs('c.at')}))
   FROM time_entry_closing c JOIN account c_by ON c_by.id = c.closed_by WHERE c.entry_id = e.id) AS "closedBy"`;
const KIOSK =
  'CASE WHEN d.kiosk_id IS NOT NULL THEN (SELECT k.name FROM kiosk k WHERE k.id = d.kiosk_id) END AS kiosk';
const INSTANTS = ['clockIn', 'clockOut', 'setAsideAt', 'createdAt', 'updatedAt']
  .map((name) => `${epochMs(`e.${columnOf(name)}`)} AS "${name}"`)
  .join(', ');
export const ENTRY_COLUMNS = `e.id, e.user_id AS "userId", ${INSTANTS}, d.ip_address AS "ipAddress", d.seen_address AS "seenAddress",
  d.location, d.notes, ${KIOSK}, ${BREAKS}, ${CLOSING}`;
export const ENTRY_TABLES = 'counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id';
const ENTRIES = `SELECT ${ENTRY_COLUMNS} FROM ${ENTRY_TABLES}`;

export const toDomain = (row: EntryRow): TimeEntry => ({
  id: row.id,
  userId: row.userId,
  clockIn: row.clockIn,
  clockOut: row.clockOut,
  ...(row.setAsideAt === null ? {} : { setAsideAt: row.setAsideAt }),
  breaks: (row.breaks ?? []).map(([start, end]) => ({ start, end })),
  notes: row.notes,
  ipAddress: row.ipAddress,
  ...(row.seenAddress === null ? {} : { seenAddress: row.seenAddress }),
  ...(row.kiosk === null ? {} : { kiosk: row.kiosk }),
  location: row.location,
  ...(row.closedBy === null ? {} : { closedBy: row.closedBy }),
});

export const toEntry = (row: EntryRow): WireEntry =>
  toWireEntry(toDomain(row), { authUid: row.userId, createdAt: row.createdAt, updatedAt: row.updatedAt });

const entriesPartWhere = (which: Sql): QueryPart<WireEntry[]> => ({
  columns: jsonAggregate(sql`${constant(ENTRIES)} WHERE ${which} ORDER BY e.clock_in DESC, e.id`, 'entries'),
  valueOf: ({ entries }: { readonly entries: readonly EntryRow[] | null }) => (entries ?? []).map(toEntry),
});
const within = ({ from, to }: Span): Sql =>
  sql`e.clock_in >= ${asTimestamp(from)} AND e.clock_in < ${asTimestamp(to)}`;

/** Entries clocked in within the half-open range, newest first (spec §7). */
export const entriesPart = (userId: string, span: Span): QueryPart<WireEntry[]> =>
  entriesPartWhere(sql`e.user_id = ${userId} AND ${within(span)}`);

const entriesAndOpenPart = (userId: Sql, span: Span): QueryPart<WireEntry[]> =>
  entriesPartWhere(sql`e.user_id = ${userId} AND (${within(span)} OR e.clock_out IS NULL)`);

export const ownEntriesPart = (span: Span): QueryPart<WireEntry[]> =>
  entriesAndOpenPart(constant('account.id'), span);

export const personEntriesPart = (userId: string, span: Span): QueryPart<WireEntry[]> =>
  entriesAndOpenPart(sql`${userId}`, span);

/**
 * Entries of active employees that began or ended since midnight (spec §6). Adds yesterday's if a night shift is
 * open, and all open entries, also of deactivated people [D3.14]. Newest first. UNION lets each branch use its index.
 * @param leadId only entries of the people of this team lead
 */
export async function monitoredEntries(
  tx: Queryable,
  { day, start }: Pick<WorkplaceDay, 'day' | 'start'>,
  yesterday: EpochMs,
  leadId?: string,
): Promise<WireEntry[]> {
  const [from, before] = [asTimestamp(start), asTimestamp(yesterday)];
  const whose = leadId === undefined ? constant('TRUE') : sql`a.id IN ${ledPeopleSql(leadId, day)}`;
  const rows = await tx.run<EntryRow>(sql`WITH wanted AS (
       SELECT id FROM counted_entry WHERE clock_in >= ${from}
       UNION SELECT id FROM counted_entry WHERE clock_out >= ${from}
       UNION SELECT id FROM counted_entry WHERE clock_out IS NULL
       UNION SELECT earlier.id FROM counted_entry night JOIN counted_entry earlier ON earlier.user_id = night.user_id AND earlier.clock_in >= ${before}
         WHERE night.clock_out IS NULL AND night.clock_in >= ${before} AND night.clock_in < ${from}
     )
     ${constant(ENTRIES)} JOIN wanted ON wanted.id = e.id JOIN account a ON a.id = e.user_id
     WHERE ${whose} AND (e.clock_out IS NULL OR (a.is_active AND a.role = 'employee')) ORDER BY e.clock_in DESC, e.id`);
  return rows.map(toEntry);
}

/** Times of these people's entries clocked in on the days, and new times of undecided requests, by person. */
export async function barEntries(
  tx: Queryable,
  userIds: readonly string[],
  days: readonly WorkplaceDay[],
  present: TimeContext,
): Promise<ReadonlyMap<string, { readonly entries: BarEntry[]; readonly requested: BarEntry[] }>> {
  const span = { from: days[0]?.start ?? 0, to: days.at(-1)?.end ?? 0 };
  if (userIds.length === 0) return new Map();
  const rows = await tx.run<BarRow>(
    sql`SELECT e.id, e.user_id AS "userId", ${constant(INSTANTS)}, ${constant(BREAKS)},
       EXISTS (SELECT FROM time_entry_closing c WHERE c.entry_id = e.id) OR EXISTS (
         SELECT FROM correction_item i JOIN correction c ON c.id = i.correction_id WHERE i.entry_id = e.id AND c.counts) AS "isCorrected"
     FROM counted_entry e WHERE e.user_id = ANY (${userIds}::uuid[]) AND ${within(span)} ORDER BY e.clock_in, e.id`,
  );
  const requests = await tx.run<
    Pick<EntryRow, 'id' | 'userId'> & { readonly times: Parameters<typeof toDomainTimes>[0] }
  >(
    sql`SELECT i.entry_id AS id, c.user_id AS "userId", i.new AS times FROM correction c JOIN correction_item i ON i.correction_id = c.id
     WHERE c.user_id = ANY (${userIds}::uuid[]) AND c.subject = 'times' AND c.decided_by IS NULL AND NOT c.counts
       AND (i.new ->> 'clockIn')::timestamptz >= ${asTimestamp(span.from)} AND (i.new ->> 'clockIn')::timestamptz < ${asTimestamp(span.to)}
     ORDER BY c.asked_at, c.id, i.n`,
  );
  const mark = (entry: BarEntry): BarEntry =>
    leftOpenReason({ isActive: true }, entry, present) ? { ...entry, isLeftOpen: true } : entry;
  const people = new Map(
    userIds.map((id) => [id, { entries: [] as BarEntry[], requested: [] as BarEntry[] }]),
  );
  for (const row of rows) people.get(row.userId)?.entries.push(mark(toBarEntry(row)));
  for (const { userId, id, times } of requests)
    people.get(userId)?.requested.push(mark({ id, ...toDomainTimes(times), isCorrected: false }));
  return people;
}

type BarRow = EntryRow & { readonly isCorrected: boolean };

const toBarEntry = ({ id, clockIn, clockOut, setAsideAt, breaks, isCorrected }: BarRow) => ({
  id,
  clockIn,
  clockOut,
  ...(setAsideAt !== null && { setAsideAt }),
  breaks: (breaks ?? []).map(([start, end]) => ({ start, end })),
  isCorrected,
});

/** Marks entries left open, for screens without live updates. */
export const withLeftOpenMarks = (
  entries: readonly WireEntry[],
  person: { readonly isActive: boolean },
  present: TimeContext,
): WireEntry[] =>
  entries.map((entry) =>
    entry.clockOut === null && leftOpenReason(person, toDomainEntry(entry), present)
      ? { ...entry, isLeftOpen: true }
      : entry,
  );

export interface FoundEntry {
  readonly entry: TimeEntry;
  readonly createdAt: EpochMs;
  readonly employee: { readonly name: string; readonly isActive: boolean };
}

export async function findEntry(tx: Queryable, id: string): Promise<FoundEntry | null> {
  const [row] = await tx.run<EntryRow & { readonly name: string; readonly isActive: boolean }>(
    `SELECT ${ENTRY_COLUMNS}, a.name, a.is_active AND a.role = 'employee' AS "isActive"
     FROM counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id JOIN account a ON a.id = e.user_id WHERE e.id = $1`,
    [id],
  );
  if (!row) return null;
  return {
    entry: toDomain(row),
    createdAt: row.createdAt,
    employee: { name: row.name, isActive: row.isActive },
  };
}

/** Open entries of everybody, also of deactivated people. Oldest first. */
export async function openEntries(tx: Queryable): Promise<WireEntry[]> {
  const rows = await tx.run<EntryRow>(`${ENTRIES} WHERE e.clock_out IS NULL ORDER BY e.clock_in, e.id`);
  return rows.map(toEntry);
}

export async function entriesById(tx: Queryable, ids: readonly string[]): Promise<WireEntry[]> {
  if (ids.length === 0) return [];
  const rows = await tx.run<EntryRow>(`${ENTRIES} WHERE e.id = ANY ($1::uuid[])`, [ids]);
  return rows.map(toEntry);
}
