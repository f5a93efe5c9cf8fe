/** The rows of a list of entries with the corrections beside them: what was removed or is asked for stands among them. */
import type { Correction } from '#contract/corrections';
import type { ReportRow } from '#domain/report/report';
import type { Day, EpochMs } from '#domain/time/units';
import { correctedRows, type CorrectedRow, type Touch } from '#web/corrections/rows.ts';

/** An entry that does not count: it was removed, or a missing one is asked for. */
export interface OtherRow {
  readonly other: CorrectedRow;
  readonly day: Day;
  readonly minutes: 0;
  readonly breakMinutes: 0;
}

export type ShownRow<Row extends ReportRow> = (Row & { readonly touches: readonly Touch[] }) | OtherRow;

/**
 * Newest first, as the rows are.
 * @param dayOf the workplace day of an instant; undefined where the list does not show it
 */
export function withCorrections<Row extends ReportRow>(
  rows: readonly Row[],
  corrections: readonly Correction[],
  zone: string,
  dayOf: (instant: EpochMs) => Day | undefined,
): ShownRow<Row>[] {
  const byId = new Map(rows.map((row) => [row.entry.id, row]));
  const joined = correctedRows(
    rows.map(({ entry }) => entry),
    corrections,
    zone,
    (at) => dayOf(at) !== undefined,
  );
  return joined.flatMap((corrected): ShownRow<Row>[] => {
    const row = byId.get(corrected.id);
    if (row) return [{ ...row, touches: corrected.touches }];
    const day = dayOf(corrected.times.clockIn);
    return day === undefined ? [] : [{ other: corrected, day, minutes: 0, breakMinutes: 0 }];
  });
}
