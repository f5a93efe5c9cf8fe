import type { HolidaysView } from '#contract/holidays';
import { formatDate } from '#domain/time/format';
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
import { closedRanges, readHolidays } from './queries.ts';

export function holidayRoutes(context: Context) {
  const { database, clock, wake } = context;
  const view = (reader: AuthenticatedReader): Promise<HolidaysView | Refusal> =>
    reader.inSnapshot({ settings: settingsPart }, async (tx, { settings }) => ({
      version: settings.version,
      today: calendarOf(settings).dayAt(clock.now()).day,
      closed: await closedRanges(tx),
      ...(await readHolidays(tx)),
    }));
  return {
    holidays: ({ reader }) => view(reader()),

    updateHolidays: async ({ input, session, reader }) => {
      const { requestId, version, region, holidays } = input;
      const actor = session().user.id;
      const key = idempotencyKeyOf(actor, requestId, { version, region, holidays });
      const saved = await once(database, key, () =>
        saveHolidays(database, clock.now(), actor, version, { region, holidays }, key),
      );
      if (!saved.ok)
        return 'settled' in saved
          ? refuseFields({
              holidays: `${formatDate(saved.settled, 'UTC')} is in a closed pay period. Reopen it first`,
            })
          : refuse(saved.code);
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
