/** Derives only rows of changed people: deriving all 10,000 rows at 50 punches a second would block the browser. */
import { compareNames } from '#domain/people/employee';
import type { BoardEntry, BoardPerson } from '#contract/records';
import type { MonitoringView } from '#contract/monitoring/activity';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import { isArrivalOverdue } from '#domain/day/absence';
import { dayBar, minuteOnAxis, type Segment, timeAxis, type TimeAxis } from '#domain/day/day-bar';
import {
  clockedInRows,
  headCount,
  rowOf,
  todayOfPerson,
  type BoardContext,
  type HeadCount,
  type MonitoringRow,
  type WatchedPerson,
} from '#domain/day/monitoring';
import { groupBy } from '#domain/report/groups';
import { isNightShift, nightShiftEnd } from '#domain/entry/left-open';
import type { EpochMs } from '#domain/time/units';
import { countsUntil, type TimeEntry } from '#domain/entry/time-entry';
import type { WorkplaceDay } from '#domain/time/workplace-day';

type BoardSource = Pick<MonitoringView, 'employees' | 'former' | 'entries' | 'settings' | 'calendar'>;

export interface Board {
  readonly source: BoardSource;
  readonly today: WorkplaceDay;
  /** From this time on, a running night shift is over its limit and counts as left open: derive all rows again. */
  readonly validUntil: EpochMs;
  /** Number of schedules whose latest clock-in time is over. If it grows, more people are missing: derive all rows. */
  readonly overdueScheduleCount: number;
  /** Rows are sorted by name. A row stays the same object while its person does not change. */
  readonly rows: readonly MonitoringRow[];
  readonly rowIndexById: ReadonlyMap<string, number>;
  readonly entriesOf: ReadonlyMap<string, readonly BoardEntry[]>;
  /** People at work, longest session first. */
  readonly active: readonly MonitoringRow[];
  readonly heads: HeadCount;
  /** People with an entry left open, oldest entry first. Includes former employees. */
  readonly leftOpen: readonly MonitoringRow[];
  /** Sorted by name; includes former people who left an entry open. */
  readonly listed: readonly MonitoringRow[];
}

/** Reuses the rows of `before` that did not change. */
export function boardOf(
  view: BoardSource,
  { now, today }: Pick<BoardContext, 'now' | 'today'>,
  before: Board | null,
): Board {
  const present: BoardContext = {
    now,
    today,
    days: view.calendar.days,
    nightShiftHours: view.settings.nightShiftHours,
    settings: view.settings,
  };
  const overdueScheduleCount = [today, ...scheduledDays(view, today)].filter((day) =>
    isArrivalOverdue(now, day, view.settings),
  ).length;
  const isValid =
    before !== null &&
    before.today === today &&
    now < before.validUntil &&
    before.overdueScheduleCount === overdueScheduleCount &&
    before.source.settings === view.settings;
  if (isValid && isSameSource(before.source, view)) return before;
  const reused = isValid && before.source.employees === view.employees ? before : null;
  const entriesOf = groupBy(view.entries, ({ userId }) => userId);
  const people = reused
    ? reused.rows.map(({ person }) => person)
    : view.employees.toSorted(compareByName).map(toWatchedPerson);
  const rows = people.map((person, place) => {
    const its = entriesOf.get(person.id) ?? NO_ENTRIES;
    const row = reused?.rows[place];
    const isSame = row && areSame(reused?.entriesOf.get(person.id) ?? NO_ENTRIES, its);
    return isSame ? row : rowOf(person, its.map(toCachedDomainEntry), present);
  });
  const former = formerRows(view, entriesOf, present);
  return {
    source: view,
    today,
    validUntil: endOfNextNightShift(rows, present),
    overdueScheduleCount,
    rows,
    rowIndexById: reused?.rowIndexById ?? new Map(people.map(({ id }, place) => [id, place])),
    entriesOf,
    active: clockedInRows(rows),
    heads: headCount(rows),
    leftOpen: [...rows, ...former]
      .filter(({ forgottenEntry }) => forgottenEntry !== null)
      .toSorted((one, other) => (one.forgottenEntry?.clockIn ?? 0) - (other.forgottenEntry?.clockIn ?? 0)),
    listed:
      former.length === 0
        ? rows
        : [...rows, ...former].toSorted((one, other) => compareByName(one.person, other.person)),
  };
}

