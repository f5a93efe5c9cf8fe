import { type EpochMs, MS_PER_HOUR, MS_PER_MINUTE } from '../time/units.ts';
import {
  type ClosedBy,
  type EntryEnd,
  type TimeEntry,
  applyPunch,
  currentEntry,
  isEndMissing,
  isRunning,
  lastPunchInstant,
} from './time-entry.ts';
import { type WorkplaceDay, dayContaining } from '../time/workplace-day.ts';

export interface TimeContext {
  readonly now: EpochMs;
  readonly today: Pick<WorkplaceDay, 'start' | 'end'>;
  /** An open entry from yesterday is a night shift for this many hours. An entry from an earlier day never is. */
  readonly nightShiftHours: number;
}

type EntrySpan = EntryEnd & Pick<TimeEntry, 'clockIn'>;

/** From this instant, an open entry counts as left open. Always a full minute, since screens update at full minutes. */
export const nightShiftEnd = (clockIn: EpochMs, nightShiftHours: number): EpochMs =>
  Math.floor(clockIn / MS_PER_MINUTE) * MS_PER_MINUTE + nightShiftHours * MS_PER_HOUR;

/** Open entries that began before this instant were left open. */
export const leftOpenCutoff = ({ now, today, nightShiftHours }: TimeContext): EpochMs =>
  Math.min(today.start, nightShiftEnd(now, -nightShiftHours) + MS_PER_MINUTE);

export const isNightShift = (entry: EntrySpan, present: TimeContext): boolean =>
  isRunning(entry) && entry.clockIn < present.today.start && entry.clockIn >= leftOpenCutoff(present);

/** Returns today or, during a night shift, the day of its clock-in. @param days consecutive, from yesterday on */
export function shownDay<Today extends TimeContext['today']>(
  entries: readonly EntrySpan[],
  days: readonly WorkplaceDay[],
  present: TimeContext & { readonly today: Today },
): Today | WorkplaceDay {
  const current = currentEntry(entries);
  const night = current && isNightShift(current, present) ? dayContaining(current.clockIn, days) : undefined;
  return night ?? present.today;
}

/** The entry began on an earlier day and is no night shift, or its employee is deactivated [D1.6, D3.14]. */
export type LeftOpenReason = 'earlier-day' | 'no-longer-active';

export function leftOpenReason(
  person: { readonly isActive: boolean } | undefined,
  entry: (EntryEnd & Pick<TimeEntry, 'clockIn'>) | null,
  present: TimeContext,
): LeftOpenReason | null {
  if (!entry || entry.clockOut !== null) return null;
  if (person?.isActive !== true) return 'no-longer-active';
  return isEndMissing(entry) || entry.clockIn < leftOpenCutoff(present) ? 'earlier-day' : null;
}

export type StatedEndCheck =
  | { readonly ok: true; readonly at: EpochMs }
  | { readonly ok: false; readonly fault: 'too-early' | 'in-the-future' | 'after-return' };

/**
 * Refuses an end before the last punch or after the next clock-in. An end without seconds, in the minute of the last
 * punch, becomes the exact time of that punch.
 */
export function checkStatedEnd(
  entry: Pick<TimeEntry, 'clockIn' | 'clockOut' | 'breaks' | 'setAsideAt'>,
  given: EpochMs,
  now: EpochMs,
): StatedEndCheck {
  const last = lastPunchInstant(entry);
  if (given > now) return { ok: false, fault: 'in-the-future' };
  if (given > (entry.setAsideAt ?? given)) return { ok: false, fault: 'after-return' };
  if (given + MS_PER_MINUTE <= last) return { ok: false, fault: 'too-early' };
  return { ok: true, at: Math.max(given, last) };
}

/** Shown as the reason when the employee stated the end. */
export const OWN_STATEMENT = 'Own statement';

export const endEntry = (entry: TimeEntry, at: EpochMs, closedBy: ClosedBy): TimeEntry => ({
  ...applyPunch('clock_out', applyPunch('break_end', entry, at), at),
  closedBy,
});
