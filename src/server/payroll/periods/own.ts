/** One's own periods, as they are shown to whose they are. */
import type { MyPeriod } from '#contract/periods';
import type { Settings } from '#contract/records';
import { toDomainEntry } from '#contract/wire';
import { markLeftOpen } from '#domain/day/monitoring';
import { openCounts } from '#domain/period/pay-period';
import { targetMinutes } from '#domain/period/payroll';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { totalWorkedMs } from '#domain/entry/worked-time';
import type { DayRange } from '#domain/time/workplace-day';
import { presentOf } from '../../workplace/calendars.ts';
import { valuesOf, readRow } from '../../platform/database/parts.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { entriesPart } from '../../hours/time-entries/queries.ts';
import { correctionsOfPeriods, figuresOf, periodsOfOne } from './queries.ts';
import { periodOf, todayOf } from './ranges.ts';
import { recordOf, recordWith } from './records.ts';

/** @param ranges one after another, the latest first; not empty */
export async function ownPeriods(
  tx: Transaction,
  now: EpochMs,
  settings: Settings,
  { id, createdAt }: { readonly id: string; readonly createdAt: EpochMs },
  ranges: readonly DayRange[],
): Promise<MyPeriod[]> {
  const periods = ranges.map((range) => periodOf(settings, range));
  const [latest, earliest] = [periods[0], periods.at(-1)];
  if (!latest || !earliest) throw new RangeError('No periods were asked for.');
  const parts = { entries: entriesPart(id, { from: earliest.from, to: latest.to }) };
  const recorded = valuesOf(parts, await readRow(tx, [parts.entries])).entries.map(toDomainEntry);
  const entries = markLeftOpen({ isActive: true }, recorded, presentOf(settings, now));
  const stored = await periodsOfOne(tx, id);
  const corrections = await correctionsOfPeriods(tx, periods, { userIds: [id], settled: false });
  const figuresFrom = await figuresOf(tx, periods, [id]);
  const today = todayOf(settings, now);
  return periods.map(({ first, last, from, to, days }) => {
    const figures = figuresFrom(id, from) ?? '';
    const within = entries.filter(({ clockIn }) => clockIn >= from && clockIn < to);
    // What was closed is told as payroll was, whatever the settings are by now.
    const told = stored.get(first)?.payroll;
    return {
      ...recordOf({ first, last }, stored.get(first), recordWith(stored.get(first), figures), today),
      figures,
      open: openCounts(
        within.filter(({ clockOut }) => clockOut === null).length,
        corrections.filter((one) => one.from === from).map(({ state }) => state),
      ),
      workedMinutes: told?.workedMinutes ?? totalWorkedMs(within, now) / MS_PER_MINUTE,
      targetMinutes: told?.targetMinutes ?? targetMinutes(days, { createdAt, leftAt: null }, settings),
    };
  });
}
