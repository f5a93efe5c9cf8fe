/** Applies live changes to the monitoring tab's data. Unchanged lists and records stay the same objects. */
import type { Correction } from '#contract/corrections/corrections';
import type { LiveChange } from '#contract/monitoring/live';
import type { ActivityNotification, ActivityRead, BoardPerson, TimeEntry, User } from '#contract/records';
import type { MonitoringView } from '#contract/monitoring/activity';
import { toEpochMs, toInstantText } from '#contract/wire';
import { shownOnBoard, withNotification as addNotification } from '#domain/day/board-change';
import { MS_PER_HOUR } from '#domain/time/units';
import { isRecordAhead } from '#domain/time/server-clock';
import { isMonitored } from '#domain/people/employee';
import { NOTIFICATION_HOURS } from '#domain/day/monitoring';
import { addDays, type WorkplaceDay } from '#domain/time/workplace-day';
import { changedEntries, hasNewDays } from '#web/live/changes.ts';

/** The screen shows only ten. The others are needed to count new notifications while the list is paused. */
const NOTIFICATIONS_KEPT = 200;

const NO_DAY: WorkplaceDay = { day: '1970-01-01', weekday: 4, start: 0, end: 0, startMinute: 0, shifts: [] };
export const findDay = ({ calendar }: Pick<MonitoringView, 'calendar'>, name: string): WorkplaceDay =>
  calendar.days.find(({ day }) => day === name) ?? NO_DAY;

const startOfToday = (view: MonitoringView): string =>
  toInstantText(findDay(view, view.calendar.today).start);

/** Applies a live change. Null if only the server can compute the new data, as after a new time zone. */
export function applyToMonitoring(view: MonitoringView, change: LiveChange): MonitoringView | null {
  if (hasNewDays(change, view.calendar)) return null;
  if (isClockSetBack(view, change)) return null;
  const { user } = change;
  const isKnown = view.calendar.plansId === '' || view.employees.some(({ id }) => id === user?.id);
  // Fetch the view again: only the server knows the schedule of a person who was not on the board.
  if (user && isMonitored(user) && !isKnown) return null;
  let next = change.settings ? { ...view, settings: change.settings, settingsLoaded: true } : view;
  next = change.correction ? withCorrected(next, change) : changedEntries(change).reduce(withEntry, next);
  if (user) next = withUser(next, user);
  if (change.read) next = withRead(next, change.read);
  return change.notification ? withNotification(next, change.notification) : next;
}

/** True if a new notification is older than the last one: the server's clock was set back, so fetch the view again. */
function isClockSetBack(
  { notifications, recordsUntil }: MonitoringView,
  { notification }: LiveChange,
): boolean {
  const [newest] = notifications;
  if (recordsUntil !== undefined || !newest || !notification) return false;
  if (notifications.some(({ id }) => id === notification.id)) return false;
  return isRecordAhead(toEpochMs(newest.timestamp), toEpochMs(notification.timestamp));
}

/** The board has active people with role employee (spec §6), and former employees with an entry left open. */
function withUser(view: MonitoringView, user: User): MonitoringView {
  const others = {
    employees: withoutPerson(view.employees, user.id),
    former: withoutPerson(view.former, user.id),
  };
  const { id, name, employeeId, department, hub, isActive } = user;
  const known = view.employees.find((one) => one.id === id);
  const today = findDay(view, view.calendar.today);
  const isLater = user.employedSince > today.day;
  const createdAt = isLater ? toInstantText(today.end) : known ? user.createdAt : user.updatedAt;
  const person: BoardPerson = {
    id,
    name,
    employeeId,
    department,
    hub,
    isActive,
    ...(toEpochMs(createdAt) >= today.start && { createdAt }),
    ...(known?.planned && { planned: known.planned }),
  };
  if (isMonitored(user)) return { ...view, ...others, employees: [...others.employees, person] };
  const hasLeftOpen = view.entries.some(({ userId, clockOut }) => userId === user.id && clockOut === null);
  return { ...view, ...others, former: hasLeftOpen ? [...others.former, person] : others.former };
}

const withoutPerson = (people: readonly BoardPerson[], id: string): BoardPerson[] =>
  people.filter((person) => person.id !== id);

function withEntry(view: MonitoringView, entry: TimeEntry): MonitoringView {
  const at = view.entries.findIndex(({ id }) => id === entry.id);
  const entries = at === -1 ? [...view.entries, entry] : view.entries.with(at, entry);
  const isClosedAtLast = entry.clockOut !== null && view.former.some(({ id }) => id === entry.userId);
  return {
    ...view,
    entries,
    ...(isClosedAtLast ? { former: withoutPerson(view.former, entry.userId) } : {}),
  };
}

/** Drops corrected entries that the board does not show. */
function withCorrected(view: MonitoringView, change: LiveChange): MonitoringView {
  const { correction, userId, entries: changed = [], gone = [] } = change;
  const yesterday = addDays(view.calendar.today, -1);
  const touched = new Set([...gone, ...changed.map(({ id }) => id)]);
  const remaining = view.entries.filter(({ id }) => !touched.has(id));
  const shown = shownOnBoard([...remaining.filter((one) => one.userId === userId), ...changed], {
    yesterday: toInstantText(findDay(view, yesterday).start),
    today: startOfToday(view),
  });
  const next = changed
    .filter((entry) => shown.has(entry))
    .reduce(withEntry, touched.size === 0 ? view : { ...view, entries: remaining });
  return correction && correction.day >= yesterday
    ? { ...next, corrections: withCorrection(next.corrections, correction) }
    : next;
}

/** Adds or replaces the correction. Ignores a changed correction that is not newer than the known one. */
export function withCorrection(known: readonly Correction[], changed: Correction): Correction[] {
  const before = known.find(({ id }) => id === changed.id);
  if (before && before.version >= changed.version) return [...known];
  return before ? known.map((one) => (one === before ? changed : one)) : [...known, changed];
}

function withNotification(view: MonitoringView, notification: ActivityNotification): MonitoringView {
  const shown = addNotification(view, notification, {
    today: startOfToday(view),
    atMost: NOTIFICATIONS_KEPT,
  });
  return shown ? { ...view, ...shown, unread: view.unread + (notification.read ? 0 : 1) } : view;
}

export function isMarkedRead(
  read: ActivityRead,
  { id, timestamp }: Pick<ActivityNotification, 'id' | 'timestamp'>,
): boolean {
  if (read.upTo === null) return read.ids.includes(id);
  const [at, upTo] = [toEpochMs(timestamp), toEpochMs(read.upTo)];
  return at <= upTo && at > upTo - NOTIFICATION_HOURS * MS_PER_HOUR;
}

function withRead(view: MonitoringView, read: ActivityRead): MonitoringView {
  const marked = view.notifications.filter((one) => isMarkedRead(read, one));
  // The snapshot already counts these notifications as read, so do not subtract them from `unread` again.
  if (marked.length > 0 && marked.every((one) => one.read)) return view;
  return {
    ...view,
    notifications: view.notifications.map((one) => (marked.includes(one) ? { ...one, read: true } : one)),
    unread: Math.max(0, view.unread - read.recent),
  };
}
