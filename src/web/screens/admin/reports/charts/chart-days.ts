/** Data of a report's two charts: one mark a day. */
import { formatDate } from '#domain/time/format';
import { isLateBy } from '#domain/report/rules';
import { shiftMinutes } from '#domain/day/overtime';
import { MINUTES_PER_HOUR, type Day, type MinuteOfDay, type Minutes } from '#domain/time/units';
import { isWeekend, minuteOfDayAt } from '#domain/time/workplace-day';
import type { EmployeeReportResult } from '#web/screens/admin/reports/report-result.ts';

export interface ChartDay {
  readonly day: Day;
  readonly isWeekend: boolean;
  readonly minutes: Minutes;
  readonly isAbsent: boolean;
  /** The first clock-in. */
  readonly arrival: { readonly minute: MinuteOfDay; readonly isLate: boolean } | undefined;
}

/** The days of the range up to today, since later ones have nothing to show. */
export function chartDays({ report, days, today, settings }: EmployeeReportResult): ChartDay[] {
  const worked = new Map(report.totals.workedDays.map(({ day, minutes }) => [day, minutes]));
  const absent = new Set(report.absentDays);
  const first = new Map<Day, number>();
  for (const { day, entry } of report.entries)
    first.set(day, Math.min(entry.clockIn, first.get(day) ?? Infinity));
  return days
    .filter(({ day }) => day <= today)
    .map((day) => {
      const clockIn = first.get(day.day);
      const minute = clockIn === undefined ? undefined : minuteOfDayAt(clockIn, day);
      return {
        day: day.day,
        isWeekend: isWeekend(day.weekday),
        minutes: worked.get(day.day) ?? 0,
        isAbsent: absent.has(day.day),
        arrival:
          minute === undefined ? undefined : { minute, isLate: isLateBy(report.rules, settings, minute) },
      };
    });
}

/** Length of a shift by the report's rules. */
export const shiftBy = ({ report, settings }: EmployeeReportResult): Minutes =>
  report.rules === 'standard' ? 8 * MINUTES_PER_HOUR : shiftMinutes(settings);

/** Labels below the chart: the first of each month when there are many days, else about every seventh. None overlap. */
export function namedDays(days: readonly ChartDay[]): Map<number, string> {
  const short = (day: Day) => formatDate(day, 'UTC').slice(0, 6);
  const names = new Map<number, string>();
  if (days.length <= 62) {
    const step = Math.max(1, Math.ceil(days.length / 4));
    for (let index = 0; index < days.length; index += step) names.set(index, short(days[index]?.day ?? ''));
    return names;
  }
  const step = Math.ceil(days.length / 31 / 6);
  let months = 0;
  for (const [index, { day }] of days.entries()) {
    if (!day.endsWith('-01')) continue;
    if (months % step === 0) names.set(index, short(day).slice(0, 3));
    months += 1;
  }
  return names;
}

/** Whole hours around all values; at least two. */
export function hourSpan(minutes: readonly number[]): { readonly from: number; readonly to: number } {
  const from = Math.floor(Math.min(...minutes) / MINUTES_PER_HOUR);
  const to = Math.ceil((Math.max(...minutes) + 1) / MINUTES_PER_HOUR);
  return { from, to: Math.max(to, from + 2) };
}
