/** Updates rows of changed people only: deriving all 5,000 at 50 punches a second would block the browser. */
import { compareNames } from '#domain/people/name-order';
import type { BoardEntry, BoardPerson } from '#contract/records';
import type { MonitoringView } from '#contract/activity';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import { isOverdue } from '#domain/day/missing';
import {
  activeRows,
  entriesByPerson,
  headCount,
  rowOf,
  todayOf,
  type BoardPresent,
  type HeadCount,
  type MonitoringRow,
  type WatchedPerson,
} from '#domain/day/monitoring';
import { isNightShift, nightShiftEnd } from '#domain/entry/left-open';
import type { EpochMs } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { WorkplaceDay } from '#domain/time/workplace-day';

type Source = Pick<MonitoringView, 'employees' | 'former' | 'entries' | 'settings' | 'calendar'>;

type Lines = Pick<Board, 'rows' | 'places'>;

export interface Board {
  readonly source: Source;
  readonly today: WorkplaceDay;
  /** End of the next night shift, which then counts as left open. */
  readonly holdsUntil: EpochMs;
  /** How many of today's last minutes to come have passed; people with a schedule have their own. */
  readonly overdue: number;
  /** By name. A row stays the same object while its person does not change. */
  readonly rows: readonly MonitoringRow[];
  readonly places: ReadonlyMap<string, number>;
  /** Longest session first. */
  readonly active: readonly MonitoringRow[];
  readonly heads: HeadCount;
  /** Entries without an end, oldest first, also of people who are no longer watched. */
  readonly leftOpen: readonly MonitoringRow[];
  /** By name, with former people who left an entry open. */
  readonly listed: readonly MonitoringRow[];
}

/** Rows that did not change are kept from `before`. */
export function boardOf(
  view: Source,
  { now, today }: Pick<BoardPresent, 'now' | 'today'>,
  before: Board | null,
): Board {
  const present: BoardPresent = {
    now,
    today,
    days: view.calendar.days,
    nightShiftHours: view.settings.nightShiftHours,
    settings: view.settings,
  };
  const overdue = [today, ...scheduledDays(view, today)].filter((day) =>
    isOverdue(now, day, view.settings),
  ).length;
  const holds =
    before !== null &&
    before.today === today &&
    now < before.holdsUntil &&
    before.overdue === overdue &&
    before.source.settings === view.settings;
  if (holds && sameSource(before.source, view)) return before;
  const touched =
    holds && before.source.employees === view.employees
      ? touchedBy(before.source.entries, view.entries)
      : null;
  const lines =
    touched && before ? withTouched(before, touched, view.entries, present) : allLines(view, present);
  const former = formerRows(view, present);
  return {
    source: view,
    today,
    holdsUntil: endOfNextNightShift(lines.rows, present),
    overdue,
    ...lines,
    active: touched && before ? activeAfter(before.active, touched, lines) : activeRows(lines.rows),
    heads: headCount(lines.rows),
    leftOpen: [...lines.rows, ...former]
      .filter(({ forgotten }) => forgotten !== null)
      .toSorted((one, other) => (one.forgotten?.clockIn ?? 0) - (other.forgotten?.clockIn ?? 0)),
    listed:
      former.length === 0
        ? lines.rows
        : [...lines.rows, ...former].toSorted((one, other) => nameOrder(one.person, other.person)),
  };
}

const plannedBy = new WeakMap<Source['employees'], readonly Pick<BoardPerson, 'planned'>[]>();

/** Today, by each of the people's schedules. */
function scheduledDays({ employees }: Source, today: WorkplaceDay): WorkplaceDay[] {
  let known = plannedBy.get(employees);
  if (!known) {
    const byText = new Map(employees.map(({ planned }) => [JSON.stringify(planned), { planned }]));
    plannedBy.set(employees, (known = [...byText.values()].filter(({ planned }) => planned)));
  }
  return known.map((one) => todayOf(one, today));
}

const endOfNextNightShift = (rows: readonly MonitoringRow[], present: BoardPresent): EpochMs =>
  rows.reduce(
    (next, { entry }) =>
      entry && isNightShift(entry, present)
        ? Math.min(next, nightShiftEnd(entry.clockIn, present.nightShiftHours))
        : next,
    Number.POSITIVE_INFINITY,
  );

export const rowIn = ({ rows, places }: Lines, userId: string): MonitoringRow | undefined =>
  rows[places.get(userId) ?? -1];

const sameSource = (one: Source, other: Source): boolean =>
  one.employees === other.employees && one.former === other.former && one.entries === other.entries;

type Named = Pick<BoardPerson, 'id' | 'name'>;
const nameOrder = (one: Named, other: Named): number =>
  compareNames(one.name, other.name) || (one.id < other.id ? -1 : 1);

function allLines(view: Source, present: BoardPresent): Lines {
  const entriesOf = entriesByPerson(view.entries.map(domainEntry));
  const rows = view.employees
    .toSorted(nameOrder)
    .map((person) => rowOf(watched(person), entriesOf.get(person.id) ?? [], present));
  return { rows, places: new Map(rows.map(({ person }, place) => [person.id, place])) };
}

function withTouched(
  { rows, places }: Board,
  touched: ReadonlySet<string>,
  entries: readonly BoardEntry[],
  present: BoardPresent,
): Lines {
  const next = [...rows];
  for (const userId of touched) {
    const place = places.get(userId) ?? -1;
    const row = rows[place];
    const its = entries.filter((entry) => entry.userId === userId);
    if (row) next[place] = rowOf(row.person, its.map(domainEntry), present);
  }
  return { rows: next, places };
}

/** Unchanged rows keep their order; each changed one is inserted at its place. */
function activeAfter(
  before: readonly MonitoringRow[],
  touched: ReadonlySet<string>,
  lines: Lines,
): MonitoringRow[] {
  const active = before.filter(({ person }) => !touched.has(person.id));
  for (const userId of touched) {
    const row = rowIn(lines, userId);
    const since = row?.entry?.clockIn;
    if (row && since !== undefined)
      active.splice(active.findLastIndex(({ entry }) => (entry?.clockIn ?? 0) <= since) + 1, 0, row);
  }
  return active;
}

/** Returns people whose entries differ; null after a new snapshot, which may have replaced all. */
function touchedBy(before: readonly BoardEntry[], after: readonly BoardEntry[]): ReadonlySet<string> | null {
  if (after.length < before.length) return null;
  const touched = new Set<string>();
  for (let place = 0; place < after.length; place += 1) {
    const [one, other] = [before[place], after[place]];
    if (one === other || !other) continue;
    if (one && one.id !== other.id) return null;
    touched.add(other.userId);
  }
  return touched.size > MOST_TOUCHED ? null : touched;
}

/** Beyond it a full update is faster. */
const MOST_TOUCHED = 100;

const formerRows = ({ former, entries }: Source, present: BoardPresent): MonitoringRow[] =>
  former
    .map((person) =>
      rowOf(
        { ...watched(person), isActive: false },
        entries.filter(({ userId, clockOut }) => userId === person.id && clockOut === null).map(domainEntry),
        present,
      ),
    )
    .filter(({ forgotten }) => forgotten !== null);

const watched = ({ createdAt, ...person }: BoardPerson): WatchedPerson =>
  createdAt === undefined ? person : { ...person, createdAt: toEpochMs(createdAt) };

const domainEntries = new WeakMap<BoardEntry, TimeEntry>();

function domainEntry(wire: BoardEntry): TimeEntry {
  const known = domainEntries.get(wire);
  if (known) return known;
  const made = toDomainEntry(wire);
  domainEntries.set(wire, made);
  return made;
}
