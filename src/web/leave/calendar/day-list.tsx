import { CalendarOff } from 'lucide-react';
import type { LeaveCalendar } from '#contract/leave-calendar';
import { formatDate } from '#domain/time/format';
import { weekdayOf } from '#domain/time/workplace-day';
import { weekdayName } from '#web/time/weekday.ts';
import { Empty } from '#web/ui/empty.tsx';
import { AbsenceMark, absenceOn, absenceText, daysOf } from './month-view.tsx';

export function DayList({ view }: { view: LeaveCalendar }) {
  const days = daysOf(view).flatMap((day, at) => {
    const away = view.people.flatMap((person) => {
      const absence = absenceOn(person, at, day);
      return absence ? { ...person, absence } : [];
    });
    return away.length > 0 ? { day, away } : [];
  });
  if (days.length === 0) return <Empty icon={<CalendarOff size={32} />} title="Nobody is away this month" />;
  return (
    <ul aria-label="Days" className="divide-y divide-line">
      {days.map(({ day, away }) => (
        <li key={day} className="grid gap-2 px-4 py-3">
          <h3 className="text-sm font-semibold">
            {weekdayName(weekdayOf(day))}, {formatDate(day, 'UTC')}
            {day === view.today && <span className="text-accent"> Today</span>}
          </h3>
          <ul className="grid gap-1.5 text-sm">
            {away.map(({ id, name, absence }) => (
              <li key={id} className="flex items-center gap-3">
                <AbsenceMark of={{ ...absence, half: null }} className="w-7 shrink-0" />
                <span className="min-w-0 grow wrap-anywhere">{name}</span>
                <span className="shrink-0 text-muted">{absenceText(absence)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
