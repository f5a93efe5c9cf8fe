import type { Language } from '#texts/languages';
import type { CalendarScope } from '#contract/leave/calendar';
import type { User, Settings } from '#contract/records';
import { type Leave, leaveCost, kindOf, type CountedLeave } from '#domain/leave/leave';
import { type EmploymentRecord, isEmployedOn } from '#domain/people/employment';
import { groupBy } from '#domain/report/groups';
import { type DayRange, addDays, rangeAcross, yearOf } from '#domain/time/workplace-day';
import { EMPLOYMENT, readEmployment } from '../../people/employment/queries.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { LeaveCost } from '#contract/corrections/corrections';
import { plannedDays } from '#domain/expected/schedules';
import type { Day, EpochMs } from '#domain/time/units';
import { calendarOf } from '../../platform/calendars.ts';
import { type Viewer, viewerOf } from '../../people/leads/queries.ts';
import { personalPlansOf, leaveWithin, plansOf } from '../../workplace/expected/queries.ts';
import { isCounting } from '#domain/correction/state';
import { balancesOf, type AllowanceInput } from '#domain/leave/allowance';
import { takenDays, type LeaveChange } from '#domain/leave/check';
import { requestedLeaveOf, unapprovedSplits, undecidedLeaveRequests } from '../corrections/record-queries.ts';

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
  const [found] = await tx.run<{
    userId: string;
    scope: CalendarScope;
    isAdmin: boolean;
    language: Language | null;
  }>(
    `SELECT k.user_id AS "userId", k.scope, a.role = 'admin' AS "isAdmin", a.language FROM calendar_key k JOIN account a ON a.id = k.user_id
     WHERE k.hash = $1 AND a.is_active`,
    [hash],
  );
  return found;
}

export async function findLeave(tx: Queryable, userId: string, id: string): Promise<Leave | null> {
  const [leave] = await tx.run<Leave>(
    'SELECT kind, first, last, half FROM counted_leave WHERE user_id = $1 AND id = $2',
    [userId, id],
  );
  return leave ?? null;
}

/** Returns the range's days with the person's own schedule. */
export async function readPlannedDays(tx: Queryable, settings: Settings, userId: string, range: DayRange) {
  const plain = calendarOf(settings).days(range.first, range.last);
  const plans = await personalPlansOf(tx, settings, plain, [userId]);
  return { plans, days: plannedDays(plans, userId, plain) };
}

/** Returns how much allowance a leave uses, and how many others are away then. Null if the correction has no leave. */
async function leaveCostOf(
  tx: Queryable,
  settings: Settings,
  userId: string,
  { new: wanted, old }: { readonly new: Leave | null; readonly old: Leave | null },
  viewer: Viewer,
): Promise<Omit<LeaveCost, 'left'> | null> {
  const leave = wanted ?? old;
  if (!leave) return null;
  const { days } = await readPlannedDays(tx, settings, userId, leave);
  const workdays = days.filter((day) => leaveCost([day], null, settings).days > 0).map(({ day }) => day);
  const colleagues = await findColleagues(tx, userId, workdays, viewer);
  return { ...leaveCost(days, leave.half, settings), ...colleagues };
}

/** The person's studio colleagues that the viewer sees: how many, and who is on leave on some of the workdays. */
async function findColleagues(
  tx: Queryable,
  userId: string,
  workdays: readonly Day[],
  { visibleUserIds, studio }: Viewer,
) {
  const [row] = await tx.run<Pick<LeaveCost, 'people' | 'away' | 'awayNames'>>(
    `WITH studio AS (
       SELECT o.id, o.name FROM account o JOIN account a ON a.id = $1 AND a.department = o.department
       WHERE o.id <> $1 AND o.is_active AND o.role = 'employee' AND ($3::uuid[] IS NULL OR o.id = ANY ($3) OR o.department = $4)),
     away AS (
       SELECT s.name, count(DISTINCT day) AS days FROM unnest($2::date[]) AS day
       JOIN counted_leave l ON day BETWEEN l.first AND l.last JOIN studio s ON s.id = l.user_id GROUP BY s.id, s.name)
     SELECT (SELECT count(*) FROM studio) AS people, count(*) AS away,
       coalesce((array_agg(name ORDER BY days DESC, name))[1:2], '{}') AS "awayNames" FROM away`,
    [userId, workdays, visibleUserIds, studio],
  );
  return row ?? { people: 0, away: 0, awayNames: [] };
}

