import { textTable } from '#texts/say';
import { leftOpenReason, type LeftOpenReason, shownDay, type TimeContext } from '../entry/left-open.ts';
import type { Employee } from '../people/employee.ts';
import { groupBy } from '../report/groups.ts';
import { expectedOn, type Expected } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import { isMissing } from './absence.ts';
import { latenessOf } from './punctuality.ts';
import {
  currentEntry,
  isEndMissing,
  statusOf,
  type TimeEntry,
  type WorkStatus,
  totalWorkedMs,
  workedMinutes,
} from '../entry/time-entry.ts';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs, type Minutes } from '../time/units.ts';
import { isWithin, minuteOfDayAt, type WorkplaceDay } from '../time/workplace-day.ts';

/** Entries with more worked minutes than this are flagged as long (spec §9). */
export const LONG_ENTRY_MINUTES = 480;
export const NOTIFICATION_HOURS = 24;
export const NOTIFICATIONS_SHOWN = 10;

export type WatchedPerson = Pick<
  Employee,
  'id' | 'name' | 'employeeId' | 'department' | 'hub' | 'isActive'
> & {
  /** Set only for people who joined recently; all others were employed for the whole day. */
  readonly createdAt?: EpochMs | undefined;
  readonly planned?: PlannedToday | undefined;
};

/** Plan of today for people with a schedule or leave; replaces the plan of the workplace. */
export type PlannedToday = Pick<WorkplaceDay, 'holiday' | 'schedule' | 'leave'>;

export const todayOfPerson = (
  { planned }: Pick<WatchedPerson, 'planned'>,
  today: WorkplaceDay,
): WorkplaceDay => (planned ? { ...today, holiday: undefined, ...planned } : today);

export interface BoardContext extends TimeContext {
  readonly today: WorkplaceDay;
  /** Consecutive days that begin with yesterday or earlier, since a night shift can have started then. */
  readonly days: readonly WorkplaceDay[];
  readonly settings: WorkHistory;
}

/** A person's row on the board. It also changes without a punch, for example at midnight. */
export interface MonitoringRow {
  readonly person: WatchedPerson;
  readonly status: WorkStatus;
  readonly entry: TimeEntry | null;
  /** The day shown as 'today'. During a night shift, this is yesterday. */
  readonly day: WorkplaceDay;
  /** Entries that began or ended on `day`, and all entries without an end; left-open ones have `isLeftOpen`. */
  readonly entries: readonly TimeEntry[];
  /** Last punch since the start of `day`; null shows 'Not clocked in today'. */
  readonly lastActivity: EpochMs | null;
  /** Reason why the person's last entry counts as left open. Null if it does not, or after a new clock-in. */
  readonly leftOpen: LeftOpenReason | null;
  readonly forgottenEntry: TimeEntry | null;
  /** First clock-in made today. The clock-in of a night shift that began yesterday does not count. */
  readonly arrivedAt: EpochMs | null;
  readonly lateMinutes: Minutes;
  readonly isMissing: boolean;
  /** Reason why the person need not come today. Null if they came, and on ordinary weekends. */
  readonly dayOff: keyof typeof DAY_OFF_LABEL | null;
}

export interface HeadCount {
  readonly clockedIn: number;
  readonly notClockedIn: number;
  readonly employees: number;
}

/** Last clock-in, break or clock-out of today [D6.2], even if its entry began earlier. */
export function lastActivityToday(
  entries: readonly TimeEntry[],
  today: Pick<WorkplaceDay, 'start' | 'end'>,
): EpochMs | null {
  const breaks = entries.flatMap((entry) => entry.breaks).flatMap(({ start, end }) => [start, end]);
  const punches = [...entries.flatMap(({ clockIn, clockOut }) => [clockIn, clockOut]), ...breaks]
    .filter((at) => at !== null)
    .filter((at) => isWithin(at, today));
  return punches.length === 0 ? null : Math.max(...punches);
}

export const markLeftOpen = <Entry extends Parameters<typeof leftOpenReason>[1] & object>(
  person: Parameters<typeof leftOpenReason>[0],
  entries: readonly Entry[],
  present: TimeContext,
): Entry[] =>
  entries.map((entry) =>
    leftOpenReason(person, entry, present) === null ? entry : { ...entry, isLeftOpen: true },
  );

