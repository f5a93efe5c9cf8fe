/** Writes that periods were closed or reopened, of many people at once. */
import type { Day, EpochMs } from '#domain/time/units';
import { named } from '../../platform/database/pool.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import type { StoredPeriod } from './queries.ts';
import type { Period } from './ranges.ts';
import type { FrozenText } from './summaries.ts';

export interface ClosedRow extends FrozenText {
  readonly userId: string;
  readonly salt: Buffer;
  readonly reason: string | null;
}

/** @param rows in the order of their chains, which are locked */
export async function writeClosed(
  tx: Transaction,
  at: EpochMs,
  actorId: string,
  { first, last, from, to }: Period,
  rows: readonly ClosedRow[],
): Promise<void> {
  await named(
    tx,
    'close_periods',
    `INSERT INTO period AS p (user_id, first, last, start_at, end_at, closed_at, closed_by, closing_reason, frozen, frozen_hash, salt)
     SELECT c.user_id, $1, $2, $3, $4, $5, $6, c.reason, c.frozen::jsonb, c.hash, c.salt
     FROM unnest($7::uuid[], $8::text[], $9::text[], $10::bytea[], $11::bytea[]) AS c (user_id, reason, frozen, hash, salt)
     ON CONFLICT (user_id, first) DO UPDATE SET start_at = excluded.start_at, end_at = excluded.end_at, closed_at = excluded.closed_at,
       closed_by = excluded.closed_by, closing_reason = excluded.closing_reason, frozen = excluded.frozen,
       frozen_hash = excluded.frozen_hash, version = p.version + 1`,
    [
      first,
      last,
      asTimestamp(from),
      asTimestamp(to),
      asTimestamp(at),
      actorId,
      rows.map(({ userId }) => userId),
      rows.map(({ reason }) => reason),
      rows.map(({ text }) => text),
      rows.map(({ hash }) => hash),
      rows.map(({ salt }) => salt),
    ],
  );
}

export async function writeReopened(
  tx: Transaction,
  at: EpochMs,
  actorId: string,
  first: Day,
  rows: readonly StoredPeriod[],
  reason: string,
): Promise<void> {
  await named(
    tx,
    'reopen_periods',
    `UPDATE period SET reopened_at = $1, reopened_by = $2, reopening_reason = $3, reopenings = reopenings + 1, version = version + 1
     WHERE first = $4 AND user_id = ANY ($5::uuid[])`,
    [asTimestamp(at), actorId, reason, first, rows.map(({ userId }) => userId)],
  );
}
