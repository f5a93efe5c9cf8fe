import type { CorrectionDetail } from '#contract/corrections/corrections';
import type { User } from '#contract/records';
import { toDomainChange, toDomainEntry, toInstantText } from '#contract/wire';
import { clockInsOf } from '#domain/correction/correction';
import { correctionEffect } from '#domain/correction/effect';
import { isCounting } from '#domain/correction/state';
import type { EpochMs } from '#domain/time/units';
import { addDays, dayContaining, monthOf, rangeAcross } from '#domain/time/workplace-day';
import { readRow } from '../../platform/database/query-parts.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { calendarOf, timeContextAt, toWireCalendar } from '../../platform/calendars.ts';
import { readPlannedDays } from '../leave/cost-queries.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { readEmployment } from '../../people/employment/queries.ts';
import { leaveFactsOf } from '../leave/allowance-queries.ts';
import { entriesPart, withLeftOpenMarks } from '../time-entries/queries.ts';
import { listedCorrection } from './list-queries.ts';
import { actorOf, punchDetailsOf } from '../corrections/queries.ts';

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
