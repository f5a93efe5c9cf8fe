/** Requests, declares, changes and cancels leave. Decisions on leave use the commands for corrections. */
import type { CalendarScope } from '#contract/leave/calendar';
import type { CheckedInputOf } from '#contract/routes';
import type { Settings } from '#contract/records';
import { decideInitialState, leaveSubjectOf } from '#domain/correction/decision';
import { plannedDays } from '#domain/expected/schedules';
import { leaveRefusal, replacedLeave, type LeaveChange } from '#domain/leave/check';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction, tryTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { storeResponse, type Sender } from '../../ledger/idempotency/commands.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import { usersById } from '../../people/employees/queries.ts';
import { refused } from '../../platform/refused.ts';
import { appendToLedger, lockChain } from '../../ledger/commands.ts';
import { newSalt, saltedDigest } from '../../ledger/entry.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { closedRanges, leaveWithin, personalPlansOf } from '../../workplace/expected/queries.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { earliestCorrectableDay } from '../corrections/changes.ts';
import { storeAnswer, refuseTooManyRequests, type CorrectionResult } from '../corrections/commands.ts';
import { actorOf } from '../corrections/queries.ts';
import { insertCorrections } from '../corrections/step-commands.ts';
import { requestedLeaveOf, unapprovedSplits, undecidedLeaveRequests } from '../corrections/record-queries.ts';

type LeaveInput = Omit<CheckedInputOf<'askLeave'>, 'requestId'>;

/**
 * Employees request leave; their sickness counts at once. An admin's new leave counts at once, but an admin's change
 * needs the employee's approval.
 */
export function askLeave(
  database: Database,
  sender: Sender,
  { userId = sender.actor, leaveId: given, old, new: wanted, reason }: LeaveInput,
): Promise<CorrectionResult> {
  const { at, actor } = sender;
  return tryTransaction(database, async (tx) => {
    if (!(await lockChain(tx, userId))) return refused('employee_not_found');
    const settings = await readSettings(tx);
    // New leave has a new id: another could be that of somebody's leave.
    const change = { leaveId: (old && given) ?? orderedId(at), old, new: wanted };
    const { refusal, kinds, counted } = await validateLeave(tx, at, userId, change, settings);
    const subject = leaveSubjectOf(change, actor === userId, kinds);
    const replaced = replacedLeave(change, counted, kinds, () => orderedId(at));
    const verdict = decideInitialState(userId, await actorOf(tx, actor, at), subject, replaced.length > 0);
    if (!verdict.ok) return refused(verdict.code);
    const limitRefusal = actor === userId ? await refuseTooManyRequests(tx, userId, at) : null;
    if (limitRefusal) return limitRefusal;
    if (refusal) return refused(refusal);
    const day = (wanted ?? old)?.first ?? '';
    const request = { userId, day, changes: [], setAside: [], leave: { ...change, replaced } };
    const [id = ''] = await insertCorrections(tx, { actorId: actor, at, reason }, [request], verdict);
    return storeAnswer(tx, id, sender);
  });
}

/** Returns the reason to refuse a request now, if any. */
export async function validateLeave(
  tx: Queryable,
  now: EpochMs,
  userId: string,
  change: LeaveChange,
  settings: Settings,
) {
  const range = change.new ?? change.old ?? NO_DAYS;
  const days = calendarOf(settings).days(range.first, range.last);
  const plans = await personalPlansOf(tx, settings, days, [userId]);
  const old = change.old && (await leaveWithin(tx, change.old, [userId])).get(userId);
  const taken = new Map([...(plans.leave.get(userId) ?? []), ...(old ?? [])].map((one) => [one.id, one]));
  const refusal = leaveRefusal({
    change,
    taken: [...taken.values(), ...requestedLeaveOf(await undecidedLeaveRequests(tx, userId))],
    unapproved: (await unapprovedSplits(tx, userId)).flatMap(({ leave }) => leave?.leaveId ?? []),
    kinds: plans.leaveKinds,
    days: plannedDays(plans, userId, days),
    closed: await closedRanges(tx, userId),
    today: calendarOf(settings).dayAt(now).day,
    earliest: earliestCorrectableDay(now, settings),
    settings,
  });
  return { refusal, kinds: plans.leaveKinds, counted: plans.leave.get(userId) ?? [] };
}

const NO_DAYS = { first: '9999-12-31', last: '0001-01-01' };

/** Replaces the key: the previous calendar address stops working. */
export const saveCalendarKey = (
  tx: Queryable,
  now: EpochMs,
  { userId, scope, hash }: { userId: string; scope: CalendarScope; hash: Buffer },
) =>
  tx.run(
    `INSERT INTO calendar_key (user_id, scope, hash, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, scope) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at`,
    [userId, scope, hash, asTimestamp(now)],
  );

/** False if there is none. */
export async function endCalendarKey(tx: Queryable, userId: string, scope: CalendarScope): Promise<boolean> {
  const text = 'DELETE FROM calendar_key WHERE user_id = $1 AND scope = $2 RETURNING 1';
  return (await tx.run(text, [userId, scope])).length > 0;
}

/** Sets a person's allowance of a year by hand. Refused if the figures changed since the form was loaded. */
export const grantLeave = (
  database: Database,
  { at, actor, key }: Sender,
  { userId, year, before, amount, carried, reason }: Omit<CheckedInputOf<'grantLeave'>, 'requestId'>,
) =>
  inTransaction(database, async (tx) => {
    if ((await usersById(tx, [userId])).length === 0) return refused('employee_not_found');
    // Under this lock the grants of one person get consecutive numbers.
    await lockChain(tx, userId);
    const salt = newSalt();
    const granted =
      await tx.run(sql`INSERT INTO leave_grant (user_id, year, n, amount, carried, granted_by, granted_at, reason, salt)
        SELECT ${userId}::uuid, ${year}::integer, count(*) + 1, ${amount}, ${carried}, ${actor}, ${asTimestamp(at)}, ${reason}, ${salt}
        FROM leave_grant WHERE user_id = ${userId} AND year = ${year}
        HAVING ((array_agg(amount ORDER BY n DESC))[1], (array_agg(carried ORDER BY n DESC))[1])
          IS NOT DISTINCT FROM (${before.amount}::double precision, ${before.carried}::double precision) RETURNING n`);
    if (granted.length === 0) return refused('employee_changed');
    const data = { grant: { year, amount, carried }, digests: { reason: saltedDigest(salt, reason) } };
    await appendToLedger(tx, { chain: userId, at, actor, kind: 'leave_granted', data });
    return storeResponse(tx, key, at, { ok: true });
  });
