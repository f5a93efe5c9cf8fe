import { toDomainEntry, toInstantText } from '#contract/wire';
import { leftOpenBy } from '#domain/closing';
import { leavingSuggestions, USUAL_LEAVING_DAYS } from '#domain/forgotten-clock-out';
import { addDays } from '#domain/workplace-day';
import { calendarOf, presentOf, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { orByDefaults } from '../settings/loading.ts';
import { settingsPart } from '../settings/queries.ts';
import { entriesPage } from './list-queries.ts';
import { ownEntriesPart } from './queries.ts';

/** What the clock asks somebody who did not clock out. */
export const forgottenRoutes = (context: Context): Handlers<'forgottenClockOut'> => ({
  forgottenClockOut: ({ asker }) =>
    orByDefaults(context, (defaults) => {
      const now = context.clock.now();
      const first = { settings: settingsPart(defaults), open: ownEntriesPart({ from: now, to: now }) };
      return asker().inSnapshot(first, async (tx, { session, settings, open }) => {
        const calendar = calendarOf(settings);
        const present = presentOf(settings, now);
        const forgotten = open.findLast((one) => leftOpenBy({ isActive: true }, toDomainEntry(one), present));
        if (!forgotten) return { forgotten: null };
        const entry = toDomainEntry(forgotten);
        const { day } = calendar.dayAt(entry.clockIn);
        const days = calendar.days(addDays(day, -USUAL_LEAVING_DAYS), addDays(day, 1));
        const { found } = await entriesPage(tx, {
          limit: undefined,
          before: undefined,
          userId: session.user.id,
          from: days[0]?.start,
          to: entry.clockIn,
        });
        const { shiftEnd, usual } = leavingSuggestions({
          entry,
          history: found.map((one) => toDomainEntry(one.entry)),
          days,
          settings,
          now,
        });
        return {
          forgotten: {
            entry: forgotten,
            day,
            calendar: toWireCalendar(settings, present.today, days.slice(-2)),
            suggestions: {
              shiftEnd: shiftEnd === null ? null : toInstantText(shiftEnd),
              usual: usual === null ? null : toInstantText(usual),
            },
          },
        };
      });
    }),
});
