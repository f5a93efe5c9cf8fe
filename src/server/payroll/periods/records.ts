/** What was said and done about a person's period, as the contract has it. */
import { toInstantText } from '#contract/wire';
import {
  isPeriodObjected,
  periodState,
  UNDONE,
  UNTOUCHED_PERIOD,
  type PeriodRecord,
} from '#domain/period/pay-period';
import type { Day, EpochMs } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
import type { RecordedPeriod } from '../../record/ledger/entry.ts';
import type { StoredPeriod } from './queries.ts';
import type { Period } from './ranges.ts';

const instant = (at: EpochMs | null): string | null => (at === null ? null : toInstantText(at));

/** What was said of it, beside the hours that it has now. @param stored undefined where nothing was said yet */
export function recordWith(stored: StoredPeriod | undefined, figures: string | undefined): PeriodRecord {
  if (!stored) return UNTOUCHED_PERIOD;
  const isChanged = stored.confirmedFigures !== null && stored.confirmedFigures !== figures;
  const isUndone = stored.reopeningReason === UNDONE && (stored.reopenedAt ?? 0) > (stored.closedAt ?? 0);
  // A closing that was taken back at once asks nobody to confirm the same figures anew.
  const settled = isUndone && stored.confirmedFigures !== null ? { closedAt: null, reopenedAt: null } : {};
  return { ...stored, ...settled, isChanged };
}

export function recordOf(
  { first, last }: DayRange,
  stored: StoredPeriod | undefined,
  record: PeriodRecord,
  today: Day,
) {
  return {
    first,
    last,
    state: periodState({ last }, record, today),
    isObjected: isPeriodObjected(record),
    confirmedAt: instant(record.confirmedAt),
    confirmedFigures: record.confirmedFigures,
    objectedAt: instant(record.objectedAt),
    objection: stored?.objection ?? null,
    closedAt: instant(record.closedAt),
    closedBy: stored?.closedBy ?? null,
    closingReason: stored?.closingReason ?? null,
    reopenedAt: instant(record.reopenedAt),
    reopenedBy: stored?.reopenedBy ?? null,
    reopeningReason: stored?.reopeningReason ?? null,
    version: stored?.version ?? 0,
  };
}

/** An instant after all that was said: what was done last says how a period stands, also where a clock was put back. */
export const instantAfter = (now: EpochMs, records: Iterable<StoredPeriod | undefined>): EpochMs => {
  let at = now;
  for (const record of records)
    if (record)
      for (const said of [record.confirmedAt, record.objectedAt, record.closedAt, record.reopenedAt])
        if (said !== null && said >= at) at = said + 1;
  return at;
};

/** As the ledger has it. */
export const recordedPeriod = ({ first, last, from, to }: Omit<Period, 'days'>): RecordedPeriod => ({
  first,
  last,
  from: toInstantText(from),
  to: toInstantText(to),
});
