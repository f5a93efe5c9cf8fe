/** The attendance report of one employee (spec §2, §5, §9), by one of two sets of rules [D2.9]. */
import { say, textTable } from '#texts/say';
import { employmentStartsWithinRange } from '../day/absence.ts';
import { arrivals, type Arrival, isTaggedLate } from '../day/punctuality.ts';
import { ruleTexts, withRangeFacts, type ReportRules, type RuleText } from './rules.ts';
import {
  isWorkDueToday,
  entriesWithin,
  reportTotals,
  type ReportInput,
  type ReportTotals,
} from './totals.ts';
import { isEndMissing, isRunning, type TimeEntry, breakMs, workedMinutes } from '../entry/time-entry.ts';
import { MS_PER_MINUTE, shownHours, type Day, type EpochMs, type Minutes } from '../time/units.ts';
import { addDays, dayContaining, type DayRange, type Holiday } from '../time/workplace-day.ts';

export const ENTRY_STATUS_LABEL = textTable({
  Complete: 'entryStatus.complete',
  'In Progress': 'entryStatus.running',
  'End missing': 'workStatus.endMissing',
});
export type EntryStatus = keyof typeof ENTRY_STATUS_LABEL;

export const entryStatus = (entry: TimeEntry): EntryStatus =>
  isRunning(entry) ? 'In Progress' : isEndMissing(entry) ? 'End missing' : 'Complete';

export interface ReportRow {
  readonly entry: TimeEntry;
  readonly day: Day;
  /** The 'Late' tag, on the first clock-in of a day only. */
  readonly isLate: boolean;
  /** Set where tag and total differ: the tag follows the settings, the total follows the report's rules. */
  readonly lateNote?: string;
  readonly minutes: Minutes;
  readonly breakMinutes: Minutes;
  readonly status: EntryStatus;
  /** '-' when there are none (spec §2). */
  readonly notes: string;
}

/** spec §3 Report. */
export interface Report extends Pick<ReportTotals, 'totalMinutes' | 'absentDays' | 'overtimeMinutes'> {
  readonly userId: string;
  readonly userName: string;
  readonly rules: ReportRules;
  readonly totalHours: number;
  readonly lateArrivals: number;
  readonly absences: number;
  /** Hours with two decimals, computed from whole minutes. */
  readonly overtime: number;
  readonly totals: ReportTotals;
  /** Newest first. */
  readonly entries: readonly ReportRow[];
  readonly generatedAt: EpochMs;
  /** First instant of the employment. */
  readonly startsAt: EpochMs;
  readonly startsWithinRange: boolean;
  readonly holidays: readonly Holiday[];
  readonly ruleText: RuleText;
}

function rowsOf(
  entries: readonly TimeEntry[],
  firsts: ReadonlyMap<Day, Arrival<TimeEntry>>,
  { lateArrivals }: ReportTotals,
  question: ReportInput,
): ReportRow[] {
  const countsAsLate = new Set(lateArrivals.map(({ entryId }) => entryId));
  return entries
    .toSorted((one, other) => other.clockIn - one.clockIn)
    .map((entry) => {
      const day = dayContaining(entry.clockIn, question.days)?.day ?? '';
      const arrival = firsts.get(day);
      const isLate = arrival?.entry === entry && isTaggedLate(arrival, question.settings);
      return {
        entry,
        day,
        isLate,
        ...(isLate === countsAsLate.has(entry.id)
          ? {}
          : { lateNote: say(isLate ? 'lateNote.notLate' : 'lateNote.late') }),
        minutes: workedMinutes(entry, question.now),
        breakMinutes: breakMs(entry, question.now) / MS_PER_MINUTE,
        status: entryStatus(entry),
        notes: entry.notes === '' ? '-' : entry.notes,
      };
    });
}

export function buildReport(question: ReportInput): Report {
  const { employee, days, rules, now } = question;
  const entries = entriesWithin(question);
  const firsts = arrivals(entries, days);
  const totals = reportTotals(question, entries, firsts);
  return {
    userId: employee.id,
    userName: employee.name,
    rules,
    totalMinutes: totals.totalMinutes,
    totalHours: Number(shownHours(totals.totalMinutes)),
    lateArrivals: totals.lateArrivals.length,
    absences: totals.absentDays.length,
    absentDays: totals.absentDays,
    overtimeMinutes: totals.overtimeMinutes,
    overtime: Number(shownHours(totals.overtimeMinutes)),
    totals,
    entries: rowsOf(entries, firsts, totals, question),
    generatedAt: now,
    startsAt: employee.employment[0]?.from ?? now,
    startsWithinRange: employmentStartsWithinRange(employee.employment, days),
    holidays: days.flatMap(({ day, holiday }) => (holiday ? [{ day, ...holiday }] : [])),
    ruleText: withRangeFacts(rules, ruleTexts(rules, question.settings, rangeOfDays(days)), {
      isRunning: entries.some(isRunning),
      includesToday: isWorkDueToday(question),
      hasHolidays: days.some(({ holiday }) => holiday !== undefined),
      hasSchedules: days.some(({ schedule }) => schedule !== undefined),
    }),
  };
}

const rangeOfDays = (days: ReportInput['days']): DayRange => ({
  first: days[0]?.day ?? '',
  last: days.at(-1)?.day ?? '',
});

/** 30 days ago to today (spec §9). */
export const defaultReportRange = (today: Day): DayRange => ({ first: addDays(today, -30), last: today });

/** The history keeps 10 reports and shows 5 (spec §9). */
export const REPORTS_KEPT = 10;
export const REPORTS_SHOWN = 5;

export const rememberReport = <Kept>(history: readonly Kept[], report: Kept): Kept[] =>
  [report, ...history].slice(0, REPORTS_KEPT);
