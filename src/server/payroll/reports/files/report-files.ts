import { say } from '#texts/say';
import type { ReportFileKind } from '#contract/reports/reports';
import { type ReportResult, rangeOf, rulesOf, type TeamReportResult } from '#contract/reports/result';
import {
  textOfCell,
  type PdfContent,
  type PdfColumn,
  summarySheet,
  tableSheet,
  type Sheet,
} from '#documents/content';
import { framesNote, hasFrames } from '#documents/pdf-text';
import { type CsvDelimiter, cellsToCsv } from '#domain/file/csv';
import {
  sortTeam,
  type TeamOrder,
  figuresNotShown,
  isHoursFigure,
  sumOfFigures,
  TEAM_COLUMN_LABEL,
  TEAM_FIGURES,
  teamName,
  teamFigure,
  teamFigureText,
  teamRuleTexts,
  type TeamRow,
} from '#domain/report/team-report';
import {
  employeeCsv,
  employeePdf,
  employeeSheets,
  type FileSettings,
  SUMMARY_COLUMN_WIDTHS,
} from './employee-files.ts';
import { dayIn, formatDate, wallTime } from '#domain/time/format';
import { cellsOf, count, date, type Column, type Value } from '#domain/file/table';
import { hoursNotShown, minutesNotShown, secondsNotShown } from '#domain/time/units';
import { zoneAt } from '#domain/time/zone-rules';

export const FILE_TYPE = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

interface FileOptions {
  readonly settings: FileSettings;
  readonly delimiter: CsvDelimiter;
  /** Of the rows of a team report. */
  readonly order: TeamOrder;
  readonly signal: AbortSignal;
}

/** Make one at a time: a PDF of thousands of rows takes seconds. Throws the signal's reason if aborted. */
export async function makeReportFile(
  kind: ReportFileKind,
  report: ReportResult,
  { settings, delimiter, order, signal }: FileOptions,
): Promise<Buffer> {
  const result = report.kind === 'team' ? { ...report, rows: sortTeam(report.rows, order) } : report;
  switch (kind) {
    case 'csv':
      return Buffer.from(
        result.kind === 'employee' ? employeeCsv(result, delimiter) : teamCsv(result, delimiter),
      );
    case 'xlsx': {
      const { createWorkbook } = await import('#documents/workbook');
      const sheets = result.kind === 'employee' ? employeeSheets(result, settings) : teamSheets(result);
      return Buffer.from(createWorkbook(sheets));
    }
    case 'pdf': {
      const { makePdf } = await import('#documents/pdf');
      const content = result.kind === 'employee' ? employeePdf(result, settings) : teamPdf(result, settings);
      return makePdf(withFramesNote(content), signal);
    }
  }
}

/** Explains the frames that stand for letters without a font. */
function withFramesNote(content: PdfContent): PdfContent {
  const { heading, facts, rows, note } = content;
  const texts = [heading, ...facts, note ?? '', ...rows.flatMap(({ cells }) => cells.map(textOfCell))];
  return hasFrames(texts) ? { ...content, note: note ? `${note} ${framesNote()}` : framesNote() } : content;
}

const figureColumns = () =>
  TEAM_FIGURES.map((figure) => ({
    title: TEAM_COLUMN_LABEL[figure],
    value: (row: TeamRow) => teamFigure(figure, row),
  }));

const columnsIn = (zone: string): Column<TeamRow>[] => [
  { title: TEAM_COLUMN_LABEL.name, width: 32, value: ({ name }) => name },
  { title: say('reportFile.employeeId'), width: 16, value: ({ employeeId }) => employeeId },
  { title: say('reportFile.department'), width: 26, value: ({ department }) => department },
  ...figureColumns(),
  {
    title: say('reportFile.left'),
    value: ({ leftAt }) => (leftAt === null ? '' : date(dayIn(leftAt, zone))),
  },
];

/** Cells of a last row that makes the rows above add up. Null if they do. */
function secondsCells(rows: readonly TeamRow[]): Value[] | null {
  const lacking = figuresNotShown(rows, hoursNotShown);
  return lacking && TEAM_FIGURES.map((figure) => (isHoursFigure(figure) ? lacking[figure].toFixed(2) : ''));
}

