/** Reads what reports are made of. */
import type { ReportEmployee } from '#contract/reports';
import type { Break, TimeEntry } from '#domain/time-entry';
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';

const MS_PER_DAY = 86_400_000;

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

/** Null for nobody, an admin, and unless asked for somebody who has left. */
export async function reportPerson(
  tx: Queryable,
  userId: string,
  includeFormer: boolean,
): Promise<ReportPerson | null> {
  const [row] = await named<ReportPerson>(
    tx,
    'report_person',
    `
    SELECT ${PERSON}, ${LEFT_AT} AS "leftAt" FROM account WHERE id = $1 AND role = 'employee' AND (is_active OR $2)`,
    [userId, includeFormer],
  );
  return row ?? null;
}

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

/**
 * Seconds since 1970. As numbers they are read ten times as quickly as timestamps, and a report reads a
 * million of them.
 */
interface EntryWithBreak {
  readonly id: string;
  readonly user_id: string;
  readonly clock_in: number;
  readonly clock_out: number | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}

const seconds = (column: string): string => `date_part('epoch', ${column}) AS ${column.slice(2)}`;
const COLUMNS = `e.id, e.user_id, ${['e.clock_in', 'e.clock_out', 'b.started_at', 'b.ended_at'].map(seconds).join(', ')}`;

/**
 * Entries lie in the order of their clock-in, and breaks in that of their start: only for the rare ones that
 * last beyond $3 each is looked up.
 */
const ENTRIES_WITH_BREAKS = `
  SELECT ${COLUMNS} FROM time_entry e LEFT JOIN time_entry_break b ON b.entry_id = e.id AND b.started_at >= $1 AND b.started_at < $3
  WHERE e.clock_in >= $1 AND e.clock_in < $2 AND e.clock_out < $3
  UNION ALL
  SELECT ${COLUMNS} FROM time_entry e LEFT JOIN LATERAL (SELECT * FROM time_entry_break WHERE entry_id = e.id) b ON true
  WHERE e.clock_in >= $1 AND e.clock_in < $2 AND (e.clock_out >= $3 OR e.clock_out IS NULL)`;

/**
 * Everybody's entries clocked in within the half-open range, by employee; without notes, address and
 * location.
 */
export async function entriesByEmployee(
  tx: Queryable,
  from: EpochMs,
  to: EpochMs,
): Promise<Map<string, TimeEntry[]>> {
  const rows = await named<EntryWithBreak>(tx, 'entries_with_breaks', ENTRIES_WITH_BREAKS, [
    asTimestamp(from),
    asTimestamp(to),
    asTimestamp(to + MS_PER_DAY),
  ]);
  const found = new Map<string, TimeEntry & { readonly breaks: Break[] }>();
  const byEmployee = new Map<string, TimeEntry[]>();
  for (const row of rows) {
    let entry = found.get(row.id);
    if (!entry) {
      entry = {
        id: row.id,
        userId: row.user_id,
        clockIn: toMs(row.clock_in),
        clockOut: row.clock_out === null ? null : toMs(row.clock_out),
        breaks: [],
        notes: '',
        ipAddress: 'unknown',
        location: null,
      };
      found.set(row.id, entry);
      const known = byEmployee.get(row.user_id);
      if (known) known.push(entry);
      else byEmployee.set(row.user_id, [entry]);
    }
    if (row.started_at !== null)
      entry.breaks.push({
        start: toMs(row.started_at),
        end: row.ended_at === null ? null : toMs(row.ended_at),
      });
  }
  for (const { breaks } of found.values())
    if (breaks.length > 1) breaks.sort((one, other) => one.start - other.start);
  return byEmployee;
}

const toMs = (inSeconds: number): EpochMs => Math.round(inSeconds * 1000);
