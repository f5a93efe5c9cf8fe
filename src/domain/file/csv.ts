/** CSV files (spec §7): RFC 4180, and no cell that a spreadsheet runs as a formula. */
import { cellsOf, valueText, type Column, type Value } from './table.ts';

/** Start of a cell that spreadsheets may run as a formula, even after blanks. Some versions accept full-width signs. */
export const FORMULA_START = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/** A formula sign after any separator: a spreadsheet may split lines at another separator than ours. */
const FORMULA_WITHIN = /(?<=[,;|\t\r\n](?:[^\S\t\r\n]|")*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/gu;

/** Puts an apostrophe before a formula [D6.6], and leaves out NUL, which no spreadsheet shows. */
export function escapeFormula(cell: string): string {
  const text = cell.replaceAll('\0', '').replace(FORMULA_WITHIN, "'$&");
  return FORMULA_START.test(text) ? `'${text}` : text;
}

const NEEDS_QUOTES = /["\r\n,;|\t]|^\s|\s$/u;
/** '8,50' stays unquoted unless the separator is a comma, since payroll programs do not read quoted numbers. */
const DECIMAL = /^-?\d+,\d+$/;

export type CsvDelimiter = ',' | ';' | '\t';

/** Quotes a cell that contains any separator, since other programs may split at another separator than ours. */
function csvField(cell: string, delimiter: CsvDelimiter): string {
  const text = escapeFormula(cell);
  const isPlain = !NEEDS_QUOTES.test(text) || (delimiter !== ',' && DECIMAL.test(text));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

interface CsvOptions {
  readonly delimiter?: CsvDelimiter;
  readonly header?: boolean;
  readonly text?: (value: Value) => string;
}

/** Ends lines with CRLF; starts with a byte-order mark only when something is not ASCII [D6.6]. */
export function cellsToCsv(
  titles: readonly string[],
  rows: readonly (readonly Value[])[],
  { delimiter = ',', header = true, text: textOf = valueText }: CsvOptions = {},
): string {
  const text = [...(header ? [titles] : []), ...rows]
    .map((cells) => cells.map((cell) => csvField(textOf(cell), delimiter)).join(delimiter))
    .map((line) => `${line}\r\n`)
    .join('');
  return /^\p{ASCII}*$/u.test(text) ? text : `\uFEFF${text}`;
}

export const toCsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  cellsToCsv(
    columns.map(({ title }) => title),
    cellsOf(columns, rows),
  );
