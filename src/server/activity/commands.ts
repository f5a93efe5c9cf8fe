/** Writes notifications, always in the transaction of what they tell about, so that none is missing (decisions §0). */
import type { NotificationText } from '#domain/activity';
import type { EpochMs } from '#domain/time';
import { named, type Queryable } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';

export interface NewNotification {
  readonly id: string;
  readonly text: NotificationText;
  readonly userId: string;
  readonly userName: string;
  readonly at: EpochMs;
}

/** A notification that belongs to no time entry; a punch writes its own in the punch's statement. */
export async function writeNotification(tx: Queryable, { id, text, userId, userName, at }: NewNotification): Promise<void> {
  await named(tx, 'write_notification', `
    INSERT INTO activity_notification (id, type, severity, message, user_id, user_name, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, text.type, text.severity, text.message, userId, userName, asTimestamp(at)]);
}
