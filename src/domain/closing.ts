/** Closing an entry that was left open: which ones an admin may close, and when they may have ended. */
import { MS_PER_MINUTE, type EpochMs } from './time.ts';
import { lastInstant, type ClosedBy, type TimeEntry } from './time-entry.ts';
import { isNightShift, type Present } from './night-shift.ts';

/**
 * Why an open entry needs somebody to close it: it is of an earlier workplace day and no night
 * shift under way, or its person cannot clock out any more, deactivated or an admin by now [D1.6, D3.14]. Everybody
 * else's is theirs to end.
 */
export type LeftOpen = 'earlier-day' | 'no-longer-active';

/** Whether and why an entry was left open; null for one that is closed, too. */
export function leftOpenBy(
  person: { readonly isActive: boolean } | undefined,
  entry: Pick<TimeEntry, 'clockIn' | 'clockOut'> | null,
  present: Present,
): LeftOpen | null {
  if (!entry || entry.clockOut !== null) return null;
  if (person?.isActive !== true) return 'no-longer-active';
  return entry.clockIn < present.today.start && !isNightShift(entry, present) ? 'earlier-day' : null;
}

export type ClosingTime =
  | { readonly ok: true; readonly at: EpochMs }
  | { readonly ok: false; readonly fault: 'too-early' | 'in-the-future' };

/**
 * The instant at which an entry ends when an admin gives a minute: never before its last punch. People give
 * whole minutes, so the minute of the last punch itself means that punch.
 */
export function closingTime(
  entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks'>,
  given: EpochMs,
  now: EpochMs,
): ClosingTime {
  const last = lastInstant(entry);
  if (given > now) return { ok: false, fault: 'in-the-future' };
  if (given + MS_PER_MINUTE <= last) return { ok: false, fault: 'too-early' };
  return { ok: true, at: Math.max(given, last) };
}

/** The entry after an admin closed it: an open break ends with it. */
export const closedEntry = (entry: TimeEntry, at: EpochMs, closedBy: ClosedBy): TimeEntry => ({
  ...entry,
  clockOut: at,
  breaks: entry.breaks.map((pause) => (pause.end === null ? { ...pause, end: at } : pause)),
  closedBy,
});
