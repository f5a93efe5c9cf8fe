/** What an employee's files tell of corrections: nothing at all where there was none. */
import { toEpochMs } from '#contract/wire';
import { isCounting, waitsFor } from '#domain/correction/state';
import { stateWords } from '#domain/correction/words';
import { formatDate } from '#domain/time/format';
import { daySerial, instantSerial } from '#domain/time/spreadsheet-time';
import type { Sheet, SheetCell } from '#documents/workbook';
import { changesOf, type CorrectionRef } from '#web/corrections/rows.ts';
import { timesText, correctionText } from '#web/corrections/correction-text.ts';
import { shownRows, type EmployeeReportResult } from '#web/screens/admin/reports/report-result.ts';

/** As the timesheet has them, what was removed or is asked for among them. */
export const rowsOfFile = (result: EmployeeReportResult) =>
  shownRows(result).map((row) =>
    'other' in row ? row.other : { entry: row.entry, times: row.entry, touches: row.touches },
  );

/** One a line of the note below the table. */
export const otherLines = (result: EmployeeReportResult): string[] =>
  rowsOfFile(result)
    .filter(({ entry }) => entry === null)
    .map(
      ({ times, touches }) =>
        `${formatDate(times.clockIn, result.zone)}: ${correctionText(touches, result.zone) ?? ''}`,
    );

const COLUMNS = [
  ['Date', 14],
  ['Before', 34],
  ['After', 34],
  ['State', 22],
  ['Requested by', 24],
  ['Requested on', 14],
  ['Reason', 50],
  ['Decided by', 24],
  ['Objection', 50],
] as const;

/** A sheet of all of them, stated ends included; none where there is neither. */
export function correctionSheet(result: EmployeeReportResult): Sheet[] {
  const { corrections, zone } = result;
  const stated = rowsOfFile(result)
    .flatMap(({ touches }) => touches.map(({ correction }) => correction))
    .filter(({ state }) => state === 'stated');
  const shown = [...corrections, ...stated]
    .filter(({ state }) => isCounting(state) || waitsFor(state) !== null)
    .toSorted((one, other) => other.day.localeCompare(one.day));
  if (shown.length === 0) return [];
  return [
    {
      name: 'Corrections',
      columns: COLUMNS.map(([title, width]) => ({ title, width })),
      rows: shown.flatMap((correction) => sheetRowsOf(correction, zone)),
    },
  ];
}

const sheetRowsOf = (correction: CorrectionRef['correction'], zone: string): SheetCell[][] =>
  changesOf(correction).map(({ old, new: wanted }) => [
    { number: daySerial(correction.day), as: 'date' },
    old ? timesText(old, zone) : 'No entry',
    wanted ? timesText(wanted, zone) : 'Removed',
    stateWords(correction, 'admin').label,
    correction.askedBy.name,
    { number: Math.floor(instantSerial(toEpochMs(correction.askedAt), zone)), as: 'date' },
    correction.reason,
    correction.decidedBy?.name ?? '',
    correction.objection ?? '',
  ]);
