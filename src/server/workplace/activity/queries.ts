import type { ActivityNotification } from '#contract/records';
import type { CheckedInputOf } from '#contract/routes';
import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import { constant, sql, where } from '../../platform/database/sql.ts';
import { asTimestamp, epochMs } from '../../platform/database/wire-types.ts';

type NotificationRow = Omit<ActivityNotification, 'metadata' | 'timestamp'> & {
  readonly at: EpochMs;
  readonly ipAddress: string | null;
  readonly kiosk: string | null;
  readonly notes: string | null;
  readonly hasLocation: boolean;
};

/** Only notifications of clock-ins (late ones too) have an address, notes and a location. */
const NOTIFICATIONS = `
  SELECT n.id, n.type, n.severity, n.message, n.user_id AS "userId", n.user_name AS "userName", a.employee_id AS "employeeId",
    n.at, n.read, d.ip_address AS "ipAddress", nullif(d.notes, '') AS notes, d.location IS NOT NULL AS "hasLocation",
    CASE WHEN d.kiosk_id IS NOT NULL THEN (SELECT k.name FROM kiosk k WHERE k.id = d.kiosk_id) END AS kiosk
  FROM activity_notification n
  JOIN account a ON a.id = n.user_id
  LEFT JOIN time_entry_detail d ON d.entry_id = n.entry_id AND n.type IN ('clock_in', 'late_arrival')`;

const toNotification = ({
  at,
  ipAddress,
  kiosk,
  notes,
  hasLocation,
  ...rest
}: NotificationRow): ActivityNotification => ({
  ...rest,
  metadata: {
    hasLocation,
    ...(ipAddress === null ? {} : { ipAddress }),
    ...(kiosk === null ? {} : { kiosk }),
    ...(notes === null ? {} : { notes }),
  },
  timestamp: asTimestamp(at),
});

/** Newest first; pages do not overlap while rows are added. `next` is the next page's `before`. */
export async function activityPage(
  tx: Queryable,
  { limit, before, type, userId }: CheckedInputOf<'activity'>,
): Promise<{ notifications: ActivityNotification[]; next: string | null }> {
  const [at, id] = before?.split('_') ?? [];
  // One statement per combination of filters: optional conditions would spoil PostgreSQL's plan.
  const wanted = [
    ...(at !== undefined && id !== undefined ? [sql`n.at <= ${at} AND (n.at < ${at} OR n.id > ${id})`] : []),
    ...(type === undefined ? [] : [sql`n.type = ${type}`]),
    ...(userId === undefined ? [] : [sql`n.user_id = ${userId}`]),
  ];
  const rows = await tx.run<NotificationRow>(
    sql`${constant(NOTIFICATIONS)}${where(wanted)} ORDER BY n.at DESC, n.id LIMIT ${limit + 1}`,
  );
  const notifications = rows.slice(0, limit).map(toNotification);
  const last = notifications.at(-1);
  return { notifications, next: last && rows.length > limit ? `${last.timestamp}_${last.id}` : null };
}

async function notificationsWhere(tx: Queryable, which: string, values: readonly unknown[]) {
  const rows = await tx.run<NotificationRow>(`${NOTIFICATIONS} WHERE ${which}`, values);
  return rows.map(toNotification);
}

export const notificationsSince = (tx: Queryable, since: EpochMs, limit: number) =>
  notificationsWhere(tx, 'n.at >= $1 ORDER BY n.at DESC, n.id LIMIT $2', [asTimestamp(since), limit]);

export const notificationsById = async (tx: Queryable, ids: readonly string[]) =>
  ids.length === 0 ? [] : notificationsWhere(tx, 'n.id = ANY ($1::uuid[])', [ids]);

export async function alertsAndUnread(tx: Queryable, midnight: EpochMs, dayAgo: EpochMs) {
  const [row] = await tx.run<{ alerts: number; unread: EpochMs[] | null }>(
    `SELECT count(*) FILTER (WHERE at >= $1 AND severity NOT IN ('success', 'info')) AS alerts,
       array_agg(${epochMs('at')} ORDER BY at) FILTER (WHERE at >= $2 AND NOT read) AS unread
     FROM activity_notification WHERE at >= least($1, $2::timestamptz)`,
    [asTimestamp(midnight), asTimestamp(dayAgo)],
  );
  return { alertsToday: row?.alerts ?? 0, unread: row?.unread ?? [] };
}
