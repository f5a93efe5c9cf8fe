/** One employee's report as CSV (spec §7), Excel and PDF. */
import { formatDate, wallTime, otherDate } from '#domain/time/format';
import { daySumLabel, summedRows, weeksOfRows, weekSumLabel } from '#domain/report/groups';
import type { ReportRow } from '#domain/report/report';
import { startAndEnd } from '#domain/time/repeated-time';
import { daySerial, durationSerial, instantSerial } from '#domain/time/spreadsheet-time';
import {
  formatDuration,
  minutesNotShown,
  SECONDS_NOT_SHOWN,
  shownHours,
  type Day,
  type EpochMs,
  type Minutes,
} from '#domain/time/units';
import { END_MISSING, isEndMissing, type TimeEntry } from '#domain/entry/time-entry';
import type { CorrectionMarks } from '#domain/entry/timesheet';
import { weekdayOf } from '#domain/time/workplace-day';
import type { Sheet, SheetCell } from '#documents/workbook';
import { workplace } from '#web/session/workplace.ts';
import type { PdfCell, PdfContent, PdfRow } from '#documents/pdf-content';
import { correctedCsv, correctionTexts } from '#web/corrections/csv.ts';
import { correctionSheet, otherLines, rowsOfFile } from './correction-texts.ts';
import { weekdayName } from '#web/time/weekday.ts';
import {
  rangeOf,
  rulesOf,
  tagNoteOf,
  type EmployeeReportResult,
} from '#web/screens/admin/reports/report-result.ts';

/** Dates and times in the workplace zone, in the table's order; a column more where something was corrected. */
export const employeeCsv = (result: EmployeeReportResult): string =>
  correctedCsv(rowsOfFile(result), result.zone);

const generatedText = ({ generatedAt, zone }: EmployeeReportResult): string =>
  `${formatDate(generatedAt, zone)} ${wallTime(generatedAt, zone)} (${zone})`;

/** What the durations fall short of their total, each cut to whole minutes. */
const lackingIn = ({ report }: EmployeeReportResult): Minutes =>
  minutesNotShown(
    report.entries.map(({ minutes }) => minutes),
    report.totalMinutes,
  );

/** The totals with their rules, as every file tells them. */
const figuresOf = ({ report }: EmployeeReportResult) => [
  { label: 'Total Hours', value: shownHours(report.totalMinutes), rule: report.ruleText.hours },
  { label: 'Late Arrivals', value: String(report.lateArrivals), rule: report.ruleText.late },
  { label: 'Absences (since start date)', value: String(report.absences), rule: report.ruleText.absences },
  { label: 'Overtime', value: shownHours(report.overtimeMinutes), rule: report.ruleText.overtime },
];

/** Why Excel has them in its summary, where the other files have a row of the table. */
export const SECONDS_IN_CELLS = 'the cells hold them, so the sum is exact';

type Durations = Pick<ReportRow, 'minutes' | 'breakMinutes'>;

/** In place of the end of an entry that has none. */
const openText = (entry: TimeEntry): string => (isEndMissing(entry) ? END_MISSING : 'Still clocked in');
const COUNTED_FROM_START = 'Absences only counted from start date';

/** With the date where a night shift ended on another one than it began. */
function timesOf(entry: TimeEntry, zone: string): readonly [string, string] {
  const { clockIn, clockOut } = entry;
  if (clockOut === null) return [wallTime(clockIn, zone), openText(entry)];
  const [from, to] = startAndEnd(clockIn, clockOut, zone);
  const date = otherDate(clockOut, clockIn, zone);
  return [from, `${to}${date === null ? '' : `, ${date}`}`];
}

/** Real times; where two that look equal stand side by side, each with its offset. */
function timeCells(entry: TimeEntry, zone: string): SheetCell[] {
  const { clockIn, clockOut } = entry;
  const shown = clockOut === null ? [] : startAndEnd(clockIn, clockOut, zone);
  const cell = (instant: EpochMs, text = ''): SheetCell => {
    const offset = text.slice('HH:mm'.length);
    return { number: instantSerial(instant, zone), as: 'time', ...(offset === '' ? {} : { offset }) };
  };
  return [cell(clockIn, shown[0]), clockOut === null ? openText(entry) : cell(clockOut, shown[1])];
}

