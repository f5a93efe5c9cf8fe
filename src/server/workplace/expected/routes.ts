import { say } from '#texts/say';
import type { HolidaysView } from '#contract/expected/holidays';
import type { CheckedInputOf } from '#contract/routes';
import type { SchedulesView } from '#contract/expected/schedules';
import type { Settings } from '#contract/records';
import type { LeaveSettingsView } from '#contract/leave/leave';
import { allowanceIn } from '#domain/leave/allowance-rule';
import type { Day } from '#domain/time/units';
import { RANGE_DAYS_MAX, addDays, yearOf } from '#domain/time/workplace-day';
import type { Context } from '../../platform/context.ts';
import { pick } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts';
import type { Session } from '../../platform/http/caller.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { readSettings, settingsPart } from '../settings/queries.ts';
import {
  assignSchedule,
  saveHolidays,
  saveLeaveSettings,
  saveSchedule,
  type PlansSender,
} from './commands.ts';
import { countryOfZone, holidayRegions, proposedHolidays, regionName } from './proposals.ts';
import { closedRanges, readStoredPlans, type StoredPlans } from './queries.ts';

type PlansInput = CheckedInputOf<'updateHolidays' | 'saveSchedule' | 'assignSchedule' | 'saveLeaveSettings'>;

export function expectedRoutes(context: Context) {
  const { database, clock } = context;
  const run = commandRunner(context);
  const todayOf = (settings: Settings): Day => calendarOf(settings).dayAt(clock.now()).day;
  const readView = <View>(
    reader: AuthenticatedReader,
    view: (
      plans: StoredPlans,
      shown: { version: number; today: Day },
      tx: Transaction,
    ) => Promise<View> | View,
  ) =>
    reader.inSnapshot({ settings: settingsPart }, async (tx, { settings }) =>
      view(await readStoredPlans(tx), { version: settings.version, today: todayOf(settings) }, tx),
    );

  const holidays = async (reader: AuthenticatedReader): Promise<HolidaysView | Refusal> => {
    const view = await readView(reader, async (plans, shown, tx) => ({
      ...shown,
      closed: await closedRanges(tx),
      ...pick(plans, ['region', 'holidays']),
      schedules: plans.schedules.map((one) => pick(one, ['id', 'name', 'holidays'])),
    }));
    return view instanceof Refusal ? view : { ...view, regionName: await regionName(view.region) };
  };
  const schedules = (reader: AuthenticatedReader): Promise<SchedulesView | Refusal> =>
    readView(reader, ({ schedules: all, assignments }, shown) => ({
      ...shown,
      schedules: all,
      people: [...assignments].map(([userId, its]) => ({ userId, assignments: its })),
    }));
  const leaveSettings = (reader: AuthenticatedReader): Promise<LeaveSettingsView | Refusal> =>
    readView(reader, ({ leaveKinds: kinds, allowances }, { version, today }) => ({
      version,
      kinds,
      allowance: allowanceIn(allowances, yearOf(today)),
    }));

  /** Runs the command. Returns the refusal, or undefined if the change is saved. */
  async function saveOrRefuse(
    { requestId, ...input }: PlansInput,
    session: Session,
    command: (sender: PlansSender) => ReturnType<typeof saveSchedule>,
  ): Promise<Refusal | undefined> {
    const saved = await run(session, requestId, input, (sender) =>
      command({ ...sender, version: input.version }),
    );
    if (saved.ok) return undefined;
    return 'fields' in saved && saved.fields ? refuseFields(saved.fields) : refuse(saved.code);
  }
  async function refuseDistantDay(from: Day): Promise<Refusal | undefined> {
    const today = todayOf(await readSettings(database.pool));
    return from < addDays(today, -RANGE_DAYS_MAX) || from > addDays(today, RANGE_DAYS_MAX)
      ? refuseFields({ from: say('refused.dayTooFar', { days: String(RANGE_DAYS_MAX) }) })
      : undefined;
  }

  return {
    holidays: ({ reader }) => holidays(reader()),

    updateHolidays: async ({ input, session, reader }) =>
      (await saveOrRefuse(input, session(), (sender) =>
        saveHolidays(database, sender, input, input.scheduleId),
      )) ?? holidays(reader()),

    holidayRegions: ({ input, reader }) =>
      reader().withSession(async () => ({
        regions: await holidayRegions(),
        proposed: input.timeZone === undefined ? '' : await countryOfZone(input.timeZone),
      })),

    holidayProposal: ({ input, reader }) =>
      reader().withSession(async () => ({ holidays: await proposedHolidays(input.region, input.year) })),

    leaveSettings: ({ reader }) => leaveSettings(reader()),

    saveLeaveSettings: async ({ input, session, reader }) =>
      (await saveOrRefuse(input, session(), (sender) => saveLeaveSettings(database, sender, input))) ??
      leaveSettings(reader()),

    schedules: ({ reader }) => schedules(reader()),

    saveSchedule: async ({ input, session, reader }) =>
      (await refuseDistantDay(input.schedule.from)) ??
      (await saveOrRefuse(input, session(), (sender) => saveSchedule(database, sender, input.schedule))) ??
      schedules(reader()),

    assignSchedule: async ({ input, session, reader }) =>
      (await refuseDistantDay(input.assignment.from)) ??
      (await saveOrRefuse(input, session(), (sender) =>
        assignSchedule(database, sender, input.assignment),
      )) ??
      schedules(reader()),
  } satisfies Partial<Handlers>;
}
