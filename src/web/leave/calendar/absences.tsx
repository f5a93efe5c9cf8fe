import { say } from '#texts/say';
import type { LeaveCalendar } from '#contract/leave/calendar';
import type { LeaveColor, LeaveHalf } from '#domain/leave/kinds';
import type { Day } from '#domain/time/units';
import { daysBetween } from '#domain/time/workplace-day';
import { LEAVE_FILLS } from '#web/leave/leave-list.tsx';
import { classes } from '#web/ui/classes.ts';

type Listed = LeaveCalendar['people'][number];
/** Undefined fields of colleagues are private. */
export type Row = Pick<Listed, 'id' | 'name' | 'days'> & Partial<Extract<Listed, { leave: unknown }>>;

export const daysOf = ({ first, last }: Pick<LeaveCalendar, 'first' | 'last'>): Day[] =>
  daysBetween(first, last);

/** A person's absence on a day. For colleagues the name is only 'On leave'. */
export interface Absence {
  readonly name: string;
  readonly color: LeaveColor;
  readonly half: LeaveHalf | null;
  readonly isAsked: boolean;
}

export const away = () => ({ name: say('day.onLeave'), color: 'grey', half: null, isAsked: false }) as const;
export const HALF_BY_LETTER: Readonly<Record<string, LeaveHalf>> = { m: 'morning', a: 'afternoon' };

/** Absences in force or requested on the day; two for two halves. @param at index of the day in the range */
export function absencesOn({ days, leave = [], requests = [] }: Row, at: number, day: Day): Absence[] {
  const letter = days[at] ?? '';
  if (!/[wxma]/.test(letter)) return [];
  const on = ({ first, last }: { first: Day; last: Day }) => first <= day && day <= last;
  const known = leave.filter(on).map((one) => ({ ...away(), ...one }));
  const unknown = { ...away(), half: HALF_BY_LETTER[letter] ?? null };
  const inForce = letter === 'w' ? [] : known.length > 0 ? known : [unknown];
  const asked = requests
    .filter((one) => on(one) && inForce.every(({ half }) => half && one.half && half !== one.half))
    .map((one) => ({ ...one, isAsked: true }));
  return [...inForce, ...asked].slice(0, 2).toSorted(({ half }) => (half === 'morning' ? -1 : 1));
}

export const halfText = (half: LeaveHalf): string =>
  half === 'morning' ? say('absence.morning') : say('absence.afternoon');

/** For example 'Holiday, morning, requested', 'On leave' or 'Sick, morning; Holiday, afternoon'. */
export const absenceText = (of: readonly Absence[]): string =>
  of
    .map(({ name, half, isAsked }) =>
      [name, ...(half ? [halfText(half)] : []), ...(isAsked ? [say('absence.requested')] : [])].join(', '),
    )
    .join('; ');

type MarkProps = { isNamed?: boolean | undefined };

const HALF_CLASSES = { morning: 'me-[50%] rounded-e-none', afternoon: 'ms-[50%] rounded-s-none' } as const;

/**
 * Shows an absence by its colour and name. Narrow cells show the first letter, and '?' for a request. Screen readers
 * read `absenceText` instead.
 */
export const AbsenceMark = ({ of, isNamed, className }: MarkProps & { of: Absence; className?: string }) => (
  <span
    aria-hidden
    className={classes(
      'flex h-6 items-center justify-center rounded-sm text-xs font-semibold [print-color-adjust:exact] forced-colors:border print:h-2.5 print:text-[6pt]',
      LEAVE_FILLS[of.color],
      of.half && HALF_CLASSES[of.half],
      of.isAsked ? 'hatched' : 'text-on-fill',
      className,
    )}
  >
    <span className={classes('truncate px-0.5', of.isAsked && 'rounded-sm bg-surface text-ink')}>
      {isNamed ? of.name : of.name.slice(0, 1).toUpperCase()}
      {of.isAsked && '?'}
    </span>
  </span>
);

/** Two halves of a day share its room. */
export const AbsenceMarks = ({ of, isNamed }: MarkProps & { of: readonly Absence[] }) => (
  <span className="flex grow *:min-w-0 *:grow">
    {of.map((one) => (
      <AbsenceMark
        key={`${one.name} ${one.half}`}
        of={of.length > 1 ? { ...one, half: null } : one}
        isNamed={isNamed}
      />
    ))}
  </span>
);

export function Legend({ rows }: { rows: readonly Row[] }) {
  const shown = new Map<string, Absence>();
  for (const { days, leave, requests = [] } of rows) {
    if (!leave && /[xma]/.test(days)) shown.set(say('day.onLeave'), away());
    for (const one of leave ?? []) shown.set(one.name, { ...away(), ...one, half: null });
    for (const one of requests)
      shown.set(say('leaveCalendar.requested', { name: one.name }), { ...one, half: null, isAsked: true });
  }
  return (
    <ul
      aria-label={say('leaveCalendar.legend')}
      className="flex flex-wrap gap-x-5 gap-y-2 px-4 pb-3 text-sm text-muted empty:hidden sm:px-6 print:py-1 print:text-[7pt]"
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