const dayCells = (day: Day): SheetCell[] => [
  { number: daySerial(day), as: 'date' },
  weekdayName(weekdayOf(day)),
];

const durationCells = ({ minutes, breakMinutes }: Durations): SheetCell[] => [
  { number: durationSerial(breakMinutes), as: 'duration' },
  { number: durationSerial(minutes), as: 'duration' },
];

export function employeeSheets(result: EmployeeReportResult): Sheet[] {
  const lacking = lackingIn(result);
  const { report, employee, zone } = result;
  const times = report.entries.map(({ entry }) => timeCells(entry, zone));
  const hasOffsets = times
    .flat()
    .some((cell) => typeof cell === 'object' && cell !== null && 'offset' in cell);
  const timeWidth = hasOffsets ? 18 : 10;
  const corrections = correctionSheet(result);
  const told = correctionTexts(rowsOfFile(result), zone);
  const rows = report.entries.map(({ day, entry, isLate, status, ...durations }, index): SheetCell[] => [
    ...dayCells(day),
    ...(times[index] ?? []),
    ...durationCells(durations),
    isLate ? 'Late' : '',
    status,
    entry.notes,
    ...(corrections.length > 0 ? [told.get(entry.id) ?? ''] : []),
  ]);
  const facts: SheetCell[][] = [
    [{ bold: 'Employee' }, report.userName],
    [{ bold: 'Employee ID' }, employee.employeeId],
    [{ bold: 'Department' }, employee.department],
    [
      { bold: 'Start date' },
      { number: Math.floor(instantSerial(report.createdAt, zone)), as: 'date' },
      ...(report.startsWithinRange ? [COUNTED_FROM_START] : []),
    ],
    [{ bold: 'From' }, { number: daySerial(result.startDate), as: 'date' }],
    [{ bold: 'To' }, { number: daySerial(result.endDate), as: 'date' }],
    [{ bold: 'Rules' }, rulesOf(result)],
    [{ bold: 'Generated' }, generatedText(result)],
    [],
    [
      { bold: 'Total Hours' },
      { number: durationSerial(report.totalMinutes), as: 'duration' },
      report.ruleText.hours,
    ],
    ...(lacking > 0
      ? [
          [
            { bold: SECONDS_NOT_SHOWN },
            { number: durationSerial(lacking), as: 'duration' as const },
            SECONDS_IN_CELLS,
          ],
        ]
      : []),
    [{ bold: 'Late Arrivals' }, { number: report.lateArrivals, as: 'count' }, report.ruleText.late],
    [
      { bold: 'Absences (since start date)' },
      { number: report.absences, as: 'count' },
      report.ruleText.absences,
    ],
    [
      { bold: 'Overtime' },
      { number: durationSerial(report.overtimeMinutes), as: 'duration' },
      report.ruleText.overtime,
    ],
    [{ bold: "'Late' tag" }, null, report.ruleText.tag],
  ];
  const column = (title: string, width: number) => ({ title, width });
  const weeks = weeksOfRows(report.entries, workplace().firstWeekday);
  return [
    {
      name: 'Timesheet',
      columns: [
        column('Date', 14),
        column('Weekday', 10),
        column('Clock In', timeWidth),
        column('Clock Out', timeWidth),
        column('Breaks', 10),
        column('Duration', 10),
        column('Late', 8),
        column('Status', 12),
        column('Notes', 60),
        ...(corrections.length > 0 ? [column('Correction', 60)] : []),
      ],
      rows,
    },
    {
      name: 'Days',
      columns: [column('Date', 14), column('Weekday', 10), column('Breaks', 10), column('Duration', 10)],
      rows: weeks.flatMap(({ days }) => days).map((day) => [...dayCells(day.day), ...durationCells(day)]),
    },
    {
      name: 'Weeks',
      columns: [column('Week of', 14), column('Breaks', 10), column('Duration', 10)],
      rows: weeks.map((week) => [{ number: daySerial(week.day), as: 'date' }, ...durationCells(week)]),
    },
    ...corrections,
    {
      name: 'Summary',
      columns: [
        { title: null, width: 28 },
        { title: null, width: 24 },
        { title: null, width: 44 },
      ],
      rows: facts,
    },
  ];
}

