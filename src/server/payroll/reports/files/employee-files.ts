/** One employee's report as CSV (spec §7), Excel and PDF. */
import { say } from '#texts/say';
import type { Settings } from '#contract/records';
import { dayIn, formatDate, wallTime, dateIfDifferent } from '#domain/time/format';
import type { CsvDelimiter } from '#domain/file/csv';
import { cellsOf, count, date, hours, valueText, type Column, type Value } from '#domain/file/table';
import { daySumLabel, sumRows, weeksOfRows, weekSumLabel } from '#domain/report/groups';
import type { ReportRow } from '#domain/report/report';
import { startAndEndTexts } from '#domain/time/repeated-time';
import { formatDuration, minutesNotShown, secondsNotShown, type Day, type Minutes } from '#domain/time/units';
import { zoneAt } from '#domain/time/zone-rules';
import { ENTRY_STATUS_LABEL } from '#domain/report/report';
import { endMissingText, isEndMissing, type TimeEntry } from '#domain/entry/time-entry';
import {
  type PdfCell,
  type PdfColumn,
  type PdfContent,
  type PdfRow,
  summarySheet,
  tableSheet,
  type Sheet,
} from '#documents/content';
import { correctionText } from '#contract/corrections/correction-text';
import { correctedCsv, correctionTexts } from '#contract/corrections/csv';
import { weekdayNameOf } from '#domain/time/weekday';
import {
  holidaysText,
  leaveText,
  rangeOf,
  rulesOf,
  lateTagNote,
  type EmployeeReportResult,
} from '#contract/reports/result';
import { correctionSheet, rowsOfFile } from './correction-sheet.ts';

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
  { label: say('teamReport.totalHours'), value: hours(report.totalMinutes), rule: report.ruleText.hours },
  { label: say('teamReport.lateArrivals'), value: count(report.lateArrivals), rule: report.ruleText.late },
  { label: say('sheet.absencesSinceStart'), value: count(report.absences), rule: report.ruleText.absences },
  { label: say('teamReport.overtime'), value: hours(report.overtimeMinutes), rule: report.ruleText.overtime },
];

/** Settings that files follow. */
export type FileSettings = Pick<Settings, 'workplaceName' | 'firstWeekday'>;

export const SUMMARY_COLUMN_WIDTHS = [28, 24, 44];

type Durations = Pick<ReportRow, 'minutes' | 'breakMinutes'>;

/** Adds UTC offsets to both times if the clocks went back and the end would not look later than the start. */
function timesOf(entry: TimeEntry, zone: string): readonly [Value, Value] {
  const { clockIn, clockOut } = entry;
  const time = (instant: number, text: string): Value => ({ kind: 'time', instant, zone, text });
  const openText = isEndMissing(entry) ? endMissingText() : say('sheet.stillClockedIn');
  if (clockOut === null) return [time(clockIn, wallTime(clockIn, zone)), openText];
  const [from, to] = startAndEndTexts(clockIn, clockOut, zone);
  return [time(clockIn, from), time(clockOut, to)];
}

const dateColumn = (): Column<{ readonly day: Day }> => ({
  title: say('sheet.date'),
  value: ({ day }) => date(day),
});
const weekdayColumn = (): Column<{ readonly day: Day }> => ({
  title: say('sheet.weekday'),
  width: 10,
  value: ({ day }) => weekdayNameOf(day),
});
const durationColumns = (): readonly Column<Durations>[] => [
  { title: say('sheet.breaks'), width: 10, value: ({ breakMinutes }) => hours(breakMinutes) },
  { title: say('sheet.duration'), width: 10, value: ({ minutes }) => hours(minutes) },
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
    dateColumn(),
    weekdayColumn(),
    { title: say('sheet.clockIn'), width, value: ({ times }) => times[0] },
    { title: say('sheet.clockOut'), width, value: ({ times }) => times[1] },
    ...durationColumns(),
    { title: say('sheet.late'), width: 8, value: ({ isLate }) => (isLate ? say('sheet.late') : '') },
    { title: say('sheet.status'), width: 12, value: ({ status }) => ENTRY_STATUS_LABEL[status] },
    { title: say('sheet.notes'), width: 60, value: ({ entry }) => entry.notes },
  ];
  if (corrections.length > 0)
    columns.push({ title: say('sheet.correction'), width: 60, value: ({ correction = '' }) => correction });
  if (rows.some(({ entry }) => entry.kiosk !== undefined))
    columns.push({
      title: say('timesheetFile.kiosk'),
      width: 20,
      value: ({ entry: { kiosk = '' } }) => kiosk,
    });
  const weeks = weeksOfRows(report.entries, firstWeekday);
  const days = weeks.flatMap((week) => week.days);
  const leave = leaveText(report);
  const [total = [], ...totals] = figuresOf(result).map(({ label, value, rule }) => [label, value, rule]);
  return [
    tableSheet(say('sheet.timesheet'), columns, rows),
    tableSheet(say('sheet.days'), [dateColumn(), weekdayColumn(), ...durationColumns()], days),
    tableSheet(
      say('sheet.weeks'),
      [{ ...dateColumn(), title: say('sheet.weekOf') }, ...durationColumns()],
      weeks,
    ),
    ...corrections,
    summarySheet(SUMMARY_COLUMN_WIDTHS, [
      [say('teamReport.name'), report.userName],
      [say('reportFile.employeeId'), employee.employeeId],
      [say('reportFile.department'), employee.department],
      [
        say('sheet.startDate'),
        date(dayIn(report.startsAt, zone)),
        report.startsWithinRange ? say('sheet.countedFromStart') : '',
      ],
      [say('reportFile.from'), date(result.startDate)],
      [say('reportFile.to'), date(result.endDate)],
      [say('reportFile.rules'), rulesOf(result)],
      [say('sheet.generated'), generatedText(result)],
      ...(report.holidays.length === 0
        ? []
        : [[say('sheet.holidays'), count(report.holidays.length), holidaysText(report.holidays)]]),
      ...(leave === null ? [] : [[say('sheet.leave'), hours(report.totals.creditedMinutes), leave]]),
      [],
      total,
      ...(lacking > 0 ? [[secondsNotShown(), hours(lacking), say('reportFile.secondsInCells')]] : []),
      ...totals,
      [say('sheet.lateTag'), '', report.ruleText.tag],
    ]),
  ];
}

