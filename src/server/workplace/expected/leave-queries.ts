/** Facts about a leave: what it costs by the person's schedule, and how many others are away. */
import type { LeaveCost } from '#contract/corrections';
import type { Settings } from '#contract/records';
import { plannedDays } from '#domain/expected/schedules';
import { rangesOverlap } from '#domain/leave/check';
import { leaveCost, type Leave } from '#domain/leave/leave';
import type { Day } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { calendarOf } from '../calendars.ts';
import { personalPlansOf } from './queries.ts';

export async function findLeave(tx: Queryable, userId: string, id: string): Promise<Leave | null> {
  const [leave] = await named<Leave>(
    tx,
    'find_leave',
    'SELECT kind, first, last, half FROM counted_leave WHERE user_id = $1 AND id = $2',
    [userId, id],
  );
  return leave ?? null;
}

/** Returns the range's days with the person's own schedule; none if the range ends before it begins. */
export async function readPlannedDays(tx: Queryable, settings: Settings, userId: string, range: DayRange) {
  const plain = range.first <= range.last ? calendarOf(settings).days(range.first, range.last) : [];
  const plans = await personalPlansOf(tx, settings, plain, [userId]);
  return { plans, days: plannedDays(plans, userId, plain) };
}

/** Returns how much allowance a leave uses, and how many others are away then. Null if the correction has no leave. */
export async function leaveCostOf(
  tx: Queryable,
  settings: Settings,
  userId: string,
  { new: wanted, old }: { readonly new: Leave | null; readonly old: Leave | null },
): Promise<Omit<LeaveCost, 'left'> | null> {
  const leave = wanted ?? old;
  if (!leave) return null;
  const { days } = await readPlannedDays(tx, settings, userId, leave);
  const workdays = days.filter((day) => leaveCost([day], null, settings).days > 0).map(({ day }) => day);
  return { ...leaveCost(days, leave.half, settings), ...(await peakAbsence(tx, userId, leave, workdays)) };
}

/** Highest number of the person's studio colleagues who are on leave on the same workday of the range. */
async function peakAbsence(
  tx: Queryable,
  userId: string,
  { first, last }: DayRange,
  workdays: readonly Day[],
) {
  const rows = await named<DayRange & { readonly people: number; readonly userId: string }>(
    tx,
    'away_of_studio',
    `WITH studio AS (
       SELECT o.id FROM account o JOIN account a ON a.id = $1 AND a.department = o.department
       WHERE o.id <> $1 AND o.is_active AND o.role = 'employee')
     SELECT (SELECT count(*) FROM studio) AS people, l.user_id AS "userId", l.first, l.last
     FROM (SELECT) AS one LEFT JOIN counted_leave l
       ON l.user_id IN (SELECT id FROM studio) AND l.first <= $3::date AND l.last >= $2::date`,
    [userId, first, last],
  );
  const leave = rows.filter((one) => one.first !== null);
  const counts = workdays.map(
    // Two halves of a day may be leave of two kinds.
    (day) =>
      new Set(leave.filter((one) => rangesOverlap(one, { first: day, last: day })).map((one) => one.userId))
        .size,
  );
  return { away: Math.max(0, ...counts), people: rows[0]?.people ?? 0 };
}
