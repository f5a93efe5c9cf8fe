import { say, type PlainKey } from '#texts/say';
import { sortByAttention, isInState, type BoardState } from '#domain/day/attention';
import { todayMinutes, type MonitoringRow } from '#domain/day/monitoring';
import { compareNames, createTextMatcher } from '#domain/people/employee';
import { timeText, type EpochMs } from '#domain/time/units';
import { expectedOn, type Expected } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
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
  { name: 'employee', label: 'board.person', width: 'lg:w-[22%]' },
  { name: 'status', label: 'board.statusColumn', width: 'lg:w-[25%]', rank: statusRank },
  {
    name: 'activity',
    label: 'board.lastActivity',
    width: 'lg:w-[14%]',
    isHighestFirst: true,
    rank: ({ lastActivity }) => lastActivity,
  },
  {
    name: 'hours',
    label: 'board.todaysHours',
    width: 'sm:w-[39%] print:w-[26%]',
    isHighestFirst: true,
    align: 'right',
    rank: (row, now) => todayMinutes(row, now) || null,
  },
] as const satisfies readonly ListColumn<string, MonitoringRow>[];

export const STATE_LABELS = {
  in: 'board.in',
  'on-break': 'board.onBreak',
  out: 'board.out',
  late: 'board.late',
  missing: 'board.missing',
  'on-leave': 'board.onLeave',
  'clocked-in': 'board.currentlyIn',
  'not-clocked-in': 'board.notIn',
  'left-open': 'workStatus.endMissing',
} as const satisfies Readonly<Record<BoardState, PlainKey>>;

export const NOBODY_TEXTS = {
  in: 'board.nobodyIn',
  'on-break': 'board.nobodyOnBreak',
  out: 'board.nobodyOut',
  late: 'board.nobodyLate',
  missing: 'board.nobodyMissing',
  'on-leave': 'board.nobodyOnLeave',
  'clocked-in': 'active.none',
  'not-clocked-in': 'board.everybodyIn',
  'left-open': 'board.noEndMissing',
} as const satisfies Readonly<Record<BoardState, PlainKey>>;

/** The order 'attention' is no column's: people who need the admin's attention come first. */
export const BOARD_LIST = {
  search: textParam(),
  show: choiceParam<BoardState | ''>({ '': 'board.showAll', ...STATE_LABELS }, ''),
  studio: textParam(),
  sorted: sortParam(COLUMNS, 'attention'),
};
export type BoardQuery = ListQuery<typeof BOARD_LIST>;
export type BoardFilter = Omit<BoardQuery, 'sorted'>;
export const NO_FILTER: BoardFilter = { search: '', show: '', studio: '' };

export const isFiltered = ({ search, show, studio }: BoardFilter): boolean =>
  search.trim() !== '' || show !== '' || studio !== '';

export const studiosOf = (rows: readonly MonitoringRow[]): string[] =>
  [...new Set(rows.map(({ person }) => person.department))].toSorted(compareNames);

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

export function stateNote(
  state: BoardState | '',
  settings: WorkHistory,
  today: WorkplaceDay,
  hasSchedules: boolean,
): string | null {
  const expected = expectedOn(today, settings);
  switch (state) {
    case 'late':
      return hasSchedules ? say('board.lateBySchedule') : lateNote(expected);
    case 'missing':
      return hasSchedules ? say('board.missingBySchedule') : missingNote(expected);
    case 'left-open':
      return say('board.leftOpenNote');
    default:
      return null;
  }
}

function lateNote({ isFlexible, punctualUntil }: Expected): string | null {
  if (isFlexible) return say('board.flexibleHours');
  return punctualUntil === undefined ? null : say('board.lateAfter', { time: timeText(punctualUntil) });
}

function missingNote({ minutes, missingAfter, isFlexible, holiday }: Expected): string | null {
  if (minutes === 0) return holiday ? say('board.holiday', { holiday }) : say('board.weekend');
  if (missingAfter === undefined) return say('board.noSetTime');
  return isFlexible
    ? say('board.missingAtEnd', { time: timeText(missingAfter) })
    : say('board.missingAt', { time: timeText(missingAfter) });
}
