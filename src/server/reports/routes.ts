import type { Settings } from '#contract/records';
import type { CheckedInputOf } from '#contract/routes';
import { toEpochMs, toInstantText } from '#contract/wire';
import type { EpochMs } from '#domain/time';
import type { WorkplaceDay } from '#domain/workplace-day';
import { calendarOf, toWireCalendar } from '../calendars.ts';
import type { Context } from '../context.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse } from '../http/refusal.ts';
import { orByDefaults } from '../settings/loading.ts';
import { readSettings } from '../settings/queries.ts';
import { employeeReport, reportableEmployees, type EmployeeReportRecord } from './queries.ts';
import { teamPage } from './team-page.ts';

/** Reports show the state of an instant; they are not kept up live, so they need no place in the feed. */
const SNAPSHOT = 'REPEATABLE READ READ ONLY';

/** Milliseconds for which the pages of one report may follow its first. */
const REPORT_TAKES_AT_MOST = 3_600_000;
/** Milliseconds by which the clocks of two servers on one database may differ. */
const CLOCKS_APART = 5_000;

/** The instant all pages of one report are of: the first page's; null when it cannot be that. */
function instantOf(first: string | undefined, now: EpochMs): EpochMs | null {
  const instant = first === undefined ? now : toEpochMs(first);
  return instant <= now + CLOCKS_APART && instant >= now - REPORT_TAKES_AT_MOST ? instant : null;
}

export function reportRoutes(
  context: Context,
): Handlers<'reportEmployees' | 'employeeReport' | 'teamReport'> {
  const { database, clock } = context;
  /** Where the settings cannot be loaded, a report goes by the defaults, its tag by the hour (spec §9). */
  const inSnapshot = <Result>(read: (tx: Transaction, defaults: Settings | null) => Promise<Result>) =>
    orByDefaults(context, (defaults) => inTransaction(database, (tx) => read(tx, defaults), SNAPSHOT));

  /** The zone that the settings had the last time. */
  let knownZone = context.config.timeZone;

  /**
   * One statement, which is a snapshot by itself. It needs the days' bounds, and so the zone, and tells by the settings
   * it finds whether that was the right one; else it is asked again.
   */
  async function recordOf(
    { userId, includeFormer, startDate, endDate }: CheckedInputOf<'employeeReport'>,
    defaults: Settings | null,
  ): Promise<(EmployeeReportRecord & { readonly days: WorkplaceDay[] }) | null> {
    const zone = defaults?.timeZone ?? knownZone;
    const days = calendarOf(zone).days(startDate, endDate);
    const record = await employeeReport(
      database.pool,
      { userId, includeFormer: includeFormer === 'true' },
      { from: days[0]?.start ?? 0, to: days.at(-1)?.end ?? 0 },
      defaults,
    );
    if (!record || record.settings.timeZone === zone) return record && { ...record, days };
    knownZone = calendarOf(record.settings.timeZone).zone;
    return recordOf({ userId, includeFormer, startDate, endDate }, defaults);
  }

  return {
    reportEmployees: () =>
      inSnapshot(async (tx, defaults) => {
        const { timeZone } = defaults ?? (await readSettings(tx));
        return {
          today: calendarOf(timeZone).dayAt(clock.now()).day,
          employees: await reportableEmployees(tx),
        };
      }),

    employeeReport: ({ input }) =>
      orByDefaults(context, async (defaults) => {
        const found = await recordOf(input, defaults);
        if (!found) return refuse('report_unknown_employee');
        const { person, settings, entries, days } = found;
        const { id, name, email, employeeId, department, createdAt, leftAt } = person;
        const now = clock.now();
        return {
          now: toInstantText(now),
          calendar: toWireCalendar(settings.timeZone, calendarOf(settings.timeZone).dayAt(now), days),
          settings: defaults ? null : settings,
          employee: {
            id,
            name,
            email,
            employeeId,
            department,
            createdAt: toInstantText(createdAt),
            leftAt: leftAt === null ? null : toInstantText(leftAt),
          },
          entries,
        };
      }),

    teamReport: async ({ input }) => {
      const now = instantOf(input.now, clock.now());
      if (now === null)
        return refuse('invalid_input', { fields: { now: 'This report has to be begun anew' } });
      return inSnapshot((tx, defaults) =>
        teamPage(tx, {
          startDate: input.startDate,
          endDate: input.endDate,
          rules: input.rules,
          includeFormer: input.includeFormer === 'true',
          from: input.from ?? input.startDate,
          now,
          defaults,
        }),
      );
    },
  };
}
