import type { HolidaysView } from '#contract/holidays';
import type { Context } from '../../context.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { idempotencyKeyOf } from '../../platform/idempotency/queries.ts';
import { calendarOf } from '../calendars.ts';
import { settingsPart } from '../settings/queries.ts';
import { saveHolidays } from './commands.ts';
import { holidayRegions, proposedHolidays } from './proposals.ts';
import { closedRanges, readPlans } from './queries.ts';

export function holidayRoutes(context: Context) {
  const { database, clock, wake } = context;
  const view = (reader: AuthenticatedReader): Promise<HolidaysView | Refusal> =>
    reader.inSnapshot({ settings: settingsPart }, async (tx, { settings }) => {
      const { region, holidays } = await readPlans(tx);
      return {
        version: settings.version,
        today: calendarOf(settings).dayAt(clock.now()).day,
        closed: await closedRanges(tx),
        region,
        holidays,
      };
    });
  return {
    holidays: ({ reader }) => view(reader()),

    updateHolidays: async ({ input, session, reader }) => {
      const { requestId, version, region, holidays } = input;
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { version, region, holidays });
      const saved = await once(database, key, () =>
        saveHolidays(database, { at: clock.now(), actor, version, key }, { region, holidays }),
      );
      if (!saved.ok)
        return 'fields' in saved && saved.fields ? refuseFields(saved.fields) : refuse(saved.code);
      wake();
      return view(reader());
    },

    holidayRegions: async ({ reader }) => {
      const proved = await reader().prove();
      return proved instanceof Refusal ? proved : { regions: await holidayRegions() };
    },

    holidayProposal: async ({ input, reader }) => {
      const proved = await reader().prove();
      return proved instanceof Refusal
        ? proved
        : { holidays: await proposedHolidays(input.region, input.year) };
    },
  } satisfies Partial<Handlers>;
}
