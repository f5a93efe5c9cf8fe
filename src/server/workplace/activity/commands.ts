/** Notifications are written in the transaction of their cause, so none is missing. */
import { toInstantText } from '#contract/wire';
import { NOTIFICATION_HOURS } from '#domain/day/monitoring';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import { appendToLedger } from '../../ledger/commands.ts';
import type { RecordedNotification } from '../../ledger/entry.ts';

export interface NewNotification {
  readonly notification: RecordedNotification;
  readonly userId: string;
  readonly userName: string;
  readonly at: EpochMs;
}

export async function writeNotification(
  tx: Queryable,
  { notification: { id, salt, ...text }, userId, userName, at }: NewNotification,
): Promise<void> {
  await tx.run(
    `INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, at, salt) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, text.type, text.severity, text.message, userId, userName, asTimestamp(at), salt],
  );
}

export type NotificationSelection = { readonly ids: readonly string[] } | { readonly upTo: EpochMs };

const NOTIFICATION_AGE_MAX_MS = NOTIFICATION_HOURS * MS_PER_HOUR;

/** Marks notifications as read for all admins at once: a notification has only one `read` flag (spec §3). */
export async function markRead(
  database: Pick<Database, 'pool'>,
  now: EpochMs,
  admin: string,
  selection: NotificationSelection,
): Promise<number> {
  const which =
    'ids' in selection
      ? sql`id = ANY (${selection.ids}::uuid[])`
      : sql`at > ${asTimestamp(selection.upTo - NOTIFICATION_AGE_MAX_MS)} AND at <= ${asTimestamp(selection.upTo)}`;
  return inTransaction(database, async (tx) => {
    // Lock in the order of ids, so that two admins at the same time cannot deadlock.
    const marked = await tx.run<{
      id: string;
      at: EpochMs;
    }>(sql`WITH seen AS (SELECT id FROM activity_notification WHERE ${which} AND NOT read ORDER BY id FOR UPDATE)
        UPDATE activity_notification n SET read = true FROM seen WHERE n.id = seen.id RETURNING n.id, n.at`);
    if (marked.length === 0) return 0;
    const recent = marked.filter(({ at }) => at >= now - NOTIFICATION_AGE_MAX_MS).length;
    const read =
      'ids' in selection
        ? { ids: marked.map(({ id }) => id), upTo: null, recent }
        : { ids: [], upTo: toInstantText(selection.upTo), recent };
    await appendToLedger(tx, { chain: admin, at: now, actor: admin, kind: 'activity_read', data: { read } });
    return marked.length;
  });
}
