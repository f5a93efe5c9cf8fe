import { daysAround, isOfDays, spanAround, toWireCalendar } from '../../workplace/calendars.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { cursorPart } from '../../record/ledger/queries.ts';
import { ownReminderPart } from '../reminders/queries.ts';
import { orByDefaults } from '../../workplace/settings/loading.ts';
import { settingsPart } from '../../workplace/settings/queries.ts';
import { toInstantText } from '#contract/wire';
import { MS_PER_HOUR } from '#domain/time/units';
import { ownCorrectionsPart } from './correction-queries.ts';
import { ownEntriesPart } from './queries.ts';

/** Whoever comes back from a holiday still learns what was refused meanwhile. */
const REFUSALS_TOLD_MS = 31 * 24 * MS_PER_HOUR;

/** The employee's own clock (spec §4). */
export function clockRoutes(context: Context): Handlers<'clock'> {
  const { config, clock, seal } = context;
  return {
    clock: ({ asker }) =>
      orByDefaults(context, async (defaults) => {
        const now = clock.now();
        const found = await asker().read({
          cursor: cursorPart(seal),
          settings: settingsPart(defaults),
          entries: ownEntriesPart(spanAround(now)),
          corrections: ownCorrectionsPart(spanAround(now), now - REFUSALS_TOLD_MS),
          remindedOf: ownReminderPart,
        });
        if (found instanceof Refusal) return found;
        const { cursor, settings, entries, corrections, remindedOf } = found;
        const { today, days } = daysAround(settings, now, settings.firstWeekday);
        const view = {
          cursor,
          now: toInstantText(now),
          calendar: toWireCalendar(settings, today, days),
          settings,
          settingsLoaded: defaults === null,
          entries: entries.filter((entry) => entry.clockOut === null || isOfDays(entry, days)),
          corrections,
          remindedOf,
        };
        return config.ipLookupUrl === null ? view : { ...view, ipLookupUrl: config.ipLookupUrl };
      }),
  };
}
