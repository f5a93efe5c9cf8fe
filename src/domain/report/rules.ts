/** The two sets of rules a report can follow [D2.9], and texts that name them. */
import { say, textTable } from '#texts/say';
import { expectedOfHours, expectedOn } from '../expected/expected.ts';
import { type Arrival, latenessOf, STANDARD_START_MINUTE, isStandardLate } from '../day/punctuality.ts';
import { rulesWithin, type WorkHistory, type WorkHours } from '../expected/work-rule.ts';
import { defaultSettings } from '../settings/settings.ts';
import type { DayRange, WorkplaceDay } from '../time/workplace-day.ts';
import { MINUTES_PER_DAY, type MinuteOfDay, type Minutes, formatDuration, timeText } from '../time/units.ts';

export type ReportRules = 'standard' | 'settings';

/** Options of the 'Rules' select, in the order shown. */
export const REPORT_RULES_LABEL: Readonly<Record<ReportRules, string>> = textTable({
  standard: 'reportRules.standard',
  settings: 'reportRules.settings',
});

export interface RuleText {
  readonly hours: string;
  readonly late: string;
  readonly absences: string;
  readonly overtime: string;
  readonly tag: string;
}

function lateText(hours: WorkHours): string {
  if (hours.allowFlexibleHours) return say('reportRules.flexible');
  const { punctualUntil: last } = expectedOfHours(hours);
  if (last === undefined) return say('reportRules.noStart');
  // A clock-in after midnight belongs to the next day. So nobody is late if the limit is midnight.
  return last >= MINUTES_PER_DAY - 1
    ? say('reportRules.neverLate')
    : say('reportRules.lateAfter', { time: timeText(last) });
}

/** Hours in force within a range, oldest first. */
export function hoursWithin(settings: WorkHistory, range: DayRange | undefined): readonly WorkHours[] {
  const { workRules: rules } = settings;
  if (rules.length === 0) return [settings];
  return range ? rulesWithin(rules, range) : rules;
}

const overtimeText = (hours: WorkHours): string =>
  say('reportRules.overtimeAfter', { duration: formatDuration(expectedOfHours(hours).overtimeAfter) });

/**
 * @param known undefined if the settings could not be loaded
 * @param range days that the texts describe; default: all days
 */
export function ruleTexts(rules: ReportRules, known: WorkHistory | undefined, range?: DayRange): RuleText {
  const hours = hoursWithin(known ?? defaultSettings('UTC'), range);
  const textOf = (one: (hours: WorkHours) => string): string => {
    const texts = new Set(hours.map(one));
    return texts.size === 1 ? ([...texts][0] ?? '') : say('reportRules.byDay');
  };
  const shared = {
    hours: say('reportRules.hours'),
    absences: say('reportRules.absences'),
    tag: known ? textOf(lateText) : say('reportRules.tag'),
  };
  return rules === 'standard'
    ? { ...shared, late: say('reportRules.lateStandard'), overtime: say('reportRules.overtimeStandard') }
    : { ...shared, late: textOf(lateText), overtime: textOf(overtimeText) };
}

export interface RangeFacts {
  /** An entry in the range is running; it counts up to the time of the report. */
  readonly isRunning: boolean;
  /** The range includes today, and today is a workday: people who have not come yet count as absent (spec §5). */
  readonly includesToday: boolean;
  /** True if the range has holidays. A holiday is never an absence, by the standard rules or by the settings. */
  readonly hasHolidays: boolean;
  /** Somebody has a schedule in the range. The Standard rules ignore it. */
  readonly hasSchedules: boolean;
}

export const withRangeFacts = (
  rules: ReportRules,
  text: RuleText,
  { isRunning, includesToday, hasHolidays, hasSchedules }: Partial<RangeFacts>,
): RuleText => ({
  ...text,
  ...(hasSchedules && { tag: say('reportRules.bySchedule') }),
  ...(hasSchedules &&
    rules === 'settings' && {
      late: say('reportRules.bySchedule'),
      overtime: say('reportRules.overtimeBySchedule'),
    }),
  hours: isRunning ? say('reportRules.hoursRunning') : text.hours,
  absences: absencesText(hasSchedules === true && rules === 'settings', hasHolidays, includesToday),
});

function absencesText(hasSchedules: boolean, hasHolidays = false, includesToday = false): string {
  const days = say(hasSchedules ? 'reportRules.absencesWorkdays' : 'reportRules.absences');
  const inRange = hasHolidays ? say('reportRules.exceptHolidays', { days }) : days;
  return includesToday ? say('reportRules.includingToday', { days: inRange }) : inRange;
}

/** The Standard rules ignore flexible hours [D2.3], and find nobody late on a day of leave. */
export const isLateArrival = (
  rules: ReportRules,
  settings: WorkHistory,
  { day, minute }: ArrivalTime,
): boolean =>
  rules === 'standard'
    ? !day.leave && isStandardLate(minute)
    : latenessOf(minute, expectedOn(day, settings)).late;

/** Whole minutes; 0 for a punctual arrival. */
export const lateMinutesOf = (
  rules: ReportRules,
  settings: WorkHistory,
  { day, minute }: ArrivalTime,
): Minutes =>
  rules === 'standard'
    ? Math.max(0, minute - STANDARD_START_MINUTE)
    : latenessOf(minute, expectedOn(day, settings)).minutes;

type ArrivalTime = Pick<Arrival<unknown>, 'day' | 'minute'>;

/** Start of the working day; undefined if nobody can be late, or if the days start at different times. */
export function startMinuteOf(
  rules: ReportRules,
  settings: WorkHistory,
  days: readonly WorkplaceDay[],
): MinuteOfDay | undefined {
  if (rules === 'standard') return STANDARD_START_MINUTE;
  const starts = new Set(
    days.map((day) => {
      const { start, isFlexible } = expectedOn(day, settings);
      return isFlexible ? undefined : start;
    }),
  );
  return starts.size === 1 ? [...starts][0] : undefined;
}
