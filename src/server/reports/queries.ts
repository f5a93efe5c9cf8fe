/** Reads what reports are made of. A report looks at many entries, so they come packed, one row a person. */
import type { ReportEmployee } from '#contract/reports';
import type { Break, TimeEntry } from '#domain/time-entry';
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';

/** Active, with role employee (spec §5, §6). */
export async function reportableEmployees(tx: Queryable): Promise<ReportEmployee[]> {
  return named<ReportEmployee>(tx, 'reportable_employees', `
    SELECT id, name, email, employee_id AS "employeeId" FROM account WHERE is_active AND role = 'employee' ORDER BY name, id`);
}

export interface ReportPerson extends ReportEmployee {
  readonly department: string;
  readonly createdAt: EpochMs;
  /** When the account was deactivated; null for an active one. */
  readonly leftAt: EpochMs | null;
}

/** The last deactivation stands on the ledger; an account that was never active has none, and counts as gone since its creation. */
const LEFT_AT = `
  CASE WHEN account.is_active THEN NULL ELSE
    coalesce((SELECT max(ledger.at) FROM ledger WHERE ledger.chain = account.id AND ledger.kind = 'employee_deactivated'), account.created_at)
  END`;
const PERSON = `account.id, account.name, account.email, account.employee_id AS "employeeId", account.department, account.created_at AS "createdAt"`;

/** Null for nobody, an admin, and unless asked for somebody who has left. */
export async function reportPerson(tx: Queryable, userId: string, includeFormer: boolean): Promise<ReportPerson | null> {
  const [row] = await named<ReportPerson>(tx, 'report_person', `
    SELECT ${PERSON}, ${LEFT_AT} AS "leftAt" FROM account WHERE id = $1 AND role = 'employee' AND (is_active OR $2)`, [userId, includeFormer]);
  return row ?? null;
}

export interface PeopleOfRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly includeFormer: boolean;
}

/** Who had begun before the range was over, and had not left before it began. */
const OF_RANGE = `
  SELECT ${PERSON}, ${LEFT_AT} AS "leftAt" FROM account
  WHERE account.role = 'employee' AND account.created_at < $2 AND (account.is_active OR $3)`;
const STILL_THERE = `("leftAt" IS NULL OR "leftAt" >= $1)`;

export async function countPeopleOfRange(tx: Queryable, { from, to, includeFormer }: PeopleOfRange): Promise<number> {
  const [row] = await named<{ people: number }>(tx, 'count_people_of_range', `
    SELECT count(*) AS people FROM (${OF_RANGE}) AS person WHERE ${STILL_THERE}`, [asTimestamp(from), asTimestamp(to), includeFormer]);
  return row?.people ?? 0;
}

/** Some of them, by their ids, after one. */
export async function peopleOfRange(tx: Queryable, { from, to, includeFormer }: PeopleOfRange, after: string | null, limit: number): Promise<ReportPerson[]> {
  return named<ReportPerson>(tx, 'people_of_range', `
    SELECT * FROM (${OF_RANGE} AND ($4::uuid IS NULL OR account.id > $4)) AS person WHERE ${STILL_THERE} ORDER BY id LIMIT $5`,
    [asTimestamp(from), asTimestamp(to), includeFormer, after, limit]);
}

/** Clock-in, clock-out, and the breaks' starts and ends in one flat list; epoch milliseconds. */
type PackedEntry = readonly [clockIn: number, clockOut: number | null, breaks: readonly (number | null)[] | null];

const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

const PACKED = `
  SELECT e.user_id, json_agg(json_build_array(${ms('e.clock_in')}, ${ms('e.clock_out')}, b.breaks) ORDER BY e.clock_in) AS entries
  FROM time_entry e
  LEFT JOIN LATERAL (
    SELECT json_agg(pair.at ORDER BY n, pair.place) AS breaks
    FROM time_entry_break, LATERAL (VALUES (1, ${ms('started_at')}), (2, ${ms('ended_at')})) AS pair (place, at)
    WHERE entry_id = e.id
  ) b ON true
  WHERE e.user_id = ANY ($1::uuid[]) AND e.clock_in >= $2 AND e.clock_in < $3
  GROUP BY e.user_id`;

/** These people's entries clocked in within the half-open range, in order; without notes, address and location. */
export async function packedEntries(tx: Queryable, userIds: readonly string[], from: EpochMs, to: EpochMs): Promise<Map<string, TimeEntry[]>> {
  const rows = await named<{ user_id: string; entries: readonly PackedEntry[] }>(tx, 'packed_entries', PACKED, [userIds, asTimestamp(from), asTimestamp(to)]);
  return new Map(rows.map(({ user_id: userId, entries }) => [userId, entries.map((packed) => unpacked(userId, packed))]));
}

const unpacked = (userId: string, [clockIn, clockOut, breaks]: PackedEntry): TimeEntry => ({
  id: `${userId} ${clockIn}`, userId, clockIn, clockOut, breaks: pairs(breaks ?? []), notes: '', ipAddress: 'unknown', location: null,
});

const pairs = (flat: readonly (number | null)[]): Break[] =>
  flat.flatMap((start, index) => (index % 2 === 0 && start !== null ? [{ start, end: flat[index + 1] ?? null }] : []));
