/** A person's entries as CSV, fetched when somebody asks for the file. */
import { formatDate } from '#domain/time/format';
import { csvText, timesheetFileName, timesheetRows, type CorrectionMarks } from '#domain/entry/timesheet';
import type { CorrectedRow } from './rows.ts';
import { correctionText } from './correction-text.ts';

export { timesheetFileName };

type Row = Pick<CorrectedRow, 'entry' | 'times' | 'touches'>;

/** By entry: what it was, what it is, who asked, who agreed and why. */
export const correctionTexts = (rows: readonly Row[], zone: string): CorrectionMarks =>
  new Map(
    rows.flatMap(({ entry, touches }) => {
      const told = correctionText(touches, zone);
      return entry === null || told === undefined ? [] : [[entry.id, told] as const];
    }),
  );

/**
 * Dates and times in the workplace zone (spec §7), with a column more where something was corrected. What was removed, or
 * is asked for, comes last and without hours: it counts nothing.
 */
export const correctedCsv = (rows: readonly Row[], zone: string): string =>
  csvText([
    ...timesheetRows(
      rows.flatMap(({ entry }) => entry ?? []),
      zone,
      correctionTexts(rows, zone),
    ),
    ...rows
      .filter(({ entry }) => entry === null)
      .map(({ times, touches }) => ({
        date: formatDate(times.clockIn, zone),
        clockIn: '',
        clockOut: '',
        hours: '',
        notes: '',
        correction: correctionText(touches, zone) ?? '',
      })),
  ]);