/** Cost of the leave, allowance left after it, and who else that `user` may see is away. Null without leave. */
export async function leaveFactsOf(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  userId: string,
  change: LeaveChange,
  user: User,
): Promise<LeaveCost | null> {
  const viewer = await viewerOf(tx, user, settings, now);
  const facts = await leaveCostOf(tx, settings, userId, change, viewer);
  return facts && { ...facts, left: await allowanceLeftAfter(tx, now, settings, userId, change) };
}

/** Allowance left if this and all undecided requests are approved. Leave across two years: the lower figure. */
async function allowanceLeftAfter(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  userId: string,
  { leaveId, new: wanted }: LeaveChange,
): Promise<LeaveCost['left']> {
  const counted = wanted && { ...wanted, id: leaveId };
  const question = counted && (await allowanceQuestion(tx, now, settings, userId, counted));
  if (!question || !kindOf(question.plans.leaveKinds, counted.kind)?.usesAllowance) return null;
  const [lowest] = balancesOf(question, yearOf(counted.last))
    .filter(({ year }) => year >= yearOf(counted.first))
    .toSorted((one, other) => one.left - other.left);
  return lowest ? { year: lowest.year, unit: lowest.unit, amount: lowest.left } : null;
}

/** Null for an unknown person, or without allowance rules. With `wanted`, that leave and undecided requests count. */
export async function allowanceQuestion(
  tx: Queryable,
  now: EpochMs,
  settings: Settings,
  userId: string,
  wanted?: CountedLeave,
): Promise<AllowanceInput | null> {
  const plans = await plansOf(tx, settings);
  const [rule] = plans.allowances;
  const [person] = await tx.run<Pick<AllowanceInput, 'grants'>>(
    `SELECT (
       SELECT coalesce(json_agg(json_build_object('year', g.year, 'amount', g.amount, 'carried', g.carried, 'reason', g.reason, 'by', a.name)
         ORDER BY g.n), '[]')
       FROM leave_grant g JOIN account a ON a.id = g.granted_by WHERE g.user_id = account.id) AS grants
     FROM account WHERE id = $1`,
    [userId],
  );
  if (!rule || !person) return null;
  const employment = await readEmployment(tx, settings, userId);
  const dayAt = (at: EpochMs): Day => (at === Infinity ? '9999-12-31' : calendarOf(settings).dayAt(at).day);
  const range = { first: `${rule.year}-01-01`, last: dayAt(Infinity) };
  const known = (await leaveWithin(tx, range, [userId])).get(userId) ?? [];
  // Leave from an admin counts before the employee agrees: `known` already contains this leave, so skip its request.
  const requests = (await undecidedLeaveRequests(tx, userId)).filter(
    ({ state, leave }) => !isCounting(state) && leave?.leaveId !== wanted?.id,
  );
  const waiting = requestedLeaveOf(requests);
  const held = (await unapprovedSplits(tx, userId)).flatMap(({ id, leave }) =>
    leave ? takenDays(leave).map((one) => ({ ...one, id })) : [],
  );
  const replaced = [wanted?.id, ...requests.map(({ leave }) => leave?.leaveId)];
  const leave = wanted ? [...known.filter(({ id }) => !replaced.includes(id)), ...waiting, wanted] : known;
  const today = dayAt(now);
  const touched: Day[] = [...leave, ...held, ...waiting].flatMap(({ first, last }) => [first, last]);
  const { days } = await readPlannedDays(tx, settings, userId, rangeAcross([today, ...touched]));
  return {
    userId,
    plans,
    settings,
    employed: employment.map(({ from, to }) => ({
      first: dayAt(from),
      last: to === null ? dayAt(Infinity) : addDays(dayAt(to), -1),
    })),
    grants: person.grants,
    leave,
    held,
    waiting: wanted ? [] : waiting,
    days: days.filter((day) => isEmployedOn(employment, day)),
    today: wanted && wanted.last > today ? wanted.last : today,
  };
}
