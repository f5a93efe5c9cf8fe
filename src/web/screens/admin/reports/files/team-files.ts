/** The report over all employees as CSV, Excel and PDF, in the order the table has. */
import { formatDate, wallTime } from '#domain/time/format';
import { daySerial, durationSerial, instantSerial } from '#domain/time/spreadsheet-time';
import {
  BREAKS_RULE,
  figuresNotShown,
  isHours,
  sumOfFigures,
  TEAM_COLUMN_LABEL,
  TEAM_COLUMNS,
  teamFigureShown,
  teamFigureText,
  type TeamFigures,
  type TeamRow,
} from '#domain/report/team-report';
import { SECONDS_NOT_SHOWN } from '#domain/time/units';
import { leftText, TEAM_NAME, TEAM_SHEET_COLUMNS, teamCsv } from '#domain/report/team-sheet';
import type { PdfContent } from '#documents/pdf-content';
import { workplace } from '#web/session/workplace.ts';
import type { Sheet, SheetCell } from '#documents/workbook';
import { SECONDS_IN_CELLS } from './employee-files.ts';
import { rangeOf, rulesOf, type TeamReportResult } from '#web/screens/admin/reports/report-result.ts';

const FIGURES = TEAM_COLUMNS.filter((column) => column !== 'name');
const WIDTHS: Readonly<Record<string, number>> = {
  Employee: 32,
  'Employee ID': 16,
  Department: 26,
  Left: 14,
};

/** `rows` are the report's, sorted as they are shown. */
export const allCsv = ({ zone }: TeamReportResult, rows: readonly TeamRow[]): string => teamCsv(rows, zone);

const figureCell = (figure: keyof TeamFigures, figures: TeamFigures): SheetCell =>
  isHours(figure)
    ? { number: durationSerial(figures[figure]), as: 'duration' }
    : { number: figures[figure], as: 'count' };

const ruleOf = ({ ruleText }: TeamReportResult, figure: keyof TeamFigures): string =>
  ({
    totalMinutes: ruleText.hours,
    lateArrivals: ruleText.late,
    absences: ruleText.absences,
    overtimeMinutes: ruleText.overtime,
    breakMinutes: BREAKS_RULE,
  })[figure];

export function allSheets(result: TeamReportResult, rows: readonly TeamRow[]): Sheet[] {
  const totals = sumOfFigures(rows);
  const lacking = figuresNotShown(rows);
  const people = rows.map((row): SheetCell[] => [
    row.name,
    row.employeeId,
    row.department,
    ...FIGURES.map((figure) => figureCell(figure, row)),
    row.leftAt === null ? null : { number: Math.floor(instantSerial(row.leftAt, result.zone)), as: 'date' },
  ]);
  return [
    {
      name: TEAM_NAME,
      columns: TEAM_SHEET_COLUMNS.map((title) => ({ title, width: WIDTHS[title] ?? 14 })),
      rows: people,
    },
    {
      name: 'Summary',
      columns: [
        { title: null, width: 28 },
        { title: null, width: 24 },
        { title: null, width: 44 },
      ],
      rows: [
        [{ bold: 'Employees' }, { number: rows.length, as: 'count' }],
        [{ bold: 'From' }, { number: daySerial(result.startDate), as: 'date' }],
        [{ bold: 'To' }, { number: daySerial(result.endDate), as: 'date' }],
        [{ bold: 'Rules' }, rulesOf(result)],
        [{ bold: 'Former employees' }, result.includeFormer ? 'included' : 'not included'],
        [],
        ...FIGURES.map((figure): SheetCell[] => [
          { bold: TEAM_COLUMN_LABEL[figure] },
          figureCell(figure, totals),
          ruleOf(result, figure),
        ]),
        ...(lacking
          ? FIGURES.filter((figure) => lacking[figure] > 0).map((figure): SheetCell[] => [
              { bold: `${SECONDS_NOT_SHOWN}: ${TEAM_COLUMN_LABEL[figure]}` },
              figureCell(figure, lacking),
              SECONDS_IN_CELLS,
            ])
          : []),
      ],
    },
  ];
}

export function allPdf(result: TeamReportResult, rows: readonly TeamRow[]): PdfContent {
  const { zone, generatedAt } = result;
  const totals = sumOfFigures(rows);
  const lacking = figuresNotShown(rows);
  const people = `${rows.length} ${rows.length === 1 ? 'employee' : 'employees'}${result.includeFormer ? ', former ones included' : ''}`;
  return {
    title: `Attendance report, ${rangeOf(result)}`,
    heading: TEAM_NAME,
    facts: [
      ...[workplace().name].filter((name) => name !== ''),
      `${rangeOf(result)} · Rules: ${rulesOf(result)}`,
      `${people} · Generated ${formatDate(generatedAt, zone)} ${wallTime(generatedAt, zone)} (${zone})`,
    ],
    figures: FIGURES.map((figure) => ({
      label: TEAM_COLUMN_LABEL[figure],
      value: teamFigureShown(figure, totals),
      rule: ruleOf(result, figure),
    })),
    columns: [
      { title: 'Employee', share: 28 },
      { title: 'Employee ID', share: 14 },
      ...FIGURES.map((figure) => ({
        title: TEAM_COLUMN_LABEL[figure],
        share: 11.5,
        align: 'right' as const,
      })),
    ],
    rows: [
      ...rows.map((row) => ({
        cells: [
          row.leftAt === null ? row.name : `${row.name} (left ${leftText(row, zone)})`,
          row.employeeId,
          ...FIGURES.map((figure) => teamFigureText(figure, row)),
        ],
      })),
      ...(lacking
        ? [
            {
              cells: [
                SECONDS_NOT_SHOWN,
                '',
                ...FIGURES.map((figure) => (isHours(figure) ? teamFigureText(figure, lacking) : '')),
              ],
            },
          ]
        : []),
      ...(rows.length > 1
        ? [
            {
              cells: [`All ${rows.length}`, '', ...FIGURES.map((figure) => teamFigureShown(figure, totals))],
              sumOf: 'many' as const,
            },
          ]
        : []),
    ],
    empty: 'Nobody was employed in this range.',
    signatures: ['Checked by', 'Approved by'],
    generatedAt,
    footer: `${TEAM_NAME} · ${rangeOf(result)}`,
  };
}
