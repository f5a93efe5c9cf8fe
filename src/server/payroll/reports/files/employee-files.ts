/** One employee's report as CSV (spec §7), Excel and PDF. */
import type { Settings } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { isCounting, waitingSide, stateWords } from '#domain/correction/state';
import { dayIn, formatDate, wallTime, dateIfDifferent } from '#domain/time/format';
import type { CsvDelimiter } from '#domain/file/csv';
import { cellsOf, count, date, hours, valueText, type Column, type Value } from '#domain/file/table';
import { daySumLabel, sumRows, weeksOfRows, weekSumLabel } from '#domain/report/groups';
import type { ReportRow } from '#domain/report/report';
import { startAndEndTexts } from '#domain/time/repeated-time';
import {
  formatDuration,
  minutesNotShown,
  SECONDS_NOT_SHOWN,
  type Day,
  type Minutes,
} from '#domain/time/units';
import { zoneAt } from '#domain/time/zone-rules';
import { END_MISSING, isEndMissing, type TimeEntry } from '#domain/entry/time-entry';
import {
  type PdfCell,
  type PdfColumn,
  type PdfContent,
  type PdfRow,
  summarySheet,
  tableSheet,
  type Sheet,
} from '#documents/content';
import { timesText, correctionText } from '#contract/corrections/correction-text';
import { correctedCsv, correctionTexts } from '#contract/corrections/csv';
import { changesOf, type EntryCorrection } from '#contract/corrections/rows';
import { weekdayNameOf } from '#domain/time/weekday';
import {
  holidaysText,
  leaveText,
  rangeOf,
  rulesOf,
  shownRows,
  lateTagNote,
  type EmployeeReportResult,
} from '#contract/reports/result';

/** The report's rows, with removed and requested entries. */
const rowsOfFile = (result: EmployeeReportResult) =>
  shownRows(result).map((row) =>
    'other' in row ? row.other : { entry: row.entry, times: row.entry, corrections: row.corrections },
  );

/** Removed and requested entries come last. Times are in the workplace zone. Corrections add a column. */
export const employeeCsv = (result: EmployeeReportResult, delimiter?: CsvDelimiter): string =>
  correctedCsv(rowsOfFile(result), result.zone, delimiter);

const generatedText = ({ generatedAt, zone }: EmployeeReportResult): string =>
  `${formatDate(generatedAt, zone)} ${wallTime(generatedAt, zone)} (${zoneAt(zone, generatedAt)})`;

const minutesNotShownIn = ({ report }: EmployeeReportResult): Minutes =>
  minutesNotShown(
    report.entries.map(({ minutes }) => minutes),
    report.totalMinutes,
  );

const figuresOf = ({ report }: EmployeeReportResult) => [
  { label: 'Total Hours', value: hours(report.totalMinutes), rule: report.ruleText.hours },
  { label: 'Late Arrivals', value: count(report.lateArrivals), rule: report.ruleText.late },
  { label: 'Absences (since start date)', value: count(report.absences), rule: report.ruleText.absences },
  { label: 'Overtime', value: hours(report.overtimeMinutes), rule: report.ruleText.overtime },
];

/** Settings that files follow. */
export type FileSettings = Pick<Settings, 'workplaceName' | 'firstWeekday'>;

/** Text in Excel's summary about seconds that are not shown. The other files list these seconds in a table row. */
export const SECONDS_IN_CELLS = 'the cells hold them, so the sum is exact';
export const SUMMARY_COLUMN_WIDTHS = [28, 24, 44];

const COUNTED_FROM_START = 'Absences only counted from start date';

type Durations = Pick<ReportRow, 'minutes' | 'breakMinutes'>;

/** Adds UTC offsets to both times if the clocks went back and the end would not look later than the start. */
function timesOf(entry: TimeEntry, zone: string): readonly [Value, Value] {
  const { clockIn, clockOut } = entry;
  const time = (instant: number, text: string): Value => ({ kind: 'time', instant, zone, text });
  const openText = isEndMissing(entry) ? END_MISSING : 'Still clocked in';
  if (clockOut === null) return [time(clockIn, wallTime(clockIn, zone)), openText];
  const [from, to] = startAndEndTexts(clockIn, clockOut, zone);
  return [time(clockIn, from), time(clockOut, to)];
}

const DATE: Column<{ readonly day: Day }> = { title: 'Date', value: ({ day }) => date(day) };
const WEEKDAY: Column<{ readonly day: Day }> = {
  title: 'Weekday',
  width: 10,
  value: ({ day }) => weekdayNameOf(day),
};
const DURATION_COLUMNS: readonly Column<Durations>[] = [
  { title: 'Breaks', width: 10, value: ({ breakMinutes }) => hours(breakMinutes) },
  { title: 'Duration', width: 10, value: ({ minutes }) => hours(minutes) },
];

type TimesheetRow = ReturnType<typeof timesheetRows>[number];

