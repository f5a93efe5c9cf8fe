import { textTable, type PlainKey } from '#texts/say';
import type { PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { periodRefusal } from '#domain/period/pay-period';
import { createTextMatcher } from '#domain/people/employee';
import { groupBy } from '#domain/report/groups';
import { MS_PER_MINUTE } from '#domain/time/units';
import {
  choiceParam,
  sortByColumn,
  sortParam,
  textParam,
  type ListColumn,
  type ListQuery,
} from '#web/frame/list.ts';
import { closingText, statementsOf, type Statement } from './period-words.tsx';

/** 'unconfirmed' people are a part of the 'ready' ones. Else a person fits one filter besides 'all'. */
export const NOBODY_TEXTS = {
  all: 'periods.nobodyFound',
  open: 'periods.nobodyOpen',
  ready: 'periods.nobodyReady',
  unconfirmed: 'periods.nobodyUnconfirmed',
  closed: 'periods.nobodyClosed',
} as const;
const FILTER_LABELS = {
  all: 'periods.everybody',
  open: 'periods.notReady',
  ready: 'periods.ready',
  unconfirmed: 'periods.unconfirmed',
  closed: 'periods.closed',
} as const;
type PeopleFilter = keyof typeof FILTER_LABELS;

const isClosed = ({ state }: PersonPeriod): boolean => state === 'closed';
const isConfirmed = ({ state }: PersonPeriod): boolean => state === 'confirmed';

const FILTERS: Readonly<Record<PeopleFilter, (person: PersonPeriod) => boolean>> = {
  all: () => true,
  open: (person) => !person.isReady && !isClosed(person),
  ready: ({ isReady }) => isReady,
  unconfirmed: (person) => person.isReady && !isConfirmed(person),
  closed: isClosed,
};

export const countByFilter = (people: readonly PersonPeriod[]) =>
  Object.fromEntries(
    Object.entries(FILTERS).map(([name, fits]) => [name, people.filter(fits).length]),
  ) as Record<PeopleFilter, number>;

export type RowAction = 'close' | 'close-over' | 'reopen';

/** Returns 'close-over' if closing needs a reason, or null if closing is impossible (an entry has no end). */
export function actionOf(person: PersonPeriod): RowAction | null {
  if (isClosed(person)) return 'reopen';
  if (person.isReady) return 'close';
  const canClose = periodRefusal('close', { ...person, reason: 'given' }) === null;
  return canClose ? 'close-over' : null;
}

export type Figure = keyof PersonPeriod['hours'];
const FIGURE_KEYS = {
  balanceMinutes: 'periods.balance',
  workedMinutes: 'entry.worked',
  targetMinutes: 'periods.target',
  overtimeMinutes: 'figure.overtime',
  absences: 'figure.absences',
  lateArrivals: 'figure.late',
  corrections: 'correction.many',
} as const satisfies Readonly<Record<Figure, PlainKey>>;
export const FIGURE_LABEL = textTable<Figure>(FIGURE_KEYS);
export const FIGURES = Object.keys(FIGURE_KEYS) as readonly Figure[];
export const isHoursColumn = (figure: Figure): boolean => figure.endsWith('Minutes');

const STATE_ORDER = [
  'objected',
  'changed',
  'reopened',
  'to-be-confirmed',
  'confirmed',
  'running',
  'closed',
] as const;

const openItems = ({ open, isObjected }: PersonPeriod): number =>
  open.entries + open.requests + open.objections + (isObjected ? 1 : 0);

/** Narrow enough that figures and headings stay on one line at 1024 px. */
const FIGURE_WIDTH: Readonly<Record<Figure, string>> = {
  balanceMinutes: 'lg:w-[9%] xl:w-[8.5%]',
  workedMinutes: 'lg:w-[9.5%] xl:w-[9%]',
  targetMinutes: 'lg:w-[6.5%]',
  overtimeMinutes: 'lg:w-[8%]',
  absences: 'lg:w-[8.5%]',
  lateArrivals: 'lg:w-[5.5%]',
  corrections: 'lg:w-[9.5%]',
};

const COLUMNS: readonly ListColumn<'name' | 'state' | 'open' | Figure, PersonPeriod>[] = [
  { name: 'name', label: 'board.person', width: 'lg:w-[15%] xl:w-[17%]' },
  {
    name: 'state',
    label: 'periods.state',
    width: 'lg:w-[15%]',
    rank: ({ state }) => STATE_ORDER.indexOf(state),
  },
  ...FIGURES.map(
    (name) =>
      ({
        name,
        label: FIGURE_KEYS[name],
        width: FIGURE_WIDTH[name],
        align: 'right',
        isHighestFirst: name !== 'balanceMinutes',
        rank: ({ hours }: PersonPeriod) => hours[name],
      }) as const,
  ),
  {
    name: 'open',
    label: 'periods.open',
    isHighestFirst: true,
    width: 'lg:w-[13.5%] xl:w-[12.5%] xl:ps-6',
    rank: openItems,
  },
];

/** The order 'attention' is no column's: not ready people come first, and who falls short before who does not. */
export const PEOPLE_LIST = {
  show: choiceParam<PeopleFilter>(FILTER_LABELS, 'all'),
  search: textParam(),
  sort: sortParam(COLUMNS, 'attention'),
};
export type PeopleQuery = ListQuery<typeof PEOPLE_LIST>;

/** Nobody knows how much lacks where an end is missing, so these people come first. */
const shortfallRank = ({ hours }: PersonPeriod): number => hours.balanceMinutes ?? -Number.MAX_VALUE;

/** People with equal ranks keep the server's order, which is by name. */
export function filterPeople(
  people: readonly PersonPeriod[],
  { show, search, sort }: PeopleQuery,
): PersonPeriod[] {
  const holds = createTextMatcher(search);
  const found = people.filter(
    (person) =>
      FILTERS[show](person) && (holds(person.name) || holds(person.employeeId) || holds(person.department)),
  );
  if (sort.column !== 'attention') return sortByColumn(found, COLUMNS, sort, 0);
  // Closed and ready people stay together, so that closing moves no row.
  const ordered = found.toSorted((one, other) => shortfallRank(one) - shortfallRank(other));
  return [...ordered.filter(FILTERS.open), ...ordered.filter((person) => !FILTERS.open(person))];
}

export function countOpen(people: readonly PersonPeriod[]) {
  const open = people.filter(FILTERS.open);
  const sumOf = (count: (person: PersonPeriod) => number) => open.reduce((sum, one) => sum + count(one), 0);
  const working = sumOf(({ isClockedIn }) => Number(isClockedIn));
  return {
    requests: sumOf((one) => one.open.requests),
    objections: sumOf((one) => one.open.objections + Number(one.isObjected)),
    missingEnds: sumOf((one) => one.open.entries) - working,
    working,
  };
}

/** Returns the people whose period can be closed without giving a reason. */
export function closablePeople({ people, isOver }: PeriodsView): Record<'all' | 'confirmed', PersonPeriod[]> {
  const all = isOver ? people.filter(FILTERS.ready) : [];
  return { all, confirmed: all.filter(isConfirmed) };
}

/** Sums are exact to the millisecond; only the display cuts them to whole minutes. */
export const sumOfPeriodFigures = (people: readonly PersonPeriod[]): PersonPeriod['hours'] =>
  Object.fromEntries(
    FIGURES.map((figure) => {
      const exact = people.reduce((sum, { hours }) => sum + (hours[figure] ?? 0), 0);
      return [figure, Math.round(exact * MS_PER_MINUTE) / MS_PER_MINUTE];
    }),
  ) as PersonPeriod['hours'];

/** Returns the most frequent closing text, which is shown once above the table. Null if nobody is closed. */
export function mostFrequentClosingText({ people, timeZone }: PeriodsView): string | null {
  const texts = people.filter(isClosed).map((person) => closingText(person, timeZone));
  const groups = [...groupBy(texts, (text) => text).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0]?.[0] ?? null;
}

/** Statements that are shown once above the table: the closing, and a reopening if all reopened rows have the same. */
export function sharedStatements(view: PeriodsView): Statement[] {
  const closing = mostFrequentClosingText(view);
  const reopened = view.people.filter(({ state }) => state === 'reopened');
  const texts = reopened.flatMap((person) => statementsOf(person, view.timeZone).slice(0, 1));
  const isShared = texts.length > 1 && new Set(texts.map((one) => JSON.stringify(one))).size === 1;
  return [...(closing === null ? [] : [{ text: closing, quote: null }]), ...texts.slice(0, isShared ? 1 : 0)];
}
