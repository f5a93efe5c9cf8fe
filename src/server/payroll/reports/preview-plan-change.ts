import { setImmediate as turn } from 'node:timers/promises';
import type { CheckedInputOf } from '#contract/routes';
import type { ScheduleEffect } from '#contract/expected/schedules';
import type { Settings } from '#contract/records';
import {
  createChangeDetector,
  NO_LEAVE,
  plannedDays,
  withAssignment,
  withHolidayList,
  withSchedule,
} from '#domain/expected/schedules';
import { compareNames } from '#domain/people/employee';
import { targetMinutes } from '#domain/period/payroll';
import type { EpochMs } from '#domain/time/units';
import { RANGE_DAYS_MAX, addDays } from '#domain/time/workplace-day';
import type { Queryable } from '../../platform/database/connection.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { describeClosedPeriod, readStoredPlans } from '../../workplace/expected/queries.ts';
import { peopleOfRange } from './queries.ts';

const PEOPLE_NAMED_MAX = 20;
/** People per turn of the event loop, so that punches never wait. */
const PEOPLE_PER_TURN = 20;

/** Finds people whose past days a change of schedules or holidays affects, and a closed period that forbids it. */
export async function previewPlanChange(
  tx: Queryable,
  { schedule, assignment, holidays }: CheckedInputOf<'scheduleEffect'>,
  settings: Settings,
  now: EpochMs,
): Promise<ScheduleEffect> {
  const plans = await readStoredPlans(tx);
  const calendar = calendarOf(settings);
  const today = calendar.dayAt(now);
  const own = plans.schedules.find(({ id }) => id === holidays?.scheduleId);
  const change = schedule
    ? withSchedule(plans, schedule)
    : assignment
      ? withAssignment(plans, assignment)
      : withHolidayList(plans, holidays ?? plans, own);
  const earliest = addDays(today.day, -RANGE_DAYS_MAX);
  const first = change.from > earliest ? change.from : earliest;
  const days = first > today.day ? [] : calendar.days(first, today.day);
  const moved: ScheduleEffect['people'] = [];
  const isChanged = createChangeDetector(plans, change.plans, settings);
  const people = await peopleOfRange(
    tx,
    settings,
    { first: days[0]?.day ?? today.day, last: today.day },
    true,
  );
  const concerned = new Set(change.userIds ?? people.map(({ id }) => id));
  for (const [at, person] of people.filter(({ id }) => concerned.has(id)).entries()) {
    if (at % PEOPLE_PER_TURN === PEOPLE_PER_TURN - 1) await turn();
    if (!isChanged(person.id, days)) continue;
    const [before = 0, after = 0] = [plans, change.plans].map((of) =>
      targetMinutes(plannedDays({ ...of, leave: NO_LEAVE }, person.id, days), person, settings),
    );
    moved.push({ id: person.id, name: person.name, before, after });
  }
  return {
    closed: await describeClosedPeriod(tx, plans, change, settings),
    count: moved.length,
    people: moved.toSorted((one, other) => compareNames(one.name, other.name)).slice(0, PEOPLE_NAMED_MAX),
  };
}
