import type { SchedulesView } from '#contract/schedules';
import type { Settings } from '#contract/records';
import { REPORT_DAYS_AT_MOST } from '#domain/report/report';
import type { Day, EpochMs } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import type { Context } from '../../context.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, refuseFields, type Refusal } from '../../platform/http/refusal.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { idempotencyKeyOf, type IdempotencyKey } from '../../platform/idempotency/queries.ts';
import { calendarOf } from '../calendars.ts';
import { readSettings, settingsPart } from '../settings/queries.ts';
import { assignSchedule, saveSchedule } from './commands.ts';
import { readPlans } from './queries.ts';

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
  } satisfies Partial<Handlers>;
}

const refuseTooFar = (from: Day, settings: Settings, now: EpochMs): Refusal | undefined => {
  const today = calendarOf(settings).dayAt(now).day;
  return from < addDays(today, -REPORT_DAYS_AT_MOST) || from > addDays(today, REPORT_DAYS_AT_MOST)
    ? refuseFields({ from: `Choose a day within ${REPORT_DAYS_AT_MOST} days of today` })
    : undefined;
};
