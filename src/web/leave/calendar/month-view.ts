import type { LeaveCalendar } from '#contract/leave-calendar';
import type { LeaveColor, LeaveHalf } from '#domain/leave/leave';
import type { Day } from '#domain/time/units';
import { daysBetween, monthOf } from '#domain/time/workplace-day';

export type PersonMonth = LeaveCalendar['colleagues'][number] & Partial<LeaveCalendar['people'][number]>;

/** Oneself first, where the others are colleagues. */
export const rowsOf = ({ people, colleagues }: LeaveCalendar): readonly PersonMonth[] => [
  ...people,
  ...colleagues,
];

export const daysOf = ({ month }: Pick<LeaveCalendar, 'month'>): Day[] => {
  const { first, last } = monthOf(`${month}-01`);
  return daysBetween(first, last);
};

/** What a person has on a day. */
export interface Absence {
  /** Kind of leave; undefined where it is nobody's business. */
  readonly name?: string;
  readonly color: LeaveColor;
  readonly half: LeaveHalf | null;
  readonly isAsked: boolean;
}

const PARTS: Readonly<Record<string, LeaveHalf>> = { m: 'morning', a: 'afternoon' };
const AWAY = /[xma]/;

/** Undefined where a person works or nobody expects them. @param at of the day in the month */
export function absenceOn({ days, leave, requests }: PersonMonth, at: number, day: Day): Absence | undefined {
  const letter = days[at] ?? '';
  const on = ({ first, last }: { first: Day; last: Day }) => first <= day && day <= last;
  if (AWAY.test(letter)) {
    const { name, color = 'grey' } = leave?.find(on) ?? {};
    return { ...(name !== undefined && { name }), color, half: PARTS[letter] ?? null, isAsked: false };
  }
  const asked = letter === 'w' ? requests?.find(on) : undefined;
  return asked && { name: asked.name, color: asked.color, half: asked.half, isAsked: true };
}

/** 'Holiday, morning, requested' or 'Away'. */
export const absenceText = ({ name = 'Away', half, isAsked }: Absence): string =>
  [name, ...(half ? [half] : []), ...(isAsked ? ['requested'] : [])].join(', ');

/** Kinds that the month shows, in the order of their names. */
export function kindsShown(rows: readonly PersonMonth[]): { name: string; color: LeaveColor }[] {
  const kinds = new Map<string, LeaveColor>();
  for (const { days, leave, requests = [] } of rows) {
    if (!leave && AWAY.test(days)) kinds.set('Away', 'grey');
    for (const { name, color } of [...(leave ?? []), ...requests]) kinds.set(name, color);
  }
  return [...kinds]
    .map(([name, color]) => ({ name, color }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
