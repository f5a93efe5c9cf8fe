import { groupBy } from '../report/groups.ts';
import type { MonitoringRow } from './monitoring.ts';

/**
 * Exceptions come first. Each person has one of `in`, `on-break`, `out` or `left-open`, and may also be `late`, `missing` or `on-leave`.
 * After a new clock-in, a person can be `left-open` and also `in`, `on-break` or `out`.
 */
export const BOARD_STATES = ['left-open', 'missing', 'late', 'in', 'on-break', 'out', 'on-leave'] as const;
/** Counts of the specification: 'clocked-in' is `in` or `on-break`, 'not-clocked-in' is every other active person. */
export const CARD_STATES = ['clocked-in', 'not-clocked-in'] as const;
export type BoardState = (typeof BOARD_STATES | typeof CARD_STATES)[number];

const STATE_TESTS: Readonly<Record<BoardState, (row: MonitoringRow) => boolean>> = {
  in: ({ status }) => status === 'clocked-in',
  'on-break': ({ status }) => status === 'on-break',
  out: ({ status, leftOpen }) => status === 'clocked-out' && leftOpen === null,
  late: ({ lateMinutes }) => lateMinutes > 0,
  missing: (row) => row.isMissing,
  'on-leave': ({ dayOff }) => dayOff === 'On leave',
  'clocked-in': ({ entry }) => entry !== null,
  'not-clocked-in': ({ entry, person }) => entry === null && person.isActive,
  'left-open': ({ forgottenEntry }) => forgottenEntry !== null,
};

export const isInState = (row: MonitoringRow, state: BoardState): boolean => STATE_TESTS[state](row);

export type StateCounts = Readonly<Record<(typeof BOARD_STATES)[number], number>>;

export const countByState = (rows: readonly MonitoringRow[]): StateCounts =>
  Object.fromEntries(
    BOARD_STATES.map((state) => [state, rows.filter(STATE_TESTS[state]).length]),
  ) as StateCounts;

const URGENT_STATES = ['left-open', 'missing', 'late'] as const;
type Group = (typeof URGENT_STATES)[number] | 'request' | undefined;

/** The reason for which the row comes first. Undefined for rows that need nobody's attention. */
export const attentionOf = (row: MonitoringRow, hasRequest: boolean): Group =>
  URGENT_STATES.find((state) => STATE_TESTS[state](row)) ?? (hasRequest ? 'request' : undefined);

/**
 * Puts urgent rows first: left open (oldest first), missing, late (most minutes first), and people with a request. Then
 * come all others.
 */
export function sortByAttention(
  rows: readonly MonitoringRow[],
  hasRequest: (row: MonitoringRow) => boolean,
): MonitoringRow[] {
  const groups = groupBy(rows, (row) => attentionOf(row, hasRequest(row)));
  const group = (state: Group) => groups.get(state) ?? [];
  return [
    ...group('left-open').toSorted((one, other) => openSince(one) - openSince(other)),
    ...group('missing'),
    ...group('late').toSorted((one, other) => other.lateMinutes - one.lateMinutes),
    ...group('request'),
    ...group(undefined),
  ];
}

const openSince = ({ forgottenEntry }: MonitoringRow): number => forgottenEntry?.clockIn ?? 0;
