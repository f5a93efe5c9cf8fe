import {
  CORRECTIONS_PER_PAGE,
  type CorrectionsView,
  type ListedCorrection,
  type CorrectionDetail,
} from '#contract/corrections/corrections';
import { toInstantText, toDomainChange, toDomainEntry } from '#contract/wire';
import { statesWaitingFor, isCounting } from '#domain/correction/state';
import type { Day, EpochMs } from '#domain/time/units';
import type { ZoneSettings } from '#domain/time/zone-rules';
import { ledPeopleSql } from '../../people/leads/queries.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { constant, sql, where, type Sql, readRow } from '../../platform/database/sql.ts';
import { epochMs } from '../../platform/database/wire-types.ts';
import {
  CORRECTION_COLUMNS,
  EMPLOYEE,
  toCorrection,
  countWaitingCorrections,
  type CorrectionRow,
} from '../corrections/record-queries.ts';
import type { User } from '#contract/records';
import { clockInsOf } from '#domain/correction/correction';
import { correctionEffect } from '#domain/correction/effect';
import { addDays, dayContaining, monthOf, rangeAcross } from '#domain/time/workplace-day';
import { calendarOf, timeContextAt, toWireCalendar, toWireDays } from '../../platform/calendars.ts';
import { readPlannedDays, leaveFactsOf } from '../leave/queries.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { readEmployment } from '../../people/employment/queries.ts';
import { entriesPart, withLeftOpenMarks } from '../time-entries/queries.ts';
import { actorOf, punchDetailsOf } from '../corrections/queries.ts';

type Page = Pick<CorrectionsView, 'rows' | 'days' | 'next' | 'waiting'>;
interface CorrectionsPageQuery {
  readonly view: 'admin' | 'employee' | 'settled';
  readonly userId?: string | undefined;
  /** Limits the list to the people of this team lead. */
  readonly lead?: { readonly id: string; readonly today: Day };
  readonly after?: string | undefined;
  readonly limit?: number;
}

type ListedRow = CorrectionRow &
  Pick<ListedCorrection, 'employee'> & {
    readonly closed: { first: Day; last: Day; closedAt: EpochMs } | null;
  };

/** Column for a SELECT from `correction c`: the first closed period that the correction touches. */
const CLOSED = `(SELECT json_build_object('first', p.first, 'last', p.last, 'closedAt', ${epochMs('p.closed_at')}) FROM period p
  WHERE p.user_id = c.user_id AND p.is_closed AND EXISTS (
    SELECT FROM correction_item i, LATERAL (VALUES (i.old), (i.new)) t (times)
    WHERE i.correction_id = c.id AND ((times->>'clockIn')::timestamptz >= p.start_at AND (times->>'clockIn')::timestamptz < p.end_at
      OR (times->>'first')::date <= p.last AND (times->>'last')::date >= p.first))
  ORDER BY p.first LIMIT 1) AS closed`;

const VIEWS: Readonly<Record<CorrectionsPageQuery['view'], { readonly of: Sql; readonly order: Sql }>> = {
  admin: {
    of: sql`c.decided_by IS NULL AND c.state = ANY (${statesWaitingFor('admin')})`,
    order: sql` ORDER BY c.asked_at, c.id`,
  },
  employee: {
    of: sql`c.decided_by IS NULL AND c.state = ANY (${statesWaitingFor('employee')})`,
    order: sql` ORDER BY c.asked_at, c.id`,
  },
  settled: { of: sql`c.decided_by IS NOT NULL`, order: sql` ORDER BY c.decided_at DESC, c.id` },
};

export async function listedCorrection(tx: Queryable, id: string): Promise<ListedCorrection | undefined> {
  const [row] = await tx.run<ListedRow>(
    `SELECT ${CORRECTION_COLUMNS}, ${EMPLOYEE}, ${CLOSED} FROM correction c JOIN account a ON a.id = c.user_id WHERE c.id = $1`,
    [id],
  );
  return row && toListed(row);
}

