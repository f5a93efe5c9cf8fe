import type { OutputOf } from '#contract/routes';
import type { Settings } from '#contract/records';
import { toDomainEntry, toEpochMs, toInstantText } from '#contract/wire';
import {
  entriesByPerson,
  rowOf,
  todayMinutes,
  todayOfPerson,
  type MonitoringRow,
} from '#domain/day/monitoring';
import { expectedOn } from '#domain/expected/expected';
import { plannedDays } from '#domain/expected/schedules';
import { isReadyToClose } from '#domain/period/pay-period';
import type { EpochMs } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { periodsOfPeople } from '../periods/people.ts';
import { previousPeriodRange, periodOf } from '../periods/ranges.ts';
import { peopleOfRange } from '../reports/queries.ts';
import { boardPeopleOfLead } from '../../people/employees/queries.ts';
import { pick } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { calendarOf, daysAround } from '../../platform/calendars.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';
import { monitoredEntries } from '../../hours/time-entries/queries.ts';

/** Today's state of a lead's people. */
export async function teamOf(
  tx: Transaction,
  leadId: string,
  settings: Settings,
  now: EpochMs,
): Promise<OutputOf<'team'>['people']> {
  const { today, days } = daysAround(settings, now);
  const people = await boardPeopleOfLead(tx, leadId, today);
  const ids = people.map(({ id }) => id);
  const plans = await personalPlansOf(tx, settings, [today], ids);
  const yesterday = calendarOf(settings).day(addDays(today.day, -1)).start;
  const entries = await monitoredEntries(tx, today, yesterday, leadId);
  const byPerson = entriesByPerson(entries.map(toDomainEntry));
  const present = { now, today, days, settings, nightShiftHours: settings.nightShiftHours };
  return people.map(({ createdAt, ...person }) => {
    const { schedule, holiday, leave } = plannedDays(plans, person.id, [today])[0] ?? {};
    const planned = schedule || leave ? { planned: { schedule, holiday, leave } } : {};
    const createdRecently = createdAt === undefined ? {} : { createdAt: toEpochMs(createdAt) };
    const boardPerson = { ...person, ...createdRecently, ...planned };
    const row = rowOf(boardPerson, byPerson.get(person.id) ?? [], present);
    return {
      ...pick(person, ['id', 'name', 'department', 'hub']),
      status: row.status,
      since: sinceOf(row),
      todayMinutes: Math.floor(todayMinutes(row, now)),
      plannedMinutes: expectedOn(todayOfPerson(boardPerson, today), settings).due,
      isMissing: row.isMissing,
      leave: leave?.name ?? null,
    };
  });
}

/** Start of the current work or break. */
function sinceOf({ entry }: MonitoringRow): string | null {
  if (!entry) return null;
  const pause = entry.breaks.at(-1);
  return toInstantText(pause && pause.end === null ? pause.start : entry.clockIn);
}

/** Tells whether the last period of each of a lead's people can be closed. Returns no hours. */
export async function teamPeriods(
  tx: Transaction,
  leadId: string,
  settings: Settings,
  now: EpochMs,
): Promise<OutputOf<'teamPeriods'>> {
  const range = previousPeriodRange(settings, now);
  const period = periodOf(settings, range);
  const today = calendarOf(settings).dayAt(now);
  const led = new Set((await boardPeopleOfLead(tx, leadId, today)).map(({ id }) => id));
  const people = await peopleOfRange(tx, settings, period, false);
  const own = people.filter(({ id }) => led.has(id));
  const found = await periodsOfPeople(tx, now, settings, period, own);
  return {
    ...range,
    people: found.map((one) => ({
      ...pick(one.person, ['id', 'name']),
      ...pick(one, ['state', 'open']),
      isReady: isReadyToClose(one),
    })),
  };
}
