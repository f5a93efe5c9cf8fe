/** `punctual migrate`: for those who want the database brought up to date before the servers start. */
import { systemClock } from '../server/clock.ts';
import { openPunctualDatabase } from '../server/database/open.ts';
import { createLog } from '../server/log.ts';
import { requireConfig } from '../server/main.ts';

export async function migrateOnly({
  root,
  print,
}: {
  root: string;
  print: (line: string) => void;
}): Promise<void> {
  const config = requireConfig(process.env, root);
  const log = createLog(config.logLevel, systemClock, (line) => process.stderr.write(line));
  const opened = await openPunctualDatabase({ config, clock: systemClock, log, say: print });
  await opened.close();
  print('The database is up to date.');
}
