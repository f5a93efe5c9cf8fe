import { say } from '#texts/say';
import { timesText } from '#contract/corrections/correction-text';
import { changesOf, type EntryCorrection } from '#contract/corrections/rows';
import { shownRows, type EmployeeReportResult } from '#contract/reports/result';
import { toEpochMs } from '#contract/wire';
import { tableSheet, type Sheet } from '#documents/content';
import { isCounting, waitingSide, stateWords } from '#domain/correction/state';
import { date, type Column } from '#domain/file/table';
import { dayIn } from '#domain/time/format';
import type { Day } from '#domain/time/units';

/** The report's rows, with removed and requested entries. */
export const rowsOfFile = (result: EmployeeReportResult) =>
  shownRows(result).map((row) =>
    'other' in row ? row.other : { entry: row.entry, times: row.entry, corrections: row.corrections },
  );

interface CorrectionRow extends Pick<EntryCorrection, 'correction'> {
  readonly before: string;
  readonly after: string;
  readonly askedOn: Day;
}

const correctionColumns = (): readonly Column<CorrectionRow>[] => [
  { title: say('sheet.date'), value: ({ correction }) => date(correction.day) },
  { title: say('sheet.before'), width: 34, value: ({ before }) => before },
  { title: say('sheet.after'), width: 34, value: ({ after }) => after },
  { title: say('sheet.state'), width: 22, value: ({ correction }) => stateWords(correction, 'admin').label },
  { title: say('sheet.requestedBy'), width: 24, value: ({ correction }) => correction.askedBy.name },
  { title: say('sheet.requestedOn'), value: ({ askedOn }) => date(askedOn) },
  { title: say('sheet.reason'), width: 50, value: ({ correction }) => correction.reason },
  { title: say('sheet.decidedBy'), width: 24, value: ({ correction }) => correction.decidedBy?.name ?? '' },
  { title: say('sheet.objection'), width: 50, value: ({ correction }) => correction.objection ?? '' },
];

/** Corrections that count or wait, as an Excel sheet. None without corrections. */
export function correctionSheet(result: EmployeeReportResult): Sheet[] {
  const { corrections, zone } = result;
  const stated = rowsOfFile(result)
    .flatMap(({ corrections }) => corrections.map(({ correction }) => correction))
    .filter(({ state }) => state === 'stated');
  const rows = [...corrections, ...stated]
    .filter(({ state }) => isCounting(state) || waitingSide(state) !== null)
    .toSorted((one, other) => other.day.localeCompare(one.day))
    .flatMap((correction) =>
      changesOf(correction).map(({ old, new: wanted }) => ({
        correction,
        before: old ? timesText(old, zone) : say('sheet.noEntry'),
        after: wanted ? timesText(wanted, zone) : say('sheet.removed'),
        askedOn: dayIn(toEpochMs(correction.askedAt), zone),
      })),
    );
  return rows.length === 0 ? [] : [tableSheet(say('sheet.corrections'), correctionColumns(), rows)];
}
