import type { CalendarScope } from '#contract/leave/calendar';
import type { User } from '#contract/records';
import type { Leave } from '#domain/leave/leave';
import type { EmploymentRecord } from '#domain/people/employment';
import { groupBy } from '#domain/report/groups';
import type { DayRange } from '#domain/time/workplace-day';
import { EMPLOYMENT } from '../../people/employment/queries.ts';
import type { Queryable } from '../../platform/database/connection.ts';

/** Active employees of a studio (null: of all studios), and those in `besides`. */
export const calendarPeople = (tx: Queryable, studio: string | null, besides: readonly string[] = []) =>
  tx.run<Pick<User, 'id' | 'name' | 'employeeId' | 'department'> & { employment: EmploymentRecord }>(
    `SELECT id, name, employee_id AS "employeeId", department, ${EMPLOYMENT} AS employment FROM account
     WHERE is_active AND role = 'employee' AND ($1::text IS NULL OR department = $1 OR id = ANY ($2::uuid[]))`,
    [studio, besides],
  );

/** Undecided requests for leave, grouped by person. `userIds` null: everybody's. */
export async function requestedLeave(
  tx: Queryable,
  { first, last }: DayRange,
  userIds: readonly string[] | null,
) {
  const rows = await tx.run<Leave & { readonly userId: string }>(
    `SELECT c.user_id AS "userId", i.new ->> 'kind' AS kind, i.new ->> 'first' AS first, i.new ->> 'last' AS last, i.new ->> 'half' AS half
     FROM correction c JOIN correction_item i ON i.correction_id = c.id
     WHERE c.subject = 'leave' AND c.decided_by IS NULL AND NOT c.counts AND ($1::uuid[] IS NULL OR c.user_id = ANY ($1))
       AND i.new ->> 'first' <= $3 AND i.new ->> 'last' >= $2`,
    [userIds, first, last],
  );
  return groupBy(rows, ({ userId }) => userId);
}

/** Finds the owner of the calendar address with this key. Undefined if the owner is deactivated. */
export async function calendarOwner(tx: Queryable, hash: Buffer) {
  const [found] = await tx.run<{ userId: string; scope: CalendarScope; isAdmin: boolean }>(
    `SELECT k.user_id AS "userId", k.scope, a.role = 'admin' AS "isAdmin" FROM calendar_key k JOIN account a ON a.id = k.user_id
     WHERE k.hash = $1 AND a.is_active`,
    [hash],
  );
  return found;
}
