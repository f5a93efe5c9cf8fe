/** Closing an entry that was left open: which ones an admin may close, and when they may have ended. */
import { type EpochMs, MS_PER_HOUR, MS_PER_MINUTE } from '../time/units.ts';
import {
  type ClosedBy,
  type Ending,
  type TimeEntry,
  currentEntry,
  isEndMissing,
  isRunning,
  lastInstant,
} from './time-entry.ts';
import { type WorkplaceDay, dayContaining } from '../time/workplace-day.ts';

/** A night shift: an entry of yesterday that is still running, and what 'today' means while it does. */
/** What is known of the present where entries are shown. */
export interface Present {
  readonly now: EpochMs;
  /** The workplace day it is. */
  readonly today: Pick<WorkplaceDay, 'start' | 'end'>;
  /** A setting: younger entries of yesterday are night shifts; never so long that one reaches a third day. */
  readonly nightShiftHours: number;
}

type Session = Ending & Pick<TimeEntry, 'clockIn'>;

/**
 * When an entry that is still open stops being a night shift and counts as left open. Always a full minute,
 * that of the clock-in having counted as a whole one: screens look once a minute, and must say the same as
 * the server does in any second of it.
 */
export const nightShiftEnd = (clockIn: EpochMs, nightShiftHours: number): EpochMs =>
  Math.floor(clockIn / MS_PER_MINUTE) * MS_PER_MINUTE + nightShiftHours * MS_PER_HOUR;

/** Open entries clocked in before this instant were left open: neither of today nor night shifts. */
export const runningSince = ({ now, today, nightShiftHours }: Present): EpochMs =>
  Math.min(today.start, nightShiftEnd(now, -nightShiftHours) + MS_PER_MINUTE);

/** Whether an entry is a night shift under way: of yesterday, still open, and younger than the limit. */
export const isNightShift = (entry: Session, present: Present): boolean =>
  isRunning(entry) && entry.clockIn < present.today.start && entry.clockIn >= runningSince(present);

/** While a night shift is under way the day of its clock-in, else today. @param days consecutive, from yesterday on */
export function dayMeant<Today extends Present['today']>(
  entries: readonly Session[],
  days: readonly WorkplaceDay[],
  present: Present & { readonly today: Today },
): Today | WorkplaceDay {
  const current = currentEntry(entries);
  const night = current && isNightShift(current, present) ? dayContaining(current.clockIn, days) : undefined;
  return night ?? present.today;
}

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
