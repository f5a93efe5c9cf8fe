/** Closing an entry that was left open: which ones an admin may close, and when they may have ended. */
import { MS_PER_MINUTE, type EpochMs } from '../time/units.ts';
import { isEndMissing, lastInstant, type ClosedBy, type Ending, type TimeEntry } from './time-entry.ts';
import { runningSince, type Present } from '../day/night-shift.ts';

/**
 * Why an open entry needs somebody to state its end: it is of an earlier workplace day and no night shift under way,
 * also where a clock-in set it aside, or its person cannot clock out any more, deactivated or an admin by now [D1.6, D3.14]. Everybody
 * else's is theirs to end.
 */
export type LeftOpen = 'earlier-day' | 'no-longer-active';

/** Whether and why an entry was left open; null for one that is closed, too. */
export function leftOpenBy(
  person: { readonly isActive: boolean } | undefined,
  entry: (Ending & Pick<TimeEntry, 'clockIn'>) | null,
  present: Present,
): LeftOpen | null {
  if (!entry || entry.clockOut !== null) return null;
  if (person?.isActive !== true) return 'no-longer-active';
  return isEndMissing(entry) || entry.clockIn < runningSince(present) ? 'earlier-day' : null;
}

export type ClosingTime =
  | { readonly ok: true; readonly at: EpochMs }
  | { readonly ok: false; readonly fault: 'too-early' | 'in-the-future' | 'after-return' };

/**
 * The instant at which an entry ends when somebody gives a minute: never before its last punch, nor after they had
 * clocked in again. People give whole minutes, so the minute of the last punch itself means that punch.
 */
export function closingTime(
  entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks' | 'setAsideAt'>,
  given: EpochMs,
  now: EpochMs,
): ClosingTime {
  const last = lastInstant(entry);
  if (given > now) return { ok: false, fault: 'in-the-future' };
  if (given > (entry.setAsideAt ?? given)) return { ok: false, fault: 'after-return' };
  if (given + MS_PER_MINUTE <= last) return { ok: false, fault: 'too-early' };
  return { ok: true, at: Math.max(given, last) };
}

/** In place of a reason, where its employee stated when they had left. */
export const OWN_STATEMENT = 'Own statement';

/** The entry after it was closed: an open break ends with it. */
export const closedEntry = (entry: TimeEntry, at: EpochMs, closedBy: ClosedBy): TimeEntry => ({
  ...entry,
  clockOut: at,
  breaks: entry.breaks.map((pause) => (pause.end === null ? { ...pause, end: at } : pause)),
  closedBy,
});
