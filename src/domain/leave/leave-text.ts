import { say, textTable } from '#texts/say';
import { formatDate, formatDayRange } from '../time/format.ts';
import type { Leave } from './leave.ts';

/** 'Dec 24, 2026', 'Dec 24, 2026, morning', 'Dec 24, 2026 - Dec 31, 2026'. */
export function leaveDays({ first, last, half }: Pick<Leave, 'first' | 'last' | 'half'>): string {
  if (first !== last) return formatDayRange(first, last);
  const date = formatDate(first, 'UTC');
  if (half === null) return date;
  return say(half === 'morning' ? 'leaveDays.morning' : 'leaveDays.afternoon', { date });
}

/** Names of the calendars that a private link offers. */
export const CALENDAR_NAMES = textTable({ own: 'leaveDays.own', people: 'leaveDays.people' });
