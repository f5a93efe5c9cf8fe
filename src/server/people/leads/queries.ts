/** Reads leads and their people. Only the SQL view `led` defines who leads whom on a day. */
import type { LeadAssignment } from '#contract/leads';
import type { Day } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
import { jsonAggregate, type QueryPart } from '../../platform/database/query-parts.ts';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { sql, type Sql } from '../../platform/database/sql.ts';

/** Ids of the people of a lead on that day, as a subquery. */
export const ledPeopleSql = (leadId: string, day: Day): Sql =>
  sql`(SELECT led.user_id FROM led WHERE led.lead_id = ${leadId} AND ${day}::date BETWEEN led.from_day AND led.until_day)`;

export async function findLedIds(tx: Queryable, leadId: string, day: Day): Promise<string[]> {
  const rows = await named<{ id: string }>(
    tx,
    'led_ids',
    sql`SELECT user_id AS id FROM ${ledPeopleSql(leadId, day)} AS people`,
  );
  return rows.map(({ id }) => id);
}

/** Days of a lead's assignments, even if there is nobody in the assigned studios. */
const ASSIGNED_DAYS_SQL = sql`SELECT lead_id AS id, from_day AS first, coalesce(until_day, 'infinity') AS last FROM lead WHERE lead_id =`;

/** Days on which the signed-in person (SQL alias `account`) leads. */
export const leadingPart: QueryPart<readonly DayRange[]> = {
  name: 'leading',
  columns: jsonAggregate(sql`${ASSIGNED_DAYS_SQL} account.id`, 'led'),
  valueOf: ({ led }: { readonly led: readonly DayRange[] | null }) => led ?? [],
};

/** A range without end has the last day 'infinity', which sorts after every day. */
export const isLeadOn = (leading: readonly DayRange[], day: Day): boolean =>
  leading.some(({ first, last }) => first <= day && day <= last);

const LEAD_ASSIGNMENTS_SQL = sql`SELECT scope, scope_id AS id, from_day AS "from", until_day AS until FROM lead WHERE lead_id =`;

export const readLeads = (tx: Queryable, leadId: string): Promise<LeadAssignment[]> =>
  named<LeadAssignment>(tx, 'read_leads', sql`${LEAD_ASSIGNMENTS_SQL} ${leadId} ORDER BY n`);

export const leadsPart = (leadId: string): QueryPart<readonly LeadAssignment[]> => ({
  name: 'led',
  columns: jsonAggregate(sql`${LEAD_ASSIGNMENTS_SQL} ${leadId} ORDER BY n`, 'leads'),
  valueOf: ({ leads }: { readonly leads: readonly LeadAssignment[] | null }) => leads ?? [],
});

/** Finds which of `leadIds` lead at least one of `userIds` on the day. */
export const leadsOf = (tx: Queryable, leadIds: readonly string[], userIds: readonly string[], day: Day) =>
  named<{ id: string }>(
    tx,
    'leads_of',
    `SELECT DISTINCT lead_id AS id FROM led
     WHERE lead_id = ANY ($1::uuid[]) AND user_id = ANY ($2::uuid[]) AND $3::date BETWEEN from_day AND until_day`,
    [leadIds, userIds, day],
  );

export const assignedDaysOf = (tx: Queryable, ids: readonly string[]) =>
  named<DayRange & { id: string }>(tx, 'assignments_of', sql`${ASSIGNED_DAYS_SQL} ANY (${ids}::uuid[])`);
