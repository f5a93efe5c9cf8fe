/** The embedded PostgreSQL of one DATA_DIR: owned by one Punctual at a time, and brought back when it dies. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedError } from './failure.ts';
import { OWNER, initialise, passwordFile } from './initialise.ts';
import { type PostgresSettings, endNow, ensureRunning, shutDown } from './launch.ts';
import { postgresIdentity } from './identity.ts';
import { type Layout, type LayoutOptions, SYSTEM_BASE, prepareLayout } from './layout.ts';
import { type Postmaster, readPostmaster, runningPostmaster } from './postmaster.ts';
import { hasSystemFolder, systemFolderOf } from './system-folder.ts';

/**
 * Who owns an embedded database: the process that holds an advisory lock on a connection of its own. It ends
 * with the process, however that ends.
 */
/** Where a database of the cluster is, and as whom. */
interface ClusterTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** The number only has to differ from other locks of ours. */
const INSTANCE_LOCK = 7_305_000;

/** Milliseconds. After kill -9 of its process, PostgreSQL notices within moments that a connection is gone. */
const CONNECT_WITHIN = 3_000;
/** For one that hangs; what is asked here takes milliseconds. */
const ANSWER_WITHIN = 30_000;
const ASK_FOR = 1_500;
const ASK_EVERY = 50;

/** duplicate_database, and unique_violation where both began at once. */
const ALREADY_THERE: ReadonlySet<string> = new Set(['42P04', '23505']);

async function connected(target: ClusterTarget): Promise<pg.Client> {
  const client = new pg.Client({
    ...target,
    application_name: 'punctual owner',
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
  });
  // A lost connection is told by 'end'; without a listener the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * @param target the cluster's maintenance database: advisory locks count within one database
 * @returns the connection that holds the lock, or undefined when another process has it
 */
async function acquireInstanceLock(target: ClusterTarget): Promise<pg.Client | undefined> {
  const client = await connected(target);
  const giveUpAt = performance.now() + ASK_FOR;
  try {
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        INSTANCE_LOCK,
      ]);
      if (rows[0]?.taken) return client;
      if (performance.now() > giveUpAt) break;
      await wait(ASK_EVERY);
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return undefined;
}

/**
 * Makes the application's database unless it is there.
 * @param maintenance another database of the cluster, as its owner
 */
async function ensureDatabase(maintenance: ClusterTarget, name: string): Promise<void> {
  const owner = await connected(maintenance);
  try {
    const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await owner.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // Another start was quicker; whether we may go on is decided by the lock.
    if (!(error instanceof Error && 'code' in error && ALREADY_THERE.has(String(error.code)))) throw error;
  } finally {
    await owner.end();
  }
}

export interface EmbeddedPostgres {
  /** As the owner, on the application's database. */
  readonly target: ClusterTarget;
  readonly layout: Layout;
  /** The cluster was made just now. */
  readonly isNew: boolean;
  /** Stops PostgreSQL; everything committed is on disk when it returns. */
  stop(): Promise<void>;
  /** Ends PostgreSQL without a checkpoint, within 1.5 s whatever hangs; the next start recovers. */
  stopNow(): Promise<void>;
}

export interface EmbeddedOptions extends LayoutOptions {
  /** Hears when PostgreSQL goes away, and when it is back. */
  readonly log: { warn(line: string): void; error(line: string): void };
  /**
   * Makes, as the owner, whom the application works as, and the lock is held as; so no connection of the owner
   * stays. Run again when PostgreSQL has been brought back.
   */
  readonly login: (owner: ClusterTarget) => Promise<Pick<ClusterTarget, 'user' | 'password'>>;
  /** Settings over those of ours; the tests turn fsync off. */
  readonly settings?: PostgresSettings;
}

const DATABASE = 'punctual';
const MAINTENANCE = 'postgres';
/** Milliseconds. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;
const LOOK_EVERY = 1_000;

/**
 * @throws EmbeddedError 'alreadyRunning' when another Punctual owns this DATA_DIR, and for every reason
 * PostgreSQL cannot run
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, say, login, settings = {} } = options;
  const layout = prepareLayout(options);
  const isNew = await initialise(layout, say);
  const own = async (): Promise<{ target: ClusterTarget; lock: pg.Client }> => {
    const postmaster = await ensureRunning(layout, settings, say);
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
  const first = await own();
  let stopping = false;

  /** While we live, a PostgreSQL that died is started again. Queries fail meanwhile and are answered with 503. */
  async function supervise(lock: pg.Client): Promise<void> {
    const gone = ended(lock);
    // We were told to stop while it was being brought back.
    if (stopping) await shutDown(layout);
    await gone;
    for (let pause = FIRST_PAUSE; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        const next = await own();
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
  // Told to end by somebody else (SIGTERM), it would refuse new connections but wait for ours to end, for
  // ever: it is ended and begun anew.
  const look = setInterval(() => {
    if (!stopping && readPostmaster(layout.data)?.stopping) void shutDown(layout);
  }, LOOK_EVERY);
  look.unref();

  return {
    target: first.target,
    layout,
    isNew,
    async stop() {
      stopping = true;
      clearInterval(look);
      // The lock is held until PostgreSQL ends by itself, so that nobody adopts a server that is going down.
      await shutDown(layout);
      await supervision;
    },
    async stopNow() {
      stopping = true;
      await endNow(layout);
    },
  };
}

/** The database of a Punctual that runs already; undefined when none does. Nothing is started and no lock is taken. */
export function runningEmbedded(options: LayoutOptions): ClusterTarget | undefined {
  const layout = prepareLayout(options);
  const postmaster = runningPostmaster(layout.data);
  return postmaster && targetOf(layout, postmaster, DATABASE);
}

function targetOf(layout: Layout, postmaster: Postmaster, database: string): ClusterTarget {
  if (layout.transport === 'socket')
    return { host: layout.sockets, port: postmaster.port, user: OWNER, database };
  return {
    host: '127.0.0.1',
    port: postmaster.port,
    user: OWNER,
    database,
    password: readFileSync(passwordFile(layout.folder), 'utf8'),
  };
}

const ended = (client: pg.Client): Promise<void> =>
  new Promise((resolve) => client.once('end', () => resolve()));

/** The folder that holds PostgreSQL's data, wherever it lies. */
export const embeddedFolder = (dataDir: string): string =>
  postgresIdentity() && hasSystemFolder(dataDir)
    ? systemFolderOf(dataDir, SYSTEM_BASE)
    : path.join(dataDir, 'postgres');

/**
 * Takes a database away for good. Only for what can be made again at any time: the demo's, and the tests'.
 * @throws EmbeddedError when the database is running
 */
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
