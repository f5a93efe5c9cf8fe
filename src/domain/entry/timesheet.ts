/** The rows that CSV, XLSX and PDF share, and the CSV itself (spec §7). */
import { formatDate, wallTime } from '../time/format.ts';
import { startAndEnd } from '../time/repeated-time.ts';
import { END_MISSING, isEndMissing, type TimeEntry, totalWorkedMs, workedMinutes } from './time-entry.ts';
import { minutesNotShown, MS_PER_MINUTE, SECONDS_NOT_SHOWN, shownHours } from '../time/units.ts';

export const TIMESHEET_COLUMNS = ['Date', 'Clock In', 'Clock Out', 'Hours', 'Notes'] as const;

export interface TimesheetRow {
  /** 'Nov 20, 2026', or what a last row is called that makes the hours add up. */
  readonly date: string;
  /** 'HH:mm', with its offset where the clocks went back between the two. */
  readonly clockIn: string;
  /** The same; empty while it runs, 'End missing' where it was left open. */
  readonly clockOut: string;
  /** Two decimals ('8.50'), or '0' while open (spec §7). */
  readonly hours: string;
  readonly notes: string;
  /** What became of the entry besides: 'Corrected'. Left out of entries that were never corrected. */
  readonly correction?: string;
}

function timesOf(entry: TimeEntry, zone: string): Pick<TimesheetRow, 'clockIn' | 'clockOut'> {
  const { clockIn, clockOut } = entry;
  if (clockOut === null)
    return { clockIn: wallTime(clockIn, zone), clockOut: isEndMissing(entry) ? END_MISSING : '' };
  const [from, to] = startAndEnd(clockIn, clockOut, zone);
  return { clockIn: from, clockOut: to };
}

/** What entries are marked with that a correction touched, by their ids. */
export type CorrectionMarks = ReadonlyMap<string, string>;
const NO_MARKS: CorrectionMarks = new Map();

const marked = (correction: string | undefined) => (correction === undefined ? {} : { correction });

/** In their order. Where cut hours fall short of their total, a last row makes them add up. */
export const timesheetRows = (
  entries: readonly TimeEntry[],
  zone: string,
  marks: CorrectionMarks = NO_MARKS,
): TimesheetRow[] => [
  ...entries.map((entry) => ({
    date: formatDate(entry.clockIn, zone),
    ...timesOf(entry, zone),
    hours: entry.clockOut === null ? '0' : shownHours(workedMinutes(entry, entry.clockOut)),
    notes: entry.notes,
    ...marked(marks.get(entry.id)),
  })),
  ...secondsRow(entries),
];

function secondsRow(entries: readonly TimeEntry[]): TimesheetRow[] {
  const ended = entries.filter(({ clockOut }) => clockOut !== null);
  const rows = ended.map((entry) => workedMinutes(entry, entry.clockIn));
  const minutes = minutesNotShown(rows, totalWorkedMs(ended, 0) / MS_PER_MINUTE);
  return minutes === 0
    ? []
    : [{ date: SECONDS_NOT_SHOWN, clockIn: '', clockOut: '', hours: shownHours(minutes), notes: '' }];
}

export const timesheetCells = (row: TimesheetRow): string[] => [
  row.date,
  row.clockIn,
  row.clockOut,
  row.hours,
  row.notes,
];

/** What a spreadsheet may run as a formula, blanks before it or not; full-width signs count in East Asian versions. */
export const FORMULA_START = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/** The sign of a formula behind any separator: a spreadsheet may split at another one than ours. */
const FORMULA_WITHIN = /(?<=[,;|\t\r\n](?:[^\S\t\r\n]|")*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/gu;

/** An apostrophe keeps a spreadsheet from running a cell [D6.6]. NUL, which none can show, is left out. */
export function defused(cell: string): string {
  const text = cell.replaceAll('\0', '').replace(FORMULA_WITHIN, "'$&");
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** What stands between the fields of a line. */
export type CsvDelimiter = ',' | ';' | '\t';

/** A decimal comma separates nothing, and payroll programs read no quoted numbers. */
const NEEDS_QUOTES = /["\r\n,;|\t]|^\s|\s$/u;
const DECIMAL = /^-?\d+,\d+$/;

/** RFC 4180, and quoted for any separator, since a reader may be told to split at another one than ours. */
function csvField(cell: string, delimiter: CsvDelimiter): string {
  const text = defused(cell);
  const isPlain = !NEEDS_QUOTES.test(text) || (delimiter !== ',' && DECIMAL.test(text));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/**
 * A CSV file's text: every line ended by CRLF; a byte-order mark in front only when something is not ASCII
 * [D6.6].
 * @param columns their names, the first line; null for a file without
 */
export function csvOf(
  columns: readonly string[] | null,
  rows: readonly (readonly string[])[],
  delimiter: CsvDelimiter = ',',
): string {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => csvField(cell, delimiter)).join(delimiter)}\r\n`;
  const text = [...(columns ? [columns] : []), ...rows].map(line).join('');
  return /^\p{ASCII}*$/u.test(text) ? text : `\uFEFF${text}`;
}

/** The timesheet as CSV (spec §7); with a further column only where an entry was corrected. */
export function csvText(rows: readonly TimesheetRow[]): string {
  if (rows.every(({ correction }) => correction === undefined))
    return csvOf(TIMESHEET_COLUMNS, rows.map(timesheetCells));
  const cells = rows.map((row) => [...timesheetCells(row), row.correction ?? '']);
  return csvOf([...TIMESHEET_COLUMNS, 'Correction'], cells);
}

/** Control and bidirectional characters, and those that file systems refuse. */
const UNFIT_FOR_FILES = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/gu;

/** '{employee name}_timesheet.csv' (spec §7); with a period 'Ada_timesheet_2026-10.pdf'. */
export function timesheetFileName(
  employeeName: string,
  extension: 'csv' | 'xlsx' | 'pdf' = 'csv',
  period?: string,
): string {
  const name = employeeName.replace(UNFIT_FOR_FILES, '').trim().replace(/^\.+/u, '');
  return `${name === '' ? 'employee' : name}_timesheet${period === undefined ? '' : `_${period}`}.${extension}`;
}
