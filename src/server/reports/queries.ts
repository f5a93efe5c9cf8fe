/** Reads what reports are made of. */
import type { ReportEmployee } from '#contract/reports';
import type { EntrySums, OvertimeStart, StretchedDay } from '#domain/team-sums';
import type { EpochMs } from '#domain/time';
import type { Part } from '../database/parts.ts';
import { named, UNNAMED, type Queryable } from '../database/pool.ts';
import { constant, sql } from '../database/sql.ts';
import type { Transaction } from '../database/transaction.ts';
import { asTimestamp, instantOfJson } from '../database/wire-types.ts';

const MS_PER_DAY = 86_400_000;
/** An interval of SQL in milliseconds, as a float, which holds them exactly. */
const ms = (interval: string): string => `date_part('epoch', ${interval}) * 1000`;

/** Active, with role employee (spec §5, §6). */
export async function reportableEmployees(tx: Queryable): Promise<ReportEmployee[]> {
  return named<ReportEmployee>(
    tx,
    'reportable_employees',
    `
    SELECT id, name, email, employee_id AS "employeeId" FROM account WHERE is_active AND role = 'employee' ORDER BY name, id`,
  );
}

export interface ReportPerson extends ReportEmployee {
  readonly department: string;
  readonly createdAt: EpochMs;
  /** When the account was deactivated; null for an active one. */
  readonly leftAt: EpochMs | null;
}

/**
 * The last deactivation stands on the ledger; an account that was never active has none, and counts as gone
 * since its creation.
 */
const LEFT_AT = `
  CASE WHEN account.is_active THEN NULL ELSE
    coalesce((SELECT max(ledger.at) FROM ledger WHERE ledger.chain = account.id AND ledger.kind = 'employee_deactivated'), account.created_at)
  END`;
const PERSON = `account.id, account.name, account.email, account.employee_id AS "employeeId", account.department, account.created_at AS "createdAt"`;

/** As PostgreSQL writes it as JSON. */
type PersonJson = Omit<ReportPerson, 'createdAt' | 'leftAt'> & {
  readonly createdAt: string;
  readonly leftAt: string | null;
};

/** Null for nobody, an admin, and unless asked for somebody who has left. */
export const personPart = (userId: string, includeFormer: boolean): Part<ReportPerson | null> => ({
  name: 'report_person',
  columns: sql`(SELECT to_json(found) FROM (SELECT ${constant(PERSON)}, ${constant(LEFT_AT)} AS "leftAt" FROM account
    WHERE account.id = ${userId} AND account.role = 'employee' AND (account.is_active OR ${includeFormer})) AS found) AS person`,
  valueOf: ({ person }: { readonly person: PersonJson | null }) =>
    person && {
      ...person,
      createdAt: instantOfJson(person.createdAt),
      leftAt: person.leftAt === null ? null : instantOfJson(person.leftAt),
    },
});

/**
 * All who had begun before the range was over and had not left before it began, and whoever has entries in
 * it.
 */
export async function peopleOfRange(
  tx: Queryable,
  from: EpochMs,
  to: EpochMs,
  includeFormer: boolean,
): Promise<ReportPerson[]> {
  return named<ReportPerson>(
    tx,
    'people_of_range',
    `
    SELECT * FROM (
      SELECT ${PERSON}, ${LEFT_AT} AS "leftAt" FROM account
      WHERE account.role = 'employee' AND (account.is_active OR $3)
    ) AS person
    WHERE ("createdAt" < $2 AND ("leftAt" IS NULL OR "leftAt" >= $1))
      OR EXISTS (SELECT 1 FROM time_entry e WHERE e.user_id = person.id AND e.clock_in >= $1 AND e.clock_in < $2)`,
    [asTimestamp(from), asTimestamp(to), includeFormer],
  );
}

/** Those whose breaks are looked up entry by entry; open ones count up to $4. */
const lookedUp = (which: string): string => `
  SELECT e.user_id, e.clock_in, e.clock_out IS NULL, until - e.clock_in, coalesce((
    SELECT sum(greatest('0', least(b.ended_at, until) - b.started_at)) FROM time_entry_break b WHERE b.entry_id = e.id
  ), '0')
  FROM time_entry e, LATERAL (SELECT coalesce(e.clock_out, greatest(e.clock_in, $4)) AS until) u
  WHERE e.clock_in >= $1 AND e.clock_in < $2 AND ${which}`;

