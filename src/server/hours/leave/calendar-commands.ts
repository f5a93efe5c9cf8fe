import type { EpochMs } from '#domain/time/units';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import type { CalendarScope } from './calendar-queries.ts';

/** Ends the address made before. */
export async function saveCalendarKey(
  tx: Queryable,
  now: EpochMs,
  { userId, scope, hash }: { readonly userId: string; readonly scope: CalendarScope; readonly hash: Buffer },
): Promise<void> {
  await named(
    tx,
    'save_calendar_key',
    `INSERT INTO calendar_key (user_id, scope, hash, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, scope) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at`,
    [userId, scope, hash, asTimestamp(now)],
  );
}
