import { employmentOf, type Employment, type EmploymentRecord } from '#domain/people/employment';
import type { ZoneSettings } from '#domain/time/zone-rules';
import { type QueryPart, constant, sql } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { epochMs } from '../../platform/database/wire-types.ts';
import { calendarOf } from '../../platform/calendars.ts';

/** For a SELECT from `account`: null while active, else the last deactivation or, if never active, the creation. */
export const LEFT_AT = `CASE WHEN account.is_active THEN NULL ELSE coalesce(
  (SELECT max(ledger.at) FROM ledger WHERE ledger.chain = account.id AND ledger.kind = 'employee_deactivated'),
  account.created_at) END`;

export const EMPLOYMENT_STEPS = `'employee_deactivated', 'employee_reactivated', 'employee_approved'`;
/** For a SELECT from `account`: an `EmploymentRecord`. The index `ledger_employment` finds the steps. */
export const EMPLOYMENT = `json_build_object('createdAt', ${epochMs('account.created_at')}, 'since', account.employed_since,
  'isActive', account.is_active, 'steps', (
    SELECT coalesce(json_agg(json_build_object('at', ${epochMs('step.at')}, 'isActive', step.kind <> 'employee_deactivated') ORDER BY step.n), '[]')
    FROM ledger step WHERE step.chain = account.id AND step.kind IN (${EMPLOYMENT_STEPS})))`;

/** `userId` null means the signed-in person. Pass the value to `employmentIn`. */
export const employmentPart = (userId: string | null): QueryPart<EmploymentRecord> => ({
  columns:
    userId === null
      ? constant(`${EMPLOYMENT} AS employment`)
      : sql`(SELECT ${constant(EMPLOYMENT)} FROM account WHERE account.id = ${userId}) AS employment`,
  valueOf: ({ employment }: { readonly employment: EmploymentRecord }) => employment,
});

export const employmentIn = (settings: ZoneSettings, record: EmploymentRecord): Employment =>
  employmentOf(record, (day) => calendarOf(settings).day(day).start);

/** Empty for an unknown person. */
export async function readEmployment(
  tx: Queryable,
  settings: ZoneSettings,
  userId: string,
): Promise<Employment> {
  const [row] = await tx.run<{ employment: EmploymentRecord }>(
    `SELECT ${EMPLOYMENT} AS employment FROM account WHERE id = $1`,
    [userId],
  );
  return row ? employmentIn(settings, row.employment) : [];
}
