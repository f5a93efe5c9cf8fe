/** The report over all employees as the files have it, one row a person: what CSV, XLSX and PDF share. */
import { formatDate } from '../time/format.ts';
import {
  figuresNotShown,
  isHours,
  TEAM_COLUMN_LABEL,
  TEAM_COLUMNS,
  teamFigureText,
  type TeamRow,
} from './team-report.ts';
import { SECONDS_NOT_SHOWN } from '../time/units.ts';
import { csvOf } from '../entry/timesheet.ts';

const FIGURES = TEAM_COLUMNS.filter((column) => column !== 'name');

export const TEAM_SHEET_COLUMNS: readonly string[] = [
  'Employee',
  'Employee ID',
  'Department',
  ...FIGURES.map((column) => TEAM_COLUMN_LABEL[column]),
  'Left',
];

/** 'Nov 05, 2026' for who has left, nothing for the others. */
export const leftText = ({ leftAt }: TeamRow, zone: string): string =>
  leftAt === null ? '' : formatDate(leftAt, zone);

/** The file's name begins with this, in place of an employee's name. */
export const TEAM_NAME = 'All employees';

export const teamCsv = (rows: readonly TeamRow[], zone: string): string =>
  csvOf(TEAM_SHEET_COLUMNS, [
    ...rows.map((row) => [
      row.name,
      row.employeeId,
      row.department,
      ...FIGURES.map((figure) => teamFigureText(figure, row)),
      leftText(row, zone),
    ]),
    ...secondsRow(rows),
  ]);

function secondsRow(rows: readonly TeamRow[]): string[][] {
  const lacking = figuresNotShown(rows);
  if (!lacking) return [];
  const cells = FIGURES.map((figure) => (isHours(figure) ? teamFigureText(figure, lacking) : ''));
  return [[SECONDS_NOT_SHOWN, '', '', ...cells, '']];
}
