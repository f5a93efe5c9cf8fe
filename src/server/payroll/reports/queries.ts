import { EMPLOYMENT, EMPLOYMENT_STEPS, LEFT_AT } from '../../people/employment/queries.ts';
import type { ReportEmployee } from '#contract/reports/reports';
import { leftOpenCutoff, type TimeContext } from '#domain/entry/left-open';
import type { EntrySums, DayWindows } from '#domain/report/team-sums';
import type { ReportRules } from '#domain/report/rules';
import { employmentOf, type Employment, type EmploymentRecord } from '#domain/people/employment';
import type { Day, EpochMs } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
import type { ZoneSettings } from '#domain/time/zone-rules';
import { calendarOf } from '../../platform/calendars.ts';
import { type QueryPart, constant, sql } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';

/** Milliseconds of an SQL interval as a float, which holds them exactly. */
const ms = (interval: string): string => `date_part('epoch', ${interval}) * 1000`;

export async function reportableEmployees(tx: Queryable): Promise<ReportEmployee[]> {
  return tx.run<ReportEmployee>(
    `SELECT id, name, email, employee_id AS "employeeId" FROM account WHERE is_active AND role = 'employee' ORDER BY name, id`,
  );
}

export interface ReportPerson extends ReportEmployee {
  readonly department: string;
  readonly payrollNumber: string;
  readonly employment: EmploymentRecord;
  readonly leftAt: EpochMs | null;
}

const PERSON = `account.id, account.name, account.employee_id AS "employeeId", account.department,
  account.payroll_number AS "payrollNumber"`;

export type PersonOfRange = Omit<ReportPerson, 'email' | 'employment'> & { readonly employment: Employment };

/** Null for unknown ids, for admins, and for former employees unless `includeFormer`. */
export const personQueryPart = (userId: string, includeFormer: boolean): QueryPart<ReportPerson | null> => ({
  columns: sql`(SELECT to_json(found) FROM (SELECT ${constant(PERSON)}, account.email,
      ${constant(EMPLOYMENT)} AS employment, ${constant(epochMs(LEFT_AT))} AS "leftAt" FROM account
    WHERE account.id = ${userId} AND account.role = 'employee' AND (account.is_active OR ${includeFormer})) AS found) AS person`,
  valueOf: ({ person }: { readonly person: ReportPerson | null }) => person,
});

/** People employed on a day of the range, or with entries in it. `includeAdmins`: also admins who were employees. */
export async function peopleOfRange(
  tx: Queryable,
  settings: ZoneSettings,
  { first, last }: DayRange,
  includeFormer: boolean,
  includeAdmins = false,
): Promise<PersonOfRange[]> {
  const calendar = calendarOf(settings);
  const bounds = [calendar.day(first).start, calendar.day(last).end].map(asTimestamp);
  const rows = await tx.run<Omit<ReportPerson, 'email'>>(
    `SELECT id, name, "employeeId", department, "payrollNumber", employment, "leftAt" FROM (
       SELECT ${PERSON}, ${EMPLOYMENT} AS employment, account.created_at, account.employed_since, ${LEFT_AT} AS "leftAt", account.role FROM account
       WHERE (account.role = 'employee' OR $4) AND (account.is_active OR $3)
     ) AS person
     WHERE (role = 'employee' AND CASE employed_since WHEN '' THEN created_at < $2 ELSE employed_since <= $5 END AND ("leftAt" IS NULL OR "leftAt" >= $1)
         AND coalesce((SELECT step.at >= $1 OR step.kind <> 'employee_deactivated' FROM ledger step
           WHERE step.chain = person.id AND step.at < $2 AND step.kind IN (${EMPLOYMENT_STEPS}) ORDER BY step.n DESC LIMIT 1), true))
       OR EXISTS (SELECT 1 FROM counted_entry e WHERE e.user_id = person.id AND e.clock_in >= $1 AND e.clock_in < $2)
       OR ($4 AND EXISTS (SELECT FROM period p WHERE p.user_id = person.id AND p.closed_at IS NOT NULL AND p.start_at < $2 AND p.end_at > $1))`,
    [...bounds, includeFormer, includeAdmins, last],
  );
  const startOf = (day: Day) => calendar.day(day).start;
  return rows.map((person) => ({ ...person, employment: employmentOf(person.employment, startOf) }));
}

/** SQL condition of a running entry. $7: result of `leftOpenCutoff`. Excludes people who cannot clock out any more. */
const RUNS = `(e.clock_out IS NULL AND e.set_aside_at IS NULL AND e.clock_in >= $7 AND e.user_id <> ALL (ARRAY(
  SELECT o.user_id FROM counted_entry o JOIN account a ON a.id = o.user_id
  WHERE o.clock_out IS NULL AND NOT (a.is_active AND a.role = 'employee'))))`;
/** Until when an entry counts, as `countsUntil` of the domain: its clock-out, $4 while it runs, else its clock-in. */
const END = `coalesce(e.clock_out, CASE WHEN ${RUNS} THEN greatest(e.clock_in, $4) ELSE e.clock_in END)`;