function timesheetRows(result: EmployeeReportResult) {
  const corrections = correctionTexts(rowsOfFile(result), result.zone);
  return result.report.entries.map((row) => {
    const { id, clockIn, clockOut } = row.entry;
    const times = timesOf(row.entry, result.zone);
    const otherDay = clockOut === null ? null : dateIfDifferent(clockOut, clockIn, result.zone);
    // Adds the date if a night shift ended on another date than it began.
    const endText = `${valueText(times[1])}${otherDay === null ? '' : `, ${otherDay}`}`;
    return { ...row, times, endText, correction: corrections.get(id) };
  });
}

interface CorrectionRow extends Pick<EntryCorrection, 'correction'> {
  readonly before: string;
  readonly after: string;
  readonly askedOn: Day;
}

const CORRECTION_COLUMNS: readonly Column<CorrectionRow>[] = [
  { title: 'Date', value: ({ correction }) => date(correction.day) },
  { title: 'Before', width: 34, value: ({ before }) => before },
  { title: 'After', width: 34, value: ({ after }) => after },
  { title: 'State', width: 22, value: ({ correction }) => stateWords(correction, 'admin').label },
  { title: 'Requested by', width: 24, value: ({ correction }) => correction.askedBy.name },
  { title: 'Requested on', value: ({ askedOn }) => date(askedOn) },
  { title: 'Reason', width: 50, value: ({ correction }) => correction.reason },
  { title: 'Decided by', width: 24, value: ({ correction }) => correction.decidedBy?.name ?? '' },
  { title: 'Objection', width: 50, value: ({ correction }) => correction.objection ?? '' },
];

function correctionSheet(result: EmployeeReportResult): Sheet[] {
  const { corrections, zone } = result;
  const stated = rowsOfFile(result)
    .flatMap(({ corrections }) => corrections.map(({ correction }) => correction))
    .filter(({ state }) => state === 'stated');
  const rows = [...corrections, ...stated]
    .filter(({ state }) => isCounting(state) || waitingSide(state) !== null)
    .toSorted((one, other) => other.day.localeCompare(one.day))
    .flatMap((correction) =>
      changesOf(correction).map(({ old, new: wanted }) => ({
        correction,
        before: old ? timesText(old, zone) : 'No entry',
        after: wanted ? timesText(wanted, zone) : 'Removed',
        askedOn: dayIn(toEpochMs(correction.askedAt), zone),
      })),
    );
  return rows.length === 0 ? [] : [tableSheet('Corrections', CORRECTION_COLUMNS, rows)];
}

export function employeeSheets(result: EmployeeReportResult, { firstWeekday }: FileSettings): Sheet[] {
  const lacking = minutesNotShownIn(result);
  const { report, employee, zone } = result;
  const rows = timesheetRows(result);
  const hasOffsets = rows.some(({ times }) =>
    times.some((time) => typeof time === 'object' && valueText(time).length > 'HH:mm'.length),
  );
  const width = hasOffsets ? 18 : 10;
  const corrections = correctionSheet(result);
  const columns: Column<TimesheetRow>[] = [
    DATE,
    WEEKDAY,
    { title: 'Clock In', width, value: ({ times }) => times[0] },
    { title: 'Clock Out', width, value: ({ times }) => times[1] },
    ...DURATION_COLUMNS,
    { title: 'Late', width: 8, value: ({ isLate }) => (isLate ? 'Late' : '') },
    { title: 'Status', width: 12, value: ({ status }) => status },
    { title: 'Notes', width: 60, value: ({ entry }) => entry.notes },
  ];
  if (corrections.length > 0)
    columns.push({ title: 'Correction', width: 60, value: ({ correction = '' }) => correction });
  const weeks = weeksOfRows(report.entries, firstWeekday);
  const days = weeks.flatMap((week) => week.days);
  const leave = leaveText(report);
  const [total = [], ...totals] = figuresOf(result).map(({ label, value, rule }) => [label, value, rule]);
  return [
    tableSheet('Timesheet', columns, rows),
    tableSheet('Days', [DATE, WEEKDAY, ...DURATION_COLUMNS], days),
    tableSheet('Weeks', [{ ...DATE, title: 'Week of' }, ...DURATION_COLUMNS], weeks),
    ...corrections,
    summarySheet(SUMMARY_COLUMN_WIDTHS, [
      ['Employee', report.userName],
      ['Employee ID', employee.employeeId],
      ['Department', employee.department],
      ['Start date', date(dayIn(report.startsAt, zone)), report.startsWithinRange ? COUNTED_FROM_START : ''],
      ['From', date(result.startDate)],
      ['To', date(result.endDate)],
      ['Rules', rulesOf(result)],
      ['Generated', generatedText(result)],
      ...(report.holidays.length === 0
        ? []
        : [['Holidays', count(report.holidays.length), holidaysText(report.holidays)]]),
      ...(leave === null ? [] : [['Leave', hours(report.totals.creditedMinutes), leave]]),
      [],
      total,
      ...(lacking > 0 ? [[SECONDS_NOT_SHOWN, hours(lacking), SECONDS_IN_CELLS]] : []),
      ...totals,
      ["'Late' tag", '', report.ruleText.tag],
    ]),
  ];
}

