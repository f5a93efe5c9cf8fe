import type { CsvDelimiter } from '#domain/file/csv';
import { formatDate } from '#domain/time/format';
import {
  timesheetCsv,
  timesheetFileName,
  timesheetRows,
  uncountedRow,
  type CorrectionMarks,
} from '#domain/entry/timesheet';
import type { CorrectedRow } from './rows.ts';
import { correctionText } from './correction-text.ts';

export { timesheetFileName };

type Row = Pick<CorrectedRow, 'entry' | 'times' | 'corrections'>;

export const correctionTexts = (rows: readonly Row[], zone: string): CorrectionMarks =>
  new Map(
    rows.flatMap(({ entry, corrections }) => {
      const texts = correctionText(corrections, zone);
      return entry === null || texts === undefined ? [] : [[entry.id, texts] as const];
    }),
  );

/** Dates and times in the workplace zone (spec §7). Removed and requested entries come last. */
export function correctedCsv(rows: readonly Row[], zone: string, delimiter?: CsvDelimiter): string {
  const entries = rows.flatMap(({ entry }) => entry ?? []);
  const counted = timesheetRows(entries, zone, correctionTexts(rows, zone));
  const others = rows
    .filter(({ entry }) => entry === null)
    .map(({ times, corrections }) =>
      uncountedRow(formatDate(times.clockIn, zone), correctionText(corrections, zone) ?? ''),
    );
  return timesheetCsv([...counted, ...others], [], delimiter);
}
