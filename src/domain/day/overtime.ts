/** The three kinds of overtime (spec §5, §9). */
import { say } from '#texts/say';
import type { BreakWindow, Expected } from '../expected/expected.ts';
import { type TimeEntry, workedMs } from '../entry/time-entry.ts';
import {
  MINUTES_PER_DAY,
  MINUTES_PER_HOUR,
  MS_PER_HOUR,
  type MinuteOfDay,
  type Minutes,
} from '../time/units.ts';
import { formatMinute } from '../time/format.ts';

/** A window may span midnight. Its `end` is exclusive. */
export const isInBreakWindow = (window: BreakWindow, minute: MinuteOfDay): boolean =>
  (minute - window.start + MINUTES_PER_DAY) % MINUTES_PER_DAY < window.minutes;

/** 'Break Time: …' inside the window, 'Suggested break: …' outside (spec §2). */
export const breakHintText = (pause: BreakWindow, minute: MinuteOfDay): string =>
  say(isInBreakWindow(pause, minute) ? 'breakHint.now' : 'breakHint.suggested', { times: breakText(pause) });

/** '12:00 - 12:30' [D5.2]. */
export const breakText = ({ start, end }: BreakWindow): string =>
  `${formatMinute(start)} - ${formatMinute(end)}`;

/** Worked minutes after which a clock-out reports overtime (spec §9). */
export const CLOCK_OUT_OVERTIME_MINUTES = 8 * MINUTES_PER_HOUR;

export interface WorkedDay {
  readonly minutes: Minutes;
  readonly expected: Pick<Expected, 'overtimeAfter'>;
}

export const overtimeMinutes = ({ minutes, expected }: WorkedDay): Minutes =>
  Math.max(0, minutes - expected.overtimeAfter);

/** Summary overtime: sum of each day's minutes above the threshold [D2.5]. */
export const summaryOvertimeMinutes = (days: readonly WorkedDay[]): Minutes =>
  days.reduce((sum, day) => sum + overtimeMinutes(day), 0);

/** Worked time of one entry after which reports count overtime (spec §9). */
export const REPORT_OVERTIME_MS = 8 * MS_PER_HOUR;

/** Milliseconds worked beyond 8 h in a completed entry, less breaks; 0 for an open entry (spec §5). */
export const reportOvertimeMs = (entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'>): number =>
  entry.clockOut === null ? 0 : Math.max(0, workedMs(entry, entry.clockOut) - REPORT_OVERTIME_MS);
