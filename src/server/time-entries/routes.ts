import { daysAround, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { inSnapshot } from '../ledger/snapshot.ts';
import { orByDefaults } from '../settings/loading.ts';
import { readSettings } from '../settings/queries.ts';
import { toInstantText } from '#contract/wire';
import { entriesAndOpenOneOf } from './queries.ts';

/** The employee's own clock (spec §4). */
export function clockRoutes(context: Context): Handlers<'clock'> {
  const { config, clock } = context;
  return {
    clock: ({ session }) =>
      orByDefaults(context, (defaults) =>
        inSnapshot(context, session().user, async (tx, cursor) => {
          const now = clock.now();
          const settings = defaults ?? (await readSettings(tx));
          const { today, days } = daysAround(settings.timeZone, now);
          const from = days[0]?.start ?? today.start;
          const to = days.at(-1)?.end ?? today.end;
          const entries = await entriesAndOpenOneOf(tx, session().user.id, from, to);
          const view = {
            cursor,
            now: toInstantText(now),
            calendar: toWireCalendar(settings.timeZone, today, days),
            settings,
            settingsLoaded: defaults === null,
            entries,
          };
          return config.ipLookupUrl === null ? view : { ...view, ipLookupUrl: config.ipLookupUrl };
        }),
      ),
  };
}
