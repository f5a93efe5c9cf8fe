/** Absences: workdays without an entry (spec §5), except days of leave. */
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { TimeEntry } from '../entry/time-entry.ts';
import { isEmployedOn, type Employment } from '../people/employment.ts';
import type { Day, EpochMs } from '../time/units.ts';
import { type WorkplaceDay, dayContaining, isWithin, minuteOfDayAt } from '../time/workplace-day.ts';

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

interface MissingInput {
  /** Start of an employment that began recently or later; all others are employed for the whole day. */
  readonly createdAt?: EpochMs | undefined;
  /** Has an open entry, or came for today's shift. */
  readonly hasBeenSeen: boolean;
  readonly today: WorkplaceDay;
  readonly now: EpochMs;
  readonly settings: WorkHistory;
}

/** True on a workday once the last minute for a clock-in is over (spec §5). */
export function isArrivalOverdue(at: EpochMs, today: WorkplaceDay, settings: WorkHistory): boolean {
  const { due, missingAfter } = expectedOn(today, settings);
  return (
    due > 0 && isWithin(at, today) && missingAfter !== undefined && minuteOfDayAt(at, today) > missingAfter
  );
}

/** A person who joined or came back after the last minute for a clock-in is not missing on that day. */
export const isMissing = ({ createdAt, hasBeenSeen, today, now, settings }: MissingInput): boolean =>
  !hasBeenSeen &&
  isArrivalOverdue(now, today, settings) &&
  (createdAt === undefined || (createdAt < today.end && !isArrivalOverdue(createdAt, today, settings)));
