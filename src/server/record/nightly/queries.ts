/** What became of the checks of the record, and of the backups. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EpochMs } from '#domain/time/units';
import { type Part, readRow } from '../../platform/database/parts.ts';
import { type Queryable, named } from '../../platform/database/pool.ts';
import { constant, sql } from '../../platform/database/sql.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import type { Verification } from '../verification/verify.ts';

/** A kind of fault, in the words of `punctual verify`, and how many there are of it. */
export interface FaultCount {
  readonly fault: string;
  readonly count: number;
}

export interface RecordCheck {
  readonly last: {
    readonly endedAt: EpochMs;
    readonly records: number;
    readonly faults: readonly FaultCount[];
  } | null;
  readonly underWay: { readonly done: number; readonly total: number } | null;
}

/** Of a check that was not heard of for so long its server has ended. Milliseconds. */
export const SILENCE_MS = 60_000;

interface CheckRow {
  readonly ended_at: number | null;
  readonly records: number;
  readonly faults: FaultCount[];
  readonly is_under_way: boolean | null;
  readonly done: number;
  readonly total: number;
}

/** @param now a check that is under way is one only if it was heard of lately */
export const checkPart = (now: EpochMs): Part<RecordCheck> => ({
  name: 'record_check',
  columns: sql`record_check.ended_at, record_check.records, record_check.faults, record_check.done, record_check.total,
    record_check.heard_at BETWEEN ${asTimestamp(now - SILENCE_MS)} AND ${asTimestamp(now + SILENCE_MS)} AS is_under_way`,
  join: constant(' LEFT JOIN record_check ON true'),
  valueOf: ({ ended_at: endedAt, records, faults, is_under_way: isUnderWay, done, total }: CheckRow) => ({
    last: endedAt === null ? null : { endedAt, records, faults },
    underWay: isUnderWay === true ? { done, total } : null,
  }),
});

/** @param now as `checkPart` takes it */
export async function readCheck(tx: Queryable, now: EpochMs): Promise<RecordCheck> {
  const part = checkPart(now);
  return part.valueOf(await readRow(tx, [part]));
}

const BACKUP = /^punctual-\d{4}-\d{2}-\d{2}\.backup$/;
const UNFINISHED = /^punctual-\d{4}-\d{2}-\d{2}\.backup\.[0-9a-f]+\.part$/;

/** Names of the nightly backups, the oldest first. @throws what the operating system says */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => BACKUP.test(name)).toSorted();

/** What backups of earlier nights left whose servers were killed. @throws what the operating system says */
export const unfinishedIn = async (folder: string, night: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => UNFINISHED.test(name) && name < `punctual-${night}`);

/** When the newest nightly backup was written; null when there is none, or the folder cannot be read. */
export async function newestBackupAt(folder: string): Promise<EpochMs | null> {
  try {
    const newest = (await backupsIn(folder)).at(-1);
    return newest === undefined ? null : Math.round((await stat(path.join(folder, newest))).mtimeMs);
  } catch {
    return null;
  }
}

/** Keeps what a check of the record found, and how far it is. */
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
