/** Tables that CSV, Excel and PDF files share: each kind of file writes the same values in its own way. */
import { decimalText } from '#texts/say';
import { formatDate } from '../time/format.ts';
import { shownHours, type Day, type EpochMs, type Minutes } from '../time/units.ts';

/** Value of a table cell. */
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
  /** Excel takes this as a number of characters, a PDF as a share of the page's width. */
  readonly width?: number;
  readonly value: (row: Row) => Cell;
}

export const cellsOf = <Row, Cell>(columns: readonly Column<Row, Cell>[], rows: readonly Row[]): Cell[][] =>
  rows.map((row) => columns.map(({ value }) => value(row)));

/** As `valueText`, but with a decimal point in every language, for programs. */
export const plainText = (value: Value): string =>
  typeof value === 'object' && value.kind === 'hours' ? shownHours(value.minutes) : valueText(value);

export function valueText(value: Value): string {
  if (typeof value === 'string') return value;
  switch (value.kind) {
    case 'hours':
      return decimalText(shownHours(value.minutes));
    case 'count':
      return String(value.count);
    case 'date':
      return formatDate(value.day, 'UTC');
    case 'month':
      return value.day.slice(0, 7);
    case 'time':
      return value.text;
  }
}
