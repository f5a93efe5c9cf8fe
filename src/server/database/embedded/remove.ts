/**
 * Takes a database away for good. Only for what can be made again at any time: the demo's, and the tests'.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedError } from './failure.ts';
import { postgresIdentity } from './identity.ts';
import { SYSTEM_BASE } from './layout.ts';
import { runningPostmaster } from './postmaster.ts';
import { hasSystemFolder, systemFolderOf } from './system-folder.ts';

/** The folder that holds PostgreSQL's data, wherever it lies. */
export const embeddedFolder = (dataDir: string): string =>
  postgresIdentity() && hasSystemFolder(dataDir)
    ? systemFolderOf(dataDir, SYSTEM_BASE)
    : path.join(dataDir, 'postgres');

/** @throws EmbeddedError when the database is running */
export function removeCluster(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const folder = embeddedFolder(dataDir);
  const running = runningPostmaster(path.join(folder, 'data'));
  if (running)
    throw new EmbeddedError(
      'alreadyRunning',
      `The database of ${dataDir} is running (process ${running.pid}).`,
    );
  rmSync(folder, { recursive: true, force: true });
}