/** A row of the PDF's table: an entry, or a sum whose other cells are empty. */
interface PdfLine extends Partial<Durations> {
  readonly label: string;
  readonly row?: TimesheetRow;
  readonly subtotal?: 'few' | 'many';
}

const PDF_COLUMNS: readonly PdfColumn<PdfLine>[] = [
  { title: 'Date', width: 17, value: ({ label }) => label },
  { title: 'Clock In', width: 11, value: ({ row }) => (row ? clockInCell(row) : '') },
  { title: 'Clock Out', width: 19, value: ({ row }) => row?.endText ?? '' },
  {
    title: 'Breaks',
    width: 9,
    align: 'right',
    value: ({ breakMinutes }) => (breakMinutes === 0 ? '-' : durationText(breakMinutes)),
  },
  { title: 'Duration', width: 11, align: 'right', value: ({ minutes }) => durationText(minutes) },
  { title: 'Status', width: 12, value: ({ row }) => row?.status ?? '' },
  { title: 'Notes', width: 21, value: ({ row }) => (row ? notesText(row) : '') },
];

const durationText = (minutes: Minutes | undefined): string =>
  minutes === undefined ? '' : formatDuration(minutes);

const clockInCell = ({ isLate, times }: TimesheetRow): PdfCell =>
  isLate ? { warning: `${valueText(times[0])} Late` } : valueText(times[0]);

function notesText({ notes, correction }: TimesheetRow): string {
  if (correction === undefined) return notes;
  return `${notes === '-' ? '' : `${notes}\n`}${correction}`;
}

function pdfRows(result: EmployeeReportResult, { firstWeekday }: FileSettings): PdfRow[] {
  const { report, zone } = result;
  const lacking = minutesNotShownIn(result);
  const weeks = weeksOfRows(timesheetRows(result), firstWeekday);
  const lines: PdfLine[] = weeks.flatMap((week) => [
    ...week.days.flatMap((day): PdfLine[] => [
      ...day.rows.map((row) => ({
        ...row,
        label: `${weekdayNameOf(row.day)} ${formatDate(row.day, zone)}`,
        row,
      })),
      ...(day.rows.length > 1 ? [{ ...day, label: daySumLabel(day.day), subtotal: 'few' as const }] : []),
    ]),
    { ...week, label: weekSumLabel(week.day), subtotal: 'many' },
  ]);
  if (lacking > 0) lines.push({ label: SECONDS_NOT_SHOWN, minutes: lacking });
  if (weeks.length > 1) lines.push({ ...sumRows(report.entries), label: 'Total', subtotal: 'many' });
  return cellsOf(PDF_COLUMNS, lines).map((cells, index) => {
    const subtotal = lines[index]?.subtotal;
    return subtotal ? { cells, subtotal } : { cells };
  });
}

const uncountedEntryTexts = (result: EmployeeReportResult): string[] =>
  rowsOfFile(result)
    .filter(({ entry }) => entry === null)
    .map(
      ({ times, corrections }) =>
        `${formatDate(times.clockIn, result.zone)}: ${correctionText(corrections, result.zone) ?? ''}`,
    );

export function employeePdf(result: EmployeeReportResult, settings: FileSettings): PdfContent {
  const { report, employee, zone } = result;
  const holidays = report.holidays.length === 0 ? null : `Holidays: ${holidaysText(report.holidays)}.`;
  const leave = leaveText(report);
  const note = [lateTagNote(result), holidays, leave && `Leave: ${leave}`, ...uncountedEntryTexts(result)]
    .filter((line) => line !== null)
    .join(' ');
  return {
    title: `Timesheet of ${report.userName}`,
    heading: report.userName,
    facts: [
      [settings.workplaceName, employee.employeeId, employee.department]
        .filter((fact) => fact !== '')
        .join(' · '),
      `${rangeOf(result)} · Rules: ${rulesOf(result)}`,
      `Start date: ${formatDate(report.startsAt, zone)} · Generated ${generatedText(result)}`,
    ],
    ...(report.startsWithinRange ? { warning: COUNTED_FROM_START } : {}),
    figures: figuresOf(result),
    columns: PDF_COLUMNS,
    rows: pdfRows(result, settings),
    empty: 'No entries in this range.',
    ...(note === '' ? {} : { note }),
    signatures: [`Signature of ${report.userName}`, 'Signature for the employer'],
    generatedAt: result.generatedAt,
    footer: `${report.userName} · ${rangeOf(result)}`,
  };
}
