import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
  readonly stopping: boolean;
}

const PORT_LINE = 3;
const STATUS_LINE = 7;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A zombie is dead, but has a pid until its parent waits for it. A container's first process may never wait. */
function isZombie(pid: number): boolean {
  const stat = readText(`/proc/${pid}/stat`) ?? '';
  // The state follows the last bracket. Before it, the program's name is in brackets and may contain brackets.
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Reads the pid file, which may be stale; undefined if it is missing or half written. */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = (readText(path.join(data, 'postmaster.pid')) ?? '').split('\n');
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  const status = lines[STATUS_LINE]?.trim();
  return { pid, port: Number(lines[PORT_LINE]), ready: status === 'ready', stopping: status === 'stopping' };
}

export function runningPostmaster(data: string): Postmaster | undefined {
  const postmaster = readPostmaster(data);
  return postmaster && isPostmasterOf(postmaster.pid, data) ? postmaster : undefined;
}

/**
 * Deletes a pid file that is empty after a crash, or has another process's pid: PostgreSQL would refuse to start.
 * @param isWritten whether PostgreSQL has had the time to write its pid into the file
 */
export function removeStalePidFile(data: string, isWritten: boolean): void {
  const postmaster = readPostmaster(data);
  const isStale = postmaster ? isAlive(postmaster.pid) && !isPostmasterOf(postmaster.pid, data) : isWritten;
  if (isStale) rmSync(path.join(data, 'postmaster.pid'), { force: true });
}

/** A postmaster's working directory is always its data folder, so compare the two. */
function isPostmasterOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    } catch {
      // The process has just ended, or root in a container may not read `cwd`: look for the folder in its command.
      return (readText(`/proc/${pid}/cmdline`) ?? '').split('\0').includes(data);
    }
  }
  return commandOf(pid).includes('postgres');
}

/** Returns child processes, on Linux only: elsewhere the children of a killed PostgreSQL end by themselves. */
export function childrenOf(pid: number): number[] {
  return (readText(`/proc/${pid}/task/${pid}/children`)?.match(/\d+/g) ?? []).map(Number);
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'win32'
      ? execFileSync('tasklist', ['/fi', `pid eq ${pid}`, '/fo', 'csv', '/nh'], { encoding: 'utf8' })
      : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
