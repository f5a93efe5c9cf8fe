import { textTable } from '#texts/say';
import type { Day } from '../time/units.ts';
import {
  type DayRange,
  type FirstWeekday,
  addDays,
  monthBefore,
  monthOf,
  weekOf,
} from '../time/workplace-day.ts';

export const REPORT_PERIOD_LABEL = textTable({
  'this-month': 'reportPeriod.thisMonth',
  'last-month': 'reportPeriod.lastMonth',
  'last-week': 'reportPeriod.lastWeek',
});
export type ReportPeriod = keyof typeof REPORT_PERIOD_LABEL;

const PERIODS = Object.keys(REPORT_PERIOD_LABEL) as readonly ReportPeriod[];

/** This month ends today, since the future has nothing to report. */
export function rangeOfPeriod(period: ReportPeriod, today: Day, firstWeekday: FirstWeekday = 1): DayRange {
  switch (period) {
    case 'this-month':
      return { first: monthOf(today).first, last: today };
    case 'last-month':
      return monthBefore(today);
    case 'last-week':
      return weekOf(addDays(today, -7), firstWeekday);
  }
}

export const periodOfRange = (
  { first, last }: DayRange,
  today: Day,
  firstWeekday: FirstWeekday = 1,
): ReportPeriod | undefined =>
  PERIODS.find((period) => {
    const range = rangeOfPeriod(period, today, firstWeekday);
    return range.first === first && range.last === last;
  });

/** A range in a file name: '2026-10' for a whole month, one date, or first and last. */
export function periodForFileName({ first, last }: DayRange): string {
  const month = monthOf(first);
  if (month.first === first && month.last === last) return first.slice(0, 7);
  return first === last ? first : `${first}_${last}`;
}
