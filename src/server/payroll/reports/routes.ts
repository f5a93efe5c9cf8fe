import { say } from '#texts/say';
import type { FastifyRequest } from 'fastify';
import { employeeReportResult, figuresVersion, teamReportResult } from '#contract/reports/result';
import type { CheckedInputOf } from '#contract/routes';
import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import { periodForFileName } from '#domain/report/periods';
import { withPage } from '#domain/report/team-report';
import type { Day, EpochMs } from '#domain/time/units';
import {
  plannedDays,
  createChangeDetector,
  NO_LEAVE,
  withAssignment,
  withHolidayList,
  withSchedule,
} from '#domain/expected/schedules';
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
import { personQueryPart, reportableEmployees, peopleOfRange } from './queries.ts';
import { teamPage } from './team-page.ts';
import { employmentIn } from '../../people/employment/queries.ts';
import {
  leavePart,
  plansOf,
  describeClosedPeriod,
  readStoredPlans,
} from '../../workplace/expected/queries.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { ScheduleEffect } from '#contract/expected/schedules';
import type { Settings } from '#contract/records';
import { compareNames } from '#domain/people/employee';
import { targetMinutes } from '#domain/period/payroll';
import { RANGE_DAYS_MAX, addDays } from '#domain/time/workplace-day';
import type { Queryable } from '../../platform/database/connection.ts';

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
        if (now === null) return refuse('invalid_input', { fields: { now: say('teamReport.startAgain') } });
        if (input.from === undefined) noteExport(session.user.id, input, request);
        return teamPage(tx, input, now, context.settings.fallback);
      }),

    reportFile: async ({ input, reader, request, reply }) => {
      const { kind, userId, startDate, endDate, figures, delimiter } = input;
      // Stop making the file when the connection closes.
      const stop = new AbortController();
      reply.raw.once('close', () => stop.abort());
      const report = await reportOf(reader(), input);
      if (report instanceof Refusal) return report;
      const isOfFuture = report.result.generatedAt > clock.now() + CLOCKS_APART_MS;
      if (isOfFuture || (figures !== undefined && figuresVersion(report.result) !== figures))
        return refuse('report_changed');
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

const PEOPLE_NAMED_MAX = 20;
/** People per turn of the event loop, so that punches never wait. */
const PEOPLE_PER_TURN = 20;

/** Finds people whose past days a change of schedules or holidays affects, and a closed period that forbids it. */
async function previewPlanChange(
  tx: Queryable,
  { schedule, assignment, holidays }: CheckedInputOf<'scheduleEffect'>,
  settings: Settings,
  now: EpochMs,
): Promise<ScheduleEffect> {
  const plans = await readStoredPlans(tx);
  const calendar = calendarOf(settings);
  const today = calendar.dayAt(now);
  const own = plans.schedules.find(({ id }) => id === holidays?.scheduleId);
  const change = schedule
    ? withSchedule(plans, schedule)
    : assignment
      ? withAssignment(plans, assignment)
      : withHolidayList(plans, holidays ?? plans, own);
  const earliest = addDays(today.day, -RANGE_DAYS_MAX);
  const first = change.from > earliest ? change.from : earliest;
  const days = first > today.day ? [] : calendar.days(first, today.day);
  const moved: ScheduleEffect['people'] = [];
  const isChanged = createChangeDetector(plans, change.plans, settings);
  const people = await peopleOfRange(
    tx,
    settings,
    { first: days[0]?.day ?? today.day, last: today.day },
    true,
  );
  const concerned = new Set(change.userIds ?? people.map(({ id }) => id));
  for (const [at, person] of people.filter(({ id }) => concerned.has(id)).entries()) {
    if (at % PEOPLE_PER_TURN === PEOPLE_PER_TURN - 1) await turn();
    if (!isChanged(person.id, days)) continue;
    const [before = 0, after = 0] = [plans, change.plans].map((of) =>
      targetMinutes(plannedDays({ ...of, leave: NO_LEAVE }, person.id, days), person, settings),
    );
    moved.push({ id: person.id, name: person.name, before, after });
  }
  return {
    closed: await describeClosedPeriod(tx, plans, change, settings),
    count: moved.length,
    people: moved.toSorted((one, other) => compareNames(one.name, other.name)).slice(0, PEOPLE_NAMED_MAX),
  };
}
