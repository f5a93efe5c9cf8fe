import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EmbeddedError } from './failure.ts';
import { toExitError, toSpawnError, spawnPostgres } from './initialise.ts';
import type { Layout } from './layout.ts';
import {
  childrenOf,
  isAlive,
  readPostmaster,
  removeStalePidFile,
  runningPostmaster,
  type Postmaster,
} from './postmaster.ts';

/** Milliseconds between two checks of the PostgreSQL process. */
const POLL_INTERVAL_MS = 5;
const RETRY_LIMIT_MS = 15_000;
const RETRY_INTERVAL_MS = 100;
/** Attempts after which an empty pid file counts as stale. */
const STALE_AFTER_ATTEMPTS = 10;
const FAST_SHUTDOWN_LIMIT_MS = 20_000;
const IMMEDIATE_SHUTDOWN_LIMIT_MS = 1_000;
const KILL_LIMIT_MS = 400;
const LARGEST_LOG_BYTES = 5_000_000;

const MB = 2 ** 20;
/** The cache is an eighth of the memory, but 64 to 512 MB. */
const BUFFERS = { part: 8, least: 64, most: 512 } as const;

/** MB of PostgreSQL's cache. Reads outside a small cache took 40% of a dashboard's time for 10,000 people. */
export const buffersFor = (memory: number): number =>
  Math.floor(Math.min(BUFFERS.most, Math.max(BUFFERS.least, memory / BUFFERS.part / MB)));

const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** A small server: 30 to 40 MB when idle, durable commits. `jit` is off: compiling takes longer than our queries. */
const TUNING: Readonly<Record<string, string | number>> = {
  shared_buffers: `${buffersFor(memory())}MB`,
  // The default grows with the cache, and PostgreSQL occupies all of this memory at the start.
  wal_buffers: '2MB',
  max_connections: 60,
  jit: 'off',
  max_wal_size: '256MB',
  max_worker_processes: 4,
  max_parallel_workers: 2,
  max_logical_replication_workers: 0,
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Leaves out DETAIL lines, since these repeat addresses, ids and whole rows.
  log_error_verbosity: 'terse',
  log_line_prefix: '%m ',
  log_timezone: 'UTC',
};

export type PostgresSettings = Readonly<Record<string, string | number>>;

/** Errors that a retry solves: just after a crash, remains of the dead PostgreSQL can block a start for a moment. */
const TRANSIENT =
  /lock file .*(already exists|is empty)|bogus data in lock file|shared memory block .*still in use/i;

/** Message for a PostgreSQL that ended while we waited for it. It matches `TRANSIENT`, so we retry. */
const JUST_ENDED = 'its lock file already exists, and its process has ended';

export async function ensureRunning(layout: Layout, settings: PostgresSettings): Promise<Postmaster> {
  const giveUpAt = performance.now() + RETRY_LIMIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const running = runningPostmaster(layout.data);
      // Something deleted the socket, so nobody can connect any more: stop this PostgreSQL, and start a new one.
      if (running?.ready && isSocketLost(layout, running)) await shutDown(layout);
      else if (running)
        return await untilReady(layout, running.pid, () =>
          isAlive(running.pid) ? undefined : toExitError('', JUST_ENDED),
        );
      removeStalePidFile(layout.data, attempt > STALE_AFTER_ATTEMPTS);
      return await launch(layout, settings);
    } catch (error) {
      if (!(error instanceof EmbeddedError) || !TRANSIENT.test(error.message) || performance.now() > giveUpAt)
        throw error;
      await wait(RETRY_INTERVAL_MS);
    }
  }
}

const isSocketLost = ({ transport, sockets }: Layout, { port }: Postmaster): boolean =>
  transport === 'socket' && !existsSync(path.join(sockets, `.s.PGSQL.${port}`));

