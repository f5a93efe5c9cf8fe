/** Finds the active people who should have clocked in by now and have not. */
import { type EpochMs, parseTimeText } from '../time/units.ts';
import { type WorkplaceDay, isWithin, minuteOfDayAt } from '../time/workplace-day.ts';
import { type LatenessSettings, lastPunctualMinute } from './punctuality.ts';
import type { WorkSettings } from '../settings/settings.ts';
import { isExpectedOn } from './absence.ts';

export type MissingSettings = LatenessSettings & Pick<WorkSettings, 'workEndTime'>;

interface MissingQuestion {
  /** Where they joined in the last days. */
  readonly createdAt?: EpochMs | undefined;
  /** Whether they have an open entry, or punched at all since the day began that 'today' means for them. */
  readonly hasBeenSeen: boolean;
  readonly today: WorkplaceDay;
  readonly now: EpochMs;
  readonly settings: MissingSettings;
}

/**
 * The last minute of the day at which somebody who has not clocked in is not missing yet. It is work start plus the
 * late threshold: people who clock in later are late. With flexible hours nobody is late, and it is the end of work.
 * Undefined when a time cannot be read, or when flexible hours end on the next day.
 */
export function lastMinuteToCome(settings: MissingSettings): number | undefined {
  if (!settings.allowFlexibleHours) return lastPunctualMinute(settings);
  const [start, end] = [parseTimeText(settings.workStartTime), parseTimeText(settings.workEndTime)];
  return start.ok && end.ok && end.minute > start.minute ? end.minute : undefined;
}

/**
 * Whether people who have not clocked in are missing at this instant. They are missing after the last minute to
 * come, on the days that absences count (spec §5: Monday to Friday, even when work on weekends is allowed).
 */
export function isOverdue(at: EpochMs, today: WorkplaceDay, settings: MissingSettings): boolean {
  const last = lastMinuteToCome(settings);
  return (
    isExpectedOn(today, { createdAt: today.start, today: today.day }) &&
    isWithin(at, today) &&
    last !== undefined &&
    minuteOfDayAt(at, today) > last
  );
}

/** Whether an active person is missing. People who joined when others were missing already are not. */
export const isMissing = ({ createdAt, hasBeenSeen, today, now, settings }: MissingQuestion): boolean =>
  !hasBeenSeen &&
  isOverdue(now, today, settings) &&
  (createdAt === undefined || !isOverdue(createdAt, today, settings));
