/** The list of people, and one person's recent hours and changes. */
import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import { dayContaining, rangeAcross } from '#domain/time/workplace-day';
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

    person: async ({ input: { id, first, last }, reader }) => {
      const now = clock.now();
      const present = rangeAround(now);
      const other = first === undefined || last === undefined ? null : { first, last };
      const range = rangeAcross([present.first, present.last, first ?? present.first, last ?? present.last]);
      const span = spanOf(range.first, range.last);
      const found = await reader().read({
        settings: context.settings.part(),
        person: personPart(id),
        entries: personEntriesPart(id, span),
        corrections: personCorrectionsAndOpenPart(id, span),
        closed: closedPeriodsPart(id, span),
        changes: changesPart(id, span),
        leave: leavePart(id, range),
        leads: leadsPart(id),
        employment: employmentPart(id),
      });
      if (found instanceof Refusal) return found;
      const { settings, person, entries, corrections, closed, changes, leave, leads, employment } = found;
      if (!person) return refuse('employee_not_found');
      const { today, days: around } = daysAround(settings, now, settings.firstWeekday);
      const asked = other ? calendarOf(settings).days(other.first, other.last) : [];
      const dates = [...new Map([...around, ...asked].map((one) => [one.day, one])).values()];
      const plans = { ...(await plansOf(database.pool, settings)), leave };
      const days = plannedDays(
        plans,
        id,
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
        schedules: (plans.assignments.get(id) ?? []).map(({ from, scheduleId }) => ({
          from,
          name: plans.schedules.find(({ id }) => id === scheduleId)?.name ?? null,
        })),
        leads: [...leads],
        mailsBy: context.mailer.by,
      };
    },
  } satisfies Partial<Handlers>;
}
