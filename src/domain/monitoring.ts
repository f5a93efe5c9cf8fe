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

export interface MonitoringRow {
  readonly userId: string;
  readonly name: string;
  readonly status: WorkStatus;
  /** The current entry, however old. */
  readonly entry: TimeEntry | null;
  /** Worked minutes of the current entry; 0 without one. */
  readonly sessionMinutes: Minutes;
  readonly isLongSession: boolean;
  /** The last punch of today; null is 'Not clocked in today'. */
  readonly lastActivity: EpochMs | null;
  /** Of the entries clocked in today. */
  readonly todayMinutes: Minutes;
}

export interface MonitoringBoard {
  /** One for each active employee with role employee (spec §6), in the order given. */
  readonly rows: readonly MonitoringRow[];
  /** 'Currently Active': those clocked in or on a break, the longest-standing first. */
  readonly active: readonly MonitoringRow[];
  readonly clockedIn: number;
  readonly notClockedIn: number;
  readonly employees: number;
  readonly recent: readonly Notification[];
  readonly alertsToday: number;
}

export interface MonitoringQuestion {
  readonly employees: readonly Pick<Employee, 'id' | 'name' | 'role' | 'isActive'>[];
  /** Everybody's entries of today and open ones; others do no harm. */
  readonly entries: readonly TimeEntry[];
  readonly notifications: readonly Notification[];
  readonly today: WorkplaceDay;
  readonly now: EpochMs;
}

/** The time of the last clock-in, break or clock-out today (decisions §6). */
export function lastActivityToday(entries: readonly TimeEntry[], today: WorkplaceDay): EpochMs | null {
  let last: EpochMs | null = null;
  for (const entry of entries) {
    const punches = [entry.clockIn, entry.clockOut, ...entry.breaks.flatMap((pause) => [pause.start, pause.end])];
    for (const at of punches) {
      if (at !== null && isWithin(at, today) && (last === null || at > last)) last = at;
    }
  }
  return last;
}

/** One employee's row, of their entries of today and the open one. */
export function rowOf(person: Pick<Employee, 'id' | 'name'>, entries: readonly TimeEntry[], today: WorkplaceDay, now: EpochMs): MonitoringRow {
  const entry = currentEntry(entries);
  const sessionMinutes = entry ? workedMinutes(entry, now) : 0;
  return {
    userId: person.id,
    name: person.name,
    status: statusOf(entry),
    entry: entry ?? null,
    sessionMinutes,
    isLongSession: sessionMinutes > LONG_SESSION_MINUTES,
    lastActivity: lastActivityToday(entries, today),
    todayMinutes: totalWorkedMs(entries.filter(({ clockIn }) => isWithin(clockIn, today)), now) / MS_PER_MINUTE,
  };
}

/** Notifications of the last 24 hours, newest first, at most 10 (spec §9). */
export function recentNotifications<Item extends Pick<Notification, 'timestamp'>>(notifications: readonly Item[], now: EpochMs): Item[] {
  const since = now - NOTIFICATION_HOURS * MS_PER_HOUR;
  return notifications
    .filter(({ timestamp }) => timestamp >= since)
    .toSorted((one, other) => other.timestamp - one.timestamp)
    .slice(0, NOTIFICATIONS_SHOWN);
}

/** 'Alerts Today': since workplace midnight, severity neither success nor info (decisions §6). */
export const alertsToday = (notifications: readonly Pick<Notification, 'timestamp' | 'severity'>[], today: WorkplaceDay): number =>
  notifications.filter(({ timestamp, severity }) => isWithin(timestamp, today) && isAlert(severity)).length;

/** The whole board. Each entry is looked at once, so a thousand employees cost as many steps as they have entries. */
export function monitoringBoard({ employees, entries, notifications, today, now }: MonitoringQuestion): MonitoringBoard {
  const entriesOf = new Map<string, TimeEntry[]>();
  for (const entry of entries) {
    const known = entriesOf.get(entry.userId);
    if (known) known.push(entry);
    else entriesOf.set(entry.userId, [entry]);
  }
  const rows = employees.filter(isMonitored).map((person) => rowOf(person, entriesOf.get(person.id) ?? [], today, now));
  const active = rows.filter(({ entry }) => entry !== null).toSorted((one, other) => (one.entry?.clockIn ?? 0) - (other.entry?.clockIn ?? 0));
  return {
    rows,
    active,
    clockedIn: active.length,
    notClockedIn: rows.length - active.length,
    employees: rows.length,
    recent: recentNotifications(notifications, now),
    alertsToday: alertsToday(notifications, today),
  };
}
