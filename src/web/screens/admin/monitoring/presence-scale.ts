/** The measures of the presence chart, apart from its drawing. */
import type { HourOfPresence } from '#domain/presence';
import { MINUTES_PER_HOUR, timeText } from '#domain/time';

/**
 * The hours worth drawing: the usual ones, and those in which more people were there than have been since an earlier day, who say
 * nothing about any hour. All of them when none is.
 */
export function hoursShown(hours: readonly HourOfPresence[], usual: { readonly from: number; readonly to: number }, sinceEarlier = 0): readonly HourOfPresence[] {
  const isWanted = ({ minute, most }: HourOfPresence): boolean => (most ?? 0) > sinceEarlier || (minute >= usual.from && minute < usual.to);
  const first = hours.findIndex(isWanted);
  const last = hours.findLastIndex(isWanted);
  return first === -1 ? hours : hours.slice(first, last + 1);
}

/** The usual day in whole hours; all of it for a shift over midnight. */
export function usualHours(start: number, end: number): { from: number; to: number } {
  if (end <= start) return { from: 0, to: 24 * MINUTES_PER_HOUR };
  return { from: Math.floor(start / MINUTES_PER_HOUR) * MINUTES_PER_HOUR, to: Math.ceil(end / MINUTES_PER_HOUR) * MINUTES_PER_HOUR };
}

/** '09:00 - 10:00' */
export const hourText = ({ minute }: Pick<HourOfPresence, 'minute'>): string => `${timeText(minute)} - ${timeText(minute + MINUTES_PER_HOUR)}`;
