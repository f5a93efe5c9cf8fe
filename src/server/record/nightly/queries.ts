import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EpochMs } from '#domain/time/units';
import { type QueryPart, readRow, constant, sql } from '../../platform/database/sql.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { asTimestamp } from '../../platform/database/wire-types.ts';
import type { Verification } from '../verification/verify.ts';

type FaultCount = Pick<Verification['faults'][number], 'fault' | 'count'>;

export interface RecordCheck {
  readonly last: {
    readonly endedAt: EpochMs;
    readonly records: number;
    readonly faults: readonly FaultCount[];
  } | null;
  readonly underWay: { readonly done: number; readonly total: number } | null;
}

/** Milliseconds without progress, after which a check counts as aborted. */
export const SILENCE_MS = 60_000;

interface CheckRow {
  readonly endedAt: EpochMs | null;
  readonly records: number;
  readonly faults: FaultCount[];
  readonly isUnderWay: boolean | null;
  readonly done: number;
  readonly total: number;
}

export const checkPart = (now: EpochMs): QueryPart<RecordCheck> => ({
  columns: sql`record_check.ended_at AS "endedAt", record_check.records, record_check.faults, record_check.done, record_check.total,
    record_check.heard_at BETWEEN ${asTimestamp(now - SILENCE_MS)} AND ${asTimestamp(now + SILENCE_MS)} AS "isUnderWay"`,
  join: constant(' LEFT JOIN record_check ON true'),
  valueOf: ({ endedAt, records, faults, isUnderWay, done, total }: CheckRow) => ({
    last: endedAt === null ? null : { endedAt, records, faults },
    underWay: isUnderWay === true ? { done, total } : null,
  }),
});

export async function readCheck(tx: Queryable, now: EpochMs): Promise<RecordCheck> {
  const part = checkPart(now);
  return part.valueOf(await readRow(tx, [part]));
}

const BACKUP = /^punctual-\d{4}-\d{2}-\d{2}\.backup$/;
const UNFINISHED = /^punctual-\d{4}-\d{2}-\d{2}\.backup\.[0-9a-f]+\.part$/;

/** Oldest first. @throws system errors */
export const listBackups = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => BACKUP.test(name)).toSorted();

/** Files that killed servers left behind on earlier nights. @throws system errors */
export const unfinishedBackups = async (folder: string, night: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => UNFINISHED.test(name) && name < `punctual-${night}`);

/** Null without a backup, or if the folder cannot be read. */
export async function newestBackupAt(folder: string): Promise<EpochMs | null> {
  try {
    const newest = (await listBackups(folder)).at(-1);
    return newest === undefined ? null : Math.round((await stat(path.join(folder, newest))).mtimeMs);
  } catch {
    return null;
  }
}

/** @returns false while another server is checking */
export async function claimCheck(tx: Queryable, now: EpochMs): Promise<boolean> {
  const rows = await tx.run(
    `INSERT INTO record_check (heard_at, done, total) VALUES ($1, 0, 0)
     ON CONFLICT (id) DO UPDATE SET heard_at = excluded.heard_at, done = 0, total = 0
     WHERE record_check.heard_at IS NULL OR record_check.heard_at NOT BETWEEN $2 AND $3 RETURNING id`,
    [asTimestamp(now), asTimestamp(now - SILENCE_MS), asTimestamp(now + SILENCE_MS)],
  );
  return rows.length > 0;
}

export async function saveProgress(
  tx: Queryable,
  now: EpochMs,
  { done, total }: { readonly done: number; readonly total: number },
): Promise<void> {
  await tx.run('UPDATE record_check SET heard_at = $1, done = $2, total = $3 WHERE heard_at IS NOT NULL', [
    asTimestamp(now),
    done,
    total,
  ]);
}

export async function saveResult(tx: Queryable, now: EpochMs, { records, faults }: Verification) {
  const counts: FaultCount[] = faults.map(({ fault, count }) => ({ fault, count }));
  await tx.run(
    `UPDATE record_check SET ended_at = $1, records = $2, faults = $3, heard_at = NULL, done = NULL, total = NULL`,
    [asTimestamp(now), records, JSON.stringify(counts)],
  );
}

/** Marks the check as not running. The result of the previous check stays. */
export async function abortCheck(tx: Queryable): Promise<void> {
  await tx.run('UPDATE record_check SET heard_at = NULL, done = NULL, total = NULL');
}
