/** The measures of the presence chart, apart from its drawing. */
import type { HourOfPresence } from '#domain/presence';
import { formatMinute } from '#domain/format';
import { MINUTES_PER_HOUR } from '#domain/time';

/**
 * The hours worth drawing, without a gap: the usual ones, those in which anybody was there (since before
 * midnight, too), and the present one, whoever is there and whatever is usual. The present one is the last
 * that has begun: where the clock falls back, two of the hours show the same minute, and only their place
 * tells them apart.
 */
export function hoursShown(
  hours: readonly HourOfPresence[],
  usual: { readonly from: number; readonly to: number },
): readonly HourOfPresence[] {
  const present = hours.findLastIndex(({ most }) => most !== null);
  const isWanted = ({ minute, most }: HourOfPresence, index: number): boolean =>
    index === present || (most ?? 0) > 0 || (minute + MINUTES_PER_HOUR > usual.from && minute < usual.to);
  const first = hours.findIndex(isWanted);
  return first === -1 ? hours : hours.slice(first, hours.findLastIndex(isWanted) + 1);
}

/** The usual day in whole hours; all of it for a shift over midnight. */
export function usualHours(start: number, end: number): { from: number; to: number } {
  if (end <= start) return { from: 0, to: 24 * MINUTES_PER_HOUR };
  return {
    from: Math.floor(start / MINUTES_PER_HOUR) * MINUTES_PER_HOUR,
    to: Math.ceil(end / MINUTES_PER_HOUR) * MINUTES_PER_HOUR,
  };
}

/** '09:00 - 10:00' */
export const hourText = ({ minute }: Pick<HourOfPresence, 'minute'>): string =>
  `${formatMinute(minute)} - ${formatMinute(minute + MINUTES_PER_HOUR)}`;
