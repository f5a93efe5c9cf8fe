import type { TimeEntry } from '#contract/records';
import type { ListedEntry, TimeEntriesQuery } from '#contract/clock/entry-lists';
import type { EpochMs } from '#domain/time/units';
import { pick, constant, sql, where, type Sql } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { EMPLOYEE } from '../corrections/record-queries.ts';
import { ENTRY_COLUMNS, ENTRY_TABLES, toEntry, type EntryRow } from './queries.ts';

export interface EntriesFilter extends Omit<TimeEntriesQuery, 'from' | 'to' | 'limit'> {
  /** Undefined reads all rows of the range, so the range needs a start and an end. */
  readonly limit: number | undefined;
  readonly from?: EpochMs | undefined;
  readonly to?: EpochMs | undefined;
}

export interface FoundEntry {
  readonly entry: TimeEntry;
  readonly employee: ListedEntry['employee'];
  readonly isEmployed: boolean;
  readonly previousClockIn: EpochMs | null;
}

type FoundRow = EntryRow & Omit<FoundEntry, 'entry'>;

const PREVIOUS = `
  (SELECT p.clock_in FROM counted_entry p
   WHERE p.user_id = e.user_id AND p.clock_in <= e.clock_in AND (p.clock_in < e.clock_in OR p.id < e.id)
   ORDER BY p.clock_in DESC LIMIT 1) AS "previousClockIn"`;
const FOUND = `
  SELECT ${ENTRY_COLUMNS}, ${EMPLOYEE}, a.is_active AND a.role = 'employee' AS "isEmployed", ${PREVIOUS}
  FROM ${ENTRY_TABLES} JOIN account a ON a.id = e.user_id`;

/** Newest first; pages do not overlap while rows are added. `next` is the next page's `before`. */
export async function entriesPage(
  tx: Queryable,
  { limit, before, from, to, userId, department, status }: EntriesFilter,
): Promise<{ readonly found: FoundEntry[]; readonly next: string | null }> {
  const [at, id] = before?.split('_') ?? [];
  // One statement per combination of filters: optional conditions would spoil PostgreSQL's plan.
  const wanted: Sql[] = [];
  if (at !== undefined && id !== undefined)
    wanted.push(sql`e.clock_in <= ${at} AND (e.clock_in < ${at} OR e.id > ${id})`);
  if (from !== undefined) wanted.push(sql`e.clock_in >= ${asTimestamp(from)}`);
  if (to !== undefined) wanted.push(sql`e.clock_in < ${asTimestamp(to)}`);
  if (userId !== undefined) wanted.push(sql`e.user_id = ${userId}`);
  if (department !== undefined) wanted.push(sql`a.department = ${department}`);
  if (status !== undefined)
    wanted.push(status === 'open' ? sql`e.clock_out IS NULL` : sql`e.clock_out IS NOT NULL`);
  const rows = await tx.run<FoundRow>(
    sql`${constant(FOUND)}${where(wanted)} ORDER BY e.clock_in DESC, e.id LIMIT ${limit === undefined ? null : limit + 1}`,
  );
  const found = rows.slice(0, limit).map((row) => ({
    ...pick(row, ['employee', 'isEmployed', 'previousClockIn']),
    entry: toEntry(row),
  }));
  const last = found.at(-1)?.entry;
  return {
    found,
    next: last && limit !== undefined && rows.length > limit ? `${last.clockIn}_${last.id}` : null,
  };
}
