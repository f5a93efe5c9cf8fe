/** The list of people, and one person's recent hours and changes. */
import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import { dayContaining, monthOf, rangeAcross } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import { calendarOf, daysAround, rangeAround, spanOf, toWireCalendar } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { changesPart, cursorPart } from '../../ledger/queries.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import { leavePart, plansOf } from '../../workplace/expected/queries.ts';
import { employmentIn, employmentPart } from '../../people/employment/queries.ts';
import { allEmployees, personPart } from '../../people/employees/queries.ts';
import { leadsPart } from '../../people/leads/queries.ts';
import { closedPeriodsPart, personCorrectionsAndOpenPart } from '../corrections/record-queries.ts';
import { openEntries, personEntriesPart } from '../time-entries/queries.ts';

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
      const present = rangeAround(now);
      const month = input.month === undefined ? present : monthOf(`${input.month}-01`);
      const range = rangeAcross([present.first, present.last, month.first, month.last]);
      const span = spanOf(range.first, range.last);
      const found = await reader().read({
        settings: context.settings.part(),
        person: personPart(input.id),
        entries: personEntriesPart(input.id, span),
        corrections: personCorrectionsAndOpenPart(input.id, span),
        closed: closedPeriodsPart(input.id, span),
        changes: changesPart(input.id, span),
        leave: leavePart(input.id, range),
        leads: leadsPart(input.id),
        employment: employmentPart(input.id),
      });
      if (found instanceof Refusal) return found;
      const { settings, person, entries, corrections, closed, changes, leave, leads, employment } = found;
      if (!person) return refuse('employee_not_found');
      const { today, days: around } = daysAround(settings, now, settings.firstWeekday);
      const asked = month === present ? [] : calendarOf(settings).days(month.first, month.last);
      const dates = [...new Map([...around, ...asked].map((one) => [one.day, one])).values()];
      const plans = { ...(await plansOf(database.pool, settings)), leave };
      const days = plannedDays(
        plans,
        input.id,
        dates.toSorted((one, other) => one.start - other.start),
      );
      const isShown = (at: string) => dayContaining(toEpochMs(at), days) !== undefined;
      return {
        now: toInstantText(now),
        calendar: toWireCalendar(settings, today, days),
        settings,
        settingsLoaded: areSettingsStored(settings),
        ...person,
        employment: toWireEmployment(employmentIn(settings, employment)),
        entries: entries.filter(({ clockIn, clockOut }) => clockOut === null || isShown(clockIn)),
        corrections,
        closed,
        changes: changes.filter(({ at }) => isShown(at)),
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
