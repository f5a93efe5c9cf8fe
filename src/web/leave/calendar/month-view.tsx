import { memo } from 'react';
import type { LeaveCalendar } from '#contract/leave/calendar';
import type { LeaveColor, LeaveHalf } from '#domain/leave/kinds';
import type { Day } from '#domain/time/units';
import { daysBetween, monthOf, weekdayOf } from '#domain/time/workplace-day';
import { formatMonth } from '#domain/time/format';
import { LEAVE_FILLS } from '#web/leave/leave-list.tsx';
import { classes } from '#web/ui/classes.ts';
import { PersonLink } from '#web/frame/person-name.tsx';
import { weekdayName } from '#domain/time/weekday';

type Listed = LeaveCalendar['people'][number];
export type PersonMonth = Pick<Listed, 'id' | 'name' | 'days'> & Partial<Extract<Listed, { leave: unknown }>>;

export const daysOf = ({ month }: Pick<LeaveCalendar, 'month'>): Day[] => {
  const { first, last } = monthOf(`${month}-01`);
  return daysBetween(first, last);
};

/** A person's absence on a day. For colleagues the name is only 'On leave'. */
export interface Absence {
  readonly name: string;
  readonly color: LeaveColor;
  readonly half: LeaveHalf | null;
  readonly isAsked: boolean;
}

const AWAY = { name: 'On leave', color: 'grey', half: null, isAsked: false } as const;
const HALF_BY_LETTER: Readonly<Record<string, LeaveHalf>> = { m: 'morning', a: 'afternoon' };

/** Absences in force or requested on the day; two for two halves. @param at index of the day in the month */
export function absencesOn(
  { days, leave = [], requests = [] }: PersonMonth,
  at: number,
  day: Day,
): Absence[] {
  const letter = days[at] ?? '';
  if (!/[wxma]/.test(letter)) return [];
  const on = ({ first, last }: { first: Day; last: Day }) => first <= day && day <= last;
  const known = leave.filter(on).map((one) => ({ ...AWAY, ...one }));
  const unknown = { ...AWAY, half: HALF_BY_LETTER[letter] ?? null };
  const away = letter === 'w' ? [] : known.length > 0 ? known : [unknown];
  const asked = requests
    .filter((one) => on(one) && away.every(({ half }) => half && one.half && half !== one.half))
    .map((one) => ({ ...one, isAsked: true }));
  return [...away, ...asked].slice(0, 2).toSorted(({ half }) => (half === 'morning' ? -1 : 1));
}

/** For example 'Holiday, morning, requested', 'On leave' or 'Sick, morning; Holiday, afternoon'. */
export const absenceText = (of: readonly Absence[]): string =>
  of
    .map(({ name, half, isAsked }) =>
      [name, ...(half ? [half] : []), ...(isAsked ? ['requested'] : [])].join(', '),
    )
    .join('; ');

const HALF_CLASSES = { morning: 'mr-[50%] rounded-r-none', afternoon: 'ml-[50%] rounded-l-none' } as const;

/** Shows the colour, the first letter, and '?' for a request. Text next to it says the same for screen readers. */
export const AbsenceMark = ({ of, className }: { of: Absence; className?: string }) => (
  <span
    aria-hidden
    className={classes(
      'flex h-6 items-center justify-center rounded-sm text-xs font-semibold [print-color-adjust:exact] forced-colors:border print:h-4',
      LEAVE_FILLS[of.color],
      of.half && HALF_CLASSES[of.half],
      of.isAsked ? 'hatched' : 'text-on-fill',
      className,
    )}
  >
    <span className={of.isAsked ? 'rounded-sm bg-surface px-0.5 text-ink' : ''}>
      {of.name.slice(0, 1).toUpperCase()}
      {of.isAsked && '?'}
    </span>
  </span>
);

/** Two halves of a day share its room. */
export const AbsenceMarks = ({ of }: { of: readonly Absence[] }) => (
  <span className="flex *:grow">
    {of.map((one) => (
      <AbsenceMark key={`${one.name} ${one.half}`} of={of.length > 1 ? { ...one, half: null } : one} />
    ))}
  </span>
);

export function Legend({ rows }: { rows: readonly PersonMonth[] }) {
  const shown = new Map<string, Absence>();
  for (const { days, leave, requests = [] } of rows) {
    if (!leave && /[xma]/.test(days)) shown.set('On leave', AWAY);
    for (const one of leave ?? []) shown.set(one.name, { ...AWAY, ...one, half: null });
    for (const one of requests) shown.set(`${one.name}, requested`, { ...one, half: null, isAsked: true });
  }
  return (
    <ul
      aria-label="Legend"
      className="flex flex-wrap gap-x-5 gap-y-2 px-4 py-3 text-sm text-muted sm:px-6 print:text-xs"
    >
      {[...shown]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([text, one]) => (
          <li key={text} className="flex items-center gap-2">
            <AbsenceMark of={one} className="w-7" />
            {text}
          </li>
        ))}
    </ul>
  );
}

const NAME_CELL_CLASS =
  'sticky left-0 z-1 border-r border-b border-line bg-surface px-2 text-left sm:pl-6 print:pl-0';
const DAY_OFF_CLASS = 'bg-sunken [print-color-adjust:exact]';

interface MonthGridProps {
  view: LeaveCalendar;
  rows: readonly PersonMonth[];
  /** True for administrators: a name opens the person. */
  canOpen?: boolean;
}

/** People as rows, days as columns. Names stay in view. */
export function MonthGrid({ view, rows, canOpen = false }: MonthGridProps) {
  const days = daysOf(view);
  return (
    <table className="w-full min-w-252 table-fixed border-separate border-spacing-0 text-sm print:min-w-0 print:text-xs">
      <caption className="sr-only">Who is on leave in {formatMonth(`${view.month}-01`)}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes(NAME_CELL_CLASS, 'w-36 font-semibold text-muted lg:w-48')}>
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
        (weekday > 5 || holiday !== undefined) && DAY_OFF_CLASS,
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
  const cells = daysOf({ month }).map((day, at) => ({ day, absences: absencesOn(row, at, day) }));
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className={classes(NAME_CELL_CLASS, 'py-1 font-semibold wrap-anywhere print:py-0')}>
        {canOpen ? <PersonLink person={{ id, name, employeeId }} /> : name}
      </th>
      {cells.map(({ day, absences }, at) => (
        <td
          key={day}
          className={classes(
            'border-b border-l border-line p-0.5 print:p-px',
            /[oh]/.test(days[at] ?? '') && DAY_OFF_CLASS,
          )}
          title={absences.length > 0 ? absenceText(absences) : undefined}
        >
          <AbsenceMarks of={absences} />
          <span className="sr-only empty:hidden">{absenceText(absences)}</span>
        </td>
      ))}
    </tr>
  );
});
