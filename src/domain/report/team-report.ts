/** The report over all employees, one row a person. Sums are made of exact figures, never of rounded ones. */
import { minutesNotShown, MS_PER_MINUTE, shownHours, type EpochMs, type Minutes } from '../time/units.ts';

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
  /** Null but for those who have left. */
  readonly leftAt: EpochMs | null;
  /** Somebody is still clocked in, so that the figures go on growing. */
  readonly isRunning: boolean;
  /** An entry counts nothing until somebody states its end. */
  readonly isEndMissing: boolean;
}

const FIGURES = [
  'totalMinutes',
  'lateArrivals',
  'absences',
  'overtimeMinutes',
  'breakMinutes',
] as const satisfies readonly (keyof TeamFigures)[];

/** Every figure belongs to one workplace day: a range has its parts' figures added up, wherever it is cut. */
export function sumOfFigures(all: Iterable<TeamFigures>): TeamFigures {
  const sums = { totalMinutes: 0, lateArrivals: 0, absences: 0, overtimeMinutes: 0, breakMinutes: 0 };
  for (const one of all) for (const figure of FIGURES) sums[figure] += one[figure];
  // Each figure is a number of whole milliseconds, of which binary fractions of a minute leave crumbs.
  for (const figure of FIGURES) sums[figure] = Math.round(sums[figure] * MS_PER_MINUTE) / MS_PER_MINUTE;
  return sums;
}

/** By how much each column's rows, cut to whole minutes, fall short of its sum; null where none does. */
export function figuresNotShown(all: readonly TeamFigures[]): TeamFigures | null {
  const sums = sumOfFigures(all);
  const lacking = (figure: keyof TeamFigures): Minutes =>
    minutesNotShown(
      all.map((one) => one[figure]),
      sums[figure],
    );
  const figures = {
    totalMinutes: lacking('totalMinutes'),
    lateArrivals: 0,
    absences: 0,
    overtimeMinutes: lacking('overtimeMinutes'),
    breakMinutes: lacking('breakMinutes'),
  };
  return Object.values(figures).some((minutes) => minutes > 0) ? figures : null;
}

/** The rows so far with those of a further part of the range; who is new in it comes last. */
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

export type TeamColumn = 'name' | keyof TeamFigures;

export const TEAM_COLUMN_LABEL: Readonly<Record<TeamColumn, string>> = {
  name: 'Employee',
  totalMinutes: 'Total Hours',
  lateArrivals: 'Late Arrivals',
  absences: 'Absences',
  overtimeMinutes: 'Overtime',
  breakMinutes: 'Breaks',
};
/** What the column of breaks counts; it is the same by all rules. */
export const BREAKS_RULE = 'hours of breaks taken';
export const TEAM_COLUMNS = Object.keys(TEAM_COLUMN_LABEL) as readonly TeamColumn[];

export interface TeamOrder {
  readonly column: TeamColumn;
  readonly descending: boolean;
}

const namesInOrder = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const byName = (one: TeamRow, other: TeamRow): number =>
  namesInOrder.compare(one.name, other.name) || (one.userId < other.userId ? -1 : 1);

/** Equal rows stand in the order of their names. */
export function sortedTeam(rows: readonly TeamRow[], { column, descending }: TeamOrder): TeamRow[] {
  const sign = descending ? -1 : 1;
  if (column === 'name') return rows.toSorted((one, other) => sign * byName(one, other));
  return rows.toSorted((one, other) => sign * (one[column] - other[column]) || byName(one, other));
}

/** A figure as the files have it: hours of whole minutes with two decimals, or a count. */
export const teamFigureText = (column: keyof TeamFigures, figures: TeamFigures): string =>
  isHours(column) ? shownHours(figures[column]) : String(figures[column]);

/** The others are counts. */
export const isHours = (column: keyof TeamFigures): boolean =>
  column !== 'lateArrivals' && column !== 'absences';

const inThousands = new Intl.NumberFormat('en-US');

/** The same for people, who read large sums by their thousands: '6,398.20'. */
export function teamFigureShown(column: keyof TeamFigures, figures: TeamFigures): string {
  const [whole = '', decimals] = teamFigureText(column, figures).split('.');
  return `${inThousands.format(Number(whole))}${decimals === undefined ? '' : `.${decimals}`}`;
}
