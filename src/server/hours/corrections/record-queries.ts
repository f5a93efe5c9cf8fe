import type { ClosedPeriods, Correction, CorrectionsView } from '#contract/corrections/corrections';
import type { TimeEntriesPage } from '#contract/clock/entry-lists';
import { toInstantText } from '#contract/wire';
import { isCounting, statesWaitingFor } from '#domain/correction/state';
import type { CountedLeave } from '#domain/leave/leave';
import { SETTING_DEFINITIONS } from '#domain/settings/definitions';
import { MS_PER_HOUR, type Day, type EpochMs } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { isWithinDays, type Span } from '../../platform/calendars.ts';
import { jsonAggregate, type QueryPart, constant, sql, type Sql } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';

type InstantField = 'askedAt' | 'decidedAt' | 'updatedAt';
export type CorrectionRow = Omit<Correction, InstantField> & {
  readonly askedAt: EpochMs;
  readonly decidedAt: EpochMs | null;
  readonly updatedAt: EpochMs;
};

const personSql = (column: string): string =>
  `(SELECT json_build_object('id', p.id, 'name', p.name) FROM account p WHERE p.id = c.${column})`;

const CHANGED_LEAVE = `'leaveId', i.entry_id, 'old', i.old, 'new', i.new, 'name', leave_kind_name(coalesce(i.new, i.old) ->> 'kind')`;

/** Columns for a SELECT from `correction c`. */
export const CORRECTION_COLUMNS = `
  c.id, c.user_id AS "userId", c.day, ${personSql('asked_by')} AS "askedBy", ${epochMs('c.asked_at')} AS "askedAt", c.reason, c.state,
  c.self_decided AS "selfDecided", ${personSql('sent_back_by')} AS "sentBackBy", ${personSql('decided_by')} AS "decidedBy",
  ${epochMs('c.decided_at')} AS "decidedAt", c.decision_reason AS "decisionReason", c.objection,
  coalesce((SELECT json_agg(json_build_object('entryId', i.entry_id, 'old', i.old, 'new', i.new) ORDER BY i.n)
    FROM correction_item i WHERE i.correction_id = c.id AND c.subject = 'times'), '[]') AS items,
  CASE WHEN c.subject = 'leave' THEN (
    SELECT json_build_object(${CHANGED_LEAVE}, 'replaced', coalesce((
      SELECT json_agg(json_build_object(${CHANGED_LEAVE}) ORDER BY i.n) FROM correction_item i WHERE i.correction_id = c.id AND i.n > 1), '[]'))
    FROM correction_item i WHERE i.correction_id = c.id AND i.n = 1) END AS leave,
  ${epochMs('c.updated_at')} AS "updatedAt", c.version`;

/** Column for a SELECT from `account a`. */
export const EMPLOYEE = `json_build_object('id', a.id, 'name', a.name, 'employeeId', a.employee_id, 'department', a.department,
  'isActive', a.is_active) AS employee`;

export const toCorrection = (row: CorrectionRow): Correction => ({
  ...row,
  askedAt: toInstantText(row.askedAt),
  decidedAt: row.decidedAt === null ? null : toInstantText(row.decidedAt),
  updatedAt: toInstantText(row.updatedAt),
});

async function correctionsWhere(tx: Queryable, which: string, values: readonly unknown[]) {
  const query = `SELECT ${CORRECTION_COLUMNS} FROM correction c WHERE ${which}`;
  return (await tx.run<CorrectionRow>(query, [...values])).map(toCorrection);
}

export const correctionsById = async (tx: Queryable, ids: readonly string[]): Promise<Correction[]> =>
  ids.length === 0 ? [] : correctionsWhere(tx, 'c.id = ANY ($1::uuid[])', [ids]);

/** A person's requests for leave that nobody has decided yet. */
export const undecidedLeaveRequests = (tx: Queryable, userId: string): Promise<Correction[]> =>
  correctionsWhere(
    tx,
    `c.user_id = $1 AND c.subject = 'leave' AND c.decided_by IS NULL ORDER BY c.asked_at, c.id`,
    [userId],
  );

