/** Each night, from three o'clock at the workplace: a backup, if configured, and a check of the record. */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EpochMs, MS_PER_HOUR } from '#domain/time/units';
import { writeBackup } from '../backup/backup.ts';
import { calendarOf } from '../../platform/calendars.ts';
import type { Context, SettingsSource } from '../../platform/context.ts';
import { repeat } from '../../platform/async/background.ts';
import { withoutDeadline } from '../../platform/async/deadline.ts';
import { verify } from '../verification/verify.ts';
import {
  claimCheck,
  saveResult,
  abortCheck,
  saveProgress,
  type RecordCheck,
  listBackups,
  checkPart,
  newestBackupAt,
  readCheck,
  unfinishedBackups,
} from './queries.ts';
import type { NightlyWork } from '#contract/installation/set-up';
import { toInstantText } from '#contract/wire';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type JobContext = Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'version'> & {
  readonly settings: Pick<SettingsSource, 'read'>;
};

const INTERVAL_MS = 15 * 60_000;
const NIGHT_BEGINS_MS = 3 * MS_PER_HOUR;
/** Ledger rows per page. After each page the check rests four times as long as the page took. */
const ROWS_PER_PAGE = 500;
const REST_FACTOR = 4;
const SAVE_EVERY_MS = 1_000;

export const nightOf = async (night: JobContext, at: EpochMs): Promise<string> =>
  calendarOf(await night.settings.read()).dayAt(at - NIGHT_BEGINS_MS).day;

/** Writes the night's backup if it is missing. Removes unfinished files, and the oldest backups beyond BACKUPS_KEPT. */
export async function backUpNightly(
  { config, database, clock, log, version }: JobContext,
  night: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = config.backupDir;
  if (folder === null) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `punctual-${night}.backup`);
  if (!existsSync(file)) {
    const digest = await writeBackup(database, { file, version, now: clock.now(), signal });
    log.info(`Backed up into ${file}. SHA-256 of its heads: ${digest}`);
  }
  const backups = await listBackups(folder);
  const beyond = backups.slice(0, -config.backupsKept).flatMap((one) => [one, `${one}.heads`]);
  for (const name of [...beyond, ...(await unfinishedBackups(folder, night))])
    await rm(path.join(folder, name), { force: true });
}

/** Runs slowly, so that requests stay fast. Logs the result, and saves it for the settings screen. */
async function runCheck({ database, clock, log }: JobContext, signal: AbortSignal): Promise<void> {
  let [startedAt, savedAt] = [performance.now(), 0];
  try {
    const found = await verify(database, {
      page: ROWS_PER_PAGE,
      onPage: async (done, total) => {
        if (performance.now() - savedAt > SAVE_EVERY_MS) {
          savedAt = performance.now();
          await saveProgress(database.pool, clock.now(), { done, total });
        }
        await wait((performance.now() - startedAt) * REST_FACTOR, undefined, { signal });
        startedAt = performance.now();
      },
    });
    await saveResult(database.pool, clock.now(), found);
    const { records, faults } = found;
    if (faults.length === 0) log.info(`Checked ${records} records: none altered.`);
    else log.error(`The record is not as it was written (run punctual verify): ${faults[0]?.fault ?? ''}`);
  } catch (error) {
    await abortCheck(database.pool).catch(() => {});
    throw error;
  }
}

/** Checks the record once a night, even if several servers run. */
export async function checkNightly(night: JobContext, present: string, signal: AbortSignal): Promise<void> {
  const { database, clock } = night;
  const { last } = await readCheck(database.pool, clock.now());
  if (last !== null && (await nightOf(night, last.endedAt)) === present) return;
  if (await claimCheck(database.pool, clock.now())) await runCheck(night, signal);
}

type NightlyJobs = ReturnType<typeof startNightlyJobs>;

export function startNightlyJobs(night: JobContext) {
  const { database, clock, log } = night;
  const job = repeat('The work of the night', INTERVAL_MS, log, async (signal) => {
    const tonight = await nightOf(night, clock.now());
    // The record is checked even if the backup cannot be written.
    for (const work of [backUpNightly, checkNightly])
      await work(night, tonight, signal).catch(job.logFailure);
  });
  let requested = Promise.resolve();
  return {
    /** Starts a check in the background unless one is running. */
    async checkNow(): Promise<void> {
      if (await claimCheck(database.pool, clock.now()))
        requested = withoutDeadline(() => runCheck(night, job.signal)).catch(job.logFailure);
    },
    async stop(): Promise<void> {
      await Promise.all([job.stop(), requested]);
    },
  };
}

export function nightlyRoutes(
  { config, database, clock }: Context,
  jobs: NightlyJobs,
): Handlers<'nightlyWork' | 'checkRecord'> {
  const view = async ({ last, underWay }: RecordCheck): Promise<NightlyWork> => {
    const newest = config.backupDir === null ? null : await newestBackupAt(config.backupDir);
    return {
      now: toInstantText(clock.now()),
      check: {
        last: last && { at: toInstantText(last.endedAt), records: last.records, faults: [...last.faults] },
        underWay,
      },
      backups:
        config.backupDir === null ? null : { newestAt: newest === null ? null : toInstantText(newest) },
    };
  };
  return {
    nightlyWork: async ({ reader }) => {
      const found = await reader().read({ check: checkPart(clock.now()) });
      return found instanceof Refusal ? found : view(found.check);
    },
    checkRecord: async () => {
      await jobs.checkNow();
      return view(await readCheck(database.pool, clock.now()));
    },
  };
}