export async function correctionsPage(
  tx: Queryable,
  zoned: ZoneSettings,
  { view, userId, lead, after, limit = CORRECTIONS_PER_PAGE }: CorrectionsPageQuery,
): Promise<Page> {
  const [at, id] = after?.split('_') ?? [];
  const conditions = [VIEWS[view].of];
  if (userId !== undefined) conditions.push(sql`c.user_id = ${userId}`);
  if (lead) conditions.push(sql`c.user_id IN ${ledPeopleSql(lead.id, lead.today)}`);
  if (at !== undefined && id !== undefined)
    conditions.push(
      view === 'settled'
        ? sql`c.decided_at <= ${at} AND (c.decided_at < ${at} OR c.id > ${id})`
        : sql`(c.asked_at, c.id) > (${at}, ${id})`,
    );
  const rows = await tx.run<ListedRow>(
    sql`SELECT ${constant(CORRECTION_COLUMNS)}, ${constant(EMPLOYEE)}, ${constant(CLOSED)} FROM correction c JOIN account a ON a.id = c.user_id${where(conditions)}${VIEWS[view].order} LIMIT ${limit + 1}`,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const days = new Set(shown.flatMap(({ day }) => [day, addDays(day, 1)]));
  return {
    rows: shown.map(toListed),
    days: toWireDays([...days].map((day) => calendarOf(zoned).day(day))),
    next:
      last && rows.length > limit
        ? `${toInstantText(view === 'settled' ? (last.decidedAt ?? 0) : last.askedAt)}_${last.id}`
        : null,
    waiting: await countWaitingCorrections(tx, lead && ledPeopleSql(lead.id, lead.today)),
  };
}

const toListed = ({ employee, closed, ...row }: ListedRow): ListedCorrection => ({
  correction: toCorrection(row),
  employee,
  closed: closed && { ...closed, closedAt: toInstantText(closed.closedAt) },
});

export async function correctionDetail(
  tx: Queryable,
  id: string,
  user: User,
  now: EpochMs,
): Promise<CorrectionDetail | undefined> {
  const listed = await listedCorrection(tx, id);
  if (!listed) return undefined;
  const { correction, employee } = listed;
  const settings = await readSettings(tx);
  const calendar = calendarOf(settings);
  const changes = correction.items.map(toDomainChange);
  const touched = rangeAcross([correction.day, ...clockInsOf(changes).map((at) => calendar.dayAt(at).day)]);
  const surroundingDays = { first: addDays(touched.first, -1), last: addDays(touched.last, 1) };
  const months = [monthOf(touched.first).first, monthOf(touched.last).last];
  const shown = rangeAcross([surroundingDays.first, surroundingDays.last, ...months]);
  const { days } = await readPlannedDays(tx, settings, employee.id, shown);
  const part = entriesPart(employee.id, { from: days[0]?.start ?? 0, to: days.at(-1)?.end ?? 0 });
  const employment = await readEmployment(tx, settings, employee.id);
  const person = { isActive: employment.at(-1)?.to === null };
  const entries = withLeftOpenMarks(
    part.valueOf(await readRow(tx, [part])),
    person,
    timeContextAt(settings, now),
  );
  const ids = changes.map(({ entryId }) => entryId);
  const today = calendar.dayAt(now);
  const effect = correctionEffect({
    entries: entries.map(toDomainEntry),
    changes,
    isCounting: isCounting(correction.state),
    days,
    employee: { id: employee.id, name: employee.name, employment },
    today: today.day,
    rules: 'settings',
    settings,
    now,
  });
  return {
    now: toInstantText(now),
    isOnlyAdmin: (await actorOf(tx, user.id, now)).isOnlyAdmin,
    calendar: toWireCalendar(settings, today, days),
    ...listed,
    leave: correction.leave && (await leaveFactsOf(tx, now, settings, employee.id, correction.leave, user)),
    entries: entries.filter(({ clockIn }) => {
      const day = dayContaining(Date.parse(clockIn), days)?.day;
      return day !== undefined && day >= surroundingDays.first && day <= surroundingDays.last;
    }),
    punches: await punchDetailsOf(tx, ids),
    effect: {
      days: effect.days.map((day) => ({ ...day })),
      months: effect.months.map((month) => ({ ...month })),
    },
  };
}
