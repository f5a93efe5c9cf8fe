/** Changes the board, in the server's memory as in each browser. Instants are ISO texts in UTC, which sort as text. */
import { isAlert } from '../entry/activity.ts';

interface Notification {
  readonly id: string;
  readonly severity: string;
  readonly timestamp: string;
}

/** Puts a notification in its place, newest first, and counts it if it is an alert of today. Null if it is there already. */
export function withNotification<One extends Notification>(
  { notifications, alertsToday }: { readonly notifications: readonly One[]; readonly alertsToday: number },
  added: One,
  { today, atMost }: { readonly today: string; readonly atMost: number },
): { notifications: One[]; alertsToday: number } | null {
  if (notifications.some(({ id }) => id === added.id)) return null;
  const older = notifications.findIndex((one) => isNewer(added, one));
  const place = older === -1 ? notifications.length : older;
  return {
    notifications: notifications.toSpliced(place, 0, added).slice(0, atMost),
    alertsToday: alertsToday + (isAlert(added.severity) && added.timestamp >= today ? 1 : 0),
  };
}

const isNewer = (one: Notification, other: Notification): boolean =>
  one.timestamp > other.timestamp || (one.timestamp === other.timestamp && one.id < other.id);

/** Their first instants. */
export interface BoardDays {
  readonly yesterday: string;
  readonly today: string;
}

interface Entry {
  readonly clockIn: string;
  readonly clockOut: string | null;
}

/** Of a person's entries those that the board shows: open or of today, and of yesterday during a night shift. */
export function shownOnBoard<One extends Entry>(
  theirs: readonly One[],
  { yesterday, today }: BoardDays,
): ReadonlySet<One> {
  const isNight = ({ clockIn, clockOut }: One): boolean =>
    clockOut === null && clockIn >= yesterday && clockIn < today;
  const from = theirs.some(isNight) ? yesterday : today;
  return new Set(
    theirs.filter(({ clockIn, clockOut }) => clockOut === null || clockOut >= today || clockIn >= from),
  );
}
