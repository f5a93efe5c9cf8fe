import { type EpochMs, parseTimeText } from '../time/units.ts';
import { type WorkplaceDay, isWithin, minuteOfDayAt } from '../time/workplace-day.ts';
import { type LatenessSettings, lastPunctualMinute } from './punctuality.ts';
import type { WorkSettings } from '../settings/settings.ts';
import { isExpectedOn } from './absence.ts';

export type MissingSettings = LatenessSettings & Pick<WorkSettings, 'workEndTime'>;

interface MissingQuestion {
  /** Only if they joined in the last days. */
  readonly createdAt?: EpochMs | undefined;
  /** Has an open entry or a punch of today. */
  readonly hasBeenSeen: boolean;
  readonly today: WorkplaceDay;
  readonly now: EpochMs;
  readonly settings: MissingSettings;
}

/** Work start plus late threshold; end of work with flexible hours. Undefined if unreadable or on the next day. */
export function lastMinuteBeforeMissing(settings: MissingSettings): number | undefined {
  if (!settings.allowFlexibleHours) return lastPunctualMinute(settings);
  const [start, end] = [parseTimeText(settings.workStartTime), parseTimeText(settings.workEndTime)];
  return start.ok && end.ok && end.minute > start.minute ? end.minute : undefined;
}

/** After the last minute to come, on days that absences count (spec §5: Monday to Friday). */
export function isOverdue(at: EpochMs, today: WorkplaceDay, settings: MissingSettings): boolean {
  const last = lastMinuteBeforeMissing(settings);
  return (
    isExpectedOn(today, { createdAt: today.start, today: today.day }) &&
    isWithin(at, today) &&
    last !== undefined &&
    minuteOfDayAt(at, today) > last
  );
}

/** People who joined when others were missing already are not missing. */
export const isMissing = ({ createdAt, hasBeenSeen, today, now, settings }: MissingQuestion): boolean =>
  !hasBeenSeen &&
  isOverdue(now, today, settings) &&
  (createdAt === undefined || !isOverdue(createdAt, today, settings));
