/** One employee's report as CSV (spec §7), Excel and PDF. */
import { formatDate, formatTime, otherDate } from '#domain/format';
import { formatStartAndEnd } from '#domain/repeated-time';
import { daySerial, durationSerial, instantSerial } from '#domain/spreadsheet-time';
import {
  formatDuration,
  minutesNotShown,
  SECONDS_NOT_SHOWN,
  shownHours,
  type EpochMs,
  type Minutes,
} from '#domain/time';
import type { TimeEntry } from '#domain/time-entry';
import { csvText, timesheetRows } from '#domain/timesheet';
import type { Sheet, SheetCell } from '#web/documents/workbook.ts';
import type { PdfContent } from '#web/documents/pdf.ts';
import { rangeOf, rulesOf, type EmployeeReportResult } from '#web/screens/admin/reports/report-result.ts';

/** Dates and times in the workplace zone, in the table's order. */
export const employeeCsv = ({ report, zone }: EmployeeReportResult): string =>
  csvText(
    timesheetRows(
      report.entries.map(({ entry }) => entry),
      zone,
    ),
  );

const generatedText = ({ generatedAt, zone }: EmployeeReportResult): string =>
  `${formatDate(generatedAt, zone)} ${formatTime(generatedAt, zone)} (${zone})`;

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
export const SECONDS_IN_CELLS = 'the cells hold them, so that their sum is exact';

const STILL_CLOCKED_IN = 'Still clocked in';
const COUNTED_FROM_START = 'Absences only counted from start date';

/** With the date where a night shift ended on another one than it began. */
function timesOf({ clockIn, clockOut }: TimeEntry, zone: string): readonly [string, string] {
  if (clockOut === null) return [formatTime(clockIn, zone), STILL_CLOCKED_IN];
  const [from, to] = formatStartAndEnd(clockIn, clockOut, zone);
  const date = otherDate(clockOut, clockIn, zone);
  return [from, `${to}${date === null ? '' : `, ${date}`}`];
}

/** Real times; where two that look equal stand side by side, each with its offset. */
function timeCells({ clockIn, clockOut }: TimeEntry, zone: string): SheetCell[] {
  const shown = clockOut === null ? [] : formatStartAndEnd(clockIn, clockOut, zone);
  const cell = (instant: EpochMs, text = ''): SheetCell => {
    const offset = text.slice('HH:mm'.length);
    return { number: instantSerial(instant, zone), as: 'time', ...(offset === '' ? {} : { offset }) };
  };
  return [cell(clockIn, shown[0]), clockOut === null ? STILL_CLOCKED_IN : cell(clockOut, shown[1])];
}

export function employeeSheets(result: EmployeeReportResult): Sheet[] {
  const lacking = lackingIn(result);
  const { report, employee, zone } = result;
  const times = report.entries.map(({ entry }) => timeCells(entry, zone));
  const hasOffsets = times
    .flat()
    .some((cell) => typeof cell === 'object' && cell !== null && 'offset' in cell);
  const timeWidth = hasOffsets ? 18 : 10;
  const rows = report.entries.map(({ day, entry, isLate, minutes, status }, index): SheetCell[] => [
    { number: daySerial(day), as: 'date' },
    ...(times[index] ?? []),
    { number: durationSerial(minutes), as: 'duration' },
    isLate ? 'Late' : '',
    status,
    entry.notes,
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
  return [
    {
      name: 'Timesheet',
      columns: [
        column('Date', 14),
        column('Clock In', timeWidth),
        column('Clock Out', timeWidth),
        column('Duration', 10),
        column('Late', 8),
        column('Status', 12),
        column('Notes', 60),
      ],
      rows,
    },
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

export function employeePdf(result: EmployeeReportResult): PdfContent {
  const lacking = lackingIn(result);
  const { report, employee, zone } = result;
  return {
    title: `Timesheet of ${report.userName}`,
    heading: report.userName,
    facts: [
      [employee.employeeId, employee.department].filter((fact) => fact !== '').join(' · '),
      `${rangeOf(result)} · Rules: ${rulesOf(result)}`,
      `Start date: ${formatDate(report.createdAt, zone)} · Generated ${generatedText(result)}`,
    ],
    ...(report.startsWithinRange ? { warning: COUNTED_FROM_START } : {}),
    figures: figuresOf(result),
    columns: [
      { title: 'Date', share: 15 },
      { title: 'Clock In', share: 13 },
      { title: 'Clock Out', share: 20 },
      { title: 'Duration', share: 11, align: 'right' },
      { title: 'Status', share: 13 },
      { title: 'Notes', share: 28 },
    ],
    rows: [
      ...report.entries.map(({ entry, day, isLate, minutes, status, notes }) => [
        formatDate(day, zone),
        isLate
          ? { text: `${timesOf(entry, zone)[0]} Late`, colour: '#92400e', bold: true }
          : timesOf(entry, zone)[0],
        timesOf(entry, zone)[1],
        formatDuration(minutes),
        status,
        notes,
      ]),
      ...(lacking > 0 ? [[SECONDS_NOT_SHOWN, '', '', formatDuration(lacking), '', '']] : []),
    ],
    empty: 'No entries in this range.',
    generatedAt: result.generatedAt,
    footer: `${report.userName} · ${rangeOf(result)} · 'Late' tag: ${report.ruleText.tag}`,
  };
}
