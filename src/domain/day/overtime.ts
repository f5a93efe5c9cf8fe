/** The three kinds of overtime (spec §5, §9). */
import { SETTINGS_DEFAULTS, type WorkSettings } from '../settings/settings.ts';
import { type TimeEntry, workedMs } from '../entry/time-entry.ts';
import {
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  MS_PER_HOUR,
  type MinuteOfDay,
  type Minutes,
  parseTimeText,
  requireMinuteOfDay,
} from '../time/units.ts';
import { formatMinute } from '../time/format.ts';

const DEFAULT_SHIFT_MINUTES = 8 * MINUTES_PER_HOUR;

/** An end before the start is on the next day [D2.8]; 8 h for invalid or equal times (spec §9). */
export function shiftMinutes(settings: Pick<WorkSettings, 'workStartTime' | 'workEndTime'>): Minutes {
  const start = parseTimeText(settings.workStartTime);
  const end = parseTimeText(settings.workEndTime);
  if (!start.ok || !end.ok || start.minute === end.minute) return DEFAULT_SHIFT_MINUTES;
  return (end.minute - start.minute + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}

interface BreakWindow {
  readonly start: MinuteOfDay;
  /** End minute, exclusive; on the next day if before `start`. */
  readonly end: MinuteOfDay;
  readonly minutes: Minutes;
  /** '12:00 - 12:30' [D5.2]. */
  readonly text: string;
}

type BreakSettings = Pick<WorkSettings, 'breakStartTime' | 'breakDuration'>;

export function breakWindow(settings: BreakSettings): BreakWindow {
  const parsed = parseTimeText(settings.breakStartTime);
  const start = parsed.ok ? parsed.minute : requireMinuteOfDay(SETTINGS_DEFAULTS.breakStartTime);
  const minutes = Number.isFinite(settings.breakDuration)
    ? settings.breakDuration
    : SETTINGS_DEFAULTS.breakDuration;
  const end = (start + minutes) % MINUTES_PER_DAY;
  return { start, end, minutes, text: `${formatMinute(start)} - ${formatMinute(end)}` };
}

/** A window may span midnight. The last minute is the one before `end`. */
export const isInBreakWindow = (window: BreakWindow, minute: MinuteOfDay): boolean =>
  (minute - window.start + MINUTES_PER_DAY) % MINUTES_PER_DAY < window.minutes;

/** 'Break Time: …' inside the window, 'Suggested break: …' outside (spec §2). */
export function breakLine(settings: BreakSettings, minute: MinuteOfDay): string {
  const window = breakWindow(settings);
  return `${isInBreakWindow(window, minute) ? 'Break Time' : 'Suggested break'}: ${window.text}`;
}

export type OvertimeSettings = Pick<WorkSettings, 'workStartTime' | 'workEndTime' | 'overtimeThresholdHours'>;

/** Overtime at clock-out starts after this (spec §9): 8 h. */
export const CLOCK_OUT_OVERTIME_MINUTES = 8 * MINUTES_PER_HOUR;

export function overtimeStartMinutes(settings: OvertimeSettings): Minutes {
  const threshold = Number.isFinite(settings.overtimeThresholdHours)
    ? settings.overtimeThresholdHours
    : SETTINGS_DEFAULTS.overtimeThresholdHours;
  return shiftMinutes(settings) + threshold * MINUTES_PER_HOUR;
}

/** Summary overtime: sum of each day's minutes above the threshold [D2.5]. */
export function summaryOvertimeMinutes(workedByDay: Iterable<Minutes>, settings: OvertimeSettings): Minutes {
  const start = overtimeStartMinutes(settings);
  let sum = 0;
  for (const minutes of workedByDay) sum += Math.max(0, minutes - start);
  return sum;
}

/** Full day of one entry in reports: 8 h (spec §9). */
export const REPORT_OVERTIME_MS = 8 * MS_PER_HOUR;

/** Time of a completed entry beyond 8 h after breaks; 0 for an open one (spec §5); milliseconds. */
export const reportOvertimeMs = (entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'>): number =>
  entry.clockOut === null ? 0 : Math.max(0, workedMs(entry, entry.clockOut) - REPORT_OVERTIME_MS);
