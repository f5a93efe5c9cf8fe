import type { Correction, CorrectionDetail, EntryTimes as WireTimes } from '#contract/corrections';
import { toEpochMs, toInstantText } from '#contract/wire';
import type { CountedTimes, EntryChange, EntryTimes } from '#domain/correction/correction';
import { leftOpenBy, type Present } from '#domain/entry/left-open';
import type { CorrectionActor } from '#domain/correction/decision';
import type { EpochMs } from '#domain/time/units';
import type { Span } from '../../workplace/calendars.ts';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { constant, sql } from '../../platform/database/sql.ts';
import { asTimestamp, instantOfJson } from '../../platform/database/wire-types.ts';

const fromWire = (times: WireTimes): EntryTimes => ({
  clockIn: toEpochMs(times.clockIn),
  clockOut: times.clockOut === null ? null : toEpochMs(times.clockOut),
  breaks: times.breaks.map(({ start, end }) => ({
    start: toEpochMs(start),
    end: end === null ? null : toEpochMs(end),
  })),
});
export const timesOrNull = (times: WireTimes | null): EntryTimes | null => times && fromWire(times);

export const changeOf = ({ entryId, old, new: wanted }: Correction['items'][number]): EntryChange => ({
  entryId,
  old: timesOrNull(old),
  new: timesOrNull(wanted),
});

const toWire = ({ clockIn, clockOut, breaks }: EntryTimes): WireTimes => ({
  clockIn: toInstantText(clockIn),
  clockOut: clockOut === null ? null : toInstantText(clockOut),
  breaks: breaks.map(({ start, end }) => ({
    start: toInstantText(start),
    end: end === null ? null : toInstantText(end),
  })),
});
export const wireTimesOrNull = (times: EntryTimes | null): WireTimes | null => times && toWire(times);

interface TimesRow {
  readonly id: string;
  readonly clock_in: number;
  readonly clock_out: number | null;
  readonly set_aside_at: number | null;
  readonly is_active: boolean;
  readonly breaks: readonly { readonly start: string; readonly end: string | null }[] | null;
}

/** For a SELECT from `counted_entry e` and its `account a`. */
const TIMES = `e.id, e.clock_in, e.clock_out, e.set_aside_at, a.is_active AND a.role = 'employee' AS is_active,
  (SELECT json_agg(json_build_object('start', b.started_at, 'end', b.ended_at) ORDER BY b.n)
   FROM counted_break b WHERE b.entry_id = e.id) AS breaks`;
function toTimes(row: TimesRow, present: Present): CountedTimes {
  const times = {
    id: row.id,
    clockIn: row.clock_in,
    clockOut: row.clock_out,
    setAsideAt: row.set_aside_at,
    breaks: (row.breaks ?? []).map(({ start, end }) => ({
      start: instantOfJson(start),
      end: end === null ? null : instantOfJson(end),
    })),
  };
  return leftOpenBy({ isActive: row.is_active }, times, present) ? { ...times, isLeftOpen: true } : times;
}

/** The named entries, and all that overlap the span. */
export async function countedTimes(
  tx: Queryable,
  userId: string,
  ids: readonly string[],
  { from, to }: Span,
  present: Present,
): Promise<CountedTimes[]> {
  const rows = await named<TimesRow>(
    tx,
    'counted_times',
    `SELECT ${TIMES} FROM counted_entry e JOIN account a ON a.id = e.user_id
     WHERE e.user_id = $1 AND (e.id = ANY ($2::uuid[]) OR (e.clock_in < $4 AND (e.clock_out IS NULL OR e.clock_out > $3)))
     ORDER BY e.clock_in, e.id`,
    [userId, ids, asTimestamp(from), asTimestamp(to)],
  );
  return rows.map((row) => toTimes(row, present));
}

export interface PunchesOf {
  readonly userId: string;
  readonly name: string;
  readonly entries: readonly CountedTimes[];
}

/**
 * By name. An entry that spans the whole range without a punch in it is left out: it is its person's only one
 * there. A break that ends in the range began at most a day before it.
 * @param userIds everybody without
 */
export async function punchesWithin(
  tx: Queryable,
  { from, to }: Span,
  userIds: readonly string[] | undefined,
  present: Present,
): Promise<PunchesOf[]> {
  const of = userIds === undefined ? constant('TRUE') : sql`user_id = ANY (${userIds}::uuid[])`;
  const [first, end] = [asTimestamp(from), asTimestamp(to)];
  const rows = await named<TimesRow & { readonly user_id: string; readonly name: string }>(
    tx,
    userIds === undefined ? 'punches_within' : 'punches_within_of',
    sql`
    WITH found AS (
      SELECT id FROM counted_entry WHERE ${of} AND clock_in >= ${first} AND clock_in < ${end}
      UNION SELECT id FROM counted_entry WHERE ${of} AND clock_out >= ${first} AND clock_out < ${end}
      UNION SELECT id FROM counted_entry WHERE ${of} AND clock_out IS NULL AND clock_in < ${end}
      UNION SELECT entry_id FROM counted_break WHERE started_at >= ${first}::timestamptz - interval '1 day' AND started_at < ${end}
    )
    SELECT e.user_id, a.name, ${constant(TIMES)}
    FROM found JOIN counted_entry e ON e.id = found.id JOIN account a ON a.id = e.user_id
    WHERE ${of} ORDER BY a.name, e.user_id, e.clock_in, e.id`,
  );
  const people = new Map<string, PunchesOf & { readonly entries: CountedTimes[] }>();
  for (const row of rows) {
    const known = people.get(row.user_id);
    if (known) known.entries.push(toTimes(row, present));
    else people.set(row.user_id, { userId: row.user_id, name: row.name, entries: [toTimes(row, present)] });
  }
  return [...people.values()];
}