/** A person's requests made of kept presses that nobody has decided yet. */
export const undecidedKeptRequests = (tx: Queryable, userId: string): Promise<Correction[]> =>
  correctionsWhere(tx, `c.user_id = $1 AND c.is_kept AND c.state = 'asked' ORDER BY c.asked_at, c.id`, [
    userId,
  ]);

/** A person's leave that took days of other leave, and that the other side has not approved. */
export const unapprovedSplits = (tx: Queryable, userId: string): Promise<Correction[]> =>
  correctionsWhere(
    tx,
    `c.user_id = $1 AND c.subject = 'leave' AND c.state IN ('declared-over', 'made', 'objected')
     AND EXISTS (SELECT FROM correction_item i WHERE i.correction_id = c.id AND i.n > 1)`,
    [userId],
  );

/** Returns the leave as if the requests were approved. Its id is that of the request, not of the old leave. */
export const requestedLeaveOf = (requests: readonly Correction[]): CountedLeave[] =>
  requests.flatMap(({ id, state, leave }) => (leave?.new && !isCounting(state) ? { ...leave.new, id } : []));

const COUNTING_OR_UNDECIDED = 'c.counts OR c.decided_by IS NULL';

/** Applied or undecided corrections of entries clocked in within the span, or still open when requested. */
const activeCorrectionsPart = (
  userId: Sql,
  { from, to }: Span,
  besides: Sql = constant('FALSE'),
): QueryPart<Correction[]> => ({
  columns: jsonAggregate(
    sql`SELECT ${constant(CORRECTION_COLUMNS)} FROM correction c WHERE c.user_id = ${userId} AND (${besides} OR c.subject = 'times' AND (${constant(COUNTING_OR_UNDECIDED)})
      AND EXISTS (SELECT FROM correction_item i WHERE i.correction_id = c.id
        AND ((i.old->>'clockIn')::timestamptz >= ${asTimestamp(from)} AND (i.old->>'clockIn')::timestamptz < ${asTimestamp(to)}
          OR (i.new->>'clockIn')::timestamptz >= ${asTimestamp(from)} AND (i.new->>'clockIn')::timestamptz < ${asTimestamp(to)}
          OR (i.old IS NOT NULL AND i.old->>'clockOut' IS NULL))))
      ORDER BY c.asked_at, c.id`,
    'corrections',
  ),
  valueOf: ({ corrections }: { readonly corrections: readonly CorrectionRow[] | null }) =>
    (corrections ?? []).map(toCorrection),
});

/** Corrections of the SQL row `account`: in the span, undecided, or the last 20 that others decided after `since`. */
export const ownCorrectionsPart = (span: Span, since: EpochMs): QueryPart<Correction[]> =>
  activeCorrectionsPart(
    constant('account.id'),
    span,
    sql`c.decided_by IS NULL OR c.id IN (SELECT r.id FROM correction r WHERE r.user_id = account.id AND r.decided_by <> r.user_id
      AND r.decided_at >= ${asTimestamp(since)} ORDER BY r.decided_at DESC, r.id LIMIT 20)`,
  );

export const ownCorrectionsWithin = (span: Span | null): QueryPart<Correction[]> =>
  span ? activeCorrectionsPart(constant('account.id'), span) : { columns: null, valueOf: () => [] };

export const personCorrectionsPart = (userId: string, span: Span): QueryPart<Correction[]> =>
  activeCorrectionsPart(sql`${userId}`, span);

/** Adds every undecided correction to those in the span. */
export const personCorrectionsAndOpenPart = (userId: string, span: Span): QueryPart<Correction[]> =>
  activeCorrectionsPart(sql`${userId}`, span, constant('c.decided_by IS NULL'));

const CORRECTABLE_MS = (SETTING_DEFINITIONS.correctionDays.max + 2) * 24 * MS_PER_HOUR;

