import type { Correction, CorrectionDetail } from '#contract/corrections';
import type { CalendarScope } from '#contract/leave-calendar';
import type { Settings } from '#contract/records';
import { plannedDays, type PersonalPlans } from '#domain/expected/schedules';
import { doMeet } from '#domain/leave/check';
import { leaveCost, type CountedLeave, type Leave } from '#domain/leave/leave';
import { grouped } from '#domain/report/groups';
import type { Day } from '#domain/time/units';
import type { DayRange, WorkplaceDay } from '#domain/time/workplace-day';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { calendarOf } from '../../workplace/calendars.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';
import { correctionsOfPerson } from '../time-entries/correction-queries.ts';

/** A person's requests for leave that wait for an answer. */
export const waitingLeave = async (tx: Queryable, userId: string): Promise<Correction[]> =>
  (await correctionsOfPerson(tx, userId)).filter(({ leave }) => leave !== null);

/** The days of a request that may become leave, under another id than the leave that it changes. */
export const claimedBy = (requests: readonly Correction[]): CountedLeave[] =>
  requests.flatMap(({ id, leave }) => (leave?.new ? { ...leave.new, id } : []));

export const closedRangesOf = (tx: Queryable, userId: string): Promise<DayRange[]> =>
  named<DayRange>(
    tx,
    'closed_ranges_of',
    'SELECT first, last FROM period WHERE user_id = $1 AND is_closed ORDER BY first',
    [userId],
  );

export async function findLeave(tx: Queryable, userId: string, id: string): Promise<Leave | null> {
  const [leave] = await named<Leave>(
    tx,
    'find_leave',
    'SELECT kind, first, last, half FROM counted_leave WHERE user_id = $1 AND id = $2',
    [userId, id],
  );
  return leave ?? null;
}

interface PlannedRange {
  readonly plans: PersonalPlans;
  readonly days: readonly WorkplaceDay[];
}

/** The days as the person has them; none for an end before the beginning. */
export async function plannedRange(
  tx: Queryable,
  settings: Settings,
  userId: string,
  range: DayRange,
): Promise<PlannedRange> {
  const plain = range.first <= range.last ? calendarOf(settings).days(range.first, range.last) : [];
  const plans = await personalPlansOf(tx, settings, plain, [userId]);
  return { plans, days: plannedDays(plans, userId, plain) };
}

/** What leave costs, and who else is away. Null for leave that is cancelled. */
export async function leaveFacts(
  tx: Queryable,
  settings: Settings,
  userId: string,
  { new: wanted, old }: { readonly new: Leave | null; readonly old: Leave | null },
): Promise<CorrectionDetail['leave']> {
  const leave = wanted ?? old;
  if (!leave) return null;
  const { days } = await plannedRange(tx, settings, userId, leave);
  return { ...leaveCost(days, leave.half, settings), ...(await awayOf(tx, userId, leave)) };
}

interface Away {
  readonly away: number;
  readonly people: number;
}

/** Most people of somebody's studio, without them, who are on leave on one of the days. */
async function awayOf(tx: Queryable, userId: string, { first, last }: DayRange): Promise<Away> {
  const rows = await named<DayRange & { readonly people: number }>(
    tx,
    'away_of_studio',
    `WITH studio AS (
       SELECT o.id FROM account o JOIN account a ON a.id = $1 AND a.department = o.department
       WHERE o.id <> $1 AND o.is_active AND o.role = 'employee')
     SELECT (SELECT count(*) FROM studio) AS people, l.first, l.last
     FROM (SELECT) AS one LEFT JOIN counted_leave l
       ON l.user_id IN (SELECT id FROM studio) AND l.first <= $3::date AND l.last >= $2::date`,
    [userId, first, last],
  );
  const leave = rows.filter((one) => one.first !== null);
  // The count can only rise where some leave begins.
  const begins: Day[] = [first, ...leave.map((one) => one.first).filter((day) => day > first)];
  const counts = begins.map((day) => leave.filter((one) => doMeet(one, { first: day, last: day })).length);
  return { away: Math.max(0, ...counts), people: rows[0]?.people ?? 0 };
}

interface CalendarPerson {
  readonly id: string;
  readonly name: string;
  readonly employeeId: string;
  readonly department: string;
}

/** Active people of a studio, and some others; null for all. */
export const calendarPeople = (tx: Queryable, studio: string | null, besides: readonly string[] = []) =>
  named<CalendarPerson>(
    tx,
    'calendar_people',
    `SELECT id, name, employee_id AS "employeeId", department FROM account
     WHERE is_active AND role = 'employee' AND ($1::text IS NULL OR department = $1 OR id = ANY ($2::uuid[]))`,
    [studio, besides],
  );

/** Leave that waits and counts not yet, by person; null for everybody's. */
export async function askedLeave(
  tx: Queryable,
  { first, last }: DayRange,
  userIds: readonly string[] | null,
) {
  const rows = await named<Leave & { readonly userId: string }>(
    tx,
    'asked_leave',
    `SELECT c.user_id AS "userId", i.new ->> 'kind' AS kind, i.new ->> 'first' AS first, i.new ->> 'last' AS last, i.new ->> 'half' AS half
     FROM correction c JOIN correction_item i ON i.correction_id = c.id
     WHERE c.subject = 'leave' AND c.decided_by IS NULL AND NOT c.counts AND ($1::uuid[] IS NULL OR c.user_id = ANY ($1))
       AND i.new ->> 'first' <= $3 AND i.new ->> 'last' >= $2`,
    [userIds, first, last],
  );
  return grouped(rows, ({ userId }) => userId);
}

/** Whose address has this key. None once they are deactivated, or see the leave of others no more. */
export async function calendarOwner(tx: Queryable, hash: Buffer) {
  const [found] = await named<{ userId: string; scope: CalendarScope }>(
    tx,
    'calendar_owner',
    `SELECT k.user_id AS "userId", k.scope FROM calendar_key k JOIN account a ON a.id = k.user_id
     WHERE k.hash = $1 AND a.is_active AND (k.scope = 'own' OR a.role = 'admin')`,
    [hash],
  );
  return found;
}