/** People whom this admin has corrected before for this reason. */
export async function correctedWithReason(
  tx: Queryable,
  { actorId, reason, userIds }: { actorId: string; reason: string; userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await named<{ userId: string }>(
    tx,
    'corrected_with_reason',
    `SELECT DISTINCT user_id AS "userId" FROM correction
     WHERE user_id = ANY ($1::uuid[]) AND asked_by = $2 AND reason = $3`,
    [userIds, actorId, reason],
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Closed periods that overlap a half-open span. */
export const closedSpans = (
  tx: Queryable,
  userIds: readonly string[],
  { from, to }: Span,
): Promise<{ readonly userId: string; readonly startAt: EpochMs; readonly endAt: EpochMs }[]> =>
  named(
    tx,
    'closed_spans',
    `SELECT user_id AS "userId", start_at AS "startAt", end_at AS "endAt" FROM period
     WHERE user_id = ANY ($1::uuid[]) AND is_closed AND start_at <= $3 AND end_at > $2`,
    [userIds, asTimestamp(from), asTimestamp(to)],
  );

/** `wasOtherDemoted`: another admin could have decided until a day ago. */
export async function actorOf(tx: Queryable, id: string, now: EpochMs): Promise<CorrectionActor> {
  const [row] = await named<Omit<CorrectionActor, 'id'>>(
    tx,
    'actor_of',
    `
    SELECT coalesce(bool_or(id = $1), false) AS "isAdmin", count(*) = 1 AS "isOnlyAdmin",
      EXISTS (SELECT FROM ledger WHERE at > $2::timestamptz - interval '1 day' AND chain <> $1 AND kind = 'employee_updated'
        AND body LIKE '%"role":{"from":"admin"%') AS "wasOtherDemoted"
    FROM account WHERE role = 'admin' AND is_active`,
    [id, asTimestamp(now)],
  );
  return { id, isAdmin: false, isOnlyAdmin: false, ...row };
}

export async function isAccount(tx: Queryable, id: string): Promise<boolean> {
  const rows = await named(tx, 'is_account', 'SELECT FROM account WHERE id = $1', [id]);
  return rows.length === 1;
}

/** `salt` makes the digests of the correction's texts, and is erased with them. */
export async function findCorrectionOwner(
  tx: Queryable,
  id: string,
): Promise<{ readonly userId: string; readonly salt: Buffer } | undefined> {
  const [row] = await named<{ userId: string; salt: Buffer }>(
    tx,
    'whose_correction',
    'SELECT user_id AS "userId", salt FROM correction WHERE id = $1',
    [id],
  );
  return row;
}

/** Whether a later correction, a statement on the period, or a set-aside entry depends on the decision. */
export async function isFollowed(tx: Queryable, id: string): Promise<boolean> {
  const rows = await named(
    tx,
    'is_followed',
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

interface Employment {
  readonly createdAt: EpochMs;
  /** Null for people who have not left. */
  readonly leftAt: EpochMs | null;
}

export async function employmentOf(tx: Queryable, userId: string): Promise<Employment> {
  const [row] = await named<Employment>(
    tx,
    'employment_of',
    `
    SELECT created_at AS "createdAt", CASE WHEN is_active THEN NULL ELSE
      coalesce((SELECT max(at) FROM ledger WHERE chain = account.id AND kind = 'employee_deactivated'), created_at) END AS "leftAt"
    FROM account WHERE id = $1`,
    [userId],
  );
  return row ?? { createdAt: 0, leftAt: null };
}

/** Includes entries that no longer count. */
export async function punchDetailsOf(
  tx: Queryable,
  ids: readonly string[],
): Promise<CorrectionDetail['punches']> {
  const rows = await named<{
    entry_id: string;
    ip_address: string;
    seen_address: string | null;
    location: string | null;
    notes: string;
  }>(
    tx,
    'punches_of',
    'SELECT entry_id, ip_address, seen_address, location, notes FROM time_entry_detail WHERE entry_id = ANY ($1::uuid[])',
    [ids],
  );
  return rows.map((row) => ({
    entryId: row.entry_id,
    ipAddress: row.ip_address,
    ...(row.seen_address === null ? {} : { seenAddress: row.seen_address }),
    ...(row.location === null ? {} : { location: row.location }),
    notes: row.notes,
  }));
}

export async function openRequests(tx: Queryable, userId: string): Promise<number> {
  const [row] = await named<{ open: number }>(
    tx,
    'open_requests',
    'SELECT count(*)::int AS open FROM correction WHERE user_id = $1 AND asked_by = $1 AND decided_by IS NULL',
    [userId],
  );
  return row?.open ?? 0;
}
