import type { PayrollPerson } from '#contract/periods/payroll';
import type { CorrectionState } from '#domain/correction/state';
import { groupBy } from '#domain/report/groups';
import { openCounts, type OpenCounts, type PeriodRecord } from '#domain/period/pay-period';
import { MS_PER_MINUTE, type Day, type EpochMs, type Minutes } from '#domain/time/units';
import type { DayRange, WorkplaceDay } from '#domain/time/workplace-day';
import type { ZoneSettings } from '#domain/time/zone-rules';
import { readEmployment } from '../../people/employment/queries.ts';
import type { Span } from '../../platform/calendars.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';

export interface StoredPeriod extends Omit<PeriodRecord, 'isChanged'>, DayRange {
  readonly userId: string;
  readonly objection: string | null;
  readonly closedBy: string | null;
  readonly closingReason: string | null;
  readonly reopenedBy: string | null;
  readonly reopeningReason: string | null;
  readonly reopenings: number;
  readonly salt: Buffer;
  readonly version: number;
  readonly payroll: PayrollPerson | null;
}

const PERIODS = `
  SELECT p.user_id AS "userId", p.first, p.last, p.confirmed_at AS "confirmedAt",
    encode(p.confirmed_hash, 'hex') AS "confirmedFigures", p.objected_at AS "objectedAt", p.objection,
    p.closed_at AS "closedAt", closer.name AS "closedBy", p.closing_reason AS "closingReason",
    p.reopened_at AS "reopenedAt", reopener.name AS "reopenedBy", p.reopening_reason AS "reopeningReason",
    p.reopenings, p.salt, p.version, CASE WHEN p.is_closed THEN p.frozen->'person' END AS payroll
  FROM period p LEFT JOIN account closer ON closer.id = p.closed_by LEFT JOIN account reopener ON reopener.id = p.reopened_by`;

