/** Reads notifications (spec §3 Activity notification). */
import type { ActivityNotification } from '#contract/records';
import type { NotificationType, Severity } from '#domain/activity';
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';

interface NotificationRow {
  readonly id: string;
  readonly type: NotificationType;
  readonly severity: Severity;
  readonly message: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly at: number;
  readonly read: boolean;
  readonly ip_address: string | null;
  readonly notes: string | null;
  readonly has_location: boolean;
}

/** Address, notes and location belong to the clock-in, and are told with it only. */
const NOTIFICATIONS = `
  SELECT n.id, n.type, n.severity, n.message, n.user_id, n.user_name, n.at, n.read,
    d.ip_address, nullif(d.notes, '') AS notes, d.location IS NOT NULL AS has_location
  FROM activity_notification n
  LEFT JOIN time_entry_detail d ON d.entry_id = n.entry_id AND n.type IN ('clock_in', 'late_arrival')`;

const toNotification = (row: NotificationRow): ActivityNotification => ({
  id: row.id,
  type: row.type,
  message: row.message,
  userId: row.user_id,
  userName: row.user_name,
  severity: row.severity,
  metadata: {
    hasLocation: row.has_location,
    ...(row.ip_address === null ? {} : { ipAddress: row.ip_address }),
    ...(row.notes === null ? {} : { notes: row.notes }),
  },
  timestamp: asTimestamp(row.at),
  read: row.read,
});

/** The newest notifications, newest first (spec §7: 50 unless told otherwise). */
export async function latestNotifications(tx: Queryable, limit: number): Promise<ActivityNotification[]> {
  const rows = await named<NotificationRow>(tx, 'latest_notifications', `${NOTIFICATIONS} ORDER BY n.at DESC, n.id LIMIT $1`, [limit]);
  return rows.map(toNotification);
}

/** Newest first, at most `limit`. */
export async function notificationsSince(tx: Queryable, since: EpochMs, limit: number): Promise<ActivityNotification[]> {
  const rows = await named<NotificationRow>(tx, 'notifications_since', `${NOTIFICATIONS} WHERE n.at >= $1 ORDER BY n.at DESC, n.id LIMIT $2`, [asTimestamp(since), limit]);
  return rows.map(toNotification);
}

export async function notificationsById(tx: Queryable, ids: readonly string[]): Promise<ActivityNotification[]> {
  if (ids.length === 0) return [];
  const rows = await named<NotificationRow>(tx, 'notifications_by_id', `${NOTIFICATIONS} WHERE n.id = ANY ($1::uuid[])`, [ids]);
  return rows.map(toNotification);
}

/** 'Alerts Today': since workplace midnight, severity neither success nor info (decisions §6). */
export async function countAlerts(tx: Queryable, since: EpochMs): Promise<number> {
  const [row] = await named<{ alerts: number }>(tx, 'count_alerts', `
    SELECT count(*) AS alerts FROM activity_notification WHERE at >= $1 AND severity NOT IN ('success', 'info')`, [asTimestamp(since)]);
  return row?.alerts ?? 0;
}
