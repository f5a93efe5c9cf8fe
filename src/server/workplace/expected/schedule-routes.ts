import { setImmediate as turn } from 'node:timers/promises';
import type { ScheduleEffect, SchedulesView } from '#contract/schedules';
import type { Settings } from '#contract/records';
import {
  changesDays,
  plannedDays,
  withAssignment,
  withHolidayList,
  withSchedule,
} from '#domain/expected/schedules';
import { compareNames } from '#domain/people/name-order';
import { targetMinutes } from '#domain/period/payroll';
import { REPORT_DAYS_AT_MOST } from '#domain/report/report';
import type { Day, EpochMs } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import type { CheckedInputOf } from '#contract/routes';
import type { Context } from '../../context.ts';
import { peopleOfRange } from '../../payroll/reports/queries.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, refuseFields, type Refusal } from '../../platform/http/refusal.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { idempotencyKeyOf, type IdempotencyKey } from '../../platform/idempotency/queries.ts';
import { calendarOf } from '../calendars.ts';
import { readSettings, settingsPart } from '../settings/queries.ts';
import { assignSchedule, saveSchedule } from './commands.ts';
import { closedBy, readPlans } from './queries.ts';

export function scheduleRoutes(context: Context) {
  const { database, clock, wake } = context;
  const view = (reader: AuthenticatedReader): Promise<SchedulesView | Refusal> =>
    reader.inSnapshot({ settings: settingsPart }, async (tx, { settings }) => {
      const { schedules, assignments } = await readPlans(tx);
      return {
        version: settings.version,
        today: calendarOf(settings).dayAt(clock.now()).day,
        schedules,
        people: [...assignments].map(([userId, its]) => ({ userId, assignments: its })),
      };
    });
  const save = async (
    from: Day,
    reader: AuthenticatedReader,
    key: IdempotencyKey | undefined,
    command: () => ReturnType<typeof saveSchedule>,
  ): Promise<SchedulesView | Refusal> => {
    const tooFar = refuseTooFar(from, await readSettings(database.pool), clock.now());
    if (tooFar) return tooFar;
    const saved = await once(database, key, command);
    if (!saved.ok) return 'fields' in saved && saved.fields ? refuseFields(saved.fields) : refuse(saved.code);
    wake();
    return view(reader);
  };
  return {
    schedules: ({ reader }) => view(reader()),

    saveSchedule: async ({ input: { requestId, version, schedule }, session, reader }) => {
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { version, schedule });
      return save(schedule.from, reader(), key, () =>
        saveSchedule(database, { at: clock.now(), actor, version, key }, schedule),
      );
    },

    assignSchedule: async ({ input: { requestId, version, assignment }, session, reader }) => {
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { version, assignment });
      return save(assignment.from, reader(), key, () =>
        assignSchedule(database, { at: clock.now(), actor, version, key }, assignment),
      );
    },

    scheduleEffect: ({ input, reader }) =>
      reader().inSnapshot({ settings: settingsPart }, (tx, { settings }) =>
        effectOf(tx, input, settings, clock.now()),
      ),
  } satisfies Partial<Handlers>;
}

const refuseTooFar = (from: Day, settings: Settings, now: EpochMs): Refusal | undefined => {
  const today = calendarOf(settings).dayAt(now).day;
  return from < addDays(today, -REPORT_DAYS_AT_MOST) || from > addDays(today, REPORT_DAYS_AT_MOST)
    ? refuseFields({ from: `Choose a day within ${REPORT_DAYS_AT_MOST} days of today` })
    : undefined;
};

const NAMED_AT_MOST = 20;
/** People per turn of the event loop, so that punches never wait. */
const PEOPLE_PER_TURN = 20;

async function effectOf(
  tx: Queryable,
  { schedule, assignment, holidays }: CheckedInputOf<'scheduleEffect'>,
  settings: Settings,
  now: EpochMs,
): Promise<ScheduleEffect | Refusal> {
  const plans = await readPlans(tx);
  const calendar = calendarOf(settings);
  const today = calendar.dayAt(now);
  const change = schedule
    ? withSchedule(plans, schedule)
    : assignment
      ? withAssignment(plans, assignment)
      : withHolidayList(plans, holidays ?? plans.holidays);
  const earliest = addDays(today.day, -REPORT_DAYS_AT_MOST);
  const days = change.from > today.day ? [] : calendar.days(laterOf(change.from, earliest), today.day);
  const moved: ScheduleEffect['people'] = [];
  const people = await peopleOfRange(tx, days[0]?.start ?? now, today.end, true);
  const concerned = new Set(change.userIds ?? people.map(({ id }) => id));
  for (const [at, person] of people.filter(({ id }) => concerned.has(id)).entries()) {
    if (at % PEOPLE_PER_TURN === PEOPLE_PER_TURN - 1) await turn();
    if (!changesDays(plans, change.plans, person.id, { days, settings })) continue;
    const [before = 0, after = 0] = [plans, change.plans].map((of) =>
      targetMinutes(plannedDays(of, person.id, days), person, settings),
    );
    moved.push({ name: person.name, before, after });
  }
  return {
    closed: holidays ? null : await closedBy(tx, plans, change, settings),
    count: moved.length,
    people: moved.toSorted((one, other) => compareNames(one.name, other.name)).slice(0, NAMED_AT_MOST),
  };
}

const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);
