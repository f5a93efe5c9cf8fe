/** The working day as the settings lay it out: its length, and the window suggested for the break (spec §2, §9). */
import { formatMinute } from '../time/format.ts';
import { SETTINGS_DEFAULTS, type WorkSettings } from '../settings/settings.ts';
import {
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  parseTimeText,
  requireMinuteOfDay,
  type MinuteOfDay,
  type Minutes,
} from '../time/units.ts';

export const DEFAULT_SHIFT_MINUTES = 8 * MINUTES_PER_HOUR;

/** An end before its start lies on the next day [D2.8]; 8 h where a time is invalid or the two are equal (spec §9). */
export function shiftMinutes(settings: Pick<WorkSettings, 'workStartTime' | 'workEndTime'>): Minutes {
  const start = parseTimeText(settings.workStartTime);
  const end = parseTimeText(settings.workEndTime);
  if (!start.ok || !end.ok || start.minute === end.minute) return DEFAULT_SHIFT_MINUTES;
  return (end.minute - start.minute + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}

export interface BreakWindow {
  readonly start: MinuteOfDay;
  /** Minute of the day at which the window has ended; on the next day when before `start`. */
  readonly end: MinuteOfDay;
  readonly minutes: Minutes;
  /** '12:00 - 12:30' [D5.2], as people of the workplace read it. */
  readonly text: string;
}

type BreakSettings = Pick<WorkSettings, 'breakStartTime' | 'breakDuration'>;

/** The break window of the settings; an unreadable start or duration falls back to the defaults. */
export function breakWindow(settings: BreakSettings): BreakWindow {
  const parsed = parseTimeText(settings.breakStartTime);
  const start = parsed.ok ? parsed.minute : requireMinuteOfDay(SETTINGS_DEFAULTS.breakStartTime);
  const minutes = Number.isFinite(settings.breakDuration)
    ? settings.breakDuration
    : SETTINGS_DEFAULTS.breakDuration;
  const end = (start + minutes) % MINUTES_PER_DAY;
  return { start, end, minutes, text: `${formatMinute(start)} - ${formatMinute(end)}` };
}

/** A window over midnight is one window; its last minute is the one before `end`. */
export const isInBreakWindow = (window: BreakWindow, minute: MinuteOfDay): boolean =>
  (minute - window.start + MINUTES_PER_DAY) % MINUTES_PER_DAY < window.minutes;

/** 'Break Time: 12:00 - 12:30' inside the window, otherwise 'Suggested break: 12:00 - 12:30' (spec §2). */
export function breakLine(settings: BreakSettings, minute: MinuteOfDay): string {
  const window = breakWindow(settings);
  return `${isInBreakWindow(window, minute) ? 'Break Time' : 'Suggested break'}: ${window.text}`;
}
