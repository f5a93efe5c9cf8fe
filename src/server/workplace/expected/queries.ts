import { say } from '#texts/say';
import type { Settings } from '#contract/records';
import { formatDayRange } from '#domain/time/format';
import type { AllowanceRule } from '#domain/leave/allowance-rule';
import type { LeaveKind } from '#domain/leave/kinds';
import type { CountedLeave } from '#domain/leave/leave';
import { DEFAULT_LEAVE_KINDS } from '#domain/leave/leave';
import type { Day } from '#domain/time/units';
import type { DayRange, Holiday } from '#domain/time/workplace-day';
import { normalizeHoliday } from '#domain/expected/holidays';
import {
  createChangeDetector,
  NO_LEAVE,
  NO_PLANS,
  type Assignment,
  type PersonalPlans,
  type Plans,
  type PlansChange,
  type Schedule,
} from '#domain/expected/schedules';
import { groupBy } from '#domain/report/groups';
import { jsonAggregate, type QueryPart, constant, sql, type Sql } from '../../platform/database/sql.ts';
import { calendarOf } from '../../platform/calendars.ts';
import type { Queryable } from '../../platform/database/connection.ts';

export interface StoredPlans extends Plans {
  readonly plansId: string;
}

/** Cache of the last plans. Each change of the plans sets a new `plansId`, so an old cache is not used. */
let cachedPlans: StoredPlans | undefined;

/** Returns the current plans. They may be newer than the given settings; a write checks the settings' version. */
export async function plansOf(tx: Queryable, { plansId }: Pick<Settings, 'plansId'>): Promise<Plans> {
  if (plansId === '') return NO_PLANS;
  if (cachedPlans?.plansId !== plansId) cachedPlans = await readStoredPlans(tx);
  return cachedPlans;
}

type LeaveRow = CountedLeave & { readonly userId: string };

const LEAVE = constant(`SELECT user_id AS "userId", id, kind, first, last, half FROM counted_leave`);

const byPerson = (rows: readonly LeaveRow[]): PersonalPlans['leave'] =>
  new Map(
    [...groupBy(rows, ({ userId }) => userId)].map(([userId, its]) => [
      userId,
      its.map(({ id, kind, first, last, half }) => ({ id, kind, first, last, half })),
    ]),
  );

/** Leave with at least one day in the range; `userIds` null means everybody. */
export const leaveWithin = async (
  tx: Queryable,
  { first, last }: DayRange,
  userIds: readonly string[] | null,
): Promise<PersonalPlans['leave']> =>
  byPerson(
    await tx.run<LeaveRow>(
      sql`${LEAVE} WHERE (${userIds}::uuid[] IS NULL OR user_id IN (SELECT unnest(${userIds}::uuid[]))) AND first <= ${last} AND last >= ${first} ORDER BY first`,
    ),
  );

/** Current plans with the leave of these people on these days; `userIds` null means everybody. */
export const personalPlansOf = async (
  tx: Queryable,
  settings: Pick<Settings, 'plansId'>,
  days: readonly { readonly day: Day }[],
  userIds: readonly string[] | null = null,
): Promise<PersonalPlans> => {
  const plans = await plansOf(tx, settings);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return { ...plans, leave: NO_LEAVE };
  return { ...plans, leave: await leaveWithin(tx, { first, last }, userIds) };
};

/** A person's leave with at least one day in the range; `userId` null means the signed-in person. */
export const leavePart = (
  userId: string | null,
  { first, last }: DayRange,
): QueryPart<PersonalPlans['leave']> => {
  const whose: Sql = userId === null ? constant('account.id') : sql`${userId}`;
  return {
    columns: jsonAggregate(
      sql`${LEAVE} WHERE user_id = ${whose} AND first <= ${last} AND last >= ${first} ORDER BY first`,
      'leave',
    ),
    valueOf: ({ leave }: { readonly leave: readonly LeaveRow[] | null }) => byPerson(leave ?? []),
  };
};

const HOLIDAYS = sql`SELECT day, name, is_half AS "isHalf", is_afternoon AS "isAfternoon" FROM holiday ORDER BY day`;
const SCHEDULES = sql`SELECT id, name, is_retired AS "isRetired", versions, holidays FROM schedule ORDER BY name, id`;
const ASSIGNMENTS = sql`SELECT user_id AS "userId", from_day AS "from", schedule_id AS "scheduleId" FROM schedule_of ORDER BY user_id, from_day`;

export async function readStoredPlans(tx: Queryable): Promise<StoredPlans> {
  const [row] = await tx.run<{
    readonly plansId: string | null;
    readonly region: string;
    readonly holidays: Holiday[] | null;
    readonly schedules: Schedule[] | null;
    readonly assignments: (Assignment & { readonly userId: string })[] | null;
    readonly leaveKinds: readonly LeaveKind[] | null;
    readonly allowances: readonly AllowanceRule[];
  }>(sql`SELECT plans_id AS "plansId", holiday_region AS region, leave_kinds AS "leaveKinds", leave_allowances AS allowances, ${jsonAggregate(HOLIDAYS, 'holidays')},
      ${jsonAggregate(SCHEDULES, 'schedules')}, ${jsonAggregate(ASSIGNMENTS, 'assignments')} FROM settings`);
  const assignments = [...groupBy(row?.assignments ?? [], ({ userId }) => userId)].map(
    ([userId, rows]): [string, Assignment[]] => [
      userId,
      rows.map(({ from, scheduleId }) => ({ from, scheduleId })),
    ],
  );
  return {
    plansId: row?.plansId ?? '',
    region: row?.region ?? '',
    holidays: (row?.holidays ?? []).map(normalizeHoliday),
    schedules: row?.schedules ?? [],
    assignments: new Map(assignments),
    leaveKinds: row?.leaveKinds ?? DEFAULT_LEAVE_KINDS,
    allowances: row?.allowances ?? [],
  };
}

/** Pay periods that are closed for this person, earliest first; `userId` null means for anybody. */
export const closedRanges = (tx: Queryable, userId: string | null = null) =>
  tx.run<DayRange>(
    'SELECT DISTINCT first, last FROM period WHERE is_closed AND ($1::uuid IS NULL OR user_id = $1) ORDER BY first',
    [userId],
  );

/** Describes a closed period that the change would alter; null if there is none. */
export async function describeClosedPeriod(
  tx: Queryable,
  before: Plans,
  change: PlansChange,
  settings: Settings,
): Promise<string | null> {
  const closed = await tx.run<DayRange & { readonly userId: string; readonly name: string }>(
    `SELECT p.user_id AS "userId", a.name, p.first, p.last FROM period p JOIN account a ON a.id = p.user_id
     WHERE p.is_closed AND ($1::uuid[] IS NULL OR p.user_id = ANY ($1)) AND p.last >= $2 ORDER BY a.name, p.first`,
    [change.userIds, change.from],
  );
  const isChanged = createChangeDetector(before, change.plans, settings);
  const found = closed.find(({ userId, first, last }) =>
    isChanged(userId, calendarOf(settings).days(first, last)),
  );
  return found
    ? say('refused.payPeriodClosed', {
        period: formatDayRange(found.first, found.last),
        name: found.name,
      })
    : null;
}
