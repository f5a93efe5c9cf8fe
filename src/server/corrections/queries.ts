/** Reads corrections, and what they are held against. */
import type { Correction, CorrectionDetail, EntryTimes as WireTimes } from '#contract/corrections';
import { toEpochMs, toInstantText } from '#contract/wire';
import type { CountedTimes, EntryChange, EntryTimes } from '#domain/correction';
import type { EpochMs } from '#domain/time';
import type { Span } from '../calendars.ts';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp, instantOfJson } from '../database/wire-types.ts';
import { CORRECTION_COLUMNS, toCorrection, type CorrectionRow } from '../time-entries/correction-queries.ts';

const fromWire = (times: WireTimes): EntryTimes => ({
  clockIn: toEpochMs(times.clockIn),
  clockOut: times.clockOut === null ? null : toEpochMs(times.clockOut),
  breaks: times.breaks.map(({ start, end }) => ({
    start: toEpochMs(start),
    end: end === null ? null : toEpochMs(end),
  })),
});
export const timesOrNull = (times: WireTimes | null): EntryTimes | null => times && fromWire(times);

/** A row of a correction as the domain knows it. */
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

/** What counts of somebody: the entries that are named, and all that meet a span. */
export async function countedTimes(
  tx: Queryable,
  userId: string,
  ids: readonly string[],
  { from, to }: Span,
): Promise<CountedTimes[]> {
  const rows = await named<{
    id: string;
    clock_in: number;
    clock_out: number | null;
    set_aside_at: number | null;
    breaks: readonly { readonly start: string; readonly end: string | null }[] | null;
  }>(
    tx,
    'counted_times',
    `
    SELECT e.id, e.clock_in, e.clock_out, e.set_aside_at,
      (SELECT json_agg(json_build_object('start', b.started_at, 'end', b.ended_at) ORDER BY b.n)
       FROM counted_break b WHERE b.entry_id = e.id) AS breaks
    FROM counted_entry e
    WHERE e.user_id = $1 AND (e.id = ANY ($2::uuid[]) OR (e.clock_in < $4 AND (e.clock_out IS NULL OR e.clock_out > $3)))
    ORDER BY e.clock_in, e.id`,
    [userId, ids, asTimestamp(from), asTimestamp(to)],
  );
  return rows.map(({ id, clock_in: clockIn, clock_out: clockOut, set_aside_at: setAsideAt, breaks }) => ({
    id,
    clockIn,
    clockOut,
    setAsideAt,
    breaks: (breaks ?? []).map(({ start, end }) => ({
      start: instantOfJson(start),
      end: end === null ? null : instantOfJson(end),
    })),
  }));
}

/** The closed periods of people that meet a span, half-open. */
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

/** Somebody whose hours are corrected, and whoever does it: is it their own, and could anybody else? */
export interface Sides {
  /** Null where there is nobody of that id. */
  readonly employee: { readonly id: string; readonly name: string } | null;
  readonly isAdmin: boolean;
  readonly isOnlyAdmin: boolean;
}

export async function sidesOf(tx: Queryable, userId: string, actorId: string): Promise<Sides> {
  const [row] = await named<{ name: string | null; is_admin: boolean; admins: number }>(
    tx,
    'sides_of',
    `
    SELECT (SELECT name FROM account WHERE id = $1) AS name,
      EXISTS (SELECT FROM account WHERE id = $2 AND role = 'admin' AND is_active) AS is_admin,
      (SELECT count(*) FROM account WHERE role = 'admin' AND is_active) AS admins`,
    [userId, actorId],
  );
  const name = row?.name ?? null;
  return {
    employee: name === null ? null : { id: userId, name },
    isAdmin: row?.is_admin ?? false,
    isOnlyAdmin: row?.admins === 1,
  };
}

/** Whether an admin who looks at corrections could be helped by no other. */
export const isOnlyAdmin = async (tx: Queryable, adminId: string): Promise<boolean> =>
  (await sidesOf(tx, adminId, adminId)).isOnlyAdmin;

/** What the digests of its texts are made with; erased with what they prove. @throws Error when there is none */
export async function saltOfCorrection(tx: Queryable, id: string): Promise<Buffer> {
  const [row] = await named<{ salt: Buffer }>(
    tx,
    'salt_of_correction',
    'SELECT salt FROM correction WHERE id = $1',
    [id],
  );
  if (!row) throw new Error('There is no such correction.');
  return row.salt;
}

/** One's own that are not settled, and those asked for since. */
export async function ownCorrections(tx: Queryable, userId: string, since: EpochMs): Promise<Correction[]> {
  const rows = await named<CorrectionRow>(
    tx,
    'own_corrections',
    `SELECT ${CORRECTION_COLUMNS} FROM correction c
     WHERE c.user_id = $1 AND (c.decided_by IS NULL OR c.asked_at >= $2) ORDER BY c.asked_at DESC, c.id`,
    [userId, asTimestamp(since)],
  );
  return rows.map(toCorrection);
}

/** Since when somebody has belonged to the workplace, and until when: null for who still does. */
export async function employmentOf(
  tx: Queryable,
  userId: string,
): Promise<{ readonly createdAt: EpochMs; readonly leftAt: EpochMs | null }> {
  const [row] = await named<{ created_at: number; left_at: number | null }>(
    tx,
    'employment_of',
    `
    SELECT created_at, CASE WHEN is_active THEN NULL ELSE
      coalesce((SELECT max(at) FROM ledger WHERE chain = account.id AND kind = 'employee_deactivated'), created_at) END AS left_at
    FROM account WHERE id = $1`,
    [userId],
  );
  return { createdAt: row?.created_at ?? 0, leftAt: row?.left_at ?? null };
}

/** Where and how entries were punched, also those that count no longer. */
export async function punchesOf(tx: Queryable, ids: readonly string[]): Promise<CorrectionDetail['punches']> {
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