const distinctSchedules = new WeakMap<BoardSource['employees'], readonly Pick<BoardPerson, 'planned'>[]>();

/** Returns one `WorkplaceDay` (today) for each distinct schedule of the employees. */
function scheduledDays({ employees }: BoardSource, today: WorkplaceDay): WorkplaceDay[] {
  let known = distinctSchedules.get(employees);
  if (!known) {
    const byText = new Map(employees.map(({ planned }) => [JSON.stringify(planned), { planned }]));
    distinctSchedules.set(employees, (known = [...byText.values()].filter(({ planned }) => planned)));
  }
  return known.map((one) => todayOfPerson(one, today));
}

/** From the earliest to the latest hour that is expected or worked today. Running entries end at `now`. */
export function boardAxis({ source, rows, today }: Board, now: EpochMs): TimeAxis {
  const planned = [today, ...scheduledDays(source, today)].flatMap(
    (day) => dayBar({ day, entries: [], settings: source.settings, now }).segments,
  );
  const worked = rows.flatMap(({ entries }) =>
    entries.flatMap((entry) => spanToday(entry, today, now) ?? []),
  );
  return timeAxis([...planned, ...worked]);
}

function spanToday(entry: TimeEntry, today: WorkplaceDay, now: EpochMs): Pick<Segment, 'from' | 'to'> | null {
  const until = countsUntil(entry, now);
  if (until === null || until <= today.start) return null;
  return { from: Math.max(0, minuteOnAxis(entry.clockIn, today)), to: minuteOnAxis(until, today) };
}

const endOfNextNightShift = (rows: readonly MonitoringRow[], present: BoardContext): EpochMs =>
  rows.reduce(
    (next, { entry }) =>
      entry && isNightShift(entry, present)
        ? Math.min(next, nightShiftEnd(entry.clockIn, present.nightShiftHours))
        : next,
    Number.POSITIVE_INFINITY,
  );

export const boardRow = ({ rows, rowIndexById }: Board, userId: string): MonitoringRow | undefined =>
  rows[rowIndexById.get(userId) ?? -1];

const isSameSource = (one: BoardSource, other: BoardSource): boolean =>
  one.employees === other.employees && one.former === other.former && one.entries === other.entries;

type Named = Pick<BoardPerson, 'id' | 'name'>;
const compareByName = (one: Named, other: Named): number =>
  compareNames(one.name, other.name) || (one.id < other.id ? -1 : 1);

const NO_ENTRIES: readonly BoardEntry[] = [];

const areSame = (some: readonly BoardEntry[], others: readonly BoardEntry[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

const formerRows = (
  { former }: BoardSource,
  entriesOf: Board['entriesOf'],
  present: BoardContext,
): MonitoringRow[] =>
  former
    .map((person) => {
      const open = (entriesOf.get(person.id) ?? NO_ENTRIES).filter(({ clockOut }) => clockOut === null);
      return rowOf({ ...toWatchedPerson(person), isActive: false }, open.map(toCachedDomainEntry), present);
    })
    .filter(({ forgottenEntry }) => forgottenEntry !== null);

const toWatchedPerson = ({ createdAt, ...person }: BoardPerson): WatchedPerson =>
  createdAt === undefined ? person : { ...person, createdAt: toEpochMs(createdAt) };

const domainEntries = new WeakMap<BoardEntry, TimeEntry>();

function toCachedDomainEntry(wire: BoardEntry): TimeEntry {
  const known = domainEntries.get(wire);
  if (known) return known;
  const made = toDomainEntry(wire);
  domainEntries.set(wire, made);
  return made;
}
