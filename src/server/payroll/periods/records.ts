import { createHash } from 'node:crypto';
import { toDomainEntry, toInstantText } from '#contract/wire';
import {
  type PeriodRecord,
  UNDO_REASON,
  UNTOUCHED_PERIOD,
  isPeriodObjected,
  openCounts,
  periodState,
} from '#domain/period/pay-period';
import { type Day, type EpochMs, MS_PER_MINUTE } from '#domain/time/units';
import type { DayRange, WorkplaceDay } from '#domain/time/workplace-day';
import type { RecordedPeriod } from '../../ledger/entry.ts';
import {
  type StoredPeriod,
  type TimesDigests,
  correctionsOfPeriods,
  periodsOfOne,
  timesDigestsOf,
} from './queries.ts';
import { type Period, periodOf, todayOf } from './ranges.ts';
import type { MyPeriod } from '#contract/periods/periods';
import type { Settings } from '#contract/records';
import { isEmployedOn, type Employment } from '#domain/people/employment';
import { markLeftOpen } from '#domain/day/monitoring';
import { expectationsOf, targetMinutes, type PersonAndSettings } from '#domain/period/payroll';
import { totalWorkedMs } from '#domain/entry/time-entry';
import { plannedDays } from '#domain/expected/schedules';
import { timeContextAt } from '../../platform/calendars.ts';
import { readRow, valuesOf } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { entriesPart } from '../../hours/time-entries/queries.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

const toInstantTextOrNull = (at: EpochMs | null): string | null => (at === null ? null : toInstantText(at));

const DIGEST_VERSION = 2;

/** Digest of all that decides a period's figures. A confirmation records it. @param days planned for the person */
export const figuresDigest = (
  { times }: TimesDigests,
  days: readonly WorkplaceDay[],
  ...of: PersonAndSettings
): string =>
  createHash('sha256')
    .update(JSON.stringify([DIGEST_VERSION, times, expectationsOf(days, ...of)]))
    .digest('hex');

/** @param digests of the present figures, by each version of the app whose confirmations hold */
export function toPeriodRecord(stored: StoredPeriod | undefined, digests: readonly string[]): PeriodRecord {
  if (!stored) return UNTOUCHED_PERIOD;
  const isChanged = stored.confirmedFigures !== null && !digests.includes(stored.confirmedFigures);
  const isUndone =
    stored.reopeningReason === UNDO_REASON && (stored.reopenedAt ?? 0) > (stored.closedAt ?? 0);
  // Hide an undone closing and its undo, so that the employee's earlier confirmation stays valid.
  const settled = isUndone && stored.confirmedFigures !== null ? { closedAt: null, reopenedAt: null } : {};
  return { ...stored, ...settled, isChanged };
}

export function toWirePeriod(
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
    confirmedAt: toInstantTextOrNull(record.confirmedAt),
    confirmedFigures: record.confirmedFigures,
    objectedAt: toInstantTextOrNull(record.objectedAt),
    objection: stored?.objection ?? null,
    closedAt: toInstantTextOrNull(record.closedAt),
    closedBy: stored?.closedBy ?? null,
    closingReason: stored?.closingReason ?? null,
    reopenedAt: toInstantTextOrNull(record.reopenedAt),
    reopenedBy: stored?.reopenedBy ?? null,
    reopeningReason: stored?.reopeningReason ?? null,
    version: stored?.version ?? 0,
  };
}

/** Returns `now`. If the clock went back, returns an instant after the last recorded change of these periods. */
export const instantAfter = (now: EpochMs, records: Iterable<StoredPeriod | undefined>): EpochMs => {
  let at = now;
  for (const record of records)
    if (record)
      for (const changedAt of [record.confirmedAt, record.objectedAt, record.closedAt, record.reopenedAt])
        if (changedAt !== null && changedAt >= at) at = changedAt + 1;
  return at;
};

export const toRecordedPeriod = ({ first, last, from, to }: Omit<Period, 'days'>): RecordedPeriod => ({
  first,
  last,
  from: toInstantText(from),
  to: toInstantText(to),
});

function employedWithin(employment: Employment, days: readonly WorkplaceDay[]): DayRange | null {
  const own = days.filter((day) => isEmployedOn(employment, day));
  const [first, last] = [own[0], own.at(-1)];
  return first && last && own.length < days.length ? { first: first.day, last: last.day } : null;
}

/** @param ranges consecutive, latest first; not empty */
export async function ownPeriods(
  tx: Transaction,
  now: EpochMs,
  settings: Settings,
  owner: { readonly id: string; readonly employment: Employment },
  ranges: readonly DayRange[],
): Promise<MyPeriod[]> {
  const { id } = owner;
  const periods = ranges.map((range) => periodOf(settings, range));
  const [latest, earliest] = [periods[0], periods.at(-1)];
  if (!latest || !earliest) throw new RangeError('No periods were asked for.');
  const parts = { entries: entriesPart(id, { from: earliest.from, to: latest.to }) };
  const recorded = valuesOf(parts, await readRow(tx, [parts.entries])).entries.map(toDomainEntry);
  const entries = markLeftOpen({ isActive: true }, recorded, timeContextAt(settings, now));
  const stored = await periodsOfOne(tx, id);
  const corrections = await correctionsOfPeriods(tx, periods, { userIds: [id], settled: false });
  const timesFrom = await timesDigestsOf(tx, periods, [id]);
  const today = todayOf(settings, now);
  const plans = await personalPlansOf(tx, settings, [{ day: earliest.first }, { day: latest.last }], [id]);
  return periods.map(({ first, last, from, to, days }) => {
    const its = timesFrom(id, from);
    if (!its) throw new Error('A period has no digest.');
    const planned = plannedDays(plans, id, days);
    const figures = figuresDigest(its, planned, owner, settings);
    const record = toPeriodRecord(stored.get(first), [figures, its.former]);
    const within = entries.filter(({ clockIn }) => clockIn >= from && clockIn < to);
    // A closed period shows what payroll got, whatever the settings are now.
    const closed = stored.get(first)?.payroll;
    return {
      ...toWirePeriod({ first, last }, stored.get(first), record, today),
      figures,
      employed: employedWithin(owner.employment, days),
      open: openCounts(
        within.filter(({ clockOut }) => clockOut === null).length,
        corrections.filter((one) => one.from === from).map(({ state }) => state),
      ),
      workedMinutes: closed?.workedMinutes ?? totalWorkedMs(within, now) / MS_PER_MINUTE,
      targetMinutes: closed?.targetMinutes ?? targetMinutes(planned, owner, settings),
    };
  });
}
