import type { ActivityNotification } from '#contract/records';
import type { NotificationType } from '#domain/entry/activity';
import type { EpochMs } from '#domain/time/units';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { constant, sql, where } from '../../platform/database/sql.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';

type NotificationRow = Omit<ActivityNotification, 'metadata' | 'timestamp'> & {
  readonly at: EpochMs;
  readonly ipAddress: string | null;
  readonly notes: string | null;
  readonly hasLocation: boolean;
};

/** Address, notes and location belong to the clock-in only. */
const NOTIFICATIONS = `
  SELECT n.id, n.type, n.severity, n.message, n.user_id AS "userId", n.user_name AS "userName", a.employee_id AS "employeeId",
    n.at, n.read, d.ip_address AS "ipAddress", nullif(d.notes, '') AS notes, d.location IS NOT NULL AS "hasLocation"
  FROM activity_notification n
  JOIN account a ON a.id = n.user_id
  LEFT JOIN time_entry_detail d ON d.entry_id = n.entry_id AND n.type IN ('clock_in', 'late_arrival')`;

const toNotification = ({
  at,
  ipAddress,
  notes,
  hasLocation,
  ...rest
}: NotificationRow): ActivityNotification => ({
  ...rest,
  metadata: {
    hasLocation,
    ...(ipAddress === null ? {} : { ipAddress }),
    ...(notes === null ? {} : { notes }),
  },
  timestamp: asTimestamp(at),
});

export interface FeedQuestion {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly type?: NotificationType | undefined;
  readonly userId?: string | undefined;
}

/** Newest first; pages do not overlap while rows are added. `next` is the next page's `before`. */
export async function activityPage(
  tx: Queryable,
  { limit, before, type, userId }: FeedQuestion,
): Promise<{ notifications: ActivityNotification[]; next: string | null }> {
  const [at, id] = before?.split('_') ?? [];
  // One statement per combination of filters: optional conditions would spoil PostgreSQL's plan.
  const name = ['activity_page', before && 'before', type && 'of_type', userId && 'of_user']
    .filter(Boolean)
    .join('_');
  const wanted = [
    ...(at !== undefined && id !== undefined ? [sql`n.at <= ${at} AND (n.at < ${at} OR n.id > ${id})`] : []),
    ...(type === undefined ? [] : [sql`n.type = ${type}`]),
    ...(userId === undefined ? [] : [sql`n.user_id = ${userId}`]),
  ];
  const rows = await named<NotificationRow>(
    tx,
    name,
    sql`${constant(NOTIFICATIONS)}${where(wanted)} ORDER BY n.at DESC, n.id LIMIT ${limit + 1}`,
  );
  const notifications = rows.slice(0, limit).map(toNotification);
  const last = notifications.at(-1);
  return { notifications, next: last && rows.length > limit ? `${last.timestamp}_${last.id}` : null };
}

export async function notificationsSince(
  tx: Queryable,
  since: EpochMs,
  limit: number,
): Promise<ActivityNotification[]> {
  const rows = await named<NotificationRow>(
    tx,
    'notifications_since',
    `${NOTIFICATIONS} WHERE n.at >= $1 ORDER BY n.at DESC, n.id LIMIT $2`,
    [asTimestamp(since), limit],
  );
  return rows.map(toNotification);
}

export async function notificationsById(
  tx: Queryable,
  ids: readonly string[],
): Promise<ActivityNotification[]> {
  if (ids.length === 0) return [];
  const rows = await named<NotificationRow>(
    tx,
    'notifications_by_id',
    `${NOTIFICATIONS} WHERE n.id = ANY ($1::uuid[])`,
    [ids],
  );
  return rows.map(toNotification);
}

export async function alertsAndUnread(
  tx: Queryable,
  midnight: EpochMs,
  dayAgo: EpochMs,
): Promise<{ alertsToday: number; unread: EpochMs[] }> {
  const [row] = await named<{ alerts: number; unread: EpochMs[] | null }>(
    tx,
    'alerts_and_unread',
    `SELECT count(*) FILTER (WHERE at >= $1 AND severity NOT IN ('success', 'info')) AS alerts,
       array_agg(${epochMs('at')} ORDER BY at) FILTER (WHERE at >= $2 AND NOT read) AS unread
     FROM activity_notification WHERE at >= least($1, $2::timestamptz)`,
    [asTimestamp(midnight), asTimestamp(dayAgo)],
  );
  return { alertsToday: row?.alerts ?? 0, unread: row?.unread ?? [] };
}
