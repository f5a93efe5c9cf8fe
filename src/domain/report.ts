/** The attendance report of one employee (spec §2, §5, §9), by either set of rules (decisions §2). */
import { absentDays, startsWithinRange } from './absence.ts';
import type { Employee } from './employee.ts';
import { overtimeStartMinutes, reportOvertimeMs, summaryOvertimeMinutes } from './overtime.ts';
import { arrivals, isStandardLate, isTaggedLate, lastPunctualMinute, latenessOf, type Arrival } from './punctuality.ts';
import { defaultSettings, type WorkSettings } from './settings.ts';
import { workedMsByDay } from './summary.ts';
import type { TimeEntry } from './time-entry.ts';
import { MS_PER_MINUTE, roundedHours, timeText, type Day, type EpochMs, type Minutes } from './time.ts';
import { workedMinutes } from './worked-time.ts';
import { addDays, dayContaining, type DayRange, type WorkplaceDay } from './workplace-day.ts';

export type ReportRules = 'standard' | 'settings';

/** The 'Rules' select, in its order. */
export const REPORT_RULES_LABEL: Readonly<Record<ReportRules, string>> = {
  standard: 'Standard (09:00, 8 h)',
  settings: 'Work settings',
};

export interface ReportQuestion {
  readonly employee: Pick<Employee, 'id' | 'name' | 'createdAt'>;
  /** The employee's entries; those clocked in outside `days` are left out. */
  readonly entries: readonly TimeEntry[];
  /** The workplace days of the range, consecutive. */
  readonly days: readonly WorkplaceDay[];
  readonly today: Day;
  readonly rules: ReportRules;
  /** Undefined where they could not be loaded: the tag goes by the hour, the 'Work settings' rules by the defaults. */
  readonly settings: WorkSettings | undefined;
  readonly now: EpochMs;
}

export interface ReportRow {
  readonly entry: TimeEntry;
  readonly day: Day;
  /** The 'Late' tag, on the first clock-in of a day only. */
  readonly isLate: boolean;
  readonly minutes: Minutes;
  readonly status: 'Complete' | 'In Progress';
  /** '-' when there are none (spec §2). */
  readonly notes: string;
}

/** spec §3 Report. */
export interface Report {
  readonly userId: string;
  readonly userName: string;
  readonly rules: ReportRules;
  /** Running entries included up to `generatedAt`, as in the summary. */
  readonly totalMinutes: Minutes;
  /** Two decimals. */
  readonly totalHours: number;
  readonly lateArrivals: number;
  readonly absences: number;
  readonly absentDays: readonly Day[];
  readonly overtimeMinutes: Minutes;
  /** Hours, two decimals. */
  readonly overtime: number;
  /** Newest first. */
  readonly entries: readonly ReportRow[];
  readonly generatedAt: EpochMs;
  readonly createdAt: EpochMs;
  /** Whether 'Absences only counted from start date' is due (spec §2). */
  readonly startsWithinRange: boolean;
  /** By which rule each total and the tag were made (decisions §2). */
  readonly ruleText: { readonly late: string; readonly overtime: string; readonly tag: string };
}

const hoursShort = (minutes: Minutes): string => `${roundedHours(minutes, 2)} h`;

function lateText(settings: WorkSettings): string {
  if (settings.allowFlexibleHours) return 'flexible hours, nobody is late';
  const last = lastPunctualMinute(settings);
  return last === undefined ? 'no valid start of work' : `first clock-in after ${timeText(last)}`;
}

function ruleTexts(rules: ReportRules, settings: WorkSettings, hasSettings: boolean): Report['ruleText'] {
  const tag = hasSettings ? lateText(settings) : 'first clock-in at 10:00 or later';
  return rules === 'standard'
    ? { late: 'first clock-in after 09:00', overtime: 'beyond 8 h in one entry', tag }
    : { late: lateText(settings), overtime: `beyond ${hoursShort(overtimeStartMinutes(settings))} a day`, tag };
}

function rowsOf(entries: readonly TimeEntry[], firsts: ReadonlyMap<Day, Arrival<TimeEntry>>, question: ReportQuestion): ReportRow[] {
  return entries
    .toSorted((one, other) => other.clockIn - one.clockIn)
    .map((entry) => {
      const day = dayContaining(entry.clockIn, question.days)?.day ?? '';
      const arrival = firsts.get(day);
      return {
        entry,
        day,
        isLate: arrival?.entry === entry && isTaggedLate(arrival.minute, question.settings),
        minutes: workedMinutes(entry, question.now),
        status: entry.clockOut === null ? 'In Progress' : 'Complete',
        notes: entry.notes === '' ? '-' : entry.notes,
      };
    });
}

/** Standard: beyond 8 h of each completed entry. Work settings: as the summary does, of each day. Minutes. */
function overtimeOf(entries: readonly TimeEntry[], settings: WorkSettings, { rules, days, now }: ReportQuestion): Minutes {
  if (rules === 'standard') return entries.reduce((sum, entry) => sum + reportOvertimeMs(entry), 0) / MS_PER_MINUTE;
  const worked = [...workedMsByDay(entries, days, now).values()];
  return summaryOvertimeMinutes(worked.map((ms) => ms / MS_PER_MINUTE), settings);
}

/** The report of one employee over consecutive days. */
export function buildReport(question: ReportQuestion): Report {
  const { employee, days, rules, now } = question;
  const settings = question.settings ?? defaultSettings('UTC');
  const entries = question.entries.filter((entry) => dayContaining(entry.clockIn, days) !== undefined);
  const firsts = arrivals(entries, days);
  const isLate = (minute: number): boolean => (rules === 'standard' ? isStandardLate(minute) : latenessOf(minute, settings).late);
  const totalMinutes = [...workedMsByDay(entries, days, now).values()].reduce((sum, ms) => sum + ms, 0) / MS_PER_MINUTE;
  const absent = absentDays({ entries, days, createdAt: employee.createdAt, today: question.today });
  const overtimeMinutes = overtimeOf(entries, settings, question);
  return {
    userId: employee.id,
    userName: employee.name,
    rules,
    totalMinutes,
    totalHours: roundedHours(totalMinutes, 2),
    lateArrivals: [...firsts.values()].filter(({ minute }) => isLate(minute)).length,
    absences: absent.length,
    absentDays: absent,
    overtimeMinutes,
    overtime: roundedHours(overtimeMinutes, 2),
    entries: rowsOf(entries, firsts, question),
    generatedAt: now,
    createdAt: employee.createdAt,
    startsWithinRange: startsWithinRange(employee.createdAt, days),
    ruleText: ruleTexts(rules, settings, question.settings !== undefined),
  };
}

/** 30 days ago to today (spec §9). */
export const defaultReportRange = (today: Day): DayRange => ({ first: addDays(today, -30), last: today });

/** The history keeps 10 and shows 5 (spec §9). */
export const REPORTS_KEPT = 10;
export const REPORTS_SHOWN = 5;

/** The history with a new report in front. */
export const rememberReport = <Kept>(history: readonly Kept[], report: Kept): Kept[] => [report, ...history].slice(0, REPORTS_KEPT);
