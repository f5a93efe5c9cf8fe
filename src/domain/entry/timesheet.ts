/** The timesheet as CSV (spec §7), of one person or of several. */
import { textTable } from '#texts/say';
import { toCsv, type CsvDelimiter } from '../file/csv.ts';
import type { Column } from '../file/table.ts';
import { formatDate, wallTime } from '../time/format.ts';
import { startAndEndTexts } from '../time/repeated-time.ts';
import { endMissingText, isEndMissing, type TimeEntry, totalWorkedMs, workedMinutes } from './time-entry.ts';
import { hoursNotShown, MS_PER_MINUTE, secondsNotShown, shownHours } from '../time/units.ts';

export interface TimesheetRow {
  /** 'Nov 20, 2026', or 'Seconds not shown' in the extra last row, which makes the hours add up. */
  readonly date: string;
  /** 'HH:mm', with the offset from UTC if the clocks went back during the entry. */
  readonly clockIn: string;
  /** '' while the entry runs, 'End missing' if left open. */
  readonly clockOut: string;
  /** Two decimals ('8.50'), or '0' while open (spec §7). */
  readonly hours: string;
  readonly notes: string;
  /** Text about what corrections changed; undefined for entries that were never corrected. */
  readonly correction?: string | undefined;
  /** Name of the kiosk where the person clocked in; undefined for a device of their own. */
  readonly kiosk?: string | undefined;
}

const TITLES: Readonly<Record<keyof TimesheetRow, string>> = textTable({
  date: 'timesheetFile.date',
  clockIn: 'timesheetFile.clockIn',
  clockOut: 'timesheetFile.clockOut',
  hours: 'timesheetFile.hours',
  notes: 'timesheetFile.notes',
  correction: 'timesheetFile.correction',
  kiosk: 'timesheetFile.kiosk',
});
/** The columns that a row fills. */
const columnsOf = (rows: readonly TimesheetRow[]) =>
  (Object.keys(TITLES) as (keyof TimesheetRow)[])
    .filter((field) => !['correction', 'kiosk'].includes(field) || rows.some((row) => row[field]))
    .map((field) => ({ title: TITLES[field], value: (row: TimesheetRow) => row[field] ?? '' }));

function timesOf(entry: TimeEntry, zone: string): Pick<TimesheetRow, 'clockIn' | 'clockOut'> {
  const { clockIn, clockOut } = entry;
  if (clockOut === null)
    return { clockIn: wallTime(clockIn, zone), clockOut: isEndMissing(entry) ? endMissingText() : '' };
  const [from, to] = startAndEndTexts(clockIn, clockOut, zone);
  return { clockIn: from, clockOut: to };
}

export const timesheetRow = (entry: TimeEntry, zone: string, correction?: string): TimesheetRow => ({
  date: formatDate(entry.clockIn, zone),
  ...timesOf(entry, zone),
  hours: entry.clockOut === null ? '0' : shownHours(workedMinutes(entry, entry.clockOut)),
  notes: entry.notes,
  ...(correction === undefined ? {} : { correction }),
  ...(entry.kiosk === undefined ? {} : { kiosk: entry.kiosk }),
});

const EMPTY_CELLS = { clockIn: '', clockOut: '', hours: '', notes: '' };

/** Row without hours for an entry that does not count: a correction removed it, or it is only requested. */
export const uncountedRow = (date: string, correction: string | undefined): TimesheetRow => ({
  ...EMPTY_CELLS,
  date,
  correction,
});

/** Texts of the 'Correction' column, by entry id. */
export type CorrectionMarks = ReadonlyMap<string, string>;

/** If the rows' hours do not add up to the hours of their exact total, an extra last row shows the difference. */
export function timesheetRows(
  entries: readonly TimeEntry[],
  zone: string,
  marks: CorrectionMarks = new Map(),
): TimesheetRow[] {
  const rows = entries.map((entry) => timesheetRow(entry, zone, marks.get(entry.id)));
  const ended = entries.filter(({ clockOut }) => clockOut !== null);
  const lacking = hoursNotShown(
    ended.map((entry) => workedMinutes(entry, entry.clockIn)),
    totalWorkedMs(ended, 0) / MS_PER_MINUTE,
  );
  if (lacking === 0) return rows;
  return [...rows, { ...EMPTY_CELLS, date: secondsNotShown(), hours: lacking.toFixed(2) }];
}

/** @param before columns that name the employee, for sheets of several people */
export const timesheetCsv = <Row extends TimesheetRow>(
  rows: readonly Row[],
  before: readonly Column<Row>[] = [],
  delimiter?: CsvDelimiter,
): string => toCsv([...before, ...columnsOf(rows)], rows, delimiter);

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
