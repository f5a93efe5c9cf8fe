/** Once a night, from three o'clock at the workplace on: a backup where one is wanted, and a check of the record. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MS_PER_HOUR } from '#domain/time';
import { writeBackup } from './backup/backup.ts';
import { calendarOf } from './calendars.ts';
import type { Context } from './context.ts';
import { forLog } from './error-text.ts';
import { readSettings } from './settings/queries.ts';
import { verify } from './verification/verify.ts';

export type Night = Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'version'>;

const LOOK_EVERY_MS = 15 * 60_000;
const NIGHT_BEGINS_MS = 3 * MS_PER_HOUR;
/** Rows of the ledger that are checked at once; then four times as long as that took is left to everybody else. */
const PAGE = 500;
const REST = 4;
const BACKUP = /^punctual-\d{4}-\d{2}-\d{2}\.backup$/;

/** The day on which the present night began. */
export async function nightOf({ database, clock }: Night): Promise<string> {
  const { timeZone } = await readSettings(database.pool);
  return calendarOf(timeZone).dayAt(clock.now() - NIGHT_BEGINS_MS).day;
}

/** Writes the night's backup unless it is there, and takes away those beyond BACKUPS_KEPT, the oldest first. */
export async function backUpNightly(
  { config, database, clock, version }: Night,
  night: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = config.backupDir;
  if (folder === null) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `punctual-${night}.backup`);
  if (!existsSync(file)) await writeBackup(database, { file, version, now: clock.now(), signal });
  const backups = (await readdir(folder)).filter((name) => BACKUP.test(name)).toSorted();
  for (const name of backups.slice(0, -config.backupsKept)) await rm(path.join(folder, name));
}

/** Checks the record slowly, so that nobody waits for it, and tells what it found in the log. */
export async function checkNightly({ database, log }: Night, signal: AbortSignal): Promise<void> {
  let began = performance.now();
  const { records, faults } = await verify(database, {
    page: PAGE,
    onPage: async () => {
      await wait((performance.now() - began) * REST, undefined, { signal });
      began = performance.now();
    },
  });
  if (faults.length === 0) log.info(`Checked ${records} records: none altered.`);
  else log.error(`The record is not as it was written (run punctual verify): ${faults[0]?.fault ?? ''}`);
}

/** @returns what stops it */
export function startNights(night: Night): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let checked: string | undefined;
  let round = Promise.resolve();
  const look = async (): Promise<void> => {
    const present = await nightOf(night);
    await backUpNightly(night, present, signal);
    if (checked === present) return;
    await checkNightly(night, signal);
    checked = present;
  };
  const timer = setInterval(() => {
    round = round.then(look).catch((error: unknown) => {
      if (!signal.aborted) night.log.warn(`The work of the night failed: ${forLog(error)}`);
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await round;
  };
}