export function rowOf(
  person: WatchedPerson,
  recorded: readonly TimeEntry[],
  present: BoardContext,
): MonitoringRow {
  const { today, now, settings } = present;
  const entries = markLeftOpen(person, recorded, present);
  const entry = currentEntry(entries) ?? null;
  const day = shownDay(entries, present.days, present);
  const lastActivity = lastActivityToday(entries, { start: day.start, end: today.end });
  const arrivedAt = arrivalOn(today, entries);
  const own = todayOfPerson(person, today);
  const expected = expectedOn(own, settings);
  const hasBeenSeen =
    entry !== null || (lastActivity !== null && !isOnlyOfNightBefore(own, settings, entries));
  return {
    person,
    entry,
    day,
    entries,
    status: statusOf(entry ?? undefined),
    lastActivity,
    leftOpen: leftOpenReason(person, currentEntry(recorded) ?? null, present),
    forgottenEntry: entries.filter(isEndMissing).toSorted(byClockIn)[0] ?? null,
    arrivedAt,
    lateMinutes: arrivedAt === null ? 0 : latenessOf(minuteOfDayAt(arrivedAt, today), expected).minutes,
    isMissing:
      person.isActive && isMissing({ createdAt: person.createdAt, hasBeenSeen, today: own, now, settings }),
    dayOff: person.isActive && !hasBeenSeen ? dayOffOf(expected) : null,
  };
}

/** Why somebody is not expected today. */
export const DAY_OFF_LABEL = textTable({
  'On leave': 'dayOff.onLeave',
  Holiday: 'dayOff.holiday',
  'Day off': 'dayOff.dayOff',
});

function dayOffOf({ due, holiday, schedule, leave }: Expected): MonitoringRow['dayOff'] {
  if (due > 0) return null;
  if (leave) return 'On leave';
  return holiday !== undefined ? 'Holiday' : schedule === undefined ? null : 'Day off';
}

const byClockIn = (one: TimeEntry, other: TimeEntry): number => one.clockIn - other.clockIn;

function arrivalOn(day: WorkplaceDay, entries: readonly TimeEntry[]): EpochMs | null {
  const clockIns = entries.map(({ clockIn }) => clockIn).filter((at) => isWithin(at, day));
  return clockIns.length === 0 ? null : Math.min(...clockIns);
}

/** Before a shift over midnight ends, a clock-in belongs to the shift that began yesterday. */
function isOnlyOfNightBefore(day: WorkplaceDay, settings: WorkHistory, entries: readonly TimeEntry[]) {
  const { start = 0, end = start } = expectedOn({ ...day, leave: undefined, holiday: undefined }, settings);
  const isOfShift = ({ clockIn }: TimeEntry) => isWithin(clockIn, day) && minuteOfDayAt(clockIn, day) >= end;
  return end < start && !entries.some(isOfShift);
}

export const isLongEntry = (entry: TimeEntry, now: EpochMs): boolean =>
  workedMinutes(entry, now) > LONG_ENTRY_MINUTES;

/** 'Today's Hours': an entry belongs to the day of its clock-in [D1.7]. */
export function todayMinutes(
  { entries, day }: Pick<MonitoringRow, 'entries' | 'day'>,
  now: EpochMs,
): Minutes {
  const todays = entries.filter(({ clockIn }) => isWithin(clockIn, day));
  return totalWorkedMs(todays, now) / MS_PER_MINUTE;
}

export const entriesByPerson = (entries: readonly TimeEntry[]): ReadonlyMap<string, readonly TimeEntry[]> =>
  groupBy(entries, ({ userId }) => userId);

export function headCount(rows: readonly Pick<MonitoringRow, 'entry'>[]): HeadCount {
  const clockedIn = rows.filter(({ entry }) => entry !== null).length;
  return { clockedIn, notClockedIn: rows.length - clockedIn, employees: rows.length };
}

/** 'Currently Active': longest first, so that new rows do not move the others. */
export const clockedInRows = (rows: readonly MonitoringRow[]): MonitoringRow[] =>
  rows
    .filter(({ entry }) => entry !== null)
    .toSorted((one, other) => (one.entry?.clockIn ?? 0) - (other.entry?.clockIn ?? 0));

/** Notifications of the last 24 hours, newest first, at most 10 (spec §9). */
export function recentNotifications<Item extends { readonly timestamp: EpochMs }>(
  notifications: readonly Item[],
  now: EpochMs,
): Item[] {
  const since = now - NOTIFICATION_HOURS * MS_PER_HOUR;
  return notifications
    .filter(({ timestamp }) => timestamp >= since)
    .toSorted((one, other) => other.timestamp - one.timestamp)
    .slice(0, NOTIFICATIONS_SHOWN);
}
