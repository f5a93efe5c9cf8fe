import { toInstantText } from '#contract/wire';
import { calendarOf, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse } from '../http/refusal.ts';
import { readSettings } from '../settings/queries.ts';
import { entriesOf } from '../time-entries/queries.ts';
import { reportableEmployees, reportPerson } from './queries.ts';
import { teamPage } from './team-page.ts';

/** Reports show the state of an instant; they are not kept up live, so they need no place in the feed. */
const SNAPSHOT = 'REPEATABLE READ READ ONLY';

export const reportRoutes = ({
  database,
  clock,
}: Context): Handlers<'reportEmployees' | 'employeeReport' | 'teamReport'> => ({
  reportEmployees: () =>
    inTransaction(
      database,
      async (tx) => {
        const { timeZone } = await readSettings(tx);
        return {
          today: calendarOf(timeZone).dayAt(clock.now()).day,
          employees: await reportableEmployees(tx),
        };
      },
      SNAPSHOT,
    ),

  employeeReport: ({ input }) =>
    inTransaction(
      database,
      async (tx) => {
        const person = await reportPerson(tx, input.userId, input.includeFormer === 'true');
        if (!person) return refuse('report_unknown_employee');
        const now = clock.now();
        const settings = await readSettings(tx);
        const calendar = calendarOf(settings.timeZone);
        const days = calendar.days(input.startDate, input.endDate);
        const { id, name, email, employeeId, department, createdAt, leftAt } = person;
        return {
          now: toInstantText(now),
          calendar: toWireCalendar(settings.timeZone, calendar.dayAt(now), days),
          settings,
          employee: {
            id,
            name,
            email,
            employeeId,
            department,
            createdAt: toInstantText(createdAt),
            leftAt: leftAt === null ? null : toInstantText(leftAt),
          },
          entries: await entriesOf(tx, id, days[0]?.start ?? 0, days.at(-1)?.end ?? 0),
        };
      },
      SNAPSHOT,
    ),

  teamReport: ({ input }) =>
    inTransaction(
      database,
      (tx) =>
        teamPage(tx, {
          startDate: input.startDate,
          endDate: input.endDate,
          rules: input.rules,
          includeFormer: input.includeFormer === 'true',
          from: input.from ?? input.startDate,
          now: clock.now(),
        }),
      SNAPSHOT,
    ),
});
