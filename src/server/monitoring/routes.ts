import { toInstantText } from '#contract/wire';
import { MS_PER_HOUR } from '#domain/time';
import { countAlerts, notificationsSince } from '../activity/queries.ts';
import { daysAround, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import { monitoredEmployees } from '../employees/queries.ts';
import type { Handlers } from '../http/handlers.ts';
import { inSnapshot } from '../live/snapshot.ts';
import { readSettings } from '../settings/queries.ts';
import { monitoredEntries } from '../time-entries/queries.ts';

/** More than a day's rush of a large office; the screen shows 10 (spec §9). */
const NOTIFICATIONS_AT_MOST = 200;

/** All the monitoring tab stands on, of one instant; `#domain/monitoring` makes the board from it. */
export const monitoringRoutes = ({ database, clock }: Context): Handlers<'monitoring'> => ({
  monitoring: () => inSnapshot(database, async (tx, cursor) => {
    const now = clock.now();
    const settings = await readSettings(tx);
    const { today, days } = daysAround(settings.timeZone, now);
    return {
      cursor,
      now: toInstantText(now),
      calendar: toWireCalendar(settings.timeZone, today, days),
      settings,
      employees: await monitoredEmployees(tx),
      entries: await monitoredEntries(tx, today.start),
      notifications: await notificationsSince(tx, now - 24 * MS_PER_HOUR, NOTIFICATIONS_AT_MOST),
      alertsToday: await countAlerts(tx, today.start),
    };
  }),
});
