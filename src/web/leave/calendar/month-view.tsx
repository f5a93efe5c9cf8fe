import type { LeaveCalendar } from '#contract/leave-calendar';
import type { LeaveColor, LeaveHalf } from '#domain/leave/kinds';
import type { Day } from '#domain/time/units';
import { daysBetween, monthOf } from '#domain/time/workplace-day';
import { LEAVE_FILLS } from '#web/leave/leave-list.tsx';
import { classes } from '#web/ui/classes.ts';

type Listed = LeaveCalendar['people'][number];
export type PersonMonth = Pick<Listed, 'id' | 'name' | 'days'> & Partial<Extract<Listed, { leave: unknown }>>;

export const daysOf = ({ month }: Pick<LeaveCalendar, 'month'>): Day[] => {
  const { first, last } = monthOf(`${month}-01`);
  return daysBetween(first, last);
};

/** What a person has on a day. Colleagues are 'Away'. */
export interface Absence {
  readonly name: string;
  readonly color: LeaveColor;
  readonly half: LeaveHalf | null;
  readonly isAsked: boolean;
}

const AWAY = { name: 'Away', color: 'grey', half: null, isAsked: false } as const;
const PARTS: Readonly<Record<string, LeaveHalf>> = { m: 'morning', a: 'afternoon' };

/** Undefined where a person works, or nobody expects them. @param at of the day in the month */
export function absenceOn({ days, leave, requests }: PersonMonth, at: number, day: Day): Absence | undefined {
  const letter = days[at] ?? '';
  const on = ({ first, last }: { first: Day; last: Day }) => first <= day && day <= last;
  if (/[xma]/.test(letter)) return { ...AWAY, ...leave?.find(on), half: PARTS[letter] ?? null };
  const asked = letter === 'w' ? requests?.find(on) : undefined;
  return asked && { ...asked, isAsked: true };
}

/** 'Holiday, morning, requested' or 'Away'. */
export const absenceText = ({ name, half, isAsked }: Absence): string =>
  [name, ...(half ? [half] : []), ...(isAsked ? ['requested'] : [])].join(', ');

const HALVES = { morning: 'mr-[50%] rounded-r-none', afternoon: 'ml-[50%] rounded-l-none' } as const;

/** Colour, first letter, and '?' for a request. Words beside it say the same. */
export const AbsenceMark = ({ of, className }: { of: Absence; className?: string }) => (
  <span
    aria-hidden
    className={classes(
      'flex h-6 items-center justify-center rounded-sm text-xs font-semibold [print-color-adjust:exact] forced-colors:border print:h-4',
      LEAVE_FILLS[of.color],
      of.half && HALVES[of.half],
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

export function Legend({ rows }: { rows: readonly PersonMonth[] }) {
  const shown = new Map<string, Absence>();
  for (const { days, leave, requests = [] } of rows) {
    if (!leave && /[xma]/.test(days)) shown.set('Away', AWAY);
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
