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

/** All processes of the machine. */
export function allProcesses(): { pid: number; parent: number; command: string }[] {
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
  });
}

/** Of PostgreSQL: its own processes, and one for each connection. @param one 0 for none */
export const childrenOf = (one: number): number[] =>
  allProcesses()
    .filter(({ parent }) => parent === one && one > 0)
    .map(({ pid }) => pid);

/** Sends SIGKILL and waits until they have ended. Some may have ended before. */
export async function killAll(pids: readonly number[]): Promise<void> {
  // 0 would be this process and its group.
  if (pids.includes(0)) throw new Error('There is no process to kill.');
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
