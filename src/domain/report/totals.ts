/** A report's totals, with the days and entries behind each (spec §5). */
import { absentDays, isWorkDueOn } from '../day/absence.ts';
import type { Employee } from '../people/employee.ts';
import { isEmployedOn, type Employment } from '../people/employment.ts';
import { creditedMinutes, dayParts } from '../leave/leave.ts';
import { overtimeMinutes, reportOvertimeMs, summaryOvertimeMinutes } from '../day/overtime.ts';
import { expectedOn } from '../expected/expected.ts';
import { withoutSchedules } from '../expected/schedules.ts';
import type { Arrival } from '../day/punctuality.ts';
import { isLateArrival, type ReportRules } from './rules.ts';
import { defaultSettings, type WorkSettings } from '../settings/settings.ts';
import { workedMsByDay } from '../day/summary.ts';
import { type TimeEntry, breakMs } from '../entry/time-entry.ts';
import { MS_PER_MINUTE, type Day, type EpochMs, type MinuteOfDay, type Minutes } from '../time/units.ts';
import { dayContaining, type WorkplaceDay, type DayLeave } from '../time/workplace-day.ts';

export interface ReportInput {
  readonly employee: Pick<Employee, 'id' | 'name'> & { readonly employment: Employment };
  /** The employee's entries; those clocked in outside `days` are left out. */
  readonly entries: readonly TimeEntry[];
  readonly days: readonly WorkplaceDay[];
  readonly today: Day;
  readonly rules: ReportRules;
  /** Undefined if loading failed: the 'Late' tag then means 10:00 or later, and 'Work settings' use the defaults. */
  readonly settings: WorkSettings | undefined;
  readonly now: EpochMs;
}

export interface DayMinutes {
  readonly day: Day;
  readonly minutes: Minutes;
}

export interface LateArrival {
  readonly day: Day;
  readonly entryId: string;
  readonly clockIn: EpochMs;
  readonly minute: MinuteOfDay;
}

export interface OvertimePart extends DayMinutes {
  /** Set under the Standard rules, which count overtime per entry. Null under the work settings: overtime per day. */
  readonly entryId: string | null;
}

/** All lists are sorted by day. */
export interface ReportTotals {
  readonly totalMinutes: Minutes;
  readonly breakMinutes: Minutes;
  readonly workedDays: readonly DayMinutes[];
  readonly lateArrivals: readonly LateArrival[];
  readonly absentDays: readonly Day[];
  readonly overtimeMinutes: Minutes;
  readonly overtimeParts: readonly OvertimePart[];
  /** Minutes credited for leave, not part of the worked minutes. */
  readonly creditedMinutes: Minutes;
  /** Days of leave on which work would be expected. */
  readonly leaveDays: readonly (DayLeave & { readonly day: Day })[];
}

const byDay = (one: { readonly day: Day }, other: { readonly day: Day }): number =>
  one.day < other.day ? -1 : one.day > other.day ? 1 : 0;

/** Standard rules: time beyond 8 h per completed entry. Work settings: overtime per day, as in the summary. */
function overtimeOf(
  entries: readonly TimeEntry[],
  workedDays: readonly DayMinutes[],
  settings: WorkSettings,
  { rules, days }: ReportInput,
) {
  if (rules === 'settings') {
    const worked = new Map(workedDays.map(({ day, minutes }) => [day, minutes]));
    const withExpected = days.map((one) => ({
      day: one.day,
      minutes: worked.get(one.day) ?? 0,
      expected: expectedOn(one, settings),
    }));
    return {
      overtimeMinutes: summaryOvertimeMinutes(withExpected),
      overtimeParts: withExpected
        .map((one) => ({ day: one.day, minutes: overtimeMinutes(one), entryId: null }))
        .filter(({ minutes }) => minutes > 0),
    };
  }
  const over = entries.map((entry) => ({ entry, ms: reportOvertimeMs(entry) })).filter(({ ms }) => ms > 0);
  const parts = over.map(({ entry, ms }) => ({
    day: dayContaining(entry.clockIn, days)?.day ?? '',
    minutes: ms / MS_PER_MINUTE,
    entryId: entry.id,
  }));
  return {
    overtimeMinutes: over.reduce((sum, { ms }) => sum + ms, 0) / MS_PER_MINUTE,
    overtimeParts: parts.toSorted(byDay),
  };
}

/** Days for counting absences. The Standard rules ignore schedules. */
const daysForAbsences = ({ days, rules }: ReportInput): readonly WorkplaceDay[] =>
  rules === 'standard' ? withoutSchedules(days) : days;

export const isWorkDueToday = (question: ReportInput): boolean => {
  const { employee, today, settings } = question;
  return daysForAbsences(question).some(
    (day) =>
      day.day === today &&
      isWorkDueOn(day, { ...employee, today, settings: settings ?? defaultSettings('UTC') }),
  );
};

export function reportTotals(
  question: ReportInput,
  entries: readonly TimeEntry[],
  firsts: ReadonlyMap<Day, Arrival<TimeEntry>>,
): ReportTotals {
  const { employee, days, today, rules, now } = question;
  const settings = question.settings ?? defaultSettings('UTC');
  const employed = days.filter((day) => isEmployedOn(employee.employment, day));
  const worked = workedMsByDay(entries, days, now);
  const workedDays = [...worked].map(([day, ms]) => ({ day, minutes: ms / MS_PER_MINUTE })).toSorted(byDay);
  const late = [...firsts.values()].filter((arrival) => isLateArrival(rules, settings, arrival));
  return {
    totalMinutes: [...worked.values()].reduce((sum, ms) => sum + ms, 0) / MS_PER_MINUTE,
    breakMinutes: entries.reduce((sum, entry) => sum + breakMs(entry, now), 0) / MS_PER_MINUTE,
    workedDays,
    lateArrivals: late
      .map(({ day, entry, minute }) => ({ day: day.day, entryId: entry.id, clockIn: entry.clockIn, minute }))
      .toSorted(byDay),
    absentDays: absentDays({ entries, days: daysForAbsences(question), ...employee, today, settings }),
    ...overtimeOf(entries, workedDays, settings, question),
    creditedMinutes: employed.reduce(
      (sum, day) => sum + creditedMinutes(day, settings, (worked.get(day.day) ?? 0) / MS_PER_MINUTE),
      0,
    ),
    leaveDays: employed.flatMap((day) => {
      const { leave } = expectedOn(day, settings);
      return dayParts(leave).map((part) => ({ ...part, day: day.day }));
    }),
  };
}

export const entriesWithin = ({ entries, days }: Pick<ReportInput, 'entries' | 'days'>): TimeEntry[] =>
  entries.filter((entry) => dayContaining(entry.clockIn, days) !== undefined);
