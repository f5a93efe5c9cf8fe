/** The two sets of rules a report can follow [D2.9], and texts that name them. */
import { overtimeStartMinutes } from '../day/overtime.ts';
import { lastPunctualMinute, latenessOf } from '../day/punctuality.ts';
import { STANDARD_START_MINUTE, isStandardLate } from '../day/late-tag.ts';
import { type WorkSettings, defaultSettings } from '../settings/settings.ts';
import {
  MINUTES_PER_DAY,
  type MinuteOfDay,
  type Minutes,
  parseTimeText,
  roundedHours,
  timeText,
} from '../time/units.ts';

export type ReportRules = 'standard' | 'settings';

/** The 'Rules' select, in its order. */
export const REPORT_RULES_LABEL: Readonly<Record<ReportRules, string>> = {
  standard: 'Standard (09:00, 8 h)',
  settings: 'Work settings',
};

export interface RuleText {
  readonly hours: string;
  readonly late: string;
  readonly absences: string;
  readonly overtime: string;
  readonly tag: string;
}

const hoursShort = (minutes: Minutes): string => `${roundedHours(minutes, 2)} h`;

function lateText(settings: WorkSettings): string {
  if (settings.allowFlexibleHours) return 'flexible hours, nobody is late';
  const last = lastPunctualMinute(settings);
  if (last === undefined) return 'no valid work start time';
  // A clock-in past midnight is the next day's arrival, and hours before its start of work.
  return last >= MINUTES_PER_DAY - 1
    ? 'nobody is late: start and threshold reach midnight'
    : `first clock-in after ${timeText(last)}`;
}

/** @param known undefined where the settings could not be loaded */
export function ruleTexts(rules: ReportRules, known: WorkSettings | undefined): RuleText {
  const settings = known ?? defaultSettings('UTC');
  const shared = {
    hours: 'time at work less breaks',
    absences: 'weekdays without an entry',
    tag: known ? lateText(known) : 'first clock-in at 10:00 or later',
  };
  return rules === 'standard'
    ? { ...shared, late: 'first clock-in after 09:00', overtime: 'beyond 8 h in one entry' }
    : {
        ...shared,
        late: lateText(settings),
        overtime: `beyond ${hoursShort(overtimeStartMinutes(settings))} a day`,
      };
}

export interface StillGoing {
  /** An entry is running: it counts up to the report's instant. */
  readonly isRunning: boolean;
  /** Today is a weekday of the range: people who have not come yet count as absent (spec §5). */
  readonly includesToday: boolean;
}

export const withStillGoing = (text: RuleText, { isRunning, includesToday }: StillGoing): RuleText => ({
  ...text,
  hours: isRunning ? `${text.hours}, including the running entry` : text.hours,
  absences: includesToday ? `${text.absences}, including today` : text.absences,
});

/** Flexible hours do not affect the Standard rules [D2.3]. */
export const isLateBy = (rules: ReportRules, settings: WorkSettings, minute: MinuteOfDay): boolean =>
  rules === 'standard' ? isStandardLate(minute) : latenessOf(minute, settings).late;

/** Whole minutes; 0 for a punctual arrival. */
export const lateMinutesBy = (rules: ReportRules, settings: WorkSettings, minute: MinuteOfDay): Minutes =>
  rules === 'standard' ? Math.max(0, minute - STANDARD_START_MINUTE) : latenessOf(minute, settings).minutes;

/** Start of the working day; undefined where nobody can be late. */
export function startMinuteBy(rules: ReportRules, settings: WorkSettings): MinuteOfDay | undefined {
  if (rules === 'standard') return STANDARD_START_MINUTE;
  const start = parseTimeText(settings.workStartTime);
  return start.ok && !settings.allowFlexibleHours ? start.minute : undefined;
}
