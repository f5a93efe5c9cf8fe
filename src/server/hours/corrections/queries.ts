import type { CorrectionDetail } from '#contract/corrections/corrections';
import type { CountedTimes } from '#domain/correction/correction';
import { leftOpenReason, type TimeContext } from '#domain/entry/left-open';
import type { CorrectionActor } from '#domain/correction/decision';
import type { EpochMs } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import type { Span } from '../../platform/calendars.ts';
import { leadsOf } from '../../people/leads/queries.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { constant, sql } from '../../platform/database/sql.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';

type TimesRow = CountedTimes & { readonly isActive: boolean };

/** Columns for a SELECT from `counted_entry e` and its `account a`. */
const TIMES = `e.id, e.clock_in AS "clockIn", e.clock_out AS "clockOut", e.set_aside_at AS "setAsideAt",
  a.is_active AND a.role = 'employee' AS "isActive", coalesce((
    SELECT json_agg(json_build_object('start', ${epochMs('b.started_at')}, 'end', ${epochMs('b.ended_at')}) ORDER BY b.n)
    FROM counted_break b WHERE b.entry_id = e.id), '[]') AS breaks`;
const toTimes = ({ isActive, ...times }: TimesRow, present: TimeContext): CountedTimes =>
  leftOpenReason({ isActive }, times, present) ? { ...times, isLeftOpen: true } : times;

export async function countedTimes(
  tx: Queryable,
  userId: string,
  ids: readonly string[],
  { from, to }: Span,
  present: TimeContext,
): Promise<CountedTimes[]> {
  const rows = await tx.run<TimesRow>(
    `SELECT ${TIMES} FROM counted_entry e JOIN account a ON a.id = e.user_id
     WHERE e.user_id = $1 AND (e.id = ANY ($2::uuid[]) OR (e.clock_in < $4 AND (e.clock_out IS NULL OR e.clock_out > $3)))
     ORDER BY e.clock_in, e.id`,
    [userId, ids, asTimestamp(from), asTimestamp(to)],
  );
  return rows.map((row) => toTimes(row, present));
}

export interface PersonEntries {
  readonly userId: string;
  readonly name: string;
  readonly entries: readonly CountedTimes[];
}

/**
 * Reads entries with a punch in the range, and open entries that began before the range's end. A break that begins up
 * to a day before the range can end within the range.
 */
export async function entriesPunchedWithin(
  tx: Queryable,
  { from, to }: Span,
  userIds: readonly string[] | undefined,
  present: TimeContext,
): Promise<PersonEntries[]> {
  const of = userIds === undefined ? constant('TRUE') : sql`user_id = ANY (${userIds}::uuid[])`;
  const [first, end] = [asTimestamp(from), asTimestamp(to)];
  const rows = await tx.run<TimesRow & { readonly userId: string; readonly name: string }>(sql`WITH found AS (
        SELECT id FROM counted_entry WHERE ${of} AND clock_in >= ${first} AND clock_in < ${end}
        UNION SELECT id FROM counted_entry WHERE ${of} AND clock_out >= ${first} AND clock_out < ${end}
        UNION SELECT id FROM counted_entry WHERE ${of} AND clock_out IS NULL AND clock_in < ${end}
        UNION SELECT entry_id FROM counted_break WHERE started_at >= ${first}::timestamptz - interval '1 day' AND started_at < ${end}
      )
      SELECT e.user_id AS "userId", a.name, ${constant(TIMES)}
      FROM found JOIN counted_entry e ON e.id = found.id JOIN account a ON a.id = e.user_id
      WHERE ${of} ORDER BY a.name, e.user_id, e.clock_in, e.id`);
  const people = new Map<string, PersonEntries & { readonly entries: CountedTimes[] }>();
  for (const { userId, name, ...row } of rows) {
    const person = people.get(userId) ?? { userId, name, entries: [] };
    person.entries.push(toTimes(row, present));
    people.set(userId, person);
  }
  return [...people.values()];
}

