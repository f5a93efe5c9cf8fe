/** Notifications for admins and messages for employees (spec §3, §4, §7). */
import { decimalText, say } from '#texts/say';
import { CLOCK_OUT_OVERTIME_MINUTES } from '../day/overtime.ts';
import { hoursText, type Minutes, type TimeText } from '../time/units.ts';
import type { Lateness } from '../day/punctuality.ts';
import { EXTENDED_BREAK_MINUTES } from './time-entry.ts';
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';

export type NotificationType =
  | 'employee_registered'
  | 'clock_in'
  | 'late_arrival'
  | 'clock_out'
  | 'overtime'
  | 'break_start'
  | 'break_end'
  | 'employee_updated'
  | 'employee_deactivated';

/** Severities that Punctual writes. Screens show any other stored value as an error (spec §3). */
export type Severity = 'success' | 'info' | 'warning' | 'error';

export interface NotificationText {
  readonly type: NotificationType;
  readonly severity: Severity;
  readonly message: string;
}

/** `lateness` is null if a clock-in is not the first of the day [D2.2]. */
export type ActivityEvent = { readonly userName: string } & (
  | { readonly kind: 'registered'; readonly awaitsApproval?: boolean }
  | { readonly kind: 'clock_in'; readonly time: TimeText; readonly lateness: Lateness | null }
  | { readonly kind: 'clock_out' | 'stated'; readonly workedMinutes: Minutes }
  | { readonly kind: 'closed'; readonly adminName: string; readonly workedMinutes: Minutes }
  | { readonly kind: 'break_start'; readonly time: TimeText }
  | { readonly kind: 'break_end'; readonly breakMinutes: Minutes }
  | { readonly kind: 'updated'; readonly fields: readonly string[] }
  | { readonly kind: 'added' | 'deactivated' }
);

export function notificationFor(event: ActivityEvent): NotificationText {
  const { userName } = event;
  switch (event.kind) {
    case 'registered': {
      const rest = event.awaitsApproval === true ? ' and waits for approval' : '';
      return text('employee_registered', 'success', `${userName} registered as a new employee${rest}`);
    }
    case 'clock_in': {
      const message = `${userName} clocked in at ${event.time}`;
      return event.lateness?.late
        ? text('late_arrival', 'warning', `${message} (${event.lateness.minutes} min late)`)
        : text('clock_in', 'success', message);
    }
    case 'clock_out':
      return clockOutText(`${userName} clocked out`, event.workedMinutes);
    case 'closed':
      return clockOutText(`${event.adminName} clocked ${userName} out`, event.workedMinutes);
    case 'stated':
      return clockOutText(`${userName} stated when they left,`, event.workedMinutes);
    case 'added':
      return text('employee_registered', 'success', `${userName} was added as a new employee`);
    case 'break_start':
      return text('break_start', 'info', `${userName} started a break at ${event.time}`);
    case 'break_end':
      return breakEndText(userName, event.breakMinutes);
    case 'updated':
      return text('employee_updated', 'info', `${userName} was updated: ${event.fields.join(', ')}`);
    case 'deactivated':
      return text('employee_deactivated', 'warning', `${userName} was deactivated`);
  }
}

const text = (type: NotificationType, severity: Severity, message: string): NotificationText => ({
  type,
  severity,
  message,
});

const clockOutText = (what: string, workedMinutes: Minutes): NotificationText =>
  workedMinutes > CLOCK_OUT_OVERTIME_MINUTES
    ? text('overtime', 'warning', `${what} after ${workedHoursText(workedMinutes)} (overtime)`)
    : text('clock_out', 'info', `${what} after ${hoursText(workedMinutes, 1)} h`);

function breakEndText(userName: string, breakMinutes: Minutes): NotificationText {
  const length = `${Math.round(breakMinutes)} min`;
  return breakMinutes > EXTENDED_BREAK_MINUTES
    ? text('break_end', 'warning', `${userName} ended an extended break (${length})`)
    : text('break_end', 'info', `${userName} ended a break (${length})`);
}

/** True if the overtime is so short that rounding hides it: the worked time shows as '8.0'. */
const isBarelyOver = (workedMinutes: Minutes): boolean =>
  hoursText(workedMinutes, 1) === hoursText(CLOCK_OUT_OVERTIME_MINUTES, 1);

/** '8.5 h', but 'more than 8.0 h' if rounding would hide the overtime. */
const workedHoursText = (workedMinutes: Minutes): string =>
  `${isBarelyOver(workedMinutes) ? 'more than ' : ''}${hoursText(workedMinutes, 1)} h`;

/** Warnings, errors and unknown severities are alerts [D6.1]. */
export const isAlert = (severity: string): boolean => severity !== 'success' && severity !== 'info';

/** Shown for 5 s (spec §4). `lateness` is null for later clock-ins of the day, which are always on time. */
export function clockInMessage(time: TimeText, lateness: Lateness | null, hasLocation: boolean): string {
  const message = lateness?.late
    ? say('punched.late', { time, minutes: String(lateness.minutes) })
    : say('punched.onTime', { time });
  return `${message}${hasLocation ? ' 📍' : ''}`;
}

/** 'Break ended at 13:10'. If the break was longer than allowed, its length follows (spec §4). */
export const breakEndMessage = (time: TimeText, minutes: Minutes): string =>
  minutes > EXTENDED_BREAK_MINUTES
    ? say('punched.longBreakEnded', { time, minutes: String(Math.round(minutes)) })
    : say('punched.breakEnded', { time });

export function clockOutWarnings(workedMinutes: Minutes): string[] {
  if (workedMinutes <= CLOCK_OUT_OVERTIME_MINUTES) return [];
  const values = { hours: decimalText(hoursText(workedMinutes, 1)) };
  return [say(isBarelyOver(workedMinutes) ? 'punched.barelyOver' : 'punched.overtime', values)];
}

/** Shown for 3 s (spec §4). */
export const clockOutMessage = (): string => say('punched.clockedOut');
export const CLOCK_IN_MESSAGE_MS = 5_000;
export const CLOCK_OUT_MESSAGE_MS = 3_000;

/** Only warns: the clock-in is recorded all the same (spec §4) [D5.4]. */
export const clockInWarnings = (day: WorkplaceDay, settings: WorkHistory): string[] =>
  expectedOn(day, settings).showsWarning ? [say('punched.weekend')] : [];
