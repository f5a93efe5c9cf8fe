import { toInstantText } from '#contract/wire';
import { NOTIFICATION_HOURS } from '#domain/monitoring';
import { isRecordAhead } from '#domain/server-clock';
import { MS_PER_HOUR } from '#domain/time';
import { addDays } from '#domain/workplace-day';
import { countNotifications, notificationsSince } from '../activity/queries.ts';
import { calendarOf, daysAround, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import { formerWithOpenEntry, monitoredEmployees } from '../employees/queries.ts';
import type { Handlers } from '../http/handlers.ts';
import { newestRecord } from '../ledger/queries.ts';
import { inSnapshot } from '../ledger/snapshot.ts';
import { orByDefaults } from '../settings/loading.ts';
import { readSettings } from '../settings/queries.ts';
import { monitoredEntries } from '../time-entries/queries.ts';

/** The screen shows 10 (spec §9); the whole feed has a route of its own. */
const NOTIFICATIONS_AT_MOST = 50;

/** All the monitoring tab stands on, of one instant; `#domain/monitoring` makes the board from it. */
export const monitoringRoutes = (context: Context): Handlers<'monitoring'> => ({
  monitoring: ({ session }) =>
    orByDefaults(context, (defaults) =>
      inSnapshot(context, session().user, async (tx, cursor) => {
        const now = context.clock.now();
        const settings = defaults ?? (await readSettings(tx));
        const { today, days } = daysAround(settings.timeZone, now);
        const newest = await newestRecord(tx);
        const dayAgo = now - NOTIFICATION_HOURS * MS_PER_HOUR;
        return {
          cursor,
          now: toInstantText(now),
          calendar: toWireCalendar(settings.timeZone, today, days),
          settings,
          settingsLoaded: defaults === null,
          employees: await monitoredEmployees(tx),
          former: await formerWithOpenEntry(tx),
          entries: await monitoredEntries(
            tx,
            today.start,
            calendarOf(settings.timeZone).day(addDays(today.day, -1)).start,
          ),
          notifications: await notificationsSince(tx, dayAgo, NOTIFICATIONS_AT_MOST),
          ...(isRecordAhead(newest, now) ? { recordsUntil: toInstantText(newest) } : {}),
          ...(await countNotifications(tx, today.start, dayAgo)),
        };
      }),
    ),
});
