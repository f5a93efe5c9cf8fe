/** The ranges of a report that have a name. */
import type { Day } from '../time/units.ts';
import {
  type DayRange,
  type FirstWeekday,
  addDays,
  monthBefore,
  monthOf,
  weekOf,
} from '../time/workplace-day.ts';

export type ReportPeriod = 'this-month' | 'last-month' | 'last-week';

/** In the order they are offered in. */
export const REPORT_PERIOD_LABEL: Readonly<Record<ReportPeriod, string>> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-week': 'Last week',
};

const PERIODS = Object.keys(REPORT_PERIOD_LABEL) as readonly ReportPeriod[];

/** This month ends with today: of what is to come there is nothing to report. */
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

/** Which of them a range is; undefined for any other. */
export const periodOfRange = (
  { first, last }: DayRange,
  today: Day,
  firstWeekday: FirstWeekday = 1,
): ReportPeriod | undefined =>
  PERIODS.find((period) => {
    const range = rangeOfPeriod(period, today, firstWeekday);
    return range.first === first && range.last === last;
  });

/** A range as the name of a file has it: '2026-10' for a whole month, one date, or the first and the last. */
export function periodFileText({ first, last }: DayRange): string {
  const month = monthOf(first);
  if (month.first === first && month.last === last) return first.slice(0, 7);
  return first === last ? first : `${first}_${last}`;
}
