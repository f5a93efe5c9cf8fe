/** Brings the included database to the major version of PostgreSQL that this version of Punctual comes with. */
import { readFileSync } from 'node:fs';
import { connect } from '../server/platform/database/connection.ts';
import {
  openPunctualDatabase,
  startUpgradeIfNeeded,
  type OpenOptions,
} from '../server/platform/database/open.ts';
import { writeBackup } from '../server/record/backup/backup.ts';
import { validateBackup } from '../server/record/backup/file.ts';
import { restore } from '../server/record/backup/restore.ts';
import { verify } from '../server/record/verification/verify.ts';
import { StartError } from '../server/platform/start-error.ts';
import { versionOf } from '../server/main.ts';
import { createOpenOptions, print } from './command.ts';
import { faultLines } from './verify.ts';

type Upgrade = NonNullable<Awaited<ReturnType<typeof startUpgradeIfNeeded>>>;

export async function upgradeDatabase(root: string, oldBinaries: string | undefined): Promise<void> {
  const options = { ...createOpenOptions(root), isShared: false };
  if (options.config.databaseUrl !== null)
    throw new StartError(
      'invalidSettings',
      'DATABASE_URL is set, and upgrade-database is for the included PostgreSQL. Upgrade yours by its own tools, such as pg_upgrade.',
    );
  const upgrade = await startUpgradeIfNeeded(options, oldBinaries);
  if (!upgrade) return print("The database is of this version's PostgreSQL already. There is nothing to do.");
  try {
    await fillAndCheckNewDatabase(options, versionOf(root), upgrade);
  } catch (error) {
    upgrade.removeRemains();
    throw error;
  } finally {
    await upgrade.stopFormer();
  }
  print('4 of 4: Switching to the new database ...');
  const kept = upgrade.switchOver();
  upgrade.removeRemains();
  print(`Done. The former database is kept in ${kept}. Remove that folder once you are sure not to go back.`);
}

async function fillAndCheckNewDatabase(
  options: OpenOptions,
  version: string,
  upgrade: Upgrade,
): Promise<void> {
  const { former, file, majors, embedded } = upgrade;
  const now = options.clock.now();
  print(`1 of 4: Writing all data of PostgreSQL ${majors.from} to a file ...`);
  const database = { connect: (applicationName: string) => connect(former, { applicationName }) };
  // Other backups leave out sessions and keys. This one contains them, since the installation stays the same.
  await writeBackup(database, { file, version, now }, ['schema_migrations']);
  print(`2 of 4: Filling a new database of PostgreSQL ${majors.to} ...`);
  const header = await validateBackup(file);
  const opened = await openPunctualDatabase({
    ...options,
    say: () => {},
    embedded,
    beforeMigrating: (owner) => restore(owner, file, header, now),
  });
  print('3 of 4: Checking the new database ...');
  const heads = readFileSync(`${file}.heads`, 'utf8');
  const found = await verify(opened.database, { heads }).finally(() => opened.close());
  for (const line of faultLines(found)) print(line);
  if (found.faults.length > 0)
    throw new StartError(
      'unexpected',
      'Nothing was switched: the former database is in place. If its own version finds the same by punctual verify, restore a backup of it in a new DATA_DIR instead.',
    );
}
