/** People as rows, days as columns of small bars, sums at the right. */
import { useLanguage } from '#web/browser/language.ts';
import { say } from '#texts/say';
import { memo, useMemo } from 'react';
import type { LeaveCalendar } from '#contract/leave/calendar';
import { barTotals, type DayBar as Bar, type TimeAxis } from '#domain/day/day-bar';
import { formatDate } from '#domain/time/format';
import { formatDuration, type Day } from '#domain/time/units';
import { weekdayName } from '#domain/time/weekday';
import { weekdayOf } from '#domain/time/workplace-day';
import { PersonLink } from '#web/frame/person-name.tsx';
import { AxisScope } from '#web/timeline/axis.tsx';
import { Balance } from '#web/timeline/figures.tsx';
import { useBars } from '#web/timeline/use-bars.ts';
import { classes } from '#web/ui/classes.ts';
import { absencesOn, absenceText, daysOf, type Row } from './absences.tsx';
import { barInputs, DayCell, useTeamAxis, type OpenDay, type Work } from './day-cell.tsx';

const NAME_CELL_CLASS =
  'sticky inset-s-0 z-1 border-e border-b border-line bg-surface px-2 text-start sm:ps-6 print:ps-0';
const SUM_CELL_CLASS = 'border-b border-line px-2 text-end tabular-nums whitespace-nowrap print:px-1';
const DAY_OFF_CLASS = 'bg-sunken [print-color-adjust:exact]';
/** Keeps the times of a bar, which hover and focus show, within the grid. */
const TIMES_AT_RIGHT_CLASS = '[&_[data-times]]:after:inset-e-0 [&_[data-times]]:after:inset-s-auto';

interface TeamGridProps {
  view: LeaveCalendar;
  title: string;
  /** True for administrators: a name opens the person. */
  canOpen: boolean;
  onOpen: OpenDay;
}

export function TeamGrid({ view, title, canOpen, onOpen }: TeamGridProps) {
  const { first, last, today, work } = view;
  const days = useMemo(() => daysOf({ first, last }), [first, last]);
  const scope = useTeamAxis(view);
  const shared = { days, today, axis: scope.axis, work, canOpen, onOpen };
  return (
    <AxisScope {...scope}>
      <table className="w-full min-w-252 table-fixed border-separate border-spacing-0 text-sm print:min-w-0 print:text-[7pt] print:leading-tight">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className={classes(NAME_CELL_CLASS, 'w-36 font-semibold text-muted lg:w-44 print:w-28')}
            >
              {say('calendar.name')}
            </th>
            {days.map((day) => (
              <DayHead key={day} day={day} view={view} />
            ))}
            {work && (
              <>
                <th
                  scope="col"
                  className={classes(SUM_CELL_CLASS, 'w-20 font-semibold text-muted print:w-14')}
                >
                  {say('calendar.worked')}
                </th>
                <th
                  scope="col"
                  className={classes(SUM_CELL_CLASS, 'w-26 font-semibold text-muted print:w-14')}
                >
                  +/-
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {view.people.map((row: Row) =>
            work && row.hours ? (
              <HoursRow key={row.id} {...shared} row={row} hours={row.hours} {...work} />
            ) : (
              <PersonRow key={row.id} {...shared} row={row} bars={NO_BARS} />
            ),
          )}
        </tbody>
      </table>
    </AxisScope>
  );
}

const NO_BARS: readonly Bar[] = [];

function DayHead({ day, view: { holidays, today } }: { day: Day; view: LeaveCalendar }) {
  const weekday = weekdayOf(day);
  const holiday = holidays.find((one) => one.day === day)?.name;
  return (
    <th
      scope="col"
      title={holiday}
      className={classes(
        'border-b border-line py-1 text-center text-xs font-normal text-muted tabular-nums print:py-0 print:text-[7pt]',
        (weekday > 5 || holiday !== undefined) && DAY_OFF_CLASS,
      )}
    >
      <span className="block">{weekdayName(weekday).slice(0, 2)}</span>
      <span
        className={classes(
          'mx-auto block w-6 rounded-sm font-semibold print:w-auto',
          day === today ? 'bg-accent text-on-fill print:bg-transparent print:text-ink' : 'text-ink',
        )}
      >
        {Number(day.slice(8))}
        <span className="sr-only">
          {' '}
          {formatDate(day, 'UTC')}
          {holiday !== undefined && `, ${holiday}`}
        </span>
      </span>
    </th>
  );
}

interface RowProps extends Pick<TeamGridProps, 'canOpen' | 'onOpen'> {
  row: Row;
  days: readonly Day[];
  today: Day;
  axis: TimeAxis;
  work: Work | undefined;
}

type HoursRowProps = RowProps & Pick<Work, 'plans' | 'settings'> & { hours: NonNullable<Row['hours']> };

const HoursRow = memo(function HoursRow({ hours, plans, settings, ...row }: HoursRowProps) {
  useLanguage();
  const inputs = useMemo(() => barInputs(hours, { plans, settings }), [hours, plans, settings]);
  return <PersonRow {...row} bars={useBars(inputs).bars} />;
});

const PersonRow = memo(function PersonRow({
  row,
  days,
  today,
  axis,
  work,
  bars,
  canOpen,
  onOpen,
}: RowProps & { bars: readonly Bar[] }) {
  useLanguage();
  const { id, name, employeeId = '' } = row;
  const isWide = days.length === 7;
  const sums = barTotals(bars);
  return (
    <tr className="break-inside-avoid">
      <th
        scope="row"
        className={classes(NAME_CELL_CLASS, 'py-1 font-semibold wrap-anywhere print:truncate print:py-0')}
      >
        {canOpen ? <PersonLink person={{ id, name, employeeId }} tabIndex={-1} /> : name}
      </th>
      {days.map((day, at) => {
        const absences = absencesOn(row, at, day);
        return (
          <td
            key={day}
            className={classes(
              'border-b border-s border-line print:p-px',
              isWide ? 'h-11 px-1.5 py-1 print:h-auto' : 'h-8 p-0.5 print:h-auto',
              at > days.length / 2 && TIMES_AT_RIGHT_CLASS,
              /[oh]/.test(row.days[at] ?? '') && DAY_OFF_CLASS,
            )}
            title={absences.length > 0 ? absenceText(absences) : undefined}
          >
            <DayCell
              absences={absences}
              bar={bars[at]}
              axis={axis}
              zone={work?.timeZone ?? 'UTC'}
              isToday={day === today}
              isWide={isWide}
              onOpen={(bar) => onOpen(row, bar)}
            />
          </td>
        );
      })}
      {work && (
        <>
          <td className={classes(SUM_CELL_CLASS, 'border-s font-semibold')}>
            {sums.workedMinutes >= 1 && formatDuration(sums.workedMinutes)}
          </td>
          <td className={classes(SUM_CELL_CLASS, 'print:*:min-w-0 print:*:text-[1em] print:*:leading-none')}>
            {bars.length > 0 && <Balance of={sums} />}
          </td>
        </>
      )}
    </tr>
  );
});
