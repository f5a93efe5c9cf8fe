/** What the admins' Real-Time Monitoring shows (spec §2, §9; decisions §6). */
import { isAlert, type Notification } from './activity.ts';
import { isMonitored, type Employee } from './employee.ts';
import { currentEntry, statusOf, type TimeEntry, type WorkStatus } from './time-entry.ts';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs, type Minutes } from './time.ts';
import { totalWorkedMs, workedMinutes } from './worked-time.ts';
import { isWithin, type WorkplaceDay } from './workplace-day.ts';

/** Sessions over this are flagged (spec §9); minutes. */
export const LONG_SESSION_MINUTES = 480;
export const NOTIFICATION_HOURS = 24;
export const NOTIFICATIONS_SHOWN = 10;

/** What the board knows of somebody. */
export type WatchedPerson = Pick<Employee, 'id' | 'name' | 'department' | 'hub' | 'isActive'>;

/**
 * Why an open entry needs somebody to close it: it is of an earlier workplace day, or its person is no longer
 * employed here.
 */
export type LeftOpen = 'earlier-day' | 'no-longer-active';

/**
 * One person's line. Nothing in it moves with the clock, so it changes only when the person or one of their
 * entries does.
 */
export interface MonitoringRow {
  readonly person: WatchedPerson;
  readonly status: WorkStatus;
  /** The current entry, however old. */
  readonly entry: TimeEntry | null;
  /** Those that began or ended today, and the current one. */
  readonly entries: readonly TimeEntry[];
  /** The last punch of today; null is 'Not clocked in today'. */
  readonly lastActivity: EpochMs | null;
  readonly leftOpen: LeftOpen | null;
}

/** The three figures (spec §2). */
export interface HeadCount {
  readonly clockedIn: number;
  readonly notClockedIn: number;
  readonly employees: number;
}

/**
 * The time of the last clock-in, break or clock-out today (decisions §6), of an entry that began earlier too.
 */
export function lastActivityToday(entries: readonly TimeEntry[], today: WorkplaceDay): EpochMs | null {
  let last: EpochMs | null = null;
  const see = (at: EpochMs | null): void => {
    if (at !== null && isWithin(at, today) && (last === null || at > last)) last = at;
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

/** Whether an open entry was left open (decisions §1, §3); null for one that is closed, too. */
export function leftOpenBy(
  person: Pick<WatchedPerson, 'isActive'>,
  entry: Pick<TimeEntry, 'clockIn' | 'clockOut'> | null | undefined,
  today: WorkplaceDay,
): LeftOpen | null {
  if (!entry || entry.clockOut !== null) return null;
  if (!person.isActive) return 'no-longer-active';
  return entry.clockIn < today.start ? 'earlier-day' : null;
}

/** One person's line, of their entries of today and the open one. */
export function rowOf(
  person: WatchedPerson,
  entries: readonly TimeEntry[],
  today: WorkplaceDay,
): MonitoringRow {
  const entry = currentEntry(entries) ?? null;
  return {
    person,
    entry,
    entries,
    status: statusOf(entry ?? undefined),
    lastActivity: lastActivityToday(entries, today),
    leftOpen: leftOpenBy(person, entry, today),
  };
}

/** Worked minutes of the current entry; 0 without one. */
export const sessionMinutes = ({ entry }: Pick<MonitoringRow, 'entry'>, now: EpochMs): Minutes =>
  entry ? workedMinutes(entry, now) : 0;

/** Over 480 minutes (spec §9); 480 exactly is not. */
export const isLongSession = (entry: TimeEntry, now: EpochMs): boolean =>
  workedMinutes(entry, now) > LONG_SESSION_MINUTES;

/**
 * 'Today's Hours': of the entries clocked in today (decisions §1: an entry belongs to the day of its
 * clock-in).
 */
export const todayMinutes = (
  { entries }: Pick<MonitoringRow, 'entries'>,
  today: WorkplaceDay,
  now: EpochMs,
): Minutes =>
  totalWorkedMs(
    entries.filter(({ clockIn }) => isWithin(clockIn, today)),
    now,
  ) / MS_PER_MINUTE;

/**
 * A line for each active employee with role employee (spec §6), in the order given. Each entry is looked at
 * once.
 */
export function monitoringRows(
  employees: readonly (WatchedPerson & Pick<Employee, 'role'>)[],
  entries: readonly TimeEntry[],
  today: WorkplaceDay,
): MonitoringRow[] {
  const entriesOf = entriesByPerson(entries);
  return employees.filter(isMonitored).map((person) => rowOf(person, entriesOf.get(person.id) ?? [], today));
}

export function entriesByPerson(entries: readonly TimeEntry[]): ReadonlyMap<string, readonly TimeEntry[]> {
  const entriesOf = new Map<string, TimeEntry[]>();
  for (const entry of entries) {
    const known = entriesOf.get(entry.userId);
    if (known) known.push(entry);
    else entriesOf.set(entry.userId, [entry]);
  }
  return entriesOf;
}

/** Who has a current entry is clocked in, on a break or not. */
export function headCount(rows: readonly Pick<MonitoringRow, 'entry'>[]): HeadCount {
  let clockedIn = 0;
  for (const { entry } of rows) if (entry !== null) clockedIn += 1;
  return { clockedIn, notClockedIn: rows.length - clockedIn, employees: rows.length };
}

/**
 * 'Currently Active': those clocked in or on a break, the longest-standing first, so that no newcomer moves
 * the others.
 */
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

/** 'Alerts Today': since workplace midnight, severity neither success nor info (decisions §6). */
export const alertsToday = (
  notifications: readonly Pick<Notification, 'timestamp' | 'severity'>[],
  today: WorkplaceDay,
): number =>
  notifications.filter(({ timestamp, severity }) => isWithin(timestamp, today) && isAlert(severity)).length;
