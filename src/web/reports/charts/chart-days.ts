import { locale } from '#texts/say';
import { isLateArrival } from '#domain/report/rules';
import { expectedOn } from '#domain/expected/expected';
import { MINUTES_PER_HOUR, type Day, type Minutes } from '#domain/time/units';
import { minuteOfDayAt } from '#domain/time/workplace-day';
import type { ColumnName } from '#web/ui/chart.tsx';
import type { EmployeeReportResult } from '#contract/reports/result';

export type ChartDay = ReturnType<typeof chartDays>[number];

/** Returns the figures of each day in the range. Leaves out days after today, which have nothing to show. */
export function chartDays({ report, days, today, settings }: EmployeeReportResult) {
  const worked = new Map(report.totals.workedDays.map(({ day, minutes }) => [day, minutes]));
  const overtime = new Map<Day, Minutes>();
  for (const { day, minutes } of report.totals.overtimeParts)
    overtime.set(day, (overtime.get(day) ?? 0) + minutes);
  const absent = new Set(report.absentDays);
  // Entries are sorted newest first, so the earliest entry of a day overwrites the others.
  const first = new Map(report.entries.map(({ day, entry }) => [day, entry.clockIn]));
  return days
    .filter(({ day }) => day <= today)
    .map((day) => {
      const clockIn = first.get(day.day);
      const minute = clockIn === undefined ? undefined : minuteOfDayAt(clockIn, day);
      return {
        day: day.day,
        isDayOff: expectedOn(day, settings).minutes === 0,
        minutes: worked.get(day.day) ?? 0,
        overtime: overtime.get(day.day) ?? 0,
        isAbsent: absent.has(day.day),
        /** First clock-in of the day; undefined if there is none. */
        arrival:
          minute === undefined
            ? undefined
            : { minute, isLate: isLateArrival(report.rules, settings, { day, minute }) },
      };
    });
}

/** Longest expected shift of the range. With the standard rules it is always 8 hours. */
export const longestShift = ({ report, days, settings }: EmployeeReportResult): Minutes =>
  report.rules === 'standard'
    ? 8 * MINUTES_PER_HOUR
    : Math.max(0, ...days.map((day) => expectedOn(day, settings).shift));

/** Labels few days, so that labels do not overlap. In a range of over 62 days, labels only first days of months. */
export function dayLabels(days: readonly ChartDay[]): (ColumnName | null)[] {
  const isLong = days.length > 62;
  const step = Math.ceil(isLong ? days.length / 31 / 6 : days.length / 4);
  const nameable = days.filter(({ day }) => !isLong || day.endsWith('-01'));
  const named = new Set(nameable.filter((_, index) => index % step === 0));
  const format = new Intl.DateTimeFormat(locale(), {
    month: 'short',
    ...(!isLong && { day: '2-digit' }),
    timeZone: 'UTC',
  });
  return days.map((one) => (named.has(one) ? { text: format.format(Date.parse(one.day)) } : null));
}

/** Range of the value axis in whole hours. It includes all values, and is at least two hours long. */
export function hourSpan(minutes: readonly number[]): { readonly from: number; readonly to: number } {
  const from = Math.floor(Math.min(...minutes) / MINUTES_PER_HOUR);
  const to = Math.ceil((Math.max(...minutes) + 1) / MINUTES_PER_HOUR);
  return { from, to: Math.max(to, from + 2) };
}
