/** The report over all employees, one row a person. Sums add exact figures, never rounded ones. */
import { say, sayNumber, textTable, type PlainKey } from '#texts/say';
import { compareNames } from '../people/employee.ts';
import { count, hours, type Value } from '../file/table.ts';
import {
  shownHours,
  type minutesNotShown,
  MS_PER_MINUTE,
  type EpochMs,
  type Minutes,
} from '../time/units.ts';
import type { RuleText } from './rules.ts';

export interface TeamFigures {
  readonly totalMinutes: Minutes;
  readonly lateArrivals: number;
  readonly absences: number;
  readonly overtimeMinutes: Minutes;
  readonly breakMinutes: Minutes;
}

export interface TeamRow extends TeamFigures {
  readonly userId: string;
  readonly name: string;
  readonly employeeId: string;
  readonly department: string;
  readonly leftAt: EpochMs | null;
  /** Still clocked in: the figures keep growing. */
  readonly isRunning: boolean;
  readonly isEndMissing: boolean;
}

/** Adds up figures of people or of parts of a range. Each entry belongs to one day, so it is counted once. */
export function sumOfFigures(all: Iterable<TeamFigures>): TeamFigures {
  const sums = { totalMinutes: 0, lateArrivals: 0, absences: 0, overtimeMinutes: 0, breakMinutes: 0 };
  for (const one of all) for (const figure of TEAM_FIGURES) sums[figure] += one[figure];
  // Round to whole milliseconds: sums of binary fractions of a minute are not exact.
  for (const figure of TEAM_FIGURES) sums[figure] = Math.round(sums[figure] * MS_PER_MINUTE) / MS_PER_MINUTE;
  return sums;
}

/** What `notShown` says that each column's rows lack of its sum. Null if all columns add up. */
export function figuresNotShown(all: readonly TeamFigures[], notShown: typeof minutesNotShown) {
  const sums = sumOfFigures(all);
  const lacking = { ...sums, lateArrivals: 0, absences: 0 };
  for (const figure of TEAM_FIGURES.filter(isHoursFigure)) {
    const rows = all.map((one) => one[figure]);
    lacking[figure] = notShown(rows, sums[figure]);
  }
  return Object.values(lacking).some((amount) => amount !== 0) ? lacking : null;
}

/** Merges a page into the rows so far: adds up figures of the same person, and appends new people. */
export function withPage<Row extends TeamFigures & Pick<TeamRow, 'userId' | 'isRunning' | 'isEndMissing'>>(
  rows: readonly Row[],
  page: readonly Row[],
): Row[] {
  const sums = new Map(rows.map((row) => [row.userId, row]));
  for (const row of page) {
    const known = sums.get(row.userId);
    sums.set(
      row.userId,
      known
        ? {
            ...row,
            ...sumOfFigures([known, row]),
            isRunning: known.isRunning || row.isRunning,
            isEndMissing: known.isEndMissing || row.isEndMissing,
          }
        : row,
    );
  }
  return [...sums.values()];
}

export const teamName = (): string => say('teamReport.everybody');

export type TeamColumn = 'name' | keyof TeamFigures;

export const TEAM_COLUMN_KEYS = {
  name: 'teamReport.name',
  totalMinutes: 'teamReport.totalHours',
  lateArrivals: 'teamReport.lateArrivals',
  absences: 'teamReport.absences',
  overtimeMinutes: 'teamReport.overtime',
  breakMinutes: 'teamReport.breaks',
} as const satisfies Record<TeamColumn, PlainKey>;
export const TEAM_COLUMN_LABEL = textTable<TeamColumn>(TEAM_COLUMN_KEYS);
/** Describes what each figure counts. Breaks count the same under both sets of rules. */
export const teamRuleTexts = ({
  hours,
  late,
  absences,
  overtime,
}: RuleText): Record<keyof TeamFigures, string> => ({
  totalMinutes: hours,
  lateArrivals: late,
  absences,
  overtimeMinutes: overtime,
  breakMinutes: say('teamReport.breakRule'),
});
export const TEAM_COLUMNS = Object.keys(TEAM_COLUMN_LABEL) as readonly TeamColumn[];
export const TEAM_FIGURES = TEAM_COLUMNS.filter((column) => column !== 'name');

export interface TeamOrder {
  readonly column: TeamColumn;
  readonly descending: boolean;
}

const byName = (one: TeamRow, other: TeamRow): number =>
  compareNames(one.name, other.name) || (one.userId < other.userId ? -1 : 1);

export function sortTeam(rows: readonly TeamRow[], { column, descending }: TeamOrder): TeamRow[] {
  const sign = descending ? -1 : 1;
  if (column === 'name') return rows.toSorted((one, other) => sign * byName(one, other));
  return rows.toSorted((one, other) => sign * (one[column] - other[column]) || byName(one, other));
}

export const isHoursFigure = (figure: keyof TeamFigures): boolean =>
  figure !== 'lateArrivals' && figure !== 'absences';

export const teamFigure = (figure: keyof TeamFigures, figures: TeamFigures): Value =>
  isHoursFigure(figure) ? hours(figures[figure]) : count(figures[figure]);

/** Separates thousands for easier reading: '6,398.20'. */
export function teamFigureText(figure: keyof TeamFigures, figures: TeamFigures): string {
  return isHoursFigure(figure)
    ? sayNumber(Number(shownHours(figures[figure])), 2)
    : sayNumber(figures[figure]);
}
