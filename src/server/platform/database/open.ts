import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { EpochMs } from '#domain/time/units';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { isOutOfReach, toOutOfReachError, whileDatabaseAnswers } from './answering.ts';
import { ensureApplicationRole, isConfined, withLogin, type Login } from './application-role.ts';
import { connect, keepsConnections, type ConnectionTarget, type Connection } from './connection.ts';
import {
  hasCluster,
  removeCluster,
  runningEmbedded,
  startEmbedded,
  type ClusterTarget,
  type EmbeddedOptions,
} from './embedded/embedded.ts';
import { EmbeddedError } from './embedded/failure.ts';
import { makeDataDir } from './embedded/layout.ts';
import { startUpgrade } from './embedded/upgrade.ts';
import { migrate, ownMigrations, plannedMigrations, withMigrationLock, planLines } from './migrate.ts';
import { DATABASE_LIMITS, openDatabase } from './pool.ts';
import { grantRights } from './rights.ts';
import { isUnavailable } from './unavailable.ts';
import { asTimestamp } from './wire-types.ts';

export interface OpenOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Prints a line for the operator. */
  readonly say: (line: string) => void;
  /** Shares the PostgreSQL of a server that runs on the same DATA_DIR, and does not stop it. */
  readonly isShared?: boolean;
  /** Folders and settings of the embedded PostgreSQL, if not those for DATA_DIR. */
  readonly embedded?: Pick<EmbeddedOptions, 'layout' | 'settings'>;
  /** Runs as the database's owner before migrations: a restore fills the empty database. */
  readonly beforeMigrating?: (owner: Connection) => Promise<void>;
  /** Ends the wait for a database out of reach, or for another server that migrates it. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for a DATABASE_URL out of reach, or for a database that has stopped answering. */
  readonly timeoutMs?: number;
}

interface DatabaseServer {
  readonly owner: ConnectionTarget;
  readonly isNew: boolean;
  stop(): Promise<void>;
  /** Forces an end within 1.5 s, even if something hangs. */
  stopNow(): Promise<void>;
}

/** For a PostgreSQL that we did not start: we do not stop it either. */
const leaveRunning = { stop: async () => {}, stopNow: async () => {} };

const TIMEOUT_MS = 30_000;
const RETRY_INTERVAL_MS = 500;

