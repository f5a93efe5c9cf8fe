import type { MonitoringRow } from './monitoring.ts';

/** Everybody is one of `in`, `on-break`, `out` and `left-open`; `late`, `missing` and a new clock-in come on top. */
export const BOARD_STATES = ['in', 'on-break', 'out', 'late', 'missing', 'left-open'] as const;
/** Cards of the specification: `in` with `on-break`, and the rest. */
export const CARD_STATES = ['clocked-in', 'not-clocked-in'] as const;
export type BoardState = (typeof BOARD_STATES | typeof CARD_STATES)[number];

const IS: Readonly<Record<BoardState, (row: MonitoringRow) => boolean>> = {
  in: ({ status }) => status === 'clocked-in',
  'on-break': ({ status }) => status === 'on-break',
  out: ({ status, leftOpen }) => status === 'clocked-out' && leftOpen === null,
  late: ({ lateMinutes }) => lateMinutes > 0,
  missing: (row) => row.isMissing,
  'clocked-in': ({ entry }) => entry !== null,
  'not-clocked-in': ({ entry, person }) => entry === null && person.isActive,
  'left-open': ({ forgotten }) => forgotten !== null,
};

export const isInState = (row: MonitoringRow, state: BoardState): boolean => IS[state](row);

export type Tally = Readonly<Record<(typeof BOARD_STATES)[number], number>>;

export function tally(rows: readonly MonitoringRow[]): Tally {
  const counts: { -readonly [State in keyof Tally]: number } = {
    in: 0,
    'on-break': 0,
    out: 0,
    late: 0,
    missing: 0,
    'left-open': 0,
  };
  for (const row of rows) for (const state of BOARD_STATES) if (IS[state](row)) counts[state] += 1;
  return counts;
}

/** Left open first (oldest first, since they count nothing), then missing, then late (latest first), then others. */
export function byAttention(rows: readonly MonitoringRow[]): MonitoringRow[] {
  const leftOpen: MonitoringRow[] = [];
  const missing: MonitoringRow[] = [];
  const late: MonitoringRow[] = [];
  const others: MonitoringRow[] = [];
  for (const row of rows) {
    if (IS['left-open'](row)) leftOpen.push(row);
    else if (row.isMissing) missing.push(row);
    else if (row.lateMinutes > 0) late.push(row);
    else others.push(row);
  }
  return [
    ...leftOpen.toSorted((one, other) => openSince(one) - openSince(other)),
    ...missing,
    ...late.toSorted((one, other) => other.lateMinutes - one.lateMinutes),
    ...others,
  ];
}

const openSince = ({ forgotten }: MonitoringRow): number => forgotten?.clockIn ?? 0;
