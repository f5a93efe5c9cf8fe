/** Absences: weekdays without an entry (spec §5). */
import type { TimeEntry } from '../entry/time-entry.ts';
import { type Day, type EpochMs, parseTimeText } from '../time/units.ts';
import {
  type WorkplaceDay,
  dayContaining,
  isWithin,
  isWorkday,
  minuteOfDayAt,
} from '../time/workplace-day.ts';
import { type LatenessSettings, lastPunctualMinute } from './punctuality.ts';
import type { WorkSettings } from '../settings/settings.ts';

export interface AbsenceQuestion {
  /** One employee's entries, at least those clocked in on `days`. */
  readonly entries: readonly Pick<TimeEntry, 'clockIn'>[];
  /** The workplace days of the range, consecutive. */
  readonly days: readonly WorkplaceDay[];
  readonly createdAt: EpochMs;
  /** When somebody who has left was deactivated. */
  readonly leftAt?: EpochMs | null | undefined;
  readonly today: Day;
}

/** Monday to Friday from the creation date on (spec §5), never after today [D2.10], nor from the day of leaving on. */
export const isExpectedOn = (
  day: WorkplaceDay,
  { createdAt, leftAt, today }: Pick<AbsenceQuestion, 'createdAt' | 'leftAt' | 'today'>,
): boolean =>
  isWorkday(day) &&
  // A day that ends after the creation is the day of the creation or a later one.
  day.end > createdAt &&
  day.day <= today &&
  (leftAt === undefined || leftAt === null || day.end <= leftAt);

export function absentDays({ entries, days, ...rest }: AbsenceQuestion): Day[] {
  const present = new Set(entries.map((entry) => dayContaining(entry.clockIn, days)?.day));
  return days.filter((day) => isExpectedOn(day, rest) && !present.has(day.day)).map(({ day }) => day);
}

/** Whether 'Absences only counted from start date' is due (spec §2). */
export function startsWithinRange(createdAt: EpochMs, days: readonly WorkplaceDay[]): boolean {
  const first = days[0];
  return first !== undefined && createdAt >= first.end;
}

/** Who should have come by now and has not: an admin's first question in the morning. */
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
