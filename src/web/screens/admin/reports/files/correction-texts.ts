/** Corrections in an employee's files; the files do not mention them where there was none. */
import { toEpochMs } from '#contract/wire';
import { isCounting, waitsFor } from '#domain/correction/state';
import { stateWords } from '#domain/correction/words';
import { date, type Column } from '#domain/file/table';
import { dayIn, formatDate } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { tableSheet, type Sheet } from '#documents/sheet';
import { changesOf, type CorrectionRef } from '#web/corrections/rows.ts';
import { timesText, correctionText } from '#web/corrections/correction-text.ts';
import { shownRows, type EmployeeReportResult } from '#web/screens/admin/reports/report-result.ts';

/** With removed and requested entries. */
export const rowsOfFile = (result: EmployeeReportResult) =>
  shownRows(result).map((row) =>
    'other' in row ? row.other : { entry: row.entry, times: row.entry, corrections: row.corrections },
  );

/** Lines of the note below the table. */
export const otherLines = (result: EmployeeReportResult): string[] =>
  rowsOfFile(result)
    .filter(({ entry }) => entry === null)
    .map(
      ({ times, corrections }) =>
        `${formatDate(times.clockIn, result.zone)}: ${correctionText(corrections, result.zone) ?? ''}`,
    );

interface CorrectionRow {
  readonly correction: CorrectionRef['correction'];
  readonly before: string;
  readonly after: string;
  readonly askedOn: Day;
}

const COLUMNS: readonly Column<CorrectionRow>[] = [
  { title: 'Date', value: ({ correction }) => date(correction.day) },
  { title: 'Before', width: 34, value: ({ before }) => before },
  { title: 'After', width: 34, value: ({ after }) => after },
  { title: 'State', width: 22, value: ({ correction }) => stateWords(correction, 'admin').label },
  { title: 'Requested by', width: 24, value: ({ correction }) => correction.askedBy.name },
  { title: 'Requested on', value: ({ askedOn }) => date(askedOn) },
  { title: 'Reason', width: 50, value: ({ correction }) => correction.reason },
  { title: 'Decided by', width: 24, value: ({ correction }) => correction.decidedBy?.name ?? '' },
  { title: 'Objection', width: 50, value: ({ correction }) => correction.objection ?? '' },
];

/** All corrections and stated ends; no sheet where there are none. */
export function correctionSheet(result: EmployeeReportResult): Sheet[] {
  const { corrections, zone } = result;
  const stated = rowsOfFile(result)
    .flatMap(({ corrections }) => corrections.map(({ correction }) => correction))
    .filter(({ state }) => state === 'stated');
  const rows = [...corrections, ...stated]
    .filter(({ state }) => isCounting(state) || waitsFor(state) !== null)
    .toSorted((one, other) => other.day.localeCompare(one.day))
    .flatMap((correction) =>
      changesOf(correction).map(({ old, new: wanted }) => ({
        correction,
        before: old ? timesText(old, zone) : 'No entry',
        after: wanted ? timesText(wanted, zone) : 'Removed',
        askedOn: dayIn(toEpochMs(correction.askedAt), zone),
      })),
    );
  return rows.length === 0 ? [] : [tableSheet('Corrections', COLUMNS, rows)];
}
