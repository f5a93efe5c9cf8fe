/**
 * Removes what an embedded PostgreSQL of a test leaves behind: its process, its data, and as root its folder outside
 * DATA_DIR.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, runningPostmaster } from '#server/platform/database/embedded/postmaster';
import { embeddedFolder, removeCluster } from '#server/platform/database/embedded/embedded';

export async function removeEmbedded(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const running = runningPostmaster(path.join(embeddedFolder(dataDir), 'data'));
  if (running) {
    process.kill(running.pid, 'SIGQUIT');
    while (isAlive(running.pid)) await wait(10);
  }
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}