export async function openPunctualDatabase(options: OpenOptions) {
  const { config, log, say, timeoutMs = TIMEOUT_MS } = options;
  const began = performance.now();
  const server =
    config.databaseUrl === null
      ? await embeddedServer(options)
      : await reachServer(config.databaseUrl, options);
  try {
    const { login, applied, installationId } = await whileDatabaseAnswers(
      server.owner,
      timeoutMs,
      prepareDatabase(server.owner, options),
      options.signal,
    );
    if (server.isNew)
      say(`Creating the database ... done (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    else if (applied.length > 0) say(`Bringing the database up to date ... done (${applied.join(', ')})`);
    const database = openDatabase({ target: login ?? server.owner, log });
    const close = async (): Promise<void> => {
      if (!database.pool.ending) await database.close();
      await server.stop();
    };
    return { database, installationId, close, abandon: (): Promise<void> => server.stopNow() };
  } catch (error) {
    const cause = toOutOfReachError(error);
    // Force the end of a PostgreSQL that does not answer: it may ignore a normal stop.
    await (isOutOfReach(cause) ? server.stopNow() : server.stop());
    throw cause;
  }
}

/** Says what `migrate` would do, and changes nothing: no table, no role, no data folder. */
export async function planMigration(options: OpenOptions): Promise<string[]> {
  const { databaseUrl, dataDir } = options.config;
  if (databaseUrl === null && !hasCluster(dataDir))
    return [`There is no database in DATA_DIR ${dataDir} yet. migrate would create one.`];
  if (databaseUrl !== null) await waitUntilReached(databaseUrl, options);
  const server =
    databaseUrl === null
      ? await embeddedServer({ ...options, isShared: true }, async (owner) => owner)
      : { owner: { url: databaseUrl }, ...leaveRunning };
  try {
    const owner = await connect(server.owner, { applicationName: 'punctual migration plan' });
    const migrations = ownMigrations();
    return planLines(migrations, await plannedMigrations(owner, migrations).finally(() => owner.end()));
  } finally {
    await server.stop();
  }
}

async function prepareDatabase(
  target: ConnectionTarget,
  { config, clock, log, beforeMigrating }: OpenOptions,
): Promise<{ login: ConnectionTarget | null; applied: string[]; installationId: string }> {
  const owner = await connect(target, { applicationName: 'punctual migration' });
  // Migrations report problems of existing data as warnings.
  owner.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) log.warn(message);
  });
  try {
    return await withMigrationLock(owner, async () => {
      await beforeMigrating?.(owner);
      const applied = await migrate(owner, ownMigrations(), clock.now(), (name) =>
        log.warn(`Migration ${name} waits for a table that is in use, as by a backup. It is tried again.`),
      );
      const login = await applicationLogin(owner, target, config.databaseAppUrl);
      const installation = await installationId(owner, clock.now());
      const client = await connect(login ?? target);
      try {
        if (login !== null) await grantRights(owner, await userOf(client));
        await checkConnection(client, installation, log);
      } finally {
        await client.end();
      }
      return { login, applied, installationId: installation };
    });
  } finally {
    await owner.end();
  }
}

async function applicationLogin(
  owner: Connection,
  target: ConnectionTarget,
  url: string | null,
): Promise<ConnectionTarget | null> {
  if (url === null) {
    const made = await ensureApplicationRole(owner, target);
    return made && withLogin(target, made);
  }
  const client = await connect({ url }).catch((error: unknown) => {
    throw new StartError(
      'databaseOutOfReach',
      `The database of DATABASE_APP_URL cannot be reached: ${reason(error)}.`,
    );
  });
  await client.end();
  if (client.user === owner.user)
    throw new StartError(
      'invalidSettings',
      'DATABASE_APP_URL names the same user as DATABASE_URL: it has to be one who owns nothing.',
    );
  await requireKeptConnections('DATABASE_APP_URL', url);
  return { url };
}

async function requireKeptConnections(name: string, url: string): Promise<void> {
  if (!(await keepsConnections({ url })))
    throw new StartError(
      'invalidSettings',
      `${name} leads through a pooler that shares its connections between transactions. Set it to sessions: see "PgBouncer" in docs/operations.md.`,
    );
}

/** Asks the connection itself, since a pooler may sign in as another user than the one in the URL. */
async function userOf(client: Connection): Promise<string> {
  const { rows } = await client.query<{ user: string }>('SELECT current_user AS user');
  return rows[0]?.user ?? '';
}

async function checkConnection(client: Connection, installation: string, log: Log): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM installation');
  if (rows[0]?.id !== installation)
    throw new StartError('invalidSettings', 'DATABASE_APP_URL and DATABASE_URL lead to two databases.');
  if (!(await isConfined(client)))
    log.warn(
      'Punctual works with more rights over its database than it needs: see "Who works on the database" in docs/operations.md.',
    );
}

async function embeddedServer(options: OpenOptions, signInAs = ensureEmbeddedLogin): Promise<DatabaseServer> {
  const { config, log, say, isShared = false, timeoutMs = TIMEOUT_MS } = options;
  const { dataDir } = config;
  const login: typeof signInAs = (target) => whileDatabaseAnswers(target, timeoutMs, signInAs(target));
  try {
    const running = isShared ? runningEmbedded({ dataDir, say }) : undefined;
    if (running) return { owner: running, isNew: false, ...leaveRunning };
    const { target, ...embedded } = await startEmbedded({ dataDir, log, say, login, ...options.embedded });
    return { owner: target, ...embedded };
  } catch (error) {
    return throwStartError(error);
  }
}

async function ensureEmbeddedLogin(target: ClusterTarget): Promise<Login> {
  const owner = await connect(target, { applicationName: 'punctual migration' });
  try {
    const login = await withMigrationLock(owner, () => ensureApplicationRole(owner, target));
    if (!login) throw new Error('The embedded database does not let the application in.');
    return login;
  } finally {
    await owner.end();
  }
}

async function reachServer(url: string, options: OpenOptions): Promise<DatabaseServer> {
  // The database is elsewhere, but the outbox of mails still needs DATA_DIR.
  try {
    makeDataDir(options.config.dataDir);
  } catch (error) {
    throwStartError(error);
  }
  await waitUntilReached(url, options);
  await requireKeptConnections('DATABASE_URL', url);
  return { owner: { url }, isNew: false, ...leaveRunning };
}

async function waitUntilReached(
  url: string,
  { say, signal, timeoutMs = TIMEOUT_MS }: OpenOptions,
): Promise<void> {
  const { host } = new URL(url);
  const giveUpAt = performance.now() + timeoutMs;
  for (let waiting = false; ; waiting = true) {
    signal?.throwIfAborted();
    try {
      const client = await connect({ url }, { connectTimeoutMs: DATABASE_LIMITS.connect });
      return void client.end();
    } catch (error) {
      const why = error instanceof AggregateError ? error.errors.map(reason).join(', ') : reason(error);
      const refused = new StartError(
        'databaseOutOfReach',
        `The database of DATABASE_URL (${host || 'this machine'}) cannot be reached: ${why}.`,
      );
      if (!(isUnavailable(error) || error instanceof AggregateError) || performance.now() > giveUpAt)
        throw refused;
      if (!waiting)
        say(
          `Waiting for the database of DATABASE_URL (${host || 'this machine'}), up to ${Math.round(timeoutMs / 1000)} s ...`,
        );
      await wait(RETRY_INTERVAL_MS, undefined, signal ? { signal } : {});
    }
  }
}

/** @returns null if the embedded database is of our major version */
export const startUpgradeIfNeeded = (options: OpenOptions, oldBinaries: string | undefined) =>
  startUpgrade(
    { ...options, dataDir: options.config.dataDir, login: async (owner) => owner },
    oldBinaries,
  ).catch(throwStartError);

export function removeDatabase(dataDir: string): void {
  try {
    removeCluster(dataDir);
  } catch (error) {
    throwStartError(error);
  }
}

function throwStartError(error: unknown): never {
  throw error instanceof EmbeddedError
    ? new StartError(error.failure, error.message)
    : toOutOfReachError(error);
}

/** The error's text without the URL, which may hold a password. */
const reason = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/\.$/, '') : 'no answer';

/** Creates the installation's id at the first call. Two servers that start at once get the same id. */
async function installationId(owner: Connection, now: EpochMs): Promise<string> {
  await owner.query('INSERT INTO installation (id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    randomUUID(),
    asTimestamp(now),
  ]);
  const [row] = (await owner.query<{ id: string }>('SELECT id FROM installation')).rows;
  if (!row) throw new Error('The database has no installation id.');
  return row.id;
}
