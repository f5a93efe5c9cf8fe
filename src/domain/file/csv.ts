/** CSV files (spec §7): RFC 4180, and no cell that a spreadsheet runs as a formula. */
import { cellsOf, plainText, type Column, type Value } from './table.ts';

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

/** A number, which no spreadsheet runs. */
const NEGATIVE_HOURS = /^-\d+[.,]\d\d$/;

/** Quotes a cell that contains any separator, since other programs may split at another separator than ours. */
function csvField(cell: string, delimiter: CsvDelimiter): string {
  const text = NEGATIVE_HOURS.test(cell) ? cell : escapeFormula(cell);
  const isPlain = !NEEDS_QUOTES.test(text) || (delimiter !== ',' && DECIMAL.test(text));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

interface CsvOptions {
  readonly delimiter?: CsvDelimiter | undefined;
  readonly header?: boolean;
  readonly text?: (value: Value) => string;
  /** False: no byte-order mark, whatever the text. */
  readonly mark?: boolean;
}

/** Hours with a decimal comma, which spreadsheets expect where they separate cells by semicolons. */
const withDecimalComma = (value: Value): string => plainText(value).replace(/^(-?\d+)\.(\d\d)$/, '$1,$2');

/** Ends lines with CRLF; starts with a byte-order mark only when something is not ASCII [D6.6]. */
export function cellsToCsv(
  titles: readonly string[],
  rows: readonly (readonly Value[])[],
  { delimiter = ',', header = true, text, mark = true }: CsvOptions = {},
): string {
  const textOf = text ?? (delimiter === ';' ? withDecimalComma : plainText);
  const content = [...(header ? [titles] : []), ...rows]
    .map((cells) => cells.map((cell) => csvField(textOf(cell), delimiter)).join(delimiter))
    .map((line) => `${line}\r\n`)
    .join('');
  return !mark || /^\p{ASCII}*$/u.test(content) ? content : `\uFEFF${content}`;
}

export const toCsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], delimiter?: CsvDelimiter) =>
  cellsToCsv(
    columns.map(({ title }) => title),
    cellsOf(columns, rows),
    { delimiter },
  );

/** Characters of the bytes 0x80 to 0x9F; a blank where the encoding has none. All other bytes are as in Unicode. */
const CHARACTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const FIRST_BYTE = 0x80;

/** Byte of a character in Windows-1252, or null if it has none. */
export function toWindows1252(character: string): number | null {
  const code = character.codePointAt(0) ?? 0;
  if (code < FIRST_BYTE || (code >= FIRST_BYTE + CHARACTERS.length && code <= 0xff)) return code;
  const at = CHARACTERS.indexOf(character);
  return at === -1 ? null : FIRST_BYTE + at;
}