export async function storedPeriods(tx: Queryable, first: Day): Promise<Map<string, StoredPeriod>> {
  const rows = await tx.run<StoredPeriod>(`${PERIODS} WHERE p.first = $1`, [first]);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Ids of people whose closing cannot be undone any more: it is too old, or a payroll file was downloaded since. */
export async function finalClosings(tx: Queryable, first: Day, before: EpochMs): Promise<Set<string>> {
  const rows = await tx.run<{ id: string }>(
    `SELECT user_id AS id FROM period p WHERE first = $1 AND (closed_at < $2 OR EXISTS (
       SELECT FROM ledger WHERE at >= greatest(p.closed_at, $2) AND kind = 'payroll_file_fetched'
         AND (body::jsonb #>> '{data,period,first}')::date = p.first))`,
    [first, asTimestamp(before)],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function periodsOfOne(tx: Queryable, userId: string): Promise<Map<Day, StoredPeriod>> {
  const rows = await tx.run<StoredPeriod>(`${PERIODS} WHERE p.user_id = $1`, [userId]);
  return new Map(rows.map((row) => [row.first, row]));
}

export interface TimesDigests {
  /** SHA-256 (hex) of the counted entries. */
  readonly times: string;
  /** Digest that earlier versions of the app recorded with a confirmation: of times and of whole leave. */
  readonly former: string;
}

const sha256 = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/** By person and period. Hashes times as epoch seconds, independent of the connection's time zone. */
export async function timesDigestsOf(
  tx: Queryable,
  periods: readonly (Span & DayRange)[],
  userIds: readonly string[],
): Promise<(userId: string, from: EpochMs) => TimesDigests | undefined> {
  const rows = await tx.run<TimesDigests & { userId: string; from: EpochMs }>(
    `SELECT whose.id AS "userId", p.start_at AS "from", ${sha256('texts.times')} AS times, ${sha256(`texts.times || coalesce((
         SELECT string_agg(concat_ws(' ', ';', l.kind, l.first, l.last, l.half), '' ORDER BY l.first) FROM counted_leave l
         WHERE l.user_id = whose.id AND l.first <= p.last AND l.last >= p.first), '')`)} AS former
     FROM unnest($1::timestamptz[], $2::timestamptz[], $4::date[], $5::date[]) AS p (start_at, end_at, first, last),
       unnest($3::uuid[]) AS whose (id), LATERAL (
         SELECT coalesce(string_agg(concat_ws(' ', extract(epoch FROM e.clock_in), extract(epoch FROM e.clock_out), (
           SELECT string_agg(concat_ws('-', extract(epoch FROM b.started_at), extract(epoch FROM b.ended_at)), ' ' ORDER BY b.n)
           FROM counted_break b WHERE b.entry_id = e.id)), ',' ORDER BY e.clock_in, e.id), '') AS times
         FROM counted_entry e WHERE e.user_id = whose.id AND e.clock_in >= p.start_at AND e.clock_in < p.end_at) AS texts`,
    [...boundsOf(periods), userIds, ...datesOf(periods)],
  );
  const found = new Map(rows.map((row) => [`${row.userId} ${row.from}`, row]));
  return (userId, from) => found.get(`${userId} ${from}`);
}

/** SQL condition that `correction c` changes times or leave within period `p`. */
const TOUCHES = `EXISTS (
  SELECT FROM correction_item i, LATERAL (VALUES (i.old), (i.new)) AS side (times)
  WHERE i.correction_id = c.id AND ((times ->> 'clockIn')::timestamptz >= p.start_at AND (times ->> 'clockIn')::timestamptz < p.end_at
    OR (times ->> 'first')::date <= p.last AND (times ->> 'last')::date >= p.first))`;

/**
 * Finds undecided corrections whose old or new times or leave lie in the periods: one row per correction and period.
 * Without `userIds`: of everybody. `settled`: also decided corrections.
 */
export const correctionsOfPeriods = (
  tx: Queryable,
  periods: readonly (Span & DayRange)[],
  {
    userIds = null,
    settled: includesSettled,
  }: { readonly userIds?: readonly string[] | null; readonly settled: boolean },
) =>
  tx.run<{ userId: string; from: EpochMs; state: CorrectionState; selfDecided: boolean }>(
    `SELECT c.user_id AS "userId", p.start_at AS "from", c.state, c.self_decided AS "selfDecided"
     FROM correction c, unnest($1::timestamptz[], $2::timestamptz[], $4::date[], $5::date[]) AS p (start_at, end_at, first, last)
     WHERE ($3::uuid[] IS NULL OR c.user_id = ANY ($3))${includesSettled ? '' : ' AND c.decided_by IS NULL'} AND ${TOUCHES}`,
    [...boundsOf(periods), userIds, ...datesOf(periods)],
  );

const boundsOf = (periods: readonly Span[]) => [
  periods.map(({ from }) => asTimestamp(from)),
  periods.map(({ to }) => asTimestamp(to)),
];
const datesOf = (periods: readonly DayRange[]) => [
  periods.map(({ first }) => first),
  periods.map(({ last }) => last),
];

export const statedEnds = (tx: Queryable, { from, to }: Span, userIds: readonly string[]) =>
  tx.run<{ userId: string; state: 'stated'; selfDecided: false }>(
    `SELECT e.user_id AS "userId", 'stated' AS state, FALSE AS "selfDecided"
     FROM counted_entry e JOIN time_entry_closing c ON c.entry_id = e.id
     WHERE e.user_id = ANY ($3::uuid[]) AND e.clock_in >= $1 AND e.clock_in < $2`,
    [asTimestamp(from), asTimestamp(to), userIds],
  );

/** Minutes of ended entries on days of leave, by person and day. */
export async function workedOnLeaveOf(
  tx: Queryable,
  days: readonly WorkplaceDay[],
  userIds: readonly string[],
): Promise<Map<string, Map<Day, Minutes>>> {
  const rows = await tx.run<{ userId: string; day: Day; ms: number }>(
    `SELECT e.user_id AS "userId", d.day, sum(date_part('epoch', e.clock_out - e.clock_in - coalesce((
       SELECT sum(b.ended_at - b.started_at) FROM counted_break b WHERE b.entry_id = e.id), '0'))) * 1000 AS ms
     FROM unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) AS d (day, start_at, end_at)
     CROSS JOIN LATERAL (SELECT DISTINCT user_id FROM counted_leave WHERE first <= d.day AND last >= d.day AND user_id = ANY ($4::uuid[])) AS l
     JOIN counted_entry e ON e.user_id = l.user_id AND e.clock_in >= d.start_at AND e.clock_in < d.end_at AND e.clock_out IS NOT NULL
     GROUP BY e.user_id, d.day`,
    [
      days.map(({ day }) => day),
      days.map(({ start }) => asTimestamp(start)),
      days.map(({ end }) => asTimestamp(end)),
      userIds,
    ],
  );
  return new Map(
    [...groupBy(rows, userIdOf)].map(([id, its]) => [
      id,
      new Map(its.map(({ day, ms }) => [day, ms / MS_PER_MINUTE])),
    ]),
  );
}

/** Counts each person's corrections that changed after the closing: the closed figures lack these changes. */
export async function countLaterCorrections(tx: Queryable, first: Day): Promise<Map<string, number>> {
  const rows = await tx.run<{ userId: string; count: number }>(
    `SELECT p.user_id AS "userId", count(*) FROM period p JOIN correction c ON c.user_id = p.user_id AND c.updated_at > p.closed_at
     WHERE p.first = $1 AND p.is_closed AND ${TOUCHES} GROUP BY p.user_id`,
    [first],
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

interface OpenEntry {
  readonly userId: string;
  readonly clockIn: EpochMs;
  readonly isSetAside: boolean;
}

export const openEntriesOfPeriod = (tx: Queryable, { from, to }: Span): Promise<OpenEntry[]> =>
  tx.run<OpenEntry>(
    `SELECT user_id AS "userId", clock_in AS "clockIn", set_aside_at IS NOT NULL AS "isSetAside"
     FROM counted_entry WHERE clock_out IS NULL AND clock_in >= $1 AND clock_in < $2`,
    [asTimestamp(from), asTimestamp(to)],
  );

export async function openCountsByUser(
  tx: Queryable,
  period: Span & DayRange,
  entries: readonly OpenEntry[],
) {
  const corrections = await correctionsOfPeriods(tx, [period], { settled: false });
  const [entriesOf, correctionsOf] = [groupBy(entries, userIdOf), groupBy(corrections, userIdOf)];
  return new Map(
    [...new Set([...entriesOf.keys(), ...correctionsOf.keys()])].map((userId) => [
      userId,
      openCounts(
        entriesOf.get(userId)?.length ?? 0,
        (correctionsOf.get(userId) ?? []).map(({ state }) => state),
      ),
    ]),
  );
}

const userIdOf = ({ userId }: { readonly userId: string }): string => userId;

export const NO_OPEN_COUNTS: OpenCounts = { entries: 0, requests: 0, objections: 0 };

/** First instant of an account or, at noon UTC, first day that an administrator set for one. */
export async function firstAccountAt(tx: Queryable): Promise<EpochMs | null> {
  const [row] = await tx.run<{ first: EpochMs | null }>(
    `SELECT least(min(created_at), min((nullif(employed_since, '') || 'T12:00Z')::timestamptz)) AS first FROM account`,
  );
  return row?.first ?? null;
}

export async function ownerOfPeriods(tx: Queryable, settings: ZoneSettings, userId: string) {
  const [row] = await tx.run(`SELECT FROM account WHERE id = $1 AND is_active AND role = 'employee'`, [
    userId,
  ]);
  return row ? { id: userId, employment: await readEmployment(tx, settings, userId) } : null;
}
