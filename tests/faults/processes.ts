/** The processes of a PostgreSQL, and signals to all of them at once. */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';

/** Processes with this working folder. All processes of PostgreSQL work in its data folder. */
export function processesIn(folder: string): number[] {
  const wanted = realpathSync(folder);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && read(() => readlinkSync(`/proc/${pid}/cwd`)) === wanted);
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) read(() => String(process.kill(pid, signal)));
}

/** Empty for a process that has ended or belongs to another user. */
function read(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
