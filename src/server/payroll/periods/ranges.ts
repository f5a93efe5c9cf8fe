import type { Settings } from '#contract/records';
import { payPeriodOf, payPeriodsToShow } from '#domain/period/pay-period';
import type { Day, EpochMs } from '#domain/time/units';
import { addDays, type DayRange, type WorkplaceDay } from '#domain/time/workplace-day';
import { calendarOf, type Span } from '../../platform/calendars.ts';

const A_YEAR_DAYS = 366;

export interface Period extends DayRange, Span {
  readonly days: readonly WorkplaceDay[];
}

export function periodOf(settings: Settings, { first, last }: DayRange): Period {
  const days = calendarOf(settings).days(first, last);
  const [from, to] = [days[0]?.start, days.at(-1)?.end];
  if (from === undefined || to === undefined) throw new RangeError('A period has days.');
  return { first, last, days, from, to };
}

/** False if the pay rules changed, so that the range is no pay period any more. */
export function isPeriod({ payRules }: Settings, { first, last }: DayRange): boolean {
  const period = payPeriodOf(first, payRules);
  return period.first === first && period.last === last;
}

export const todayOf = (settings: Settings, now: EpochMs): Day => calendarOf(settings).dayAt(now).day;

/**
 * Newest first, a year at most.
 * @param since instant; leaves out periods that ended before its day
 */
export function listedPeriods(settings: Settings, now: EpochMs, since: EpochMs): DayRange[] {
  const today = todayOf(settings, now);
  const [began, year] = [todayOf(settings, since), addDays(today, -A_YEAR_DAYS)];
  return payPeriodsToShow(today, began > year ? began : year, settings.payRules);
}

export function previousPeriodRange(settings: Settings, now: EpochMs): DayRange {
  const running = payPeriodOf(todayOf(settings, now), settings.payRules);
  return payPeriodOf(addDays(running.first, -1), settings.payRules);
}
