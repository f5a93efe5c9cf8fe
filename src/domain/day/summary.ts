/** Figures of the employee's dashboard (spec §2, §9). */
import { decimalText, say } from '#texts/say';
import { formatDayRange } from '../time/format.ts';
import { expectedOn, type Expected } from '../expected/expected.ts';
import { creditedMinutes } from '../leave/leave.ts';
import { summaryOvertimeMinutes } from './overtime.ts';
import { onTimeDays } from './punctuality.ts';
import type { WorkSettings } from '../settings/settings.ts';
import { currentEntry, statusOf, type TimeEntry, type WorkStatus, workedMs } from '../entry/time-entry.ts';
import { MS_PER_MINUTE, roundedHours, type Day, type EpochMs, type Minutes } from '../time/units.ts';
import {
  dayContaining,
  daysInRange,
  monthOf,
  weekOf,
  type DayRange,
  type WorkplaceDay,
} from '../time/workplace-day.ts';

export interface DayTotal {
  readonly day: Day;
  readonly weekday: number;
  readonly minutes: Minutes;
  /** 0 on a day off. */
  readonly targetMinutes: Minutes;
  /** Minutes credited for leave, in addition to `minutes`. */
  readonly creditedMinutes: Minutes;
  readonly expected: Expected;
}

/** The 'Time Summary' panel for a week or a month. */
export interface PeriodSummary extends DayRange {
  /** 'Nov 16, 2026 - Nov 22, 2026' */
  readonly rangeText: string;
  readonly minutes: Minutes;
  /** Exact target. Screens show it as 'Xh Ym' next to worked time; `targetText` has it in hours with two decimals. */
  readonly targetMinutes: Minutes;
  /** Worked and credited time in whole per cent of the target; 100 only once the target is reached. */
  readonly percent: number;
  /** The bar stops at 100 [D2.7]. */
  readonly barPercent: number;
  /** 'Target: 40h • 52% Complete' */
  readonly targetText: string;
}

export interface Summary {
  /** The day shown as 'today'. During a night shift, this is yesterday. */
  readonly shownDay: Day;
  readonly todayMinutes: Minutes;
  readonly todayTargetMinutes: Minutes;
  readonly weekMinutes: Minutes;
  readonly monthMinutes: Minutes;
  readonly status: WorkStatus;
  /** Worked minutes of the week divided by its days with an entry; 0 without entries [D2.6]. */
  readonly dailyAverageMinutes: Minutes;
  readonly onTimeDays: number;
  /** Overtime of this week, rounded to one decimal. */
  readonly overtimeHours: number;
  /** Worked minutes of a day after which overtime starts. Null if the days of the week differ. */
  readonly overtimeAfter: Minutes | null;
  readonly workedDays: number;
  readonly weekByDay: readonly DayTotal[];
  readonly monthByDay: readonly DayTotal[];
  readonly week: PeriodSummary;
  readonly month: PeriodSummary;
}

export interface SummaryInput {
  /** Entries of one employee on `days`, and all open entries; left-open ones have `isLeftOpen`. */
  readonly entries: readonly TimeEntry[];
  /** Consecutive days that include yesterday, and the week and month of `today`. */
  readonly days: readonly WorkplaceDay[];
  readonly today: Day;
  readonly settings: WorkSettings;
  readonly now: EpochMs;
}

/** Worked milliseconds by day. An entry belongs to the day of its clock-in [D1.7]. */
export function workedMsByDay(
  entries: readonly TimeEntry[],
  days: readonly WorkplaceDay[],
  now: EpochMs,
): Map<Day, number> {
  const worked = new Map<Day, number>();
  for (const entry of entries) {
    const day = dayContaining(entry.clockIn, days)?.day;
    if (day !== undefined) worked.set(day, (worked.get(day) ?? 0) + workedMs(entry, now));
  }
  return worked;
}

const minutesIn = (days: readonly WorkplaceDay[], worked: ReadonlyMap<Day, number>): Minutes =>
  days.reduce((sum, { day }) => sum + (worked.get(day) ?? 0), 0) / MS_PER_MINUTE;

const sumOf = (days: readonly DayTotal[], figure: 'targetMinutes' | 'creditedMinutes'): Minutes =>
  days.reduce((sum, day) => sum + day[figure], 0);

function periodSummary(range: DayRange, minutes: Minutes, days: readonly DayTotal[]): PeriodSummary {
  const targetMinutes = sumOf(days, 'targetMinutes');
  const done = minutes + sumOf(days, 'creditedMinutes');
  const rounded = targetMinutes > 0 ? Math.round((done * 100) / targetMinutes) : 0;
  // 100 means done, so 99.5 is not rounded up.
  const percent = done < targetMinutes ? Math.min(99, rounded) : rounded;
  return {
    ...range,
    rangeText: formatDayRange(range.first, range.last),
    minutes,
    targetMinutes,
    percent,
    barPercent: Math.min(100, percent),
    targetText: say('summary.target', {
      hours: decimalText(String(roundedHours(targetMinutes, 2))),
      percent: String(percent),
    }),
  };
}

export function dayOfRunningEntry(
  entries: readonly TimeEntry[],
  days: readonly WorkplaceDay[],
  today: Day,
): Day {
  const current = currentEntry(entries);
  const day = current && dayContaining(current.clockIn, days)?.day;
  return day !== undefined && day < today ? day : today;
}

export function summarise({ entries, days, today, settings, now }: SummaryInput): Summary {
  const worked = workedMsByDay(entries, days, now);
  const week = daysInRange(days, weekOf(today, settings.firstWeekday));
  const month = daysInRange(days, monthOf(today));
  const weekMinutes = minutesIn(week, worked);
  const monthMinutes = minutesIn(month, worked);
  const daysWithEntry = week.filter(({ day }) => worked.has(day)).length;
  const byDay = (range: readonly WorkplaceDay[]): DayTotal[] =>
    range.map((one) => {
      const expected = expectedOn(one, settings);
      const minutes = (worked.get(one.day) ?? 0) / MS_PER_MINUTE;
      return {
        day: one.day,
        weekday: one.weekday,
        minutes,
        targetMinutes: expected.minutes,
        creditedMinutes: creditedMinutes(one, settings, minutes),
        expected,
      };
    });
  const [weekByDay, monthByDay] = [byDay(week), byDay(month)];
  const overtimeAfter = new Set(weekByDay.map(({ expected }) => expected.overtimeAfter));
  const day = dayOfRunningEntry(entries, days, today);
  return {
    shownDay: day,
    todayMinutes: (worked.get(day) ?? 0) / MS_PER_MINUTE,
    todayTargetMinutes: byDay(days.filter((one) => one.day === day))[0]?.targetMinutes ?? 0,
    weekMinutes,
    monthMinutes,
    status: statusOf(currentEntry(entries)),
    dailyAverageMinutes: daysWithEntry === 0 ? 0 : weekMinutes / daysWithEntry,
    onTimeDays: onTimeDays(entries, week, settings).length,
    overtimeHours: roundedHours(summaryOvertimeMinutes(weekByDay), 1),
    overtimeAfter: overtimeAfter.size === 1 ? ([...overtimeAfter][0] ?? null) : null,
    workedDays: daysWithEntry,
    weekByDay,
    monthByDay,
    week: periodSummary(weekOf(today, settings.firstWeekday), weekMinutes, weekByDay),
    month: periodSummary(monthOf(today), monthMinutes, monthByDay),
  };
}
