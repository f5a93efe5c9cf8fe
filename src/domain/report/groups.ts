import { say } from '#texts/say';
import { formatDate } from '../time/format.ts';
import type { ReportRow } from './report.ts';
import { type Day, MS_PER_MINUTE, type Minutes } from '../time/units.ts';
import { type FirstWeekday, weekOf } from '../time/workplace-day.ts';

export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

type Summed = Pick<ReportRow, 'day' | 'minutes' | 'breakMinutes'>;

export interface RowGroup<Row> {
  readonly day: Day;
  readonly rows: readonly Row[];
  readonly minutes: Minutes;
  readonly breakMinutes: Minutes;
}

export interface WeekOfRows<Row> extends RowGroup<Row> {
  readonly days: readonly RowGroup<Row>[];
}

/** Rounds to whole milliseconds: sums of binary fractions of a minute are not exact. */
const roundToMs = (minutes: Minutes): Minutes => Math.round(minutes * MS_PER_MINUTE) / MS_PER_MINUTE;

export const sumRows = (
  rows: readonly Pick<ReportRow, 'minutes' | 'breakMinutes'>[],
): Pick<ReportRow, 'minutes' | 'breakMinutes'> => ({
  minutes: roundToMs(rows.reduce((sum, { minutes }) => sum + minutes, 0)),
  breakMinutes: roundToMs(rows.reduce((sum, { breakMinutes }) => sum + breakMinutes, 0)),
});

function groupAdjacent<Row extends Summed>(rows: readonly Row[], dayOf: (row: Row) => Day): RowGroup<Row>[] {
  const groups: { day: Day; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups.map((group) => ({ ...group, ...sumRows(group.rows) }));
}

/** Keeps the order of the rows. Rows of the same day must be adjacent. */
export const weeksOfRows = <Row extends Summed>(
  rows: readonly Row[],
  firstWeekday: FirstWeekday = 1,
): WeekOfRows<Row>[] =>
  groupAdjacent(rows, ({ day }) => weekOf(day, firstWeekday).first).map((week) => ({
    ...week,
    days: groupAdjacent(week.rows, ({ day }) => day),
  }));

export const daySumLabel = (day: Day): string => say('reportSums.day', { date: formatDate(day, 'UTC') });

export const weekSumLabel = (day: Day): string => say('reportSums.week', { date: formatDate(day, 'UTC') });
