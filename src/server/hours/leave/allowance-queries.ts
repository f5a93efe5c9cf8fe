/** Reads how much leave a person has left in a year. */
import type { LeaveCost } from '#contract/corrections/corrections';
import type { Settings, User } from '#contract/records';
import { isCounting } from '#domain/correction/state';
import { balancesOf, type AllowanceInput } from '#domain/leave/allowance';
import { takenDays, type LeaveChange } from '#domain/leave/check';
import { kindOf, type CountedLeave } from '#domain/leave/leave';
import { isEmployedOn } from '#domain/people/employment';
import type { Day, EpochMs } from '#domain/time/units';
import { addDays, rangeAcross, yearOf } from '#domain/time/workplace-day';
import type { Queryable } from '../../platform/database/connection.ts';
import { readEmployment } from '../../people/employment/queries.ts';
import { viewerOf } from '../../people/leads/queries.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { leaveCostOf, readPlannedDays } from './cost-queries.ts';
import { leaveWithin, plansOf } from '../../workplace/expected/queries.ts';
import { requestedLeaveOf, unapprovedSplits, undecidedLeaveRequests } from '../corrections/record-queries.ts';

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
