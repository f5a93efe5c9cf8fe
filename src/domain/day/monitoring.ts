/** What the admins' Real-Time Monitoring shows (spec §2, §9). */
import type { Notification } from '../entry/activity.ts';
import { leftOpenBy, type LeftOpen, dayMeant, type Present } from '../entry/left-open.ts';
import type { Employee } from '../people/employee.ts';
import { grouped } from '../report/groups.ts';
import { isMissing, type MissingSettings } from './missing.ts';
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

/** Sessions over this are flagged (spec §9); minutes. */
export const LONG_SESSION_MINUTES = 480;
export const NOTIFICATION_HOURS = 24;
export const NOTIFICATIONS_SHOWN = 10;

export type WatchedPerson = Pick<
  Employee,
  'id' | 'name' | 'employeeId' | 'department' | 'hub' | 'isActive'
> & {
  /** Where they joined in the last days. */
  readonly createdAt?: EpochMs | undefined;
};

export interface BoardPresent extends Present {
  readonly today: WorkplaceDay;
  /** Consecutive, from yesterday on at least. */
  readonly days: readonly WorkplaceDay[];
  readonly settings: MissingSettings;
}

/**
 * One person's line. It changes when the person, one of their entries or the settings do, at midnight, when a night
 * shift comes of age, and when whoever has not come begins to be missing.
 */
export interface MonitoringRow {
  readonly person: WatchedPerson;
  readonly status: WorkStatus;
  /** The running entry. */
  readonly entry: TimeEntry | null;
  /** The day that 'today' means: yesterday while a night shift is under way. */
  readonly day: WorkplaceDay;
  /** Those that began or ended on it, and all without an end, which are marked where they were left open. */
  readonly entries: readonly TimeEntry[];
  /** The last punch since that day began; null is 'Not clocked in today'. */
  readonly lastActivity: EpochMs | null;
  /** Why the last entry was left open; null where it was not, or they have clocked in since. */
  readonly leftOpen: LeftOpen | null;
  /** The oldest entry whose end is missing. */
  readonly forgotten: TimeEntry | null;
  /** Their first clock-in of today, also beside a night shift of the day before. */
  readonly arrivedAt: EpochMs | null;
  /** How late that was; 0 where it was not, or there was none. */
  readonly lateMinutes: Minutes;
  readonly isMissing: boolean;
}

/** The three figures (spec §2). */
export interface HeadCount {
  readonly clockedIn: number;
  readonly notClockedIn: number;
  readonly employees: number;
}

/** The time of the last clock-in, break or clock-out of today [D6.2], of an entry that began earlier too. */
export function lastActivityToday(
  entries: readonly TimeEntry[],
  today: Pick<WorkplaceDay, 'start' | 'end'>,
): EpochMs | null {
  let last: EpochMs | null = null;
  const see = (at: EpochMs | null): void => {
    if (at !== null && at >= today.start && at < today.end && (last === null || at > last)) last = at;
  };
  for (const entry of entries) {
    see(entry.clockIn);
    see(entry.clockOut);
    for (const pause of entry.breaks) {
      see(pause.start);
      see(pause.end);
    }
  }
  return last;
}

/** The entries as they count at an instant: those that were left open are marked and count nothing. */
export const markLeftOpen = <Entry extends Parameters<typeof leftOpenBy>[1] & object>(
  person: Parameters<typeof leftOpenBy>[0],
  entries: readonly Entry[],
  present: Present,
): Entry[] =>
  entries.map((entry) =>
    leftOpenBy(person, entry, present) === null ? entry : { ...entry, isLeftOpen: true },
  );

export function rowOf(
  person: WatchedPerson,
  recorded: readonly TimeEntry[],
  present: BoardPresent,
): MonitoringRow {
  const { today, now, settings } = present;
  const entries = markLeftOpen(person, recorded, present);
  const entry = currentEntry(entries) ?? null;
  const day = dayMeant(entries, present.days, present);
  const lastActivity = lastActivityToday(entries, { start: day.start, end: today.end });
  const arrivedAt = arrivalOn(today, entries);
  const hasBeenSeen = entry !== null || lastActivity !== null;
  return {
    person,
    entry,
    day,
    entries,
    status: statusOf(entry ?? undefined),
    lastActivity,
    leftOpen: leftOpenBy(person, currentEntry(recorded) ?? null, present),
    forgotten: oldestOf(entries.filter(isEndMissing)),
    arrivedAt,
    lateMinutes: arrivedAt === null ? 0 : latenessOf(minuteOfDayAt(arrivedAt, today), settings).minutes,
    isMissing:
      person.isActive && isMissing({ createdAt: person.createdAt, hasBeenSeen, today, now, settings }),
  };
}

const oldestOf = (entries: readonly TimeEntry[]): TimeEntry | null =>
  entries.reduce<TimeEntry | null>(
    (oldest, entry) => (oldest === null || entry.clockIn < oldest.clockIn ? entry : oldest),
    null,
  );

function arrivalOn(day: WorkplaceDay, entries: readonly TimeEntry[]): EpochMs | null {
  const clockIns = entries.map(({ clockIn }) => clockIn).filter((at) => isWithin(at, day));
  return clockIns.length === 0 ? null : Math.min(...clockIns);
}

/** Over 480 minutes (spec §9); 480 exactly is not. */
export const isLongSession = (entry: TimeEntry, now: EpochMs): boolean =>
  workedMinutes(entry, now) > LONG_SESSION_MINUTES;

/** 'Today's Hours': of the entries clocked in today, since an entry belongs to the day of its clock-in [D1.7]. */
export const todayMinutes = (
  { entries, day }: Pick<MonitoringRow, 'entries' | 'day'>,
  now: EpochMs,
): Minutes =>
  totalWorkedMs(
    entries.filter(({ clockIn }) => isWithin(clockIn, day)),
    now,
  ) / MS_PER_MINUTE;

export const entriesByPerson = (entries: readonly TimeEntry[]): ReadonlyMap<string, readonly TimeEntry[]> =>
  grouped(entries, ({ userId }) => userId);

/** Whoever has a running entry is clocked in, on a break or not. */
export function headCount(rows: readonly Pick<MonitoringRow, 'entry'>[]): HeadCount {
  let clockedIn = 0;
  for (const { entry } of rows) if (entry !== null) clockedIn += 1;
  return { clockedIn, notClockedIn: rows.length - clockedIn, employees: rows.length };
}

/** 'Currently Active': the longest-standing first, so that no newcomer moves the others. */
export const activeRows = (rows: readonly MonitoringRow[]): MonitoringRow[] =>
  rows
    .filter(({ entry }) => entry !== null)
    .toSorted((one, other) => (one.entry?.clockIn ?? 0) - (other.entry?.clockIn ?? 0));

/** Notifications of the last 24 hours, newest first, at most 10 (spec §9). */
export function recentNotifications<Item extends Pick<Notification, 'timestamp'>>(
  notifications: readonly Item[],
  now: EpochMs,
): Item[] {
  const since = now - NOTIFICATION_HOURS * MS_PER_HOUR;
  return notifications
    .filter(({ timestamp }) => timestamp >= since)
    .toSorted((one, other) => other.timestamp - one.timestamp)
    .slice(0, NOTIFICATIONS_SHOWN);
}