/** A row of the PDF's table: an entry, or a sum whose other cells are empty. */
interface PdfLine extends Partial<Durations> {
  readonly label: string;
  readonly row?: TimesheetRow;
  readonly subtotal?: 'few' | 'many';
}

const pdfColumns = (): readonly PdfColumn<PdfLine>[] => [
  { title: say('sheet.date'), width: 17, value: ({ label }) => label },
  { title: say('sheet.clockIn'), width: 11, value: ({ row }) => (row ? clockInCell(row) : '') },
  { title: say('sheet.clockOut'), width: 19, value: ({ row }) => row?.endText ?? '' },
  {
    title: say('sheet.breaks'),
    width: 9,
    align: 'right',
    value: ({ breakMinutes }) => (breakMinutes === 0 ? '-' : durationText(breakMinutes)),
  },
  { title: say('sheet.duration'), width: 11, align: 'right', value: ({ minutes }) => durationText(minutes) },
  { title: say('sheet.status'), width: 12, value: ({ row }) => (row ? ENTRY_STATUS_LABEL[row.status] : '') },
  { title: say('sheet.notes'), width: 21, value: ({ row }) => (row ? notesText(row) : '') },
];

const durationText = (minutes: Minutes | undefined): string =>
  minutes === undefined ? '' : formatDuration(minutes);

const clockInCell = ({ isLate, times }: TimesheetRow): PdfCell =>
  isLate ? { warning: say('sheet.lateTime', { time: valueText(times[0]) }) } : valueText(times[0]);

function notesText({ notes, correction, entry: { kiosk } }: TimesheetRow): string {
  if (correction === undefined && kiosk === undefined) return notes;
  return [notes === '-' ? '' : notes, correction, kiosk && say('entry.kiosk', { kiosk })]
    .filter(Boolean)
    .join('\n');
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
  if (lacking > 0) lines.push({ label: secondsNotShown(), minutes: lacking });
  if (weeks.length > 1)
    lines.push({ ...sumRows(report.entries), label: say('sheet.total'), subtotal: 'many' });
  return cellsOf(pdfColumns(), lines).map((cells, index) => {
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
  const holidays =
    report.holidays.length === 0
      ? null
      : say('sheet.holidaysNote', { holidays: holidaysText(report.holidays) });
  const leave = leaveText(report);
  const note = [
    lateTagNote(result),
    holidays,
    leave && say('sheet.leaveNote', { leave }),
    ...uncountedEntryTexts(result),
  ]
    .filter((line) => line !== null)
    .join(' ');
  return {
    title: say('sheet.timesheetOf', { name: report.userName }),
    heading: report.userName,
    facts: [
      [settings.workplaceName, employee.employeeId, employee.department]
        .filter((fact) => fact !== '')
        .join(' · '),
      say('reportFile.rangeAndRules', { range: rangeOf(result), rules: rulesOf(result) }),
      say('sheet.startAndGenerated', {
        start: formatDate(report.startsAt, zone),
        at: generatedText(result),
      }),
    ],
    ...(report.startsWithinRange ? { warning: say('sheet.countedFromStart') } : {}),
    figures: figuresOf(result),
    columns: pdfColumns(),
    rows: pdfRows(result, settings),
    empty: say('sheet.noEntries'),
    ...(note === '' ? {} : { note }),
    signatures: [say('sheet.signatureOf', { name: report.userName }), say('sheet.signatureEmployer')],
    generatedAt: result.generatedAt,
    footer: `${report.userName} · ${rangeOf(result)}`,
  };
}
