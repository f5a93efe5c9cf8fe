/** Tables that CSV, Excel and PDF files share: each kind of file writes the same values in its own way. */
import { formatDate } from '../time/format.ts';
import { formatClockHours, shownHours, type Day, type EpochMs, type Minutes } from '../time/units.ts';

export type Value =
  | string
  | { readonly kind: 'hours'; readonly minutes: Minutes }
  | { readonly kind: 'count'; readonly count: number }
  /** A day, or the month of a day. */
  | { readonly kind: 'date' | 'month'; readonly day: Day }
  /** `text` is 'HH:mm', with its offset where the clocks went back: '02:50 (UTC+02:00)'. */
  | { readonly kind: 'time'; readonly instant: EpochMs; readonly zone: string; readonly text: string };

export const hours = (minutes: Minutes): Value => ({ kind: 'hours', minutes });
export const count = (number: number): Value => ({ kind: 'count', count: number });
export const date = (day: Day): Value => ({ kind: 'date', day });

export interface Column<Row, Cell = Value> {
  readonly title: string;
  /** Characters in Excel; a share of the page's width in a PDF. */
  readonly width?: number;
  readonly value: (row: Row) => Cell;
}

export const cellsOf = <Row, Cell>(columns: readonly Column<Row, Cell>[], rows: readonly Row[]): Cell[][] =>
  rows.map((row) => columns.map(({ value }) => value(row)));

export interface Spelling {
  /** 8.50, 8:30 or 510. */
  readonly hours: 'decimal' | 'clock' | 'minutes';
  readonly decimal: '.' | ',';
  /** Oct 31, 2026, 2026-10-31, 31.10.2026 or 10/31/2026. */
  readonly dates: 'words' | 'iso' | 'dmy' | 'mdy';
}

const OWN_SPELLING: Spelling = { hours: 'decimal', decimal: '.', dates: 'words' };

/** The value as text, for CSV and PDF. */
export function valueText(value: Value, spelling = OWN_SPELLING): string {
  if (typeof value === 'string') return value;
  switch (value.kind) {
    case 'hours':
      return hoursAs(value.minutes, spelling);
    case 'count':
      return String(value.count);
    case 'time':
      return value.text;
    default:
      return dateAs(value.kind === 'month' ? value.day.slice(0, 7) : value.day, spelling);
  }
}

function hoursAs(minutes: Minutes, { hours: as, decimal }: Spelling): string {
  switch (as) {
    case 'decimal':
      return shownHours(minutes).replace('.', decimal);
    case 'clock':
      return formatClockHours(minutes);
    case 'minutes':
      return String(Math.floor(minutes));
  }
}

/** A month has no day: 2026-10, 10.2026 or 10/2026. */
function dateAs(text: string, { dates }: Spelling): string {
  const [year = '', month = '', ...day] = text.split('-');
  switch (dates) {
    case 'words':
      return formatDate(text, 'UTC');
    case 'iso':
      return text;
    case 'dmy':
      return [...day, month, year].join('.');
    case 'mdy':
      return [month, ...day, year].join('/');
  }
}
