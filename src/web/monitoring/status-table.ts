import {
  BOARD_STATES,
  sortByAttention,
  CARD_STATES,
  isInState,
  type BoardState,
} from '#domain/day/attention';
import { todayMinutes, type MonitoringRow } from '#domain/day/monitoring';
import { createTextMatcher } from '#domain/people/employee';
import { timeText, type EpochMs } from '#domain/time/units';
import { expectedOn, type Expected } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { END_MISSING } from '#domain/entry/time-entry';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import type { Params } from '#web/browser/place.ts';
import { toSortParam, parseSorting, type DataColumn, type Sorting } from '#web/ui/data-table.tsx';

/** 'attention' is an order without a column: people who need the admin's attention come first. */
export type StatusColumn = 'attention' | 'employee' | 'status' | 'activity' | 'hours';

export const BY_ATTENTION: Sorting<StatusColumn> = { column: 'attention', descending: false };

export const STATUS_COLUMNS: readonly DataColumn<StatusColumn>[] = [
  { name: 'employee', label: 'Employee', width: 'lg:w-[38%]' },
  { name: 'status', label: 'Status', width: 'lg:w-[23%]' },
  { name: 'activity', label: 'Last Activity', width: 'lg:w-[19%]', isHighestFirst: true },
  { name: 'hours', label: "Today's Hours", width: 'lg:w-[20%]', isHighestFirst: true, align: 'right' },
];
export const SORT_CHOICES: readonly DataColumn<StatusColumn>[] = [
  { name: 'attention', label: 'Attention' },
  ...STATUS_COLUMNS,
];

const STATUS_ORDER = ['clocked-in', 'on-break', 'left-open', 'clocked-out'];
const statusRank = ({ status, leftOpen }: MonitoringRow): number =>
  STATUS_ORDER.indexOf(leftOpen === null ? status : 'left-open');

export type StatusFilter = ReturnType<typeof filterOf>;
export const NO_FILTER: StatusFilter = { name: '', state: null, studio: '' };

export const STATUS_PARAMS = ['search', 'show', 'studio', 'sorted'] as const;
type QueryParams = Partial<Record<(typeof STATUS_PARAMS)[number], string>>;

/** Unknown values in the address are ignored. */
export const filterOf = ({ search = '', show, studio = '' }: QueryParams) => ({
  name: search,
  state: [...BOARD_STATES, ...CARD_STATES].find((state) => state === show) ?? null,
  studio,
});

export const filterParams = ({ name, state, studio }: StatusFilter): Params => ({
  search: name || undefined,
  show: state ?? undefined,
  studio: studio || undefined,
});

export const sortingOf = ({ sorted = '' }: QueryParams): Sorting<StatusColumn> =>
  parseSorting(sorted, STATUS_COLUMNS, BY_ATTENTION);

export const sortingParams = (sorting: Sorting<StatusColumn>): Params => ({
  sorted: toSortParam(sorting, BY_ATTENTION),
});

export const isFiltered = ({ name, state, studio }: StatusFilter): boolean =>
  name.trim() !== '' || state !== null || studio !== '';

export const studiosOf = (rows: readonly MonitoringRow[]): string[] =>
  [...new Set(rows.map(({ person }) => person.department))].toSorted();

export function filterRows(
  rows: readonly MonitoringRow[],
  { name, state, studio }: StatusFilter,
): readonly MonitoringRow[] {
  if (!isFiltered({ name, state, studio })) return rows;
  const fits = createTextMatcher(name);
  return rows.filter(
    (row) =>
      (state === null || isInState(row, state)) &&
      (studio === '' || row.person.department === studio) &&
      fits(row.person.name),
  );
}

/** `rows` come sorted by name; equal rows keep this order. People without activity come last in both directions. */
export function sortRows(
  rows: readonly MonitoringRow[],
  { column, descending }: Sorting<StatusColumn>,
  now: EpochMs,
): MonitoringRow[] {
  const sign = descending ? -1 : 1;
  if (column === 'attention') return sortByAttention(rows);
  if (column === 'employee') return descending ? rows.toReversed() : [...rows];
  if (column === 'status') return rows.toSorted((one, other) => sign * (statusRank(one) - statusRank(other)));
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

export const STATE_WORDS: Readonly<Record<BoardState, { readonly label: string; readonly nobody: string }>> =
  {
    in: { label: 'In', nobody: 'Nobody is in' },
    'on-break': { label: 'On break', nobody: 'Nobody is on a break' },
    out: { label: 'Out', nobody: 'Nobody is out' },
    late: { label: 'Late', nobody: 'Nobody came late today' },
    missing: { label: 'Not in yet', nobody: 'Everybody who is due is in' },
    'on-leave': { label: 'On leave', nobody: 'Nobody is on leave' },
    'clocked-in': { label: 'Currently Clocked In', nobody: 'No employees currently clocked in' },
    'not-clocked-in': { label: 'Not Clocked In', nobody: 'Everybody is clocked in' },
    'left-open': { label: END_MISSING, nobody: 'No end is missing' },
  };

export function stateNote(
  state: BoardState | null,
  settings: WorkHistory,
  today: WorkplaceDay,
  hasSchedules: boolean,
): string | null {
  const expected = expectedOn(today, settings);
  switch (state) {
    case 'late':
      return hasSchedules
        ? 'First clock-in too late, by the schedule or the work settings.'
        : lateNote(expected);
    case 'missing':
      return hasSchedules ? 'Shift started, not clocked in yet.' : missingNote(expected);
    case 'left-open':
      return 'These entries have no end. They do not count until somebody enters one.';
    default:
      return null;
  }
}

function lateNote({ isFlexible, punctualUntil }: Expected): string | null {
  if (isFlexible) return 'Hours are flexible, so nobody is late.';
  return punctualUntil === undefined ? null : `First clock-in of the day after ${timeText(punctualUntil)}.`;
}

function missingNote({ minutes, missingAfter, isFlexible, holiday }: Expected): string | null {
  if (minutes === 0)
    return holiday ? `Nobody is expected today: ${holiday}.` : 'Nobody is expected on a weekend.';
  if (missingAfter === undefined) return 'With these work hours nobody is due at a set time.';
  return isFlexible
    ? `Not clocked in by ${timeText(missingAfter)}, when work ends.`
    : `Not clocked in by ${timeText(missingAfter)}.`;
}
