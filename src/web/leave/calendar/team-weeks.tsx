/** Each person's week as a row of seven small bars, for phones. */
import { say } from '#texts/say';
import { useMemo } from 'react';
import type { LeaveCalendar } from '#contract/leave/calendar';
import { weekdayName } from '#domain/time/weekday';
import { weekdayOf } from '#domain/time/workplace-day';
import { PersonLink } from '#web/frame/person-name.tsx';
import { AxisScope } from '#web/timeline/axis.tsx';
import { BarTotals } from '#web/timeline/figures.tsx';
import { useBars } from '#web/timeline/use-bars.ts';
import { absencesOn, daysOf, type Row } from './absences.tsx';
import { barInputs, DayCell, useTeamAxis, type OpenDay, type Work } from './day-cell.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';

interface TeamWeeksProps {
  view: LeaveCalendar;
  canOpen: boolean;
  onOpen: OpenDay;
}

export function TeamWeeks({ view, canOpen, onOpen }: TeamWeeksProps) {
  const days = daysOf(view);
  const scope = useTeamAxis(view);
  const { work } = view;
  const keys = useArrowKeys<HTMLUListElement>();
  return (
    <AxisScope {...scope}>
      <div aria-hidden className="grid grid-cols-7 gap-1 px-4 text-center text-xs text-muted tabular-nums">
        {days.map((day) => (
          <span key={day} className={day === view.today ? 'font-semibold text-accent' : ''}>
            {weekdayName(weekdayOf(day)).slice(0, 2)} {Number(day.slice(8))}
          </span>
        ))}
      </div>
      <ul {...keys} aria-label={say('calendar.weeks')} className="divide-y divide-line">
        {view.people.map(
          (row: Row) =>
            work &&
            row.hours && (
              <WeekItem
                key={row.id}
                row={row}
                hours={row.hours}
                {...{ days, scope, work, canOpen, onOpen }}
              />
            ),
        )}
      </ul>
    </AxisScope>
  );
}

interface WeekItemProps extends Omit<TeamWeeksProps, 'view'> {
  row: Row;
  hours: NonNullable<Row['hours']>;
  days: readonly string[];
  scope: ReturnType<typeof useTeamAxis>;
  work: Work;
}

function WeekItem({ row, hours, days, scope, work, canOpen, onOpen }: WeekItemProps) {
  const { plans, settings, timeZone } = work;
  const inputs = useMemo(() => barInputs(hours, { plans, settings }), [hours, plans, settings]);
  const { bars } = useBars(inputs);
  const { id, name, employeeId = '' } = row;
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <div className="flex justify-between gap-3">
        <p data-cell className="min-w-0 font-semibold wrap-anywhere">
          {canOpen ? <PersonLink person={{ id, name, employeeId }} hasLargeTapArea tabIndex={-1} /> : name}
        </p>
        <BarTotals bars={bars} />
      </div>
      <div className="grid grid-cols-7 items-center gap-1">
        {days.map((day, at) => (
          <div key={day} data-cell className="min-w-0">
            <DayCell
              absences={absencesOn(row, at, day)}
              bar={bars[at]}
              axis={scope.axis}
              zone={timeZone}
              isToday={day === scope.today?.day}
              onOpen={(bar) => onOpen(row, bar)}
            />
          </div>
        ))}
      </div>
    </li>
  );
}
