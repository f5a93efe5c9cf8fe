/** Processes, and signals to several at once. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { isAlive } from '#server/platform/database/embedded/postmaster';
import { until } from '#tests/support/punctual-process';

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

/** Of PostgreSQL: its own processes, and one for each connection. */
export function childrenOf(parent: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** Sends SIGKILL and waits until they have ended. Some may have ended before. */
export async function killAll(pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGKILL');
  await until('they are dead', () => !pids.some(isAlive));
}

/** Empty for a process that has ended or belongs to another user. */
function read(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