/**
 * SQL of entries clocked in within portions of a range, with elapsed and break time. $1: starts of the portions,
 * $2: their ends, $3: joins breaks that start before it, $4: end of running entries, $5: work before overtime.
 * Portions are small, so that hash tables fit the processor's cache. The trigger `check_break` keeps breaks apart
 * and within their entry, so that breaks can be added up. Later breaks and breaks of open entries are looked up one
 * by one. OFFSET 0 makes PostgreSQL compute each interval once.
 */
const entriesOf = (of: string): string => `
  SELECT e.user_id, e.clock_in, ${RUNS} AS is_running, e.clock_out IS NULL AND NOT ${RUNS} AS is_missing, ${END} - e.clock_in AS elapsed,
    CASE
      WHEN e.clock_out < joined AND others.paused IS NULL THEN coalesce(first.ended_at - first.started_at, '0')
      WHEN e.clock_out < joined THEN coalesce(first.ended_at - first.started_at, '0') + others.paused
      ELSE coalesce((
        SELECT sum(greatest('0', least(b.ended_at, ${END}) - b.started_at))
        FROM counted_break b WHERE b.entry_id = e.id
      ), '0')
    END AS paused
  FROM counted_entry e
  LEFT JOIN counted_break AS first
    ON first.entry_id = e.id AND first.n = 1 AND first.started_at >= portion.start AND first.started_at < joined
  LEFT JOIN (
    SELECT entry_id, sum(ended_at - started_at) AS paused
    FROM counted_break WHERE n > 1 AND started_at >= portion.start AND started_at < joined GROUP BY entry_id
  ) AS others ON others.entry_id = e.id
  WHERE e.clock_in >= portion.start AND e.clock_in < portion.end ${of} OFFSET 0`;
const PORTIONS =
  'unnest($1::timestamptz[], $2::timestamptz[], $3::timestamptz[], $5::interval[]) AS portion (start, "end", joined, overtime_after)';

/** Windows of time that one query can hold: each is a bit of a bigint. */
export const MOST_WINDOWS = 64;
/** A bit for each window of time: 1 if the person clocked in within the window. $6: starts of the windows. */
const ARRIVALS = `bit_or(1::bigint << ${MOST_WINDOWS} - width_bucket(clock_in, $6::timestamptz[]))`;
const WITHOUT_END = `bool_or(is_running) AS "isRunning", bool_or(is_missing) AS "isEndMissing"`;
const sumsByEntry = (of: string): string => `
  SELECT user_id AS "userId", ${ms('sum(elapsed) - sum(paused)')} AS "workedMs", ${ms('sum(paused)')} AS "breakMs",
    ${ms(`coalesce(sum(elapsed - paused - overtime_after) FILTER (WHERE elapsed - paused > overtime_after AND NOT is_running), '0')`)} AS "overtimeMs",
    ${ARRIVALS}::bit(${MOST_WINDOWS}) AS arrivals, ${WITHOUT_END}
  FROM ${PORTIONS}, LATERAL (${entriesOf(of)}) entry GROUP BY user_id`;
const sumsByDay = (of: string): string => `
  SELECT user_id AS "userId", ${ms('sum(worked)')} AS "workedMs", ${ms('sum(paused)')} AS "breakMs",
    ${ms(`sum(greatest('0', worked - overtime_after))`)} AS "overtimeMs", bit_or(arrivals)::bit(${MOST_WINDOWS}) AS arrivals, ${WITHOUT_END}
  FROM ${PORTIONS}, LATERAL (
    SELECT user_id, sum(elapsed) - sum(paused) AS worked, sum(paused) AS paused, ${ARRIVALS} AS arrivals,
      bool_or(is_running) AS is_running, bool_or(is_missing) AS is_missing
    FROM (${entriesOf(of)}) entry GROUP BY user_id
  ) day GROUP BY user_id`;

/** PostgreSQL expects twenty times too many groups, so without these settings it would sort all entries. */
const QUERY_SETTINGS = `SET LOCAL work_mem = '16MB'; SET LOCAL enable_sort = off`;

export interface SumsRequest {
  readonly days: readonly DayWindows[];
  readonly rules: ReportRules;
  readonly present: TimeContext;
  readonly userIds?: readonly string[] | undefined;
}

/** A day's entries join breaks up to 8 hours into the next day. Queries look up later breaks one by one. */
const NIGHT_MS = 8 * 3_600_000;

/** Sums by employee. Leaves out people without entries. Raises `work_mem` for the rest of the transaction. */
export async function entrySums(tx: Transaction, { days, rules, present, userIds }: SumsRequest) {
  await tx.query(QUERY_SETTINGS);
  const text = (rules === 'standard' ? sumsByEntry : sumsByDay)(
    userIds ? 'AND e.user_id = ANY ($8::uuid[])' : '',
  );
  const rows = await tx.run<EntrySums & { readonly userId: string }>(text, [
    days.map(({ day }) => asTimestamp(day.start)),
    days.map(({ day }) => asTimestamp(day.end)),
    days.map(({ day }) => asTimestamp(day.end + NIGHT_MS)),
    asTimestamp(present.now),
    days.map(({ overtimeAfterMs }) => `${overtimeAfterMs} milliseconds`),
    days.flatMap(({ windows }) => windows.map(({ start }) => asTimestamp(start))),
    asTimestamp(leftOpenCutoff(present)),
    ...(userIds ? [userIds] : []),
  ]);
  return new Map(rows.map((row) => [row.userId, row]));
}