export function teamCsv({ zone, rows }: TeamReportResult, delimiter?: CsvDelimiter): string {
  const columns = columnsIn(zone);
  const seconds = secondsCells(rows);
  return cellsToCsv(
    columns.map(({ title }) => title),
    [...cellsOf(columns, rows), ...(seconds ? [[secondsNotShown(), '', '', ...seconds, '']] : [])],
    { delimiter },
  );
}

export function teamSheets(result: TeamReportResult): Sheet[] {
  const { rows } = result;
  const totals = sumOfFigures(rows);
  const lacking = figuresNotShown(rows, minutesNotShown);
  const rules = teamRuleTexts(result.ruleText);
  return [
    tableSheet(teamName(), columnsIn(result.zone), rows),
    summarySheet(SUMMARY_COLUMN_WIDTHS, [
      [say('reportFile.employees'), count(rows.length)],
      [say('reportFile.from'), date(result.startDate)],
      [say('reportFile.to'), date(result.endDate)],
      [say('reportFile.rules'), rulesOf(result)],
      [
        say('reportFile.formerEmployees'),
        say(result.includeFormer ? 'reportFile.included' : 'reportFile.notIncluded'),
      ],
      [],
      ...TEAM_FIGURES.map((figure) => [TEAM_COLUMN_LABEL[figure], teamFigure(figure, totals), rules[figure]]),
      ...(lacking
        ? TEAM_FIGURES.filter((figure) => lacking[figure] > 0).map((figure) => [
            `${secondsNotShown()}: ${TEAM_COLUMN_LABEL[figure]}`,
            teamFigure(figure, lacking),
            say('reportFile.secondsInCells'),
          ])
        : []),
    ]),
  ];
}

export function teamPdf(result: TeamReportResult, { workplaceName }: FileSettings): PdfContent {
  const { rows, zone, generatedAt } = result;
  const totals = sumOfFigures(rows);
  const seconds = secondsCells(rows);
  const rules = teamRuleTexts(result.ruleText);
  const columns: PdfColumn<TeamRow>[] = [
    {
      title: TEAM_COLUMN_LABEL.name,
      width: 28,
      value: ({ name, leftAt }) =>
        leftAt === null ? name : say('reportFile.leftOn', { name, date: formatDate(leftAt, zone) }),
    },
    { title: say('reportFile.employeeId'), width: 14, value: ({ employeeId }) => employeeId },
    ...figureColumns().map((column) => ({ ...column, width: 11.5, align: 'right' as const })),
  ];
  const sums = TEAM_FIGURES.map((figure) => teamFigureText(figure, totals));
  const employees = say('reportFile.employeeCount', { count: rows.length, number: String(rows.length) });
  const people = result.includeFormer ? say('reportFile.withFormer', { employees }) : employees;
  return {
    title: say('reportFile.attendanceReport', { range: rangeOf(result) }),
    heading: teamName(),
    facts: [
      ...[workplaceName].filter((name) => name !== ''),
      say('reportFile.rangeAndRules', { range: rangeOf(result), rules: rulesOf(result) }),
      say('reportFile.peopleAndGenerated', {
        people,
        at: `${formatDate(generatedAt, zone)} ${wallTime(generatedAt, zone)} (${zoneAt(zone, generatedAt)})`,
      }),
    ],
    figures: TEAM_FIGURES.map((figure, index) => ({
      label: TEAM_COLUMN_LABEL[figure],
      value: sums[index] ?? '',
      rule: rules[figure],
    })),
    columns,
    rows: [
      ...cellsOf(columns, rows).map((cells) => ({ cells })),
      ...(seconds ? [{ cells: [secondsNotShown(), '', ...seconds] }] : []),
      ...(rows.length > 1
        ? [
            {
              cells: [say('reportFile.all', { number: String(rows.length) }), '', ...sums],
              subtotal: 'many' as const,
            },
          ]
        : []),
    ],
    empty: say('reportFile.nobody'),
    signatures: [say('reportFile.checkedBy'), say('reportFile.approvedBy')],
    generatedAt,
    footer: `${teamName()} · ${rangeOf(result)}`,
  };
}
