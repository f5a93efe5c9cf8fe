/**
 * From the settings to a migrated database that the application can work on: the embedded one, or that of
 * DATABASE_URL.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { EpochMs } from '#domain/time';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { connect, type ConnectionTarget } from './connection.ts';
import { removeCluster, runningEmbedded, startEmbedded } from './embedded/embedded.ts';
import { EmbeddedError } from './embedded/failure.ts';
import { makeDataDir } from './embedded/layout.ts';
import { ensureApplicationRole, hasItsRights, migrate, ownMigrations } from './migrate.ts';
import { openDatabase, type Database } from './pool.ts';
import { isUnavailable } from './unavailable.ts';
import { asTimestamp } from './wire-types.ts';

export interface OpenOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly say: (line: string) => void;
  /** Ends the waiting for a database out of reach. */
  readonly signal?: AbortSignal;
  /** Milliseconds a DATABASE_URL out of reach is waited for. */
  readonly patience?: number;
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Made once, with the database; cookies carry a part of it. */
  readonly installationId: string;
  /** Closes the connections; the embedded PostgreSQL is stopped. */
  close(): Promise<void>;
  /** For a forced end: the embedded PostgreSQL is told to stop at once, and not waited for. */
  abandon(): void;
}

/** A server of the database: somebody else's, or ours. */
interface Server {
  readonly target: ConnectionTarget;
  readonly isNew: boolean;
  stop(): Promise<void>;
  stopNow(): void;
}

const PATIENCE = 30_000;
const ASK_EVERY = 500;

/** @throws StartError for every reason that can be told in one line */
export async function openPunctualDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const { config, clock, log, say } = options;
  const began = performance.now();
  const server =
    config.databaseUrl === null
      ? await startEmbedded({ dataDir: config.dataDir, log, say }).catch(throwStartError)
      : await reachServer(config.databaseUrl, options);
  try {
    const owner = await connect(server.target, { applicationName: 'punctual migration' });
    // What a migration found in the data that is there.
    owner.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING' && message) log.warn(message);
    });
    const wanted = await ensureApplicationRole(owner);
    const applied = await migrate(owner, ownMigrations(), clock.now());
    const role = wanted !== null && (await hasItsRights(owner, wanted)) ? wanted : null;
    const id = await installationId(owner, clock.now());
    await owner.end();
    if (server.isNew)
      say(`Creating the database ... done (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    else if (applied.length > 0) say(`Bringing the database up to date ... done (${applied.join(', ')})`);
    if (role === null)
      log.warn(
        'There is no role of fewer rights in this database: Punctual works with all rights of its user.',
      );
    const database = openDatabase({ target: server.target, role, log });
    return {
      database,
      installationId: id,
      async close() {
        if (!database.pool.ending) await database.close();
        await server.stop();
      },
      abandon: () => server.stopNow(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function reachServer(url: string, options: OpenOptions): Promise<Server> {
  // The outbox of mails lies there, so it is needed with any database.
  try {
    makeDataDir(options.config.dataDir);
  } catch (error) {
    throwStartError(error);
  }
  const client = await untilReached(url, options);
  await client.end();
  return { target: { url }, isNew: false, stop: async () => {}, stopNow() {} };
}

async function untilReached(
  url: string,
  { say, signal, patience = PATIENCE }: OpenOptions,
): Promise<pg.Client> {
  const { host } = new URL(url);
  const giveUpAt = performance.now() + patience;
  for (let waiting = false; ; waiting = true) {
    signal?.throwIfAborted();
    try {
      return await connect({ url });
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
          `Waiting for the database of DATABASE_URL (${host || 'this machine'}), up to ${Math.round(patience / 1000)} s ...`,
        );
      await wait(ASK_EVERY, undefined, signal ? { signal } : {});
    }
  }
}

/**
 * The embedded database of a Punctual that runs already; undefined when none does. Nothing is started and no
 * lock is taken.
 * @throws StartError when its folder cannot be used
 */
export function runningDatabase(dataDir: string, say: (line: string) => void): ConnectionTarget | undefined {
  try {
    return runningEmbedded({ dataDir, say });
  } catch (error) {
    return throwStartError(error);
  }
}

/** Takes the embedded database away for good. @throws StartError when it is running */
export function removeDatabase(dataDir: string): void {
  try {
    removeCluster(dataDir);
  } catch (error) {
    throwStartError(error);
  }
}

/** What keeps the embedded PostgreSQL from running is a reason not to start. */
function throwStartError(error: unknown): never {
  throw error instanceof EmbeddedError ? new StartError(error.failure, error.message) : error;
}

/** Without the address, which may hold a password. */
const reason = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/\.$/, '') : 'no answer';

/** The installation's id, made at the first call. Of two servers that start at once, both get the same. */
async function installationId(owner: pg.ClientBase, now: EpochMs): Promise<string> {
  await owner.query('INSERT INTO installation (id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    randomUUID(),
    asTimestamp(now),
  ]);
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM installation');
  const [row] = rows;
  if (!row) throw new Error('The database has no installation id.');
  return row.id;
}
