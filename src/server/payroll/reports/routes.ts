import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import type { EpochMs } from '#domain/time/units';
import { plannedDays } from '#domain/expected/schedules';
import { calendarOf, isWithinDays, timeContextAt, spanOf, toWireCalendar } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import { toExportEvent } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import { closedPeriodsPart, personCorrectionsPart } from '../../hours/corrections/record-queries.ts';
import { withLeftOpenMarks, entriesPart } from '../../hours/time-entries/queries.ts';
import { previewPlanChange } from './preview-plan-change.ts';
import { personQueryPart, reportableEmployees } from './queries.ts';
import { teamPage } from './team-page.ts';
import { employmentIn } from '../../people/employment/queries.ts';
import { leavePart, plansOf } from '../../workplace/expected/queries.ts';

/** All pages of a report must be requested within this time (an hour) of the first page. */
const REPORT_DURATION_MAX_MS = 3_600_000;
/** Milliseconds by which two servers' clocks may differ. */
const CLOCKS_APART_MS = 5_000;

function instantOf(first: string | undefined, now: EpochMs): EpochMs | null {
  const instant = first === undefined ? now : toEpochMs(first);
  return instant <= now + CLOCKS_APART_MS && instant >= now - REPORT_DURATION_MAX_MS ? instant : null;
}

export function reportRoutes(context: Context) {
  const { clock } = context;
  return {
    reportEmployees: ({ reader }) =>
      reader().inSnapshot({ settings: context.settings.part() }, async (tx, { settings }) => ({
        today: calendarOf(settings).dayAt(clock.now()).day,
        employees: await reportableEmployees(tx),
      })),

    employeeReport: async ({ input, reader }) => {
      const found = await reader().read({
        settings: context.settings.part(),
        person: personQueryPart(input.userId, input.includeFormer === 'true'),
        entries: entriesPart(input.userId, spanOf(input.startDate, input.endDate)),
        corrections: personCorrectionsPart(input.userId, spanOf(input.startDate, input.endDate)),
        closed: closedPeriodsPart(input.userId, spanOf(input.startDate, input.endDate), clock.now()),
        leave: leavePart(input.userId, { first: input.startDate, last: input.endDate }),
      });
      if (found instanceof Refusal) return found;
      const { settings, person, entries, corrections, closed, leave } = found;
      if (!person) return refuse('report_unknown_employee');
      const now = clock.now();
      const calendar = calendarOf(settings);
      const plans = { ...(await plansOf(context.database.pool, settings)), leave };
      const days = plannedDays(plans, input.userId, calendar.days(input.startDate, input.endDate));
      const { payrollNumber: _, employment, leftAt, ...employee } = person;
      return {
        now: toInstantText(now),
        calendar: toWireCalendar(settings, calendar.dayAt(now), days),
        settings: areSettingsStored(settings) ? settings : null,
        employee: {
          ...employee,
          employment: toWireEmployment(employmentIn(settings, employment)),
        },
        entries: withLeftOpenMarks(
          entries.filter((entry) => isWithinDays(entry, days)),
          { isActive: leftAt === null },
          timeContextAt(settings, now),
        ),
        corrections,
        closed,
      };
    },

    teamReport: ({ input, reader, request }) =>
      reader().inSnapshot({}, async (tx, { session }) => {
        const now = instantOf(input.now, clock.now());
        if (now === null) return refuse('invalid_input', { fields: { now: 'Start this report again' } });
        // Browsers make the files from these pages, so note the export when the first page is loaded.
        const detail = `Report, ${input.startDate} to ${input.endDate}`;
        if (input.from === undefined) context.security.note(toExportEvent(session.user.id, detail, request));
        return teamPage(tx, input, now, context.settings.fallback);
      }),

    scheduleEffect: ({ input, reader }) =>
      reader().inSnapshot({ settings: context.settings.part() }, (tx, { settings }) =>
        previewPlanChange(tx, input, settings, clock.now()),
      ),
  } satisfies Partial<Handlers>;
}
