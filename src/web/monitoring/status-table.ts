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
import {
  choiceParam,
  sortByColumn,
  sortParam,
  textParam,
  type ListColumn,
  type ListQuery,
} from '#web/frame/list.ts';

const STATUS_ORDER = ['clocked-in', 'on-break', 'left-open', 'clocked-out'];
const statusRank = ({ status, leftOpen }: MonitoringRow): number =>
  STATUS_ORDER.indexOf(leftOpen === null ? status : 'left-open');

const COLUMNS = [
  { name: 'employee', label: 'Employee', width: 'lg:w-[22%]' },
  { name: 'status', label: 'Status', width: 'lg:w-[25%]', rank: statusRank },
  {
    name: 'activity',
    label: 'Last Activity',
    width: 'lg:w-[14%]',
    isHighestFirst: true,
    rank: ({ lastActivity }) => lastActivity,
  },
  {
    name: 'hours',
    label: "Today's Hours",
    width: 'sm:w-[39%] print:w-[26%]',
    isHighestFirst: true,
    align: 'right',
    rank: (row, now) => todayMinutes(row, now) || null,
  },
] as const satisfies readonly ListColumn<string, MonitoringRow>[];

/** The order 'attention' is no column's: people who need the admin's attention come first. */
export const BOARD_LIST = {
  search: textParam(),
  show: choiceParam<BoardState | ''>(['', ...BOARD_STATES, ...CARD_STATES], ''),
  studio: textParam(),
  sorted: sortParam(COLUMNS, 'attention'),
};
export type BoardQuery = ListQuery<typeof BOARD_LIST>;
export type BoardFilter = Omit<BoardQuery, 'sorted'>;
export const NO_FILTER: BoardFilter = { search: '', show: '', studio: '' };

export const isFiltered = ({ search, show, studio }: BoardFilter): boolean =>
  search.trim() !== '' || show !== '' || studio !== '';

export const studiosOf = (rows: readonly MonitoringRow[]): string[] =>
  [...new Set(rows.map(({ person }) => person.department))].toSorted();

export function filterRows(rows: readonly MonitoringRow[], filter: BoardFilter): readonly MonitoringRow[] {
  if (!isFiltered(filter)) return rows;
  const { search, show, studio } = filter;
  const fits = createTextMatcher(search);
  return rows.filter(
    (row) =>
      (show === '' || isInState(row, show)) &&
      (studio === '' || row.person.department === studio) &&
      fits(row.person.name),
  );
}

/** `rows` come sorted by name. People without activity come last in both directions. */
export const sortRows = (
  rows: readonly MonitoringRow[],
  sorted: BoardQuery['sorted'],
  { now, hasRequest }: { now: EpochMs; hasRequest: (row: MonitoringRow) => boolean },
): MonitoringRow[] =>
  sorted.column === 'attention'
    ? sortByAttention(rows, hasRequest)
    : sortByColumn(rows, COLUMNS, sorted, now);

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
  state: BoardState | '',
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
