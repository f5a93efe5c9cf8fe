/** Keeps what a check of the record found, and how far it is. */
import type { EpochMs } from '#domain/time/units';
import { named, type Queryable } from '../../platform/database/pool.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import type { Verification } from '../verification/verify.ts';
import { SILENCE_MS, type FaultCount } from './queries.ts';

/** @returns whether the check is the caller's: at most one is under way, over all servers of the database */
export async function beginCheck(tx: Queryable, now: EpochMs): Promise<boolean> {
  const rows = await named(
    tx,
    'begin_record_check',
    `INSERT INTO record_check (heard_at, done, total) VALUES ($1, 0, 0)
     ON CONFLICT (id) DO UPDATE SET heard_at = excluded.heard_at, done = 0, total = 0
     WHERE record_check.heard_at IS NULL OR record_check.heard_at NOT BETWEEN $2 AND $3 RETURNING id`,
    [asTimestamp(now), asTimestamp(now - SILENCE_MS), asTimestamp(now + SILENCE_MS)],
  );
  return rows.length > 0;
}

/** Rows of the ledger. */
export async function noteProgress(
  tx: Queryable,
  now: EpochMs,
  { done, total }: { readonly done: number; readonly total: number },
): Promise<void> {
  await named(
    tx,
    'note_record_check',
    'UPDATE record_check SET heard_at = $1, done = $2, total = $3 WHERE heard_at IS NOT NULL',
    [asTimestamp(now), done, total],
  );
}

export async function endCheck(
  tx: Queryable,
  now: EpochMs,
  { records, faults }: Verification,
): Promise<void> {
  const kept: FaultCount[] = faults.map(({ fault, count }) => ({ fault, count }));
  await named(
    tx,
    'end_record_check',
    `UPDATE record_check SET ended_at = $1, records = $2, faults = $3, heard_at = NULL, done = NULL, total = NULL`,
    [asTimestamp(now), records, JSON.stringify(kept)],
  );
}

/** It came to no end; what the one before it found stays. */
export async function giveUpCheck(tx: Queryable): Promise<void> {
  await named(
    tx,
    'give_up_record_check',
    'UPDATE record_check SET heard_at = NULL, done = NULL, total = NULL',
  );
}
