import type { EpochMs } from '#domain/time/units';
import type { Queryable } from '../database/connection.ts';
import { asTimestamp } from '../database/wire-types.ts';
import type { SavedEvent } from './log.ts';

/** Maps each email to its account's id. */
export async function accountsByEmail(
  tx: Queryable,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const text = 'SELECT id, email FROM account WHERE email = ANY ($1)';
  const rows = await tx.run<{ id: string; email: string }>(text, [[...new Set(emails)]]);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Adds repeated events to the count of the existing row. Sorts rows, so that two servers cannot deadlock. */
export const saveEvents = (tx: Queryable, events: readonly SavedEvent[]) =>
  tx.run(
    `INSERT INTO security_event (id, at, until, kind, user_id, actor, network, device, is_known, detail, count, sum_key)
     SELECT id, at, until, kind, "userId", actor, network, device, "isKnown", detail, count, "sumKey"
     FROM jsonb_to_recordset($1) AS e(id uuid, at timestamptz, until timestamptz, kind text, "userId" uuid, actor uuid,
       network text, device text, "isKnown" boolean, detail text, count integer, "sumKey" text)
     ORDER BY "sumKey", id
     ON CONFLICT (sum_key) DO UPDATE SET until = greatest(security_event.until, excluded.until),
       count = security_event.count + excluded.count`,
    [JSON.stringify(events)],
  );

const EVENTS_AT_MOST = 1_000_000;
/** Rows deleted per round, since one statement must not take long. The next rounds delete the rest. */
const DELETED_AT_ONCE = 20_000;

/** Deletes events that are older than the settings allow, and those beyond the newest `atMost`. */
export const deleteOldEvents = (tx: Queryable, now: EpochMs, atMost = EVENTS_AT_MOST) =>
  tx.run(
    `DELETE FROM security_event WHERE id IN (
       SELECT id FROM security_event WHERE at < greatest(
         $1::timestamptz - (SELECT security_log_days FROM settings) * interval '1 day',
         (SELECT at FROM security_event ORDER BY at DESC OFFSET $2 LIMIT 1)
       ) ORDER BY at LIMIT ${DELETED_AT_ONCE}
     )`,
    [asTimestamp(now), atMost - 1],
  );
