import type { LeaveCalendar } from '#contract/leave-calendar';
import { formatDate } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { weekdayOf } from '#domain/time/workplace-day';
import { Badge } from '#web/ui/badge.tsx';
import { AbsenceMark } from './absence-mark.tsx';
import { absenceOn, absenceText, daysOf, type Absence, type PersonMonth } from './month-view.ts';
import { weekdayName } from '#web/time/weekday.ts';

interface DayListProps {
  view: LeaveCalendar;
  rows: readonly PersonMonth[];
}

interface AwayPerson {
  readonly row: PersonMonth;
  readonly absence: Absence;
}

function awayOn(rows: readonly PersonMonth[], at: number, day: Day): AwayPerson[] {
  return rows.flatMap((row) => {
    const absence = absenceOn(row, at, day);
    return absence ? { row, absence } : [];
  });
}

/** For phones: the days on which somebody is away. */
export const DayList = ({ view, rows }: DayListProps) => (
  <ul aria-label="Days" className="divide-y divide-line">
    {daysOf(view).map((day, at) => {
      const away = awayOn(rows, at, day);
      if (away.length === 0) return null;
      return (
        <li key={day} className="grid gap-2 px-4 py-3">
          <h3 className="flex items-center gap-2 text-sm font-semibold">
            {weekdayName(weekdayOf(day))}, {formatDate(day, 'UTC')}
            {day === view.today && <Badge tone="accent">Today</Badge>}
          </h3>
          <ul className="grid gap-1.5 text-sm">
            {away.map(({ row, absence }) => (
              <li key={row.id} className="flex items-center gap-3">
                <AbsenceMark absence={{ ...absence, half: null }} className="w-7 shrink-0" />
                <span className="min-w-0 grow wrap-anywhere">{row.name}</span>
                <span className="shrink-0 text-muted">{absenceText(absence)}</span>
              </li>
            ))}
          </ul>
        </li>
      );
    })}
  </ul>
);
