import { statSync } from 'node:fs';
import path from 'node:path';
import { writeBackup } from '../server/record/backup/backup.ts';
import { validateBackup } from '../server/record/backup/file.ts';
import { restore } from '../server/record/backup/restore.ts';
import { systemClock } from '../server/platform/clock.ts';
import { openPunctualDatabase } from '../server/platform/database/open.ts';
import { createLog } from '../server/platform/log.ts';
import { requireConfig, versionOf } from '../server/main.ts';
import { print, withDatabase } from './command.ts';

export async function backUp(root: string, file: string): Promise<void> {
  const absolute = path.resolve(file);
  const digest = await withDatabase(root, ({ database, clock }) =>
    writeBackup(database, { file: absolute, version: versionOf(root), now: clock.now() }),
  );
  const megabytes = (statSync(absolute).size / 1024 / 1024).toFixed(1);
  print(`Backed up into ${absolute} (${megabytes} MB). SHA-256 of ${path.basename(file)}.heads: ${digest}`);
}

export async function restoreBackup(root: string, file: string): Promise<void> {
  const absolute = path.resolve(file);
  const header = await validateBackup(absolute);
  const config = requireConfig(process.env, root);
  const opened = await openPunctualDatabase({
    config,
    clock: systemClock,
    log: createLog(config.logLevel, systemClock, (line) => process.stderr.write(line)),
    say: print,
    beforeMigrating: (owner) => restore(owner, absolute, header, systemClock.now()),
  });
  await opened.close();
  print(`Restored the backup made at ${header.madeAt}. Everybody signs in again.`);
}
