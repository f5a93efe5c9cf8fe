/** What the monitoring tab stands on, and how live changes change it. */
import type { LiveChange } from '#contract/live';
import type { ActivityNotification, TimeEntry, User } from '#contract/records';
import type { MonitoringView } from '#contract/routes';
import { toEpochMs } from '#contract/wire';
import { isAlert } from '#domain/activity';
import { isMonitored } from '#domain/employee';
import type { MonitoringBoard } from '#domain/monitoring';
import type { TimeEntry as DomainEntry } from '#domain/time-entry';
import { isWithin, type WorkplaceDay } from '#domain/workplace-day';

/** The server sends no more either; the screen shows ten. */
const NOTIFICATIONS_KEPT = 200;

export interface Monitor {
  readonly view: MonitoringView;
  readonly zone: string;
  readonly today: WorkplaceDay;
  readonly board: MonitoringBoard;
  /** Each employee's entries; the same array as long as none of them changes, so that only what changed is drawn. */
  readonly entriesOf: ReadonlyMap<string, readonly DomainEntry[]>;
}

const NO_DAY: WorkplaceDay = { day: '1970-01-01', weekday: 4, start: 0, end: 0, startMinute: 0, shifts: [] };
/** One of the snapshot's days by its name. */
export const dayNamed = ({ calendar }: MonitoringView, name: string): WorkplaceDay => calendar.days.find(({ day }) => day === name) ?? NO_DAY;

/** The tab after a live change. A new time zone needs new day bounds, which only the server makes. */
export function applyToMonitoring(view: MonitoringView, change: LiveChange): MonitoringView | null {
  if (change.settings && change.settings.timeZone !== view.settings.timeZone) return null;
  let next = change.settings ? { ...view, settings: change.settings } : view;
  if (change.user) next = { ...next, employees: withEmployee(next.employees, change.user) };
  if (change.entry) next = { ...next, entries: withEntry(next.entries, change.entry) };
  return change.notification ? withNotification(next, change.notification) : next;
}

/** Only active employees with role employee are watched (spec §6). */
function withEmployee(employees: readonly User[], user: User): User[] {
  const others = employees.filter(({ id }) => id !== user.id);
  return isMonitored(user) ? [...others, user] : others;
}

function withEntry(entries: readonly TimeEntry[], entry: TimeEntry): TimeEntry[] {
  const isKnown = entries.some(({ id }) => id === entry.id);
  return isKnown ? entries.map((one) => (one.id === entry.id ? entry : one)) : [...entries, entry];
}

function withNotification(view: MonitoringView, notification: ActivityNotification): MonitoringView {
  if (view.notifications.some(({ id }) => id === notification.id)) return view;
  const isTodaysAlert = isAlert(notification.severity) && isWithin(toEpochMs(notification.timestamp), dayNamed(view, view.calendar.today));
  return {
    ...view,
    notifications: [notification, ...view.notifications].slice(0, NOTIFICATIONS_KEPT),
    alertsToday: view.alertsToday + (isTodaysAlert ? 1 : 0),
  };
}

/** Entries by employee, keeping each array of `before` that would be the same. */
export function groupedByUser(entries: readonly DomainEntry[], before: ReadonlyMap<string, readonly DomainEntry[]>): ReadonlyMap<string, readonly DomainEntry[]> {
  const groups = new Map<string, readonly DomainEntry[]>();
  for (const entry of entries) groups.set(entry.userId, [...(groups.get(entry.userId) ?? []), entry]);
  for (const [userId, group] of groups) {
    const known = before.get(userId);
    if (known && known.length === group.length && known.every((entry, at) => entry === group[at])) groups.set(userId, known);
  }
  return groups;
}
