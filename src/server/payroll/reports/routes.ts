import type { FastifyRequest } from 'fastify';
import { employeeReportResult, figuresVersion, teamReportResult } from '#contract/reports/result';
import type { CheckedInputOf } from '#contract/routes';
import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import { periodForFileName } from '#domain/report/periods';
import { withPage } from '#domain/report/team-report';
import type { Day, EpochMs } from '#domain/time/units';
import { plannedDays } from '#domain/expected/schedules';
import { calendarOf, isWithinDays, timeContextAt, spanOf, toWireCalendar } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import { toExportEvent } from '../../platform/http/caller.ts';
import { createKeyedMutex } from '../../platform/async/coalesce.ts';
import type { AuthenticatedReader } from '../../platform/http/authenticated-reader.ts';
import { FileAnswer, type Handlers } from '../../platform/http/handlers.ts';
import { FILE_TYPE, makeReportFile } from './files/report-files.ts';
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

type FileQuery = CheckedInputOf<'reportFile'>;

export function reportRoutes(context: Context) {
  const { clock } = context;
  const fileMutex = createKeyedMutex();
  /** Whoever reads everybody's figures can keep them, as whoever makes a file. */
  const noteExport = (
    userId: string | undefined,
    of: Pick<FileQuery, 'startDate' | 'endDate'>,
    by: FastifyRequest,
  ) => context.security.note(toExportEvent(userId, `Report, ${of.startDate} to ${of.endDate}`, by));

  /** The report as it was at `generatedAt`, but for what changed since. */
  async function reportOf(reader: AuthenticatedReader, { userId, generatedAt, ...input }: FileQuery) {
    const now = generatedAt === undefined ? clock.now() : toEpochMs(generatedAt);
    const request = { ...input, includeFormer: input.includeFormer === 'true' };
    if (userId !== undefined) {
      const found = await employeeView(context, reader, { ...input, userId }, now);
      if (found instanceof Refusal) return found;
      return { result: employeeReportResult(found.view, request, ''), settings: found.settings };
    }
    return reader.inSnapshot({ settings: context.settings.part() }, async (tx, { settings }) => {
      const pageFrom = (from: Day) => teamPage(tx, { ...input, from }, now, context.settings.fallback);
      const first = await pageFrom(input.startDate);
      let { rows, next } = first;
      while (next !== null) {
        const page = await pageFrom(next);
        rows = withPage(rows, page.rows);
        ({ next } = page);
      }
      return { result: teamReportResult(rows, first, request, ''), settings };
    });
  }

  return {
    reportEmployees: ({ reader }) =>
      reader().inSnapshot({ settings: context.settings.part() }, async (tx, { settings }) => ({
        today: calendarOf(settings).dayAt(clock.now()).day,
        employees: await reportableEmployees(tx),
      })),

    employeeReport: async ({ input, reader }) => {
      const found = await employeeView(context, reader(), input, clock.now());
      return found instanceof Refusal ? found : found.view;
    },

    teamReport: ({ input, reader, request }) =>
      reader().inSnapshot({}, async (tx, { session }) => {
        const now = instantOf(input.now, clock.now());
        if (now === null) return refuse('invalid_input', { fields: { now: 'Start this report again' } });
        if (input.from === undefined) noteExport(session.user.id, input, request);
        return teamPage(tx, input, now, context.settings.fallback);
      }),

    reportFile: async ({ input, reader, request, reply }) => {
      const { kind, userId, startDate, endDate, figures, delimiter } = input;
      const report = await reportOf(reader(), input);
      if (report instanceof Refusal) return report;
      const isOfFuture = report.result.generatedAt > clock.now() + CLOCKS_APART_MS;
      if (isOfFuture || (figures !== undefined && figuresVersion(report.result) !== figures))
        return refuse('report_changed');
      // Stop making the file when the connection closes.
      const stop = new AbortController();
      reply.raw.once('close', () => stop.abort());
      const order = { column: input.sort, descending: input.descending === 'true' };
      const bytes = await fileMutex('file', () => {
        stop.signal.throwIfAborted();
        return makeReportFile(kind, report.result, {
          settings: report.settings,
          delimiter,
          order,
          signal: stop.signal,
        });
      });
      if (userId === undefined) noteExport(reader().session?.user.id, input, request);
      const period = periodForFileName({ first: startDate, last: endDate });
      return new FileAnswer(bytes, FILE_TYPE[kind], `report_${period}.${kind}`);
    },

    scheduleEffect: ({ input, reader }) =>
      reader().inSnapshot({ settings: context.settings.part() }, (tx, { settings }) =>
        previewPlanChange(tx, input, settings, clock.now()),
      ),
  } satisfies Partial<Handlers>;
}

async function employeeView(
  context: Context,
  reader: AuthenticatedReader,
  input: CheckedInputOf<'employeeReport'>,
  now: EpochMs,
) {
  const found = await reader.read({
    settings: context.settings.part(),
    person: personQueryPart(input.userId, input.includeFormer === 'true'),
    entries: entriesPart(input.userId, spanOf(input.startDate, input.endDate)),
    corrections: personCorrectionsPart(input.userId, spanOf(input.startDate, input.endDate)),
    closed: closedPeriodsPart(input.userId, spanOf(input.startDate, input.endDate), now),
    leave: leavePart(input.userId, { first: input.startDate, last: input.endDate }),
  });
  if (found instanceof Refusal) return found;
  const { settings, person, entries, corrections, closed, leave } = found;
  if (!person) return refuse('report_unknown_employee');
  const calendar = calendarOf(settings);
  const plans = { ...(await plansOf(context.database.pool, settings)), leave };
  const days = plannedDays(plans, input.userId, calendar.days(input.startDate, input.endDate));
  const { payrollNumber: _, employment, leftAt, ...employee } = person;
  const view = {
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
  return { view, settings };
}