const durationTexts = ({ minutes, breakMinutes }: Durations): string[] => [
  breakMinutes === 0 ? '-' : formatDuration(breakMinutes),
  formatDuration(minutes),
];

const sumRow = (label: string, of: Durations, sumOf: 'few' | 'many' = 'many'): PdfRow => ({
  cells: [label, '', '', ...durationTexts(of), '', ''],
  sumOf,
});

function pdfRow(
  { entry, day, isLate, status, notes, ...durations }: ReportRow,
  { zone, told }: { readonly zone: string; readonly told: CorrectionMarks },
): PdfRow {
  const [from, to] = timesOf(entry, zone);
  const clockIn: PdfCell = isLate ? { text: `${from} Late`, colour: '#92400e', bold: true } : from;
  const date = `${weekdayName(weekdayOf(day))} ${formatDate(day, zone)}`;
  const correction = told.get(entry.id);
  const text = correction === undefined ? notes : `${notes === '-' ? '' : `${notes}\n`}${correction}`;
  return { cells: [date, clockIn, to, ...durationTexts(durations), status, text] };
}

/** The entries with what days of several and weeks come to, as on the screen. */
function pdfRows(result: EmployeeReportResult): PdfRow[] {
  const { report, zone } = result;
  const lacking = lackingIn(result);
  const weeks = weeksOfRows(report.entries, workplace().firstWeekday);
  const told = correctionTexts(rowsOfFile(result), zone);
  return [
    ...weeks.flatMap((week) => [
      ...week.days.flatMap((day) => [
        ...day.rows.map((row) => pdfRow(row, { zone, told })),
        ...(day.rows.length > 1 ? [sumRow(daySumLabel(day.day), day, 'few')] : []),
      ]),
      sumRow(weekSumLabel(week.day), week),
    ]),
    ...(lacking > 0 ? [{ cells: [SECONDS_NOT_SHOWN, '', '', '', formatDuration(lacking), '', ''] }] : []),
    ...(weeks.length > 1 ? [sumRow('Total', summedRows(report.entries))] : []),
  ];
}

export function employeePdf(result: EmployeeReportResult): PdfContent {
  const { report, employee, zone } = result;
  const note = [tagNoteOf(result), ...otherLines(result)].filter((line) => line !== null).join(' ');
  return {
    title: `Timesheet of ${report.userName}`,
    heading: report.userName,
    facts: [
      [workplace().name, employee.employeeId, employee.department].filter((fact) => fact !== '').join(' · '),
      `${rangeOf(result)} · Rules: ${rulesOf(result)}`,
      `Start date: ${formatDate(report.createdAt, zone)} · Generated ${generatedText(result)}`,
    ],
    ...(report.startsWithinRange ? { warning: COUNTED_FROM_START } : {}),
    figures: figuresOf(result),
    columns: [
      { title: 'Date', share: 17 },
      { title: 'Clock In', share: 11 },
      { title: 'Clock Out', share: 19 },
      { title: 'Breaks', share: 9, align: 'right' },
      { title: 'Duration', share: 11, align: 'right' },
      { title: 'Status', share: 12 },
      { title: 'Notes', share: 21 },
    ],
    rows: pdfRows(result),
    empty: 'No entries in this range.',
    ...(note === '' ? {} : { note }),
    signatures: [`Signature of ${report.userName}`, 'Signature for the employer'],
    generatedAt: result.generatedAt,
    footer: `${report.userName} · ${rangeOf(result)}`,
  };
}
