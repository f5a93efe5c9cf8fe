/**
 * Who owns an embedded database: the process that holds an advisory lock on a connection of its own. It ends
 * with the process, however that ends.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Where a database of the cluster is, and as whom. */
export interface ClusterTarget {
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
export async function acquireInstanceLock(target: ClusterTarget): Promise<pg.Client | undefined> {
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
export async function ensureDatabase(maintenance: ClusterTarget, name: string): Promise<void> {
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
