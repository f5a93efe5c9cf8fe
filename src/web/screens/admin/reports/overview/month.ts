/** What the overview of a month tells of: who needs a look before the month is reported on. */
import type { TeamRow } from '#domain/report/team-report';
import { formatDuration, type Day } from '#domain/time/units';
import { addDays, monthOf, type DayRange } from '#domain/time/workplace-day';

/**
 * The month up to yesterday: of today it is not known yet who comes and how long they stay. Null on its first day.
 */
export function monthSoFar(today: Day): DayRange | null {
  const { first } = monthOf(today);
  return first === today ? null : { first, last: addDays(today, -1) };
}

export interface Notable {
  readonly name: string;
  /** Whom and what is counted. */
  readonly rule: string;
  /** What all of it comes to; nothing where there is nobody. */
  readonly sum: string;
  readonly nobody: string;
  /** The most first. */
  readonly people: readonly { readonly row: TeamRow; readonly value: string }[];
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** @param rows in the order of their names */
export function notables(rows: readonly TeamRow[]): readonly Notable[] {
  const open = rows.filter(({ isEndMissing }) => isEndMissing);
  const away = rows
    .filter(({ absences }) => absences > 0)
    .toSorted((one, other) => other.absences - one.absences);
  const longer = rows
    .filter(({ overtimeMinutes }) => overtimeMinutes >= 1)
    .toSorted((one, other) => other.overtimeMinutes - one.overtimeMinutes);
  const days = (count: number) => counted(count, 'day', 'days');
  return [
    {
      name: 'Not clocked out',
      rule: 'Clocked in before today and never clocked out',
      sum: open.length === 0 ? '' : counted(open.length, 'person', 'people'),
      nobody: 'Nothing was left open.',
      people: open.map((row) => ({ row, value: '' })),
    },
    {
      name: 'Days away',
      rule: 'Weekdays without an entry',
      sum: away.length === 0 ? '' : days(away.reduce((sum, { absences }) => sum + absences, 0)),
      nobody: 'Nobody was away.',
      people: away.map((row) => ({ row, value: days(row.absences) })),
    },
    {
      name: 'Extra time',
      rule: 'More than 8 hours in one entry',
      sum:
        longer.length === 0
          ? ''
          : formatDuration(longer.reduce((sum, { overtimeMinutes }) => sum + overtimeMinutes, 0)),
      nobody: 'Nobody stayed longer.',
      people: longer.map((row) => ({ row, value: formatDuration(row.overtimeMinutes) })),
    },
  ];
}