export async function findUserIdsCorrectedFor(
  tx: Queryable,
  { actorId, reason, userIds }: { actorId: string; reason: string; userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx.run<{ userId: string }>(
    `SELECT DISTINCT user_id AS "userId" FROM correction
     WHERE user_id = ANY ($1::uuid[]) AND asked_by = $2 AND reason = $3`,
    [userIds, actorId, reason],
  );
  return new Set(rows.map(({ userId }) => userId));
}

export const closedPeriodSpans = (tx: Queryable, userIds: readonly string[], { from, to }: Span) =>
  tx.run<{ userId: string; startAt: EpochMs; endAt: EpochMs }>(
    `SELECT user_id AS "userId", start_at AS "startAt", end_at AS "endAt" FROM period
     WHERE user_id = ANY ($1::uuid[]) AND is_closed AND start_at <= $3 AND end_at > $2`,
    [userIds, asTimestamp(from), asTimestamp(to)],
  );

/**
 * `wasOtherDemoted`: another admin lost the role in the last day. The remaining admin could have used that account to
 * set the times, so an approval by the remaining admin counts as self-approval.
 */
export async function actorOf(tx: Queryable, id: string, now: EpochMs): Promise<CorrectionActor> {
  const [row] = await tx.run<Omit<CorrectionActor, 'id'>>(
    `SELECT coalesce(bool_or(id = $1), false) AS "isAdmin", count(*) = 1 AS "isOnlyAdmin",
       EXISTS (SELECT FROM ledger WHERE at > $2::timestamptz - interval '1 day' AND chain <> $1 AND kind = 'employee_updated'
         AND body LIKE '%"role":{"from":"admin"%') AS "wasOtherDemoted"
     FROM account WHERE role = 'admin' AND is_active`,
    [id, asTimestamp(now)],
  );
  return { id, isAdmin: false, isOnlyAdmin: false, ...row };
}

/** A team lead decides like an admin. Lock both chains first, so that the lead's assignment cannot end meanwhile. */
export async function deciderOf(
  tx: Queryable,
  id: string,
  userId: string,
  { now, today }: { readonly now: EpochMs; readonly today: Pick<WorkplaceDay, 'day'> },
): Promise<CorrectionActor> {
  const actor = await actorOf(tx, id, now);
  if (actor.isAdmin || id === userId) return actor;
  return { id, isAdmin: (await leadsOf(tx, [id], [userId], today.day)).length > 0, isOnlyAdmin: false };
}

/** `salt` is part of the digests of the correction's texts, and is erased together with the texts. */
export async function findCorrectionOwner(tx: Queryable, id: string) {
  const [row] = await tx.run<{ userId: string; salt: Buffer; isKept: boolean }>(
    'SELECT user_id AS "userId", salt, is_kept AS "isKept" FROM correction WHERE id = $1',
    [id],
  );
  return row;
}

/** True if anything newer depends on the decision: a correction, a confirmed or closed period, a set-aside entry. */
export async function hasLaterSteps(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.run(
    `SELECT FROM correction c WHERE c.id = $1 AND (
       EXISTS (SELECT FROM period p WHERE p.user_id = c.user_id
         AND greatest(p.confirmed_at, p.objected_at, p.closed_at, p.reopened_at) >= c.decided_at)
       OR EXISTS (SELECT FROM correction_item own JOIN correction_item i ON i.entry_id = own.entry_id
         JOIN correction later ON later.id = i.correction_id AND later.id <> c.id AND later.updated_at >= c.decided_at
         WHERE own.correction_id = c.id)
       OR EXISTS (SELECT FROM counted_entry e WHERE e.user_id = c.user_id AND e.set_aside_at IS NOT NULL
         AND e.updated_at >= c.decided_at AND NOT EXISTS (
           SELECT FROM correction_item own WHERE own.correction_id = c.id AND own.entry_id = e.id)))`,
    [id],
  );
  return rows.length > 0;
}

export async function punchDetailsOf(tx: Queryable, ids: readonly string[]) {
  const rows = await tx.run<{ punch: CorrectionDetail['punches'][number] }>(
    `SELECT json_strip_nulls(json_build_object('entryId', entry_id, 'ipAddress', ip_address, 'seenAddress', seen_address,
       'kiosk', (SELECT k.name FROM kiosk k WHERE k.id = kiosk_id), 'location', location, 'notes', notes)) AS punch
     FROM time_entry_detail WHERE entry_id = ANY ($1::uuid[])`,
    [ids],
  );
  return rows.map(({ punch }) => punch);
}

export async function countOpenRequests(tx: Queryable, userId: string): Promise<number> {
  const [row] = await tx.run<{ open: number }>(
    'SELECT count(*)::int AS open FROM correction WHERE user_id = $1 AND asked_by = $1 AND decided_by IS NULL',
    [userId],
  );
  return row?.open ?? 0;
}
