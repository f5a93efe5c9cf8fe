import type { Settings, TimeEntry as WireEntry } from '#contract/records';
import { toDomainEntry } from '#contract/wire';
import { leftOpenReason } from '#domain/entry/left-open';
import { suggestClockOuts, USUAL_CLOCK_OUT_DAYS } from '#domain/entry/forgotten-clock-out';
import { plannedDays } from '#domain/expected/schedules';
import type { EpochMs } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';
import { entriesPage } from './list-queries.ts';

/** Finds the oldest entry that its person left open, and when they may have left. @param open newest first */
export async function findForgotten(
  tx: Transaction,
  settings: Settings,
  userId: string,
  open: readonly WireEntry[],
  now: EpochMs,
) {
  const present = timeContextAt(settings, now);
  const wire = open.findLast((one) => leftOpenReason({ isActive: true }, toDomainEntry(one), present));
  if (!wire) return null;
  const entry = toDomainEntry(wire);
  const calendar = calendarOf(settings);
  const { day } = calendar.dayAt(entry.clockIn);
  const around = calendar.days(addDays(day, -USUAL_CLOCK_OUT_DAYS), addDays(day, 1));
  const plans = await personalPlansOf(tx, settings, around, [userId]);
  const days = plannedDays(plans, userId, around);
  const { found } = await entriesPage(tx, {
    limit: undefined,
    before: undefined,
    userId,
    from: days[0]?.start,
    to: entry.clockIn,
  });
  const history = found.map((one) => toDomainEntry(one.entry));
  return { wire, day, days, present, ...suggestClockOuts({ entry, history, days, settings, now }) };
}
