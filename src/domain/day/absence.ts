/** Absences: workdays without an entry (spec §5), except days of leave. */
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { TimeEntry } from '../entry/time-entry.ts';
import { isEmployedOn, type Employment } from '../people/employment.ts';
import type { Day } from '../time/units.ts';
import { type WorkplaceDay, dayContaining } from '../time/workplace-day.ts';

export interface AbsenceInput {
  readonly entries: readonly Pick<TimeEntry, 'clockIn'>[];
  /** Workplace days of the range, consecutive. */
  readonly days: readonly WorkplaceDay[];
  readonly employment: Employment;
  readonly today: Day;
  readonly settings: WorkHistory;
}

/** True on workdays of the employment (spec §5), up to today [D2.10]. */
export const isWorkExpectedOn = (
  day: WorkplaceDay,
  { employment, today, settings }: Omit<AbsenceInput, 'entries' | 'days'>,
): boolean => expectedOn(day, settings).minutes > 0 && day.day <= today && isEmployedOn(employment, day);

/** True if some work is due. Unlike `isWorkExpectedOn`, false on whole days of leave, which are no absences. */
export const isWorkDueOn = (day: WorkplaceDay, question: Omit<AbsenceInput, 'entries' | 'days'>): boolean =>
  isWorkExpectedOn(day, question) && expectedOn(day, question.settings).due > 0;

export function absentDays({ entries, days, ...rest }: AbsenceInput): Day[] {
  const present = new Set(entries.map((entry) => dayContaining(entry.clockIn, days)?.day));
  return days.filter((day) => isWorkDueOn(day, rest) && !present.has(day.day)).map(({ day }) => day);
}

export function employmentStartsWithinRange([span]: Employment, days: readonly WorkplaceDay[]): boolean {
  const first = days[0];
  return first !== undefined && span !== undefined && span.from >= first.end;
}
