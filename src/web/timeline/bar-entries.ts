import type { CorrectedRow } from '#contract/corrections/rows';
import { isCounting } from '#domain/correction/state';
import type { BarEntry, DayBarInput } from '#domain/day/day-bar';

/** Entries that count, and times that a waiting request would make count. */
export function barEntriesOf(rows: readonly CorrectedRow[]): Pick<DayBarInput, 'entries' | 'requested'> {
  return {
    entries: rows.flatMap(({ entry, corrections }) =>
      entry
        ? [{ ...entry, isCorrected: corrections.some(({ correction }) => isCounting(correction.state)) }]
        : [],
    ),
    requested: rows.flatMap(({ id, corrections }): BarEntry[] => {
      const times = corrections.find(({ correction }) => !isCounting(correction.state))?.change.new;
      return times ? [{ id, ...times }] : [];
    }),
  };
}
