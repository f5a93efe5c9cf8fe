import { memo } from 'react';
import type { LeaveCalendar } from '#contract/leave-calendar';
import { formatMonth } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { weekdayOf } from '#domain/time/workplace-day';
import { PersonLink } from '#web/frame/which-person.tsx';
import { weekdayName } from '#web/time/weekday.ts';
import { classes } from '#web/ui/classes.ts';
import { AbsenceMark, absenceOn, absenceText, daysOf, type PersonMonth } from './month-view.tsx';

const NAMES = 'sticky left-0 z-1 border-r border-b border-line bg-surface px-2 text-left sm:pl-6 print:pl-0';
const OFF = 'bg-sunken [print-color-adjust:exact]';

interface MonthGridProps {
  view: LeaveCalendar;
  rows: readonly PersonMonth[];
  /** Administrators open a person by the name. */
  canOpen?: boolean;
}

/** People as rows, days as columns. Names stay in view. */
export function MonthGrid({ view, rows, canOpen = false }: MonthGridProps) {
  const days = daysOf(view);
  return (
    <table className="w-full min-w-252 table-fixed border-separate border-spacing-0 text-sm print:min-w-0 print:text-xs">
      <caption className="sr-only">Who is away in {formatMonth(`${view.month}-01`)}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes(NAMES, 'w-36 font-semibold text-muted lg:w-48')}>
            Name
          </th>
          {days.map((day) => (
            <DayHead key={day} day={day} view={view} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PersonRow key={row.id} row={row} month={view.month} canOpen={canOpen} />
        ))}
      </tbody>
    </table>
  );
}

function DayHead({ day, view: { holidays, today } }: { day: Day; view: LeaveCalendar }) {
  const weekday = weekdayOf(day);
  const holiday = holidays.find((one) => one.day === day)?.name;
  return (
    <th
      scope="col"
      title={holiday}
      className={classes(
        'border-b border-line py-1 text-center text-xs font-normal text-muted tabular-nums',
        (weekday > 5 || holiday !== undefined) && OFF,
      )}
    >
      <span className="block">{weekdayName(weekday).slice(0, 2)}</span>
      <span
        className={classes(
          'mx-auto block w-6 rounded-sm font-semibold',
          day === today ? 'bg-accent text-on-fill print:bg-transparent print:text-ink' : 'text-ink',
        )}
      >
        {Number(day.slice(8))}
        {holiday !== undefined && <span className="sr-only">, {holiday}</span>}
      </span>
    </th>
  );
}

type PersonRowProps = { row: PersonMonth; month: string; canOpen: boolean };

const PersonRow = memo(function PersonRow({ row, month, canOpen }: PersonRowProps) {
  const { id, name, employeeId = '', days } = row;
  const cells = daysOf({ month }).map((day, at) => ({ day, absence: absenceOn(row, at, day) }));
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className={classes(NAMES, 'py-1 font-semibold wrap-anywhere print:py-0')}>
        {canOpen ? <PersonLink person={{ id, name, employeeId }} /> : name}
      </th>
      {cells.map(({ day, absence }, at) => (
        <td
          key={day}
          className={classes(
            'border-b border-l border-line p-0.5 print:p-px',
            /[oh]/.test(days[at] ?? '') && OFF,
          )}
          title={absence && absenceText(absence)}
        >
          {absence && <AbsenceMark of={absence} />}
          {absence && <span className="sr-only">{absenceText(absence)}</span>}
        </td>
      ))}
    </tr>
  );
});
