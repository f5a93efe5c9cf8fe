/** Reports. The forms' messages are specified (spec §5). */
import * as z from 'zod/mini';
import { LATEST_REPORT_DAY, EARLIEST_REPORT_DAY, REPORT_DAYS_AT_MOST } from '#domain/report/report';
import { addDays, isDay } from '#domain/time/workplace-day';
import { ClosedPeriods, Correction } from './corrections.ts';
import { text } from './fields.ts';
import { Calendar, DayText, Employment, Id, Instant, Settings, TimeEntry, User } from './records.ts';

interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

/** Refuses dates that do not exist, such as 30 February. @param missing error if no date is given */
const day = (missing: string) =>
  text(missing).check(
    z.regex(/^\d{4}-\d\d-\d\d$/, { error: missing, abort: true }),
    z.refine<string>(isDay, { error: 'This date does not exist', abort: true }),
    z.refine<string>((sent) => sent >= EARLIEST_REPORT_DAY && sent <= LATEST_REPORT_DAY, {
      error: 'This date is out of range',
      abort: true,
    }),
  );

const range = {
  startDate: day('Enter a start date'),
  endDate: day('Enter an end date'),
};
const datesInOrder = z.refine<Range>((dates) => dates.startDate <= dates.endDate, {
  error: 'Start date must be before or equal to end date',
  path: ['endDate'],
  abort: true,
});
const rangeNotTooLong = z.refine<Range>(
  (dates) => dates.endDate < addDays(dates.startDate, REPORT_DAYS_AT_MOST),
  {
    error: `A report covers at most ${REPORT_DAYS_AT_MOST} days`,
    path: ['endDate'],
  },
);

const rules = z._default(z.enum(['standard', 'settings']), 'standard');
/** Text instead of a boolean, since values in a URL are texts. */
const includeFormer = z._default(z.enum(['true', 'false']), 'false');

export const ReportRange = z.strictObject(range).check(datesInOrder, rangeNotTooLong);

/** Date-range form (spec §3, §5). */
export const ReportForm = z
  .strictObject({ userId: z.uuid({ error: 'Please select an employee' }), ...range })
  .check(datesInOrder, rangeNotTooLong);

export const EmployeeReportQuery = z
  .strictObject({ ...ReportForm.shape, includeFormer })
  .check(datesInOrder, rangeNotTooLong);

/** For a further page, `from` is the `next` of the previous page, and `now` is the `now` of the first page. */
export const TeamReportQuery = z
  .strictObject({
    ...range,
    rules,
    includeFormer,
    from: z.optional(day('Enter a start date')),
    now: z.optional(Instant),
  })
  .check(
    datesInOrder,
    rangeNotTooLong,
    z.refine<Range & { from?: string | undefined }>(
      (dates) => dates.from === undefined || (dates.from >= dates.startDate && dates.from <= dates.endDate),
      {
        error: 'This date is out of range',
        path: ['from'],
      },
    ),
  );

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
  employee: z.strictObject({
    ...ReportEmployee.shape,
    department: z.string(),
    employment: Employment,
  }),
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
