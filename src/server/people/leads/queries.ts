/** Reads which people a person may see: a lead's people, and colleagues. Only the SQL view `led` defines who leads whom on a day. */
import type { LeadAssignment } from '#contract/people/employees';
import type { Settings, User } from '#contract/records';
import type { Day, EpochMs } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
import { jsonAggregate, type QueryPart, sql, type Sql } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { SETTINGS_CHAIN } from '../../ledger/entry.ts';
import { calendarOf } from '../../platform/calendars.ts';

/** Ids of the people of a lead on that day, as a subquery. */
export const ledPeopleSql = (leadId: string, day: Day): Sql =>
  sql`(SELECT led.user_id FROM led WHERE led.lead_id = ${leadId} AND ${day}::date BETWEEN led.from_day AND led.until_day)`;

export async function findLedIds(tx: Queryable, leadId: string, day: Day): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(
    sql`SELECT user_id AS id FROM ${ledPeopleSql(leadId, day)} AS people`,
  );
  return rows.map(({ id }) => id);
}

/** Days of a lead's assignments, even if there is nobody in the assigned studios. */
const ASSIGNED_DAYS_SQL = sql`SELECT lead_id AS id, from_day AS first, coalesce(until_day, 'infinity') AS last FROM lead WHERE lead_id =`;

/** Days on which the signed-in person (SQL alias `account`) leads. */
export const leadingPart: QueryPart<readonly DayRange[]> = {
  columns: jsonAggregate(sql`${ASSIGNED_DAYS_SQL} account.id`, 'led'),
  valueOf: ({ led }: { readonly led: readonly DayRange[] | null }) => led ?? [],
};

/** A range without end has the last day 'infinity', which sorts after every day. */
export const isLeadOn = (leading: readonly DayRange[], day: Day): boolean =>
  leading.some(({ first, last }) => first <= day && day <= last);

const LEAD_ASSIGNMENTS_SQL = sql`SELECT scope, scope_id AS id, from_day AS "from", until_day AS until FROM lead WHERE lead_id =`;

export const readLeads = (tx: Queryable, leadId: string): Promise<LeadAssignment[]> =>
  tx.run<LeadAssignment>(sql`${LEAD_ASSIGNMENTS_SQL} ${leadId} ORDER BY n`);

export const leadsPart = (leadId: string): QueryPart<readonly LeadAssignment[]> => ({
  columns: jsonAggregate(sql`${LEAD_ASSIGNMENTS_SQL} ${leadId} ORDER BY n`, 'leads'),
  valueOf: ({ leads }: { readonly leads: readonly LeadAssignment[] | null }) => leads ?? [],
});

/** Finds which of `leadIds` lead at least one of `userIds` on the day. */
export const leadsOf = (tx: Queryable, leadIds: readonly string[], userIds: readonly string[], day: Day) =>
  tx.run<{ id: string }>(
    `SELECT DISTINCT lead_id AS id FROM led
     WHERE lead_id = ANY ($1::uuid[]) AND user_id = ANY ($2::uuid[]) AND $3::date BETWEEN from_day AND until_day`,
    [leadIds, userIds, day],
  );

export const assignedDaysOf = (tx: Queryable, ids: readonly string[]) =>
  tx.run<DayRange & { id: string }>(sql`${ASSIGNED_DAYS_SQL} ANY (${ids}::uuid[])`);

/** People whose leave somebody sees with its kind, and the studio whose people they see besides. Null: all, '': none. */
export interface Viewer {
  readonly visibleUserIds: readonly string[] | null;
  readonly studio: string | null;
}

export async function viewerOf(
  tx: Queryable,
  { id, role, department }: User,
  settings: Settings,
  now: EpochMs,
): Promise<Viewer> {
  if (role === 'admin') return { visibleUserIds: null, studio: null };
  const led = await findLedIds(tx, id, calendarOf(settings).dayAt(now).day);
  const studio = settings.shareAway && (await isLetIn(tx, id)) ? department : '';
  return { visibleUserIds: [id, ...led], studio };
}

/** False for people who registered uninvited, until somebody else adds, approves or changes something for them. */
export async function isLetIn(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx.run(
    // Skips changes of studio or hub alone, since a renamed studio writes them for all of its people.
    sql`SELECT 1 FROM ledger WHERE chain = ${userId} AND actor IS DISTINCT FROM ${userId} AND (
       kind IN ('employee_added', 'employee_approved', 'employee_reactivated', 'correction_agreed', 'leave_granted', 'leads_saved')
       OR kind = 'employee_updated' AND body ~ '"(name|email|role|position|employeeId|payrollNumber|employedSince)":')
     UNION ALL SELECT 1 FROM (
       SELECT s.body FROM ledger r JOIN ledger s ON s.chain = ${SETTINGS_CHAIN} AND s.kind = 'settings_updated' AND s.seq < r.seq
       WHERE r.chain = ${userId} AND r.n = 1 ORDER BY s.n DESC LIMIT 1) before
     WHERE body ~ '"registration":"invitation"' LIMIT 1`,
  );
  return rows.length > 0;
}
