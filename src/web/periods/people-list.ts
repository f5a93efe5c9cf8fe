import type { PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { periodRefusal } from '#domain/period/pay-period';
import { createTextMatcher } from '#domain/people/employee';
import { groupBy } from '#domain/report/groups';
import { MS_PER_MINUTE } from '#domain/time/units';
import type { Params } from '#web/browser/place.ts';
import { closingText } from './period-words.tsx';
import { toSortParam, parseSorting, type DataColumn, type Sorting } from '#web/ui/data-table.tsx';

/** Each person fits at most one filter besides 'all'. */
export const FILTER_WORDS = {
  all: { label: 'Everybody', nobody: 'Nobody found' },
  open: { label: 'Not ready', nobody: 'Everybody is ready or closed' },
  ready: { label: 'Ready to close', nobody: 'Nobody is ready to close' },
  unconfirmed: { label: 'Waiting for confirmation', nobody: 'Nobody still has to confirm' },
  closed: { label: 'Closed', nobody: 'Nobody is closed yet' },
} as const;
export type PeopleFilter = keyof typeof FILTER_WORDS;
export const PEOPLE_FILTERS = Object.keys(FILTER_WORDS) as readonly PeopleFilter[];

const isClosed = ({ state }: PersonPeriod): boolean => state === 'closed';
const isConfirmed = ({ state }: PersonPeriod): boolean => state === 'confirmed';

const FILTERS: Readonly<Record<PeopleFilter, (person: PersonPeriod) => boolean>> = {
  all: () => true,
  open: (person) => !person.isReady && !isClosed(person),
  ready: (person) => person.isReady && isConfirmed(person),
  unconfirmed: (person) => person.isReady && !isConfirmed(person),
  closed: isClosed,
};

export const countByFilter = (people: readonly PersonPeriod[]) =>
  Object.fromEntries(PEOPLE_FILTERS.map((one) => [one, people.filter(FILTERS[one]).length])) as Record<
    PeopleFilter,
    number
  >;

export type RowAction = 'close' | 'close-over' | 'reopen';

/** Returns 'close-over' if closing needs a reason, or null if closing is impossible (an entry has no end). */
export function actionOf(person: PersonPeriod): RowAction | null {
  if (isClosed(person)) return 'reopen';
  if (person.isReady) return 'close';
  const canClose = periodRefusal('close', { ...person, reason: 'given' }) === null;
  return canClose ? 'close-over' : null;
}

export type Figure = keyof PersonPeriod['hours'];
export const FIGURE_LABEL: Readonly<Record<Figure, string>> = {
  workedMinutes: 'Worked',
  targetMinutes: 'Target',
  overtimeMinutes: 'Overtime',
  absences: 'Absences',
  lateArrivals: 'Late',
  corrections: 'Corrections',
};
export const FIGURES = Object.keys(FIGURE_LABEL) as readonly Figure[];
export const isHoursColumn = (figure: Figure): boolean => figure.endsWith('Minutes');

export type PeopleColumn = 'attention' | 'name' | 'state' | Figure | 'open';

export const PEOPLE_COLUMNS: readonly DataColumn<Exclude<PeopleColumn, 'attention'>>[] = [
  { name: 'name', label: 'Employee', width: 'lg:w-[18%]' },
  { name: 'state', label: 'State', width: 'lg:w-[18%]' },
  ...FIGURES.map(
    (name) => ({ name, label: FIGURE_LABEL[name], align: 'right', isHighestFirst: true }) as const,
  ),
  { name: 'open', label: 'Open', isHighestFirst: true, width: 'lg:w-[17%] lg:pl-6' },
];
/** People who are not ready come first: they need the admin. */
export const BY_ATTENTION: Sorting<PeopleColumn> = { column: 'attention', descending: false };

export const PEOPLE_PARAMS = ['show', 'search', 'sort'] as const;
type PeopleParams = Partial<Record<(typeof PEOPLE_PARAMS)[number], string>>;
/** Filter, search text and sorting that the admin chose for the table of people. */
export type PeopleQuestion = ReturnType<typeof questionOf>;

export function questionOf({ show, search = '', sort = '' }: PeopleParams) {
  return {
    shown: PEOPLE_FILTERS.find((one) => one === show) ?? 'all',
    search,
    sorting: parseSorting(sort, PEOPLE_COLUMNS, BY_ATTENTION),
  };
}

export const paramsOfQuestion = ({ shown, search, sorting }: PeopleQuestion): Params => ({
  show: shown === 'all' ? undefined : shown,
  search: search === '' ? undefined : search,
  sort: toSortParam(sorting, BY_ATTENTION),
});

/** People with equal ranks keep the server's order, which is by name. */
export function filterPeople(
  people: readonly PersonPeriod[],
  { shown, search, sorting: { column, descending } }: PeopleQuestion,
): PersonPeriod[] {
  const holds = createTextMatcher(search);
  const found = people.filter(
    (person) =>
      FILTERS[shown](person) && (holds(person.name) || holds(person.employeeId) || holds(person.department)),
  );
  if (column === 'name') return descending ? found.toReversed() : found;
  const sign = descending ? -1 : 1;
  return found.toSorted((one, other) => sign * (rankOf(one, column) - rankOf(other, column)));
}

const STATE_ORDER = [
  'objected',
  'changed',
  'reopened',
  'to-be-confirmed',
  'confirmed',
  'running',
  'closed',
] as const;

function rankOf(person: PersonPeriod, column: Exclude<PeopleColumn, 'name'>): number {
  const { open, isObjected, state, hours } = person;
  switch (column) {
    case 'open':
      return open.entries + open.requests + open.objections + (isObjected ? 1 : 0);
    case 'state':
      return STATE_ORDER.indexOf(state);
    case 'attention':
      // Closed and ready people have the same rank, so that closing moves no row.
      return FILTERS.open(person) ? 0 : 1;
    default:
      return hours[column];
  }
}

/** Returns the people whose period can be closed without giving a reason. */
export function closablePeople({ people, isOver }: PeriodsView): Record<'all' | 'confirmed', PersonPeriod[]> {
  const all = isOver ? people.filter(({ isReady }) => isReady) : [];
  return { all, confirmed: all.filter(isConfirmed) };
}

/** Sums are exact to the millisecond; only the display cuts them to whole minutes. */
export const sumOfPeriodFigures = (people: readonly PersonPeriod[]): PersonPeriod['hours'] =>
  Object.fromEntries(
    FIGURES.map((figure) => {
      const exact = people.reduce((sum, { hours }) => sum + hours[figure], 0);
      return [figure, Math.round(exact * MS_PER_MINUTE) / MS_PER_MINUTE];
    }),
  ) as PersonPeriod['hours'];

/** Returns the most frequent closing text, which is shown once above the table. Null if nobody is closed. */
export function mostFrequentClosingText({ people, timeZone }: PeriodsView): string | null {
  const texts = people.filter(isClosed).map((person) => closingText(person, timeZone));
  const groups = [...groupBy(texts, (text) => text).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0]?.[0] ?? null;
}
