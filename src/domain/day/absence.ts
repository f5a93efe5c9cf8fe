/** Absences: workdays without an entry (spec §5), except days of leave. */
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { TimeEntry } from '../entry/time-entry.ts';
import type { Day, EpochMs } from '../time/units.ts';
import { type WorkplaceDay, dayContaining } from '../time/workplace-day.ts';

export interface AbsenceInput {
  readonly entries: readonly Pick<TimeEntry, 'clockIn'>[];
  /** Workplace days of the range, consecutive. */
  readonly days: readonly WorkplaceDay[];
  readonly createdAt: EpochMs;
  readonly leftAt?: EpochMs | null | undefined;
  readonly today: Day;
  readonly settings: WorkHistory;
}

/** True on workdays from the account's creation (spec §5) to today [D2.10], or to the last whole day of employment. */
export const isWorkExpectedOn = (
  day: WorkplaceDay,
  { createdAt, leftAt, today, settings }: Omit<AbsenceInput, 'entries' | 'days'>,
): boolean =>
  expectedOn(day, settings).minutes > 0 &&
  // The creation date is included, since that day ends after `createdAt`.
  day.end > createdAt &&
  day.day <= today &&
  (leftAt === undefined || leftAt === null || day.end <= leftAt);

/** True if some work is due. Unlike `isWorkExpectedOn`, false on whole days of leave, which are no absences. */
export const isWorkDueOn = (day: WorkplaceDay, question: Omit<AbsenceInput, 'entries' | 'days'>): boolean =>
  isWorkExpectedOn(day, question) && expectedOn(day, question.settings).due > 0;

export function absentDays({ entries, days, ...rest }: AbsenceInput): Day[] {
  const present = new Set(entries.map((entry) => dayContaining(entry.clockIn, days)?.day));
  return days.filter((day) => isWorkDueOn(day, rest) && !present.has(day.day)).map(({ day }) => day);
}

export function employmentStartsWithinRange(createdAt: EpochMs, days: readonly WorkplaceDay[]): boolean {
  const first = days[0];
  return first !== undefined && createdAt >= first.end;
}
