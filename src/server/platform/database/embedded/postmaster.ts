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

/** A dead process that its parent never waited for, as the first process of a container may not. */
function isZombie(pid: number): boolean {
  const stat = readText(`/proc/${pid}/stat`) ?? '';
  // The program's name stands in brackets and may hold brackets and blanks.
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** What the file says, true or not; undefined without one, or with half of one. */
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
 * After a crash another process may have the pid, or the file is empty: PostgreSQL then refuses to start.
 * @param isWritten PostgreSQL had the time to write its pid into the file
 */
export function removeStalePidFile(data: string, isWritten: boolean): void {
  const postmaster = readPostmaster(data);
  const isStale = postmaster ? isAlive(postmaster.pid) && !isPostmasterOf(postmaster.pid, data) : isWritten;
  if (isStale) rmSync(path.join(data, 'postmaster.pid'), { force: true });
}

/** A postmaster's working directory is its data folder. */
function isPostmasterOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    } catch {
      // It has just ended, or root of a container may not read its folder: its command names the folder.
      return (readText(`/proc/${pid}/cmdline`) ?? '').split('\0').includes(data);
    }
  }
  return commandOf(pid).includes('postgres');
}

/** Returns its child processes, on Linux only: elsewhere those of a killed PostgreSQL end by themselves. */
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