/** Closed periods in the span or in the correctable past. `userId` null: those of the signed-in person. */
export const closedPeriodsPart = (
  userId: string | null,
  { from, to }: Span,
  now = from + CORRECTABLE_MS,
): QueryPart<ClosedPeriods> => ({
  columns: jsonAggregate(
    sql`SELECT p.first, p.last, ${constant(epochMs('p.closed_at'))} AS at FROM period p
      WHERE p.user_id = ${userId === null ? constant('account.id') : sql`${userId}`} AND p.is_closed AND p.start_at < ${asTimestamp(Math.max(to, now))} AND p.end_at > ${asTimestamp(Math.min(from, now - CORRECTABLE_MS))}`,
    'closed',
  ),
  valueOf: ({ closed }: { readonly closed: readonly { first: Day; last: Day; at: EpochMs }[] | null }) =>
    (closed ?? []).map(({ first, last, at }) => ({ first, last, closedAt: toInstantText(at) })),
});

export const isCorrectionWithin = ({ items }: Correction, days: readonly WorkplaceDay[]): boolean =>
  items.some((item) => [item.old, item.new].some((times) => times !== null && isWithinDays(times, days)));

export const correctionsOfEntries = async (tx: Queryable, ids: readonly string[]): Promise<Correction[]> =>
  ids.length === 0
    ? []
    : correctionsWhere(
        tx,
        `(${COUNTING_OR_UNDECIDED}) AND c.id IN (SELECT i.correction_id FROM correction_item i WHERE i.entry_id = ANY ($1::uuid[]))
         ORDER BY c.asked_at, c.id`,
        [ids],
      );

interface UncountedEntriesFilter {
  readonly from?: EpochMs | undefined;
  readonly to?: EpochMs | undefined;
  readonly userId?: string | undefined;
  readonly department?: string | undefined;
}

/** Entries in the half-open range that count no time: removed by a correction, or requested and not yet added. */
export const uncountedEntriesIn = (tx: Queryable, { from, to, userId, department }: UncountedEntriesFilter) =>
  tx.run<TimeEntriesPage['others'][number]>(
    `SELECT i.entry_id AS "entryId", ${EMPLOYEE}
     FROM correction c JOIN correction_item i ON i.correction_id = c.id JOIN account a ON a.id = c.user_id
     WHERE (${COUNTING_OR_UNDECIDED}) AND (CASE WHEN c.counts THEN i.new ELSE i.old END) IS NULL
       AND c.day BETWEEN ($1::timestamptz - interval '1 day')::date AND ($2::timestamptz + interval '1 day')::date
       AND (coalesce(i.old, i.new)->>'clockIn')::timestamptz >= $1 AND (coalesce(i.old, i.new)->>'clockIn')::timestamptz < $2
       AND ($3::uuid IS NULL OR c.user_id = $3) AND ($4::text IS NULL OR a.department = $4)
     ORDER BY coalesce(i.old, i.new)->>'clockIn', i.entry_id`,
    [
      from === undefined ? '-infinity' : asTimestamp(from),
      to === undefined ? 'infinity' : asTimestamp(to),
      userId ?? null,
      department ?? null,
    ],
  );

export const activeCorrectionsSince = (tx: Queryable, first: Day): Promise<Correction[]> =>
  correctionsWhere(
    tx,
    `(${COUNTING_OR_UNDECIDED}) AND c.subject = 'times' AND c.day >= $1 ORDER BY c.asked_at, c.id`,
    [first],
  );

/** @param people a subquery of ids; default: everybody */
export async function countWaitingCorrections(
  tx: Queryable,
  people?: Sql,
): Promise<CorrectionsView['waiting']> {
  const whose = people ? sql`user_id IN ${people}` : constant('TRUE');
  const [row] = await tx.run<
    CorrectionsView['waiting']
  >(sql`SELECT count(*) FILTER (WHERE state = ANY (${statesWaitingFor('admin')})) AS admin,
       count(*) FILTER (WHERE state = ANY (${statesWaitingFor('employee')})) AS employee,
       count(*) FILTER (WHERE state = 'objected') AS objections
     FROM correction WHERE decided_by IS NULL AND ${whose}`);
  return row ?? { admin: 0, employee: 0, objections: 0 };
}
