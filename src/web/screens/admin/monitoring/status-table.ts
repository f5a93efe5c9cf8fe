/** What the All Employees Status table shows: which rows, in which order. */
import { todayMinutes, type MonitoringRow } from '#domain/monitoring';
import { searchFor } from '#domain/search';
import { STATUS_LABEL } from '#domain/time-entry';
import type { EpochMs } from '#domain/time';
import type { Params } from '#web/browser/place.ts';
import type { DataColumn, Sorting } from '#web/ui/data-table.tsx';

export type StatusColumn = 'employee' | 'status' | 'activity' | 'hours';

export const STATUS_COLUMNS: readonly DataColumn<StatusColumn>[] = [
  { name: 'employee', label: 'Employee', width: 'lg:w-[42%]' },
  { name: 'status', label: 'Status', width: 'lg:w-[19%]' },
  { name: 'activity', label: 'Last Activity', width: 'lg:w-[14%]', isHighestFirst: true },
  { name: 'hours', label: "Today's Hours", width: 'lg:w-[25%]', isHighestFirst: true, align: 'right' },
];

export const LEFT_OPEN = 'Left open';
/** What a row says that somebody is: of an entry left open nobody knows more than that. */
const stateOf = ({ status, leftOpen }: MonitoringRow): string =>
  leftOpen === null ? STATUS_LABEL[status] : LEFT_OPEN;
/** The filter's words, in the order in which a table sorted by status has them. */
export const STATUS_CHOICES: readonly string[] = [
  STATUS_LABEL['clocked-in'],
  STATUS_LABEL['on-break'],
  LEFT_OPEN,
  STATUS_LABEL['clocked-out'],
];

export interface StatusFilter {
  readonly name: string;
  /** One of `STATUS_CHOICES`; '' for all. */
  readonly status: string;
  /** '' for all. */
  readonly studio: string;
}
export const NO_FILTER: StatusFilter = { name: '', status: '', studio: '' };

export const STATUS_PARAMS = ['search', 'status', 'studio', 'sorted'] as const;
type Said = Partial<Record<(typeof STATUS_PARAMS)[number], string>>;

/** By what the address says; a status it names in vain is not filtered by. */
export const filterOf = ({ search = '', status = '', studio = '' }: Said): StatusFilter => ({
  name: search,
  status: STATUS_CHOICES.includes(status) ? status : '',
  studio,
});

export const filterParams = ({ name, status, studio }: StatusFilter): Params => ({
  search: name || undefined,
  status: status || undefined,
  studio: studio || undefined,
});

/** The column's name, after a '-' where the highest come first; else by name. */
export function sortingOf({ sorted = 'employee' }: Said): Sorting<StatusColumn> {
  const descending = sorted.startsWith('-');
  const named = descending ? sorted.slice(1) : sorted;
  const column = STATUS_COLUMNS.find(({ name }) => name === named);
  return column ? { column: column.name, descending } : { column: 'employee', descending: false };
}

export function sortingParams({ column, descending }: Sorting<StatusColumn>): Params {
  const sorted = `${descending ? '-' : ''}${column}`;
  return { sorted: sorted === 'employee' ? undefined : sorted };
}

export const isFiltered = ({ name, status, studio }: StatusFilter): boolean =>
  name.trim() !== '' || status !== '' || studio !== '';

/** The studios that somebody on the board belongs to, by name. */
export const studiosOf = (rows: readonly MonitoringRow[]): string[] =>
  [...new Set(rows.map(({ person }) => person.department))].toSorted();

/** Part of the name, whatever its case and accents, and the exact status and studio. */
export function matching(
  rows: readonly MonitoringRow[],
  { name, status, studio }: StatusFilter,
): MonitoringRow[] {
  const fits = searchFor(name);
  return rows.filter(
    (row) =>
      (status === '' || stateOf(row) === status) &&
      (studio === '' || row.person.department === studio) &&
      fits(row.person.name),
  );
}

/**
 * `rows` come by name, and those that are equal in the column stay by name. Whoever did nothing today comes
 * last, whichever way.
 */
export function sorted(
  rows: readonly MonitoringRow[],
  { column, descending }: Sorting<StatusColumn>,
  now: EpochMs,
): MonitoringRow[] {
  const sign = descending ? -1 : 1;
  if (column === 'employee') return descending ? rows.toReversed() : [...rows];
  if (column === 'status')
    return rows.toSorted(
      (one, other) => sign * (STATUS_CHOICES.indexOf(stateOf(one)) - STATUS_CHOICES.indexOf(stateOf(other))),
    );
  const value =
    column === 'activity'
      ? ({ lastActivity }: MonitoringRow) => lastActivity
      : (row: MonitoringRow) => todayMinutes(row, now) || null;
  const keyed = rows.map((row) => ({ row, key: value(row) }));
  return keyed
    .toSorted(
      (one, other) =>
        Number(one.key === null) - Number(other.key === null) || sign * ((one.key ?? 0) - (other.key ?? 0)),
    )
    .map(({ row }) => row);
}
