/** Facts about a leave: what it costs by the person's schedule, and how many others are away. */
import type { LeaveCost } from '#contract/corrections/corrections';
import type { Settings } from '#contract/records';
import { plannedDays } from '#domain/expected/schedules';
import { leaveCost, type Leave } from '#domain/leave/leave';
import type { Day } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
import type { Queryable } from '../../platform/database/connection.ts';
import { calendarOf } from '../../platform/calendars.ts';
import type { Viewer } from '../../people/leads/queries.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

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
export async function leaveCostOf(
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
  const colleagues = await countColleagues(tx, userId, workdays, viewer);
  return { ...leaveCost(days, leave.half, settings), ...colleagues };
}

/** Counts the person's studio colleagues that the viewer sees: all, and on the workday when most are on leave. */
async function countColleagues(
  tx: Queryable,
  userId: string,
  workdays: readonly Day[],
  { visibleUserIds, studio }: Viewer,
) {
  const [row] = await tx.run<{ readonly people: number; readonly away: number }>( // Two halves of a day may be leave of two kinds.
    `WITH studio AS (
       SELECT o.id FROM account o JOIN account a ON a.id = $1 AND a.department = o.department
       WHERE o.id <> $1 AND o.is_active AND o.role = 'employee' AND ($3::uuid[] IS NULL OR o.id = ANY ($3) OR o.department = $4))
     SELECT (SELECT count(*) FROM studio) AS people, coalesce(max(away.count), 0) AS away FROM (
       SELECT count(DISTINCT l.user_id) FROM unnest($2::date[]) AS day
       JOIN counted_leave l ON l.user_id IN (SELECT id FROM studio) AND day BETWEEN l.first AND l.last GROUP BY day) away`,
    [userId, workdays, visibleUserIds, studio],
  );
  return row ?? { people: 0, away: 0 };
}
