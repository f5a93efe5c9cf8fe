/** Absences: weekdays without an entry (spec §5). */
import type { TimeEntry } from './time-entry.ts';
import type { Day, EpochMs } from './time.ts';
import { dayContaining, isWorkday, type WorkplaceDay } from './workplace-day.ts';

export interface AbsenceQuestion {
  /** One employee's entries, at least those clocked in on `days`. */
  readonly entries: readonly Pick<TimeEntry, 'clockIn'>[];
  /** The workplace days of the range, consecutive. */
  readonly days: readonly WorkplaceDay[];
  readonly createdAt: EpochMs;
  readonly today: Day;
}

/**
 * The absent days: Monday to Friday with no entry, from the later of the creation date and the range's start
 * (spec §5) to its end, but never after today [D2.10].
 */
export function absentDays({ entries, days, createdAt, today }: AbsenceQuestion): Day[] {
  const present = new Set(entries.map((entry) => dayContaining(entry.clockIn, days)?.day));
  return (
    days
      // A day that ends after the creation is the day of the creation or a later one.
      .filter((day) => isWorkday(day) && day.end > createdAt && day.day <= today && !present.has(day.day))
      .map(({ day }) => day)
  );
}

/**
 * Whether the employee began after the range's first day, so that 'Absences only counted from start date' is
 * due (spec §2).
 */
export function startsWithinRange(createdAt: EpochMs, days: readonly WorkplaceDay[]): boolean {
  const first = days[0];
  return first !== undefined && createdAt >= first.end;
}
