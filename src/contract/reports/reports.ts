/** Reports. The forms' messages are specified (spec §5). */
import { say } from '#texts/say';
import * as z from 'zod/mini';
import { ClosedPeriods, Correction } from '../corrections/corrections.ts';
import { enteredDay, rangeChecks } from '../days.ts';
import { TEAM_COLUMNS } from '#domain/report/team-report';
import { Calendar, DayText, Employment, Id, Instant, Settings, TimeEntry, User } from '../records.ts';

const range = {
  startDate: enteredDay('field.startDate'),
  endDate: enteredDay('field.endDate'),
};
const checks = rangeChecks('startDate', 'endDate');

const rules = z._default(z.enum(['standard', 'settings']), 'standard');
/** Text instead of a boolean, since values in a URL are texts. */
const includeFormer = z._default(z.enum(['true', 'false']), 'false');

export const ReportRange = z.strictObject(range).check(...checks);

/** Date-range form (spec §3, §5). */
export const ReportForm = z
  .strictObject({ userId: z.uuid({ error: () => say('field.selectEmployee') }), ...range })
  .check(...checks);

export const EmployeeReportQuery = z.strictObject({ ...ReportForm.shape, includeFormer }).check(...checks);

/** For a further page, `from` is the `next` of the previous page, and `now` is the `now` of the first page. */
export const TeamReportQuery = z
  .strictObject({
    ...range,
    rules,
    includeFormer,
    from: z.optional(enteredDay()),
    now: z.optional(Instant),
  })
  .check(
    ...checks,
    z.refine<{ startDate: string; endDate: string; from?: string | undefined }>(
      (dates) => dates.from === undefined || (dates.from >= dates.startDate && dates.from <= dates.endDate),
      {
        error: () => say('field.dateOutOfRange'),
        path: ['from'],
      },
    ),
  );

export const REPORT_FILE_KINDS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFileKind = (typeof REPORT_FILE_KINDS)[number];

/** Without `userId`, the file of the report over all. A file of other figures than `figures` is refused. */
export const ReportFileQuery = z
  .strictObject({
    kind: z.enum(REPORT_FILE_KINDS),
    userId: z.optional(z.uuid()),
    ...range,
    rules,
    includeFormer,
    /** When the report was generated: its running entries count until then. */
    generatedAt: z.optional(Instant),
    /** `figuresVersion` of the report. */
    figures: z.optional(z.string().check(z.regex(/^[0-9a-f]{1,8}$/))),
    delimiter: z._default(z.enum([',', ';']), ','),
    sort: z._default(z.enum(TEAM_COLUMNS), 'name'),
    descending: z._default(z.enum(['true', 'false']), 'false'),
  })
  .check(...checks);

/** A person offered by the form: active, with role employee (spec §5). */
export const ReportEmployee = z.pick(User, { id: true, name: true, email: true, employeeId: true });
export type ReportEmployee = z.infer<typeof ReportEmployee>;

export const ReportEmployees = z.strictObject({ today: DayText, employees: z.array(ReportEmployee) });

/** Data for `#domain/report`. `calendar.days` are the days of the requested range. */
export const EmployeeReportView = z.strictObject({
  now: Instant,
  calendar: Calendar,
  /** Null if the settings cannot be loaded. Then clock-ins from 10:00 on are tagged 'Late' (spec §9). */
  settings: z.nullable(Settings),
  employee: z.extend(ReportEmployee, { department: z.string(), employment: Employment }),
  entries: z.array(TimeEntry),
  corrections: z.array(Correction),
  closed: ClosedPeriods,
});
export type EmployeeReportView = z.infer<typeof EmployeeReportView>;

/** Minutes are not rounded, so that sums are exact. */
export const TeamReportRow = z.strictObject({
  userId: Id,
  name: z.string(),
  employeeId: z.string(),
  department: z.string(),
  leftAt: z.nullable(Instant),
  isRunning: z.boolean(),
  isEndMissing: z.boolean(),
  totalMinutes: z.number(),
  lateArrivals: z.int(),
  absences: z.int(),
  overtimeMinutes: z.number(),
  breakMinutes: z.number(),
});

/** Request pages until `next` is null. Pages with different `basis` (settings version) cannot be added up. */
export const TeamReportPage = z.strictObject({
  now: Instant,
  timeZone: z.string(),
  basis: z.int(),
  next: z.nullable(DayText),
  rows: z.array(TeamReportRow),
  /** True if today is in the range, and somebody is expected to work today. */
  includesToday: z.boolean(),
  hasHolidays: z.boolean(),
  hasSchedules: z.boolean(),
  ruleText: z.strictObject({
    hours: z.string(),
    late: z.string(),
    absences: z.string(),
    overtime: z.string(),
    tag: z.string(),
  }),
});
export type TeamReportPage = z.infer<typeof TeamReportPage>;
