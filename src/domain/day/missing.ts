/** Who should have come by now and has not: an admin's first question in the morning. */
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
 * The last minute of the day at which somebody who has not come is not missing yet: work start + late threshold, so
 * that whoever comes from then on is late; with flexible hours, which make nobody late, the end of work. Undefined
 * where no time of the day is one: times that cannot be read, flexible hours that end on the next day.
 */
export function lastMinuteToCome(settings: MissingSettings): number | undefined {
  if (!settings.allowFlexibleHours) return lastPunctualMinute(settings);
  const [start, end] = [parseTimeText(settings.workStartTime), parseTimeText(settings.workEndTime)];
  return start.ok && end.ok && end.minute > start.minute ? end.minute : undefined;
}

/**
 * Whether at an instant of a day whoever has not come is missing: on days on which people are expected as absences
 * count it (spec §5: Monday to Friday, whether or not work on weekends is allowed), after the last minute to come.
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

/** Whether somebody active is missing. Who joined when others were missing already is not: they had no time to come. */
export const isMissing = ({ createdAt, hasBeenSeen, today, now, settings }: MissingQuestion): boolean =>
  !hasBeenSeen &&
  isOverdue(now, today, settings) &&
  (createdAt === undefined || !isOverdue(createdAt, today, settings));