async function launch(layout: Layout, settings: PostgresSettings): Promise<Postmaster> {
  const newer = Number(layout.binaries.major) >= 18 ? { io_method: 'sync' } : {};
  const all = { ...TUNING, ...newer, ...settings, ...(await listenSettings(layout)) };
  const args = [
    '-D',
    layout.data,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  if (existsSync(layout.logFile) && statSync(layout.logFile).size > LARGEST_LOG_BYTES)
    renameSync(layout.logFile, `${layout.logFile}.1`);
  const log = openSync(layout.logFile, 'a', 0o600);
  const before = statSync(layout.logFile).size;
  let ended: (() => EmbeddedError) | undefined;
  try {
    const child = spawnPostgres(layout, layout.binaries.postgres, args, ['ignore', log, log]);
    child.on('error', (error) => (ended = () => toSpawnError(error)));
    child.on(
      'exit',
      (code, signal) =>
        (ended ??= () =>
          toExitError(code ?? signal ?? '', readFileSync(layout.logFile).subarray(before).toString('utf8'))),
    );
    child.unref();
    return await untilReady(layout, child.pid ?? 0, () => ended?.());
  } finally {
    closeSync(log);
  }
}

async function listenSettings({ transport, sockets }: Layout): Promise<PostgresSettings> {
  if (transport === 'socket') return { listen_addresses: '', unix_socket_directories: sockets };
  return { listen_addresses: '127.0.0.1', port: await freePort(), unix_socket_directories: '' };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() =>
          address && typeof address === 'object'
            ? resolve(address.port)
            : reject(new Error('There is no free port.')),
        );
      });
  });
}

/** Waits as long as the process lives, since recovery after a crash takes time. */
async function untilReady(
  layout: Layout,
  pid: number,
  ended: () => EmbeddedError | undefined,
): Promise<Postmaster> {
  let sayAt = performance.now() + 3_000;
  for (;;) {
    const postmaster = readPostmaster(layout.data);
    if (postmaster?.pid === pid && postmaster.ready) return postmaster;
    const failed = ended();
    if (failed) throw failed;
    if (performance.now() > sayAt) {
      layout.say('The database is recovering from an interruption; this can take a moment.');
      sayAt = Infinity;
    }
    await wait(POLL_INTERVAL_MS);
  }
}

/** Fast shutdown: rolls back running statements. Takes 11 ms when idle. */
export async function shutDown(layout: Layout): Promise<void> {
  const running = runningPostmaster(layout.data);
  if (!running) return;
  await signal(layout, running.pid, 'SIGINT');
  if (!(await haveEndedWithin([running.pid], FAST_SHUTDOWN_LIMIT_MS))) await forceStop(layout);
}

/** Stops PostgreSQL at once, or kills it: if it hangs, it would block the next start. Committed data is safe. */
export async function forceStop(layout: Layout): Promise<void> {
  const running = runningPostmaster(layout.data);
  if (!running) return;
  await signal(layout, running.pid, 'SIGQUIT');
  if (await haveEndedWithin([running.pid], IMMEDIATE_SHUTDOWN_LIMIT_MS)) return;
  const all = [running.pid, ...childrenOf(running.pid)];
  for (const pid of all) await signal(layout, pid, 'SIGKILL');
  await haveEndedWithin(all, KILL_LIMIT_MS);
}

async function haveEndedWithin(pids: readonly number[], limitMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + limitMs;
  while (pids.some(isAlive)) {
    if (performance.now() > giveUpAt) return false;
    await wait(POLL_INTERVAL_MS);
  }
  return true;
}

async function signal(layout: Layout, pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  if (process.platform === 'win32' && name !== 'SIGKILL') {
    // Windows has no signals between processes; pg_ctl uses PostgreSQL's own pipe.
    const mode = name === 'SIGINT' ? 'fast' : 'immediate';
    await new Promise((resolve) =>
      execFile(layout.binaries.pgCtl, ['stop', '-W', '-m', mode, '-D', path.resolve(layout.data)], resolve),
    );
    return;
  }
  try {
    process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}
