import { formatDate, formatDayRange } from '../time/format.ts';
import type { Leave } from './leave.ts';

/** 'Dec 24, 2026', 'Dec 24, 2026, morning', 'Dec 24, 2026 - Dec 31, 2026'. */
export function leaveDays({ first, last, half }: Pick<Leave, 'first' | 'last' | 'half'>): string {
  if (first !== last) return formatDayRange(first, last);
  return half === null ? formatDate(first, 'UTC') : `${formatDate(first, 'UTC')}, ${half}`;
}

/** Names of the calendars that a private link offers. */
export const CALENDAR_NAMES = { own: 'My leave', people: 'Who is on leave' };
