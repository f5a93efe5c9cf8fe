/** The embedded PostgreSQL of one DATA_DIR: one Punctual owns it, and restarts it when it dies. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedError, failureCode } from './failure.ts';
import { OWNER, initialise, isInitialised, passwordFile } from './initialise.ts';
import { type PostgresSettings, forceStop, ensureRunning, shutDown } from './launch.ts';
import { type Layout, type LayoutOptions, SYSTEM_BASE, postgresIdentity, prepareLayout } from './layout.ts';
import { type Postmaster, readPostmaster, runningPostmaster } from './postmaster.ts';
import { hasSystemFolder, systemFolderOf } from './system-folder.ts';

export interface ClusterTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** The process that holds this advisory lock owns the database. The lock ends with the process. */
const INSTANCE_LOCK = 7_305_000;

/** Milliseconds to wait for a connection. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Milliseconds after which the database counts as hanging. A normal answer takes a few milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Milliseconds to keep trying for the lock: PostgreSQL needs a moment to release the lock of a killed process. */
const LOCK_WAIT_MS = 1_500;
const LOCK_RETRY_MS = 50;

/** SQLSTATE duplicate_database. Two starts at the same time can also cause unique_violation. */
const ALREADY_EXISTS: ReadonlySet<string> = new Set(['42P04', '23505']);

async function connectToCluster(target: ClusterTarget): Promise<pg.Client> {
  const client = new pg.Client({
    ...target,
    application_name: 'punctual owner',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  // 'end' reports a lost connection; without a listener the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** @param target the maintenance database: locks are per database. @returns undefined if the lock is taken */
async function acquireInstanceLock(target: ClusterTarget): Promise<pg.Client | undefined> {
  const client = await connectToCluster(target);
  const giveUpAt = performance.now() + LOCK_WAIT_MS;
  try {
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        INSTANCE_LOCK,
      ]);
      if (rows[0]?.taken) return client;
      if (performance.now() > giveUpAt) break;
      await wait(LOCK_RETRY_MS);
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return undefined;
}

async function ensureDatabase(maintenance: ClusterTarget, name: string): Promise<void> {
  const owner = await connectToCluster(maintenance);
  try {
    const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await owner.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // Ignore that a concurrent start created the database: the instance lock decides later which start continues.
    if (!ALREADY_EXISTS.has(failureCode(error))) throw error;
  } finally {
    await owner.end();
  }
}

export interface EmbeddedOptions extends LayoutOptions {
  readonly log: { warn(line: string): void; error(line: string): void };
  /** Creates the application's role, so that only this role stays connected. Also called after a restart. */
  readonly login: (owner: ClusterTarget) => Promise<Pick<ClusterTarget, 'user' | 'password'>>;
  /** PostgreSQL settings that replace ours: tests turn fsync off. */
  readonly settings?: PostgresSettings;
  /** For an upgrade: other programs or folders than those of `dataDir`. */
  readonly layout?: Layout;
}

const DATABASE = 'punctual';
const MAINTENANCE = 'postgres';
/** Milliseconds between attempts to restart. Each pause is twice as long as the one before. */
const FIRST_RESTART_DELAY_MS = 50;
const LONGEST_RESTART_DELAY_MS = 2_000;
const STOP_CHECK_INTERVAL_MS = 1_000;

/** @throws EmbeddedError if another Punctual owns this DATA_DIR ('alreadyRunning'), or PostgreSQL cannot run */
export async function startEmbedded(options: EmbeddedOptions) {
  const { log, login, settings = {} } = options;
  const { layout = prepareLayout(options) } = options;
  const isNew = await initialise(layout);
  const takeOwnership = async (): Promise<{ target: ClusterTarget; lock: pg.Client }> => {
    const postmaster = await ensureRunning(layout, settings);
    const target = targetOf(layout, postmaster, DATABASE);
    await ensureDatabase(targetOf(layout, postmaster, MAINTENANCE), DATABASE);
    const { host, port } = target;
    const lock = await acquireInstanceLock({ host, port, ...(await login(target)), database: MAINTENANCE });
    if (!lock)
      throw new EmbeddedError(
        'alreadyRunning',
        `Punctual is already running on DATA_DIR ${options.dataDir}.`,
      );
    return { target, lock };
  };
  const first = await takeOwnership();
  let stopping = false;

  /** Restarts PostgreSQL if it dies while this server runs. Queries fail meanwhile and are answered with 503. */
  async function supervise(lock: pg.Client): Promise<void> {
    const gone = new Promise<void>((resolve) => lock.once('end', () => resolve()));
    // `stop` was called during the restart, so stop the new PostgreSQL too.
    if (stopping) await shutDown(layout);
    await gone;
    for (
      let pause = FIRST_RESTART_DELAY_MS;
      !stopping;
      pause = Math.min(pause * 2, LONGEST_RESTART_DELAY_MS)
    ) {
      try {
        const next = await takeOwnership();
        log.warn('The database had gone away, and is back.');
        return supervise(next.lock);
      } catch (error) {
        log.error(
          `The database has gone away and cannot be reached yet: ${error instanceof Error ? error.message : String(error)}`,
        );
        await wait(pause);
      }
    }
  }
  const supervision = supervise(first.lock);
  // After a SIGTERM from outside, PostgreSQL waits for ever for our connections. Stop it; `supervise` restarts it.
  const look = setInterval(() => {
    if (!stopping && readPostmaster(layout.data)?.stopping) void shutDown(layout);
  }, STOP_CHECK_INTERVAL_MS);
  look.unref();

  return {
    target: first.target,
    layout,
    isNew,
    /** On return, all commits are on disk. */
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(look);
      // Keep the lock until PostgreSQL has ended: no other start may use a PostgreSQL that is stopping.
      await shutDown(layout);
      await supervision;
    },
    /** Stops without a checkpoint, within 1.5 s even if something hangs. The next start recovers the data. */
    async stopNow(): Promise<void> {
      stopping = true;
      await forceStop(layout);
    },
  };
}

/** Returns the database of a running Punctual, else undefined. Starts nothing and takes no lock. */
export function runningEmbedded(options: LayoutOptions): ClusterTarget | undefined {
  const layout = prepareLayout(options);
  const postmaster = runningPostmaster(layout.data);
  return postmaster && targetOf(layout, postmaster, DATABASE);
}

function targetOf(layout: Layout, postmaster: Postmaster, database: string): ClusterTarget {
  const target = { port: postmaster.port, user: OWNER, database };
  if (layout.transport === 'socket') return { ...target, host: layout.sockets };
  return { ...target, host: '127.0.0.1', password: readFileSync(passwordFile(layout.folder), 'utf8') };
}

export const embeddedFolder = (dataDir: string): string =>
  postgresIdentity() && hasSystemFolder(dataDir)
    ? systemFolderOf(dataDir, SYSTEM_BASE)
    : path.join(dataDir, 'postgres');

export const hasCluster = (dataDir: string): boolean =>
  existsSync(dataDir) &&
  ['data', 'data.upgraded'].some((name) => isInitialised(path.join(embeddedFolder(dataDir), name)));

/** Deletes a database permanently. Only the demo and the tests do this. */
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