/**
 * Entries clocked in within the half-open range from $1 to $2, with the time of each as intervals: taking each apart
 * costs more than adding it up. That breaks lie within their entry, in order and apart is the database's own doing
 * (`check_break`), so that they can simply be added up; most entries have one at most, which needs no grouping.
 * Entries lie in the order of their clock-in, and breaks in that of their start: only for the rare ones that last
 * beyond $3, and for the open ones, each is looked up, and each kind of these found by an index of its own.
 */
const ENTRIES = `
  SELECT e.user_id, e.clock_in, false AS is_running, e.clock_out - e.clock_in AS elapsed,
    coalesce(first.ended_at - first.started_at + others.paused, first.ended_at - first.started_at, others.paused, '0') AS paused
  FROM time_entry e
  LEFT JOIN time_entry_break AS first
    ON first.entry_id = e.id AND first.n = 1 AND first.started_at >= $1 AND first.started_at < $3
  LEFT JOIN (
    SELECT entry_id, sum(ended_at - started_at) AS paused
    FROM time_entry_break WHERE n > 1 AND started_at >= $1 AND started_at < $3 GROUP BY entry_id
  ) AS others ON others.entry_id = e.id
  WHERE e.clock_in >= $1 AND e.clock_in < $2 AND e.clock_out < $3
  UNION ALL ${lookedUp('e.clock_out IS NULL')}
  UNION ALL ${lookedUp('e.clock_out >= $3')}`;

/** $5 is the first millisecond of overtime, $6 the starts of the stretches and $7 as many '0'. */
const beyond = (worked: string): string => `greatest('0', ${worked} - $5 * interval '1 millisecond')`;
const BEGUN = 'bit_or(set_bit($7::varbit, width_bucket(clock_in, $6::timestamptz[]) - 1, 1))';
const SUMS_BY_ENTRY = `
  SELECT user_id AS "userId", ${ms('sum(elapsed) - sum(paused)')} AS "workedMs", ${ms('sum(paused)')} AS "breakMs",
    ${ms(`coalesce(sum(${beyond('elapsed - paused')}) FILTER (WHERE NOT is_running), '0')`)} AS "overtimeMs",
    ${BEGUN} AS begun, bool_or(is_running) AS "isRunning"
  FROM (${ENTRIES}) entry GROUP BY user_id`;
const SUMS_BY_DAY = `
  SELECT user_id AS "userId", ${ms('sum(worked)')} AS "workedMs", ${ms('sum(paused)')} AS "breakMs",
    ${ms(`sum(${beyond('worked')})`)} AS "overtimeMs", bit_or(begun) AS begun, bool_or(is_running) AS "isRunning"
  FROM (
    SELECT user_id, sum(elapsed) - sum(paused) AS worked, sum(paused) AS paused, ${BEGUN} AS begun, bool_or(is_running) AS is_running
    FROM (${ENTRIES}) entry GROUP BY user_id, width_bucket(clock_in, $8::timestamptz[])
  ) day GROUP BY user_id`;

/** For what is added up at first: the breaks take 15 MB, which PostgreSQL would otherwise write to files. */
const ROOM = `SET LOCAL work_mem = '16MB'`;

/** What entries are added up by. */
export interface SumsQuestion {
  /** Consecutive. */
  readonly days: readonly StretchedDay[];
  readonly overtime: OvertimeStart;
  /** Open entries count until then. */
  readonly now: EpochMs;
}

/**
 * Sums of everybody's entries that were clocked in on some days, by employee; nothing for those who have none. In a
 * transaction, whose later statements have as much room.
 * Planned anew each time: how many entries there are hangs on the days.
 */
export async function entrySums(
  tx: Transaction,
  { days, overtime, now }: SumsQuestion,
): Promise<Map<string, EntrySums>> {
  await tx.query(ROOM);
  const stretches = days.flatMap((day) => day.stretches);
  const to = days.at(-1)?.day.end ?? 0;
  const rows = await named<EntrySums & { readonly userId: string }>(
    tx,
    UNNAMED,
    overtime.of === 'entry' ? SUMS_BY_ENTRY : SUMS_BY_DAY,
    [
      ...[days[0]?.day.start ?? 0, to, to + MS_PER_DAY, now].map(asTimestamp),
      overtime.ms,
      stretches.map(({ start }) => asTimestamp(start)),
      '0'.repeat(stretches.length),
      ...(overtime.of === 'day' ? [days.map(({ day }) => asTimestamp(day.start))] : []),
    ],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}
