/** The specification's three overtimes, each under a name of its own (spec §5, §9). */
import { SETTINGS_DEFAULTS, type WorkSettings } from '../settings/settings.ts';
import { shiftMinutes } from './shift.ts';
import type { TimeEntry } from '../entry/time-entry.ts';
import { MINUTES_PER_HOUR, MS_PER_HOUR, type Minutes } from '../time/units.ts';
import { workedMs } from '../entry/worked-time.ts';

export type OvertimeSettings = Pick<WorkSettings, 'workStartTime' | 'workEndTime' | 'overtimeThresholdHours'>;

/** More than this at clock-out is overtime (spec §9): 8 h. */
export const CLOCK_OUT_OVERTIME_MINUTES = 8 * MINUTES_PER_HOUR;

/** (shift length + overtimeThresholdHours) x 60 (spec §9): minutes of a day up to which nothing is overtime. */
export function overtimeStartMinutes(settings: OvertimeSettings): Minutes {
  const threshold = Number.isFinite(settings.overtimeThresholdHours)
    ? settings.overtimeThresholdHours
    : SETTINGS_DEFAULTS.overtimeThresholdHours;
  return shiftMinutes(settings) + threshold * MINUTES_PER_HOUR;
}

/** Summary overtime: what each day has above that, floored at 0, added up [D2.5]; minutes. */
export function summaryOvertimeMinutes(workedByDay: Iterable<Minutes>, settings: OvertimeSettings): Minutes {
  const start = overtimeStartMinutes(settings);
  let sum = 0;
  for (const minutes of workedByDay) sum += Math.max(0, minutes - start);
  return sum;
}

/** What the report counts as a full day of one entry: 8 h (spec §9). */
export const REPORT_OVERTIME_MS = 8 * MS_PER_HOUR;

/** What a completed entry has beyond 8 h after breaks, an open one nothing (spec §5); milliseconds. */
export const reportOvertimeMs = (entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'>): number =>
  entry.clockOut === null ? 0 : Math.max(0, workedMs(entry, entry.clockOut) - REPORT_OVERTIME_MS);
