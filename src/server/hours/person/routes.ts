/** The list of people, and one person's recent hours and changes. */
import type { Day } from '#domain/time/units';
import { PERSON_VIEW_DAYS } from '#contract/people/employees';
import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import { addDays, weekOf, type DayRange, type FirstWeekday } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import {
  calendarOf,
  daysAround,
  isWithinDays,
  rangeAround,
  spanOf,
  toWireCalendar,
} from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { changesPart, cursorPart } from '../../ledger/queries.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import { leavePart, plansOf } from '../../workplace/expected/queries.ts';
import { employmentIn, employmentPart } from '../../people/employment/queries.ts';
import { allEmployees, personPart } from '../../people/employees/queries.ts';
import { leadsPart } from '../../people/leads/queries.ts';
import { closedPeriodsPart, personCorrectionsPart } from '../corrections/record-queries.ts';
import { openEntries, personEntriesPart } from '../time-entries/queries.ts';

function personViewRange(today: Day, firstWeekday?: FirstWeekday): DayRange {
  const [week, first] = [weekOf(today, firstWeekday), addDays(today, 1 - PERSON_VIEW_DAYS)];
  return { first: first < week.first ? first : week.first, last: week.last };
}

export function personRoutes(context: Context) {
  const { database, clock, seal } = context;
  return {
    employees: ({ reader }) => {
      const first = { cursor: cursorPart(seal), settings: context.settings.part() };
      return reader().inSnapshot(first, async (tx, { cursor, settings }) => {
        const now = clock.now();
        const { today } = daysAround(settings, now);
        return {
          cursor,
          now: toInstantText(now),
          calendar: toWireCalendar(settings, today, [today]),
          employees: await allEmployees(tx),
          openEntries: await openEntries(tx),
          nightShiftHours: settings.nightShiftHours,
        };
      });
    },

    person: async ({ input, reader }) => {
      const now = clock.now();
      // The settings, with the first weekday, are read only below. The default weekday can be used here:
      // it changes only the last day of the range, and no entry is in the future.
      const range = rangeAround(now, (day) => personViewRange(day));
      const span = spanOf(range.first, range.last);
      const found = await reader().read({
        settings: context.settings.part(),
        person: personPart(input.id),
        entries: personEntriesPart(input.id, span),
        corrections: personCorrectionsPart(input.id, span),
        closed: closedPeriodsPart(input.id, span),
        changes: changesPart(input.id, span),
        leave: leavePart(input.id, range),
        leads: leadsPart(input.id),
        employment: employmentPart(input.id),
      });
      if (found instanceof Refusal) return found;
      const { settings, person, entries, corrections, closed, changes, leave, leads, employment } = found;
      if (!person) return refuse('employee_not_found');
      const { today } = daysAround(settings, now);
      const { first, last } = personViewRange(today.day, settings.firstWeekday);
      const plans = { ...(await plansOf(database.pool, settings)), leave };
      const days = plannedDays(plans, input.id, calendarOf(settings).days(first, last));
      return {
        now: toInstantText(now),
        calendar: toWireCalendar(settings, today, days),
        settings,
        settingsLoaded: areSettingsStored(settings),
        ...person,
        employment: toWireEmployment(employmentIn(settings, employment)),
        entries: entries.filter((entry) => entry.clockOut === null || isWithinDays(entry, days)),
        corrections,
        closed,
        changes: changes.filter(({ at }) => toEpochMs(at) >= (days[0]?.start ?? now)),
        schedules: (plans.assignments.get(input.id) ?? []).map(({ from, scheduleId }) => ({
          from,
          name: plans.schedules.find(({ id }) => id === scheduleId)?.name ?? null,
        })),
        leads: [...leads],
        mailsBy: context.mailer.by,
      };
    },
  } satisfies Partial<Handlers>;
}
