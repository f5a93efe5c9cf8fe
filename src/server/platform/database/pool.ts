import pg from 'pg';
import type { Log } from '../log.ts';
import { currentDeadline, type Deadline } from '../async/deadline.ts';
import {
  clientConfig,
  connect,
  Connection,
  queryOf,
  type Queryable,
  SESSION_SETTINGS,
  settingsStatement,
  type ConnectionTarget,
} from './connection.ts';
import type { Sql } from './sql.ts';
import { isConnectionLost } from './unavailable.ts';

export interface Database {
  readonly pool: Pool;
  /** Only for punches, so that these never wait for a connection that other requests use. */
  readonly punches: Pool;
  /** For the health check: one connection, so that the check never waits behind failing punches. */
  readonly health: Pool;
  /** A connection outside the pool, with the application's rights and without time limits; the caller ends it. */
  connect(applicationName: string): Promise<Connection>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly target: ConnectionTarget;
  readonly log: Log;
  /** Maximum of connections (default 10), without those for punches and health. More are no faster on two cores. */
  readonly size?: number;
}

/** Limits in ms; short, so that a slow or locked database soon gives 503. Reports may raise `statement_timeout`. */
export const DATABASE_LIMITS = {
  connect: 2_400,
  statement: 2_400,
  lock: 2_000,
  idleInTransaction: 5_000,
  answer: 4_000,
} as const;

const PUNCH_CONNECTIONS = 4;
/**
 * Each connection plans the statement for punches once, since planning every punch would double its cost. The plan
 * must use indexes: a scan that suits a small `request_answer` table gets slow when the table grows.
 */
const PUNCH_PLAN_SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

const POOL_SETTINGS = {
  ...SESSION_SETTINGS,
  statement_timeout: String(DATABASE_LIMITS.statement),
  lock_timeout: String(DATABASE_LIMITS.lock),
  idle_in_transaction_session_timeout: String(DATABASE_LIMITS.idleInTransaction),
};
/** Explicit zeros, since the role itself may have limits. */
const UNLIMITED = {
  ...SESSION_SETTINGS,
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

export function openDatabase({ target, log, size = 10 }: DatabaseOptions): Database {
  let closing = false;
  const openPool = (max: number, settings = POOL_SETTINGS): Pool => {
    const begin = settingsStatement(settings);
    const pool = new Pool({
      ...clientConfig(target, { connectTimeoutMs: DATABASE_LIMITS.connect }),
      // A PostgreSQL that has stopped answering cannot apply its own limit.
      query_timeout: DATABASE_LIMITS.answer,
      max,
      idleTimeoutMillis: 30_000,
      verify: (client, done) => {
        // The query on a cut connection fails and reports that. Without a listener, this event would end the process.
        client.on('error', () => {});
        client.query(begin, done);
      },
    });
    // Only log: a restart of the database ends idle connections, and the next query makes new ones.
    pool.on('error', (error) => {
      if (!closing) log.warn(`A database connection was lost: ${error.message}`);
    });
    return pool;
  };
  const pool = openPool(size);
  const punches = openPool(PUNCH_CONNECTIONS, { ...POOL_SETTINGS, ...PUNCH_PLAN_SETTINGS });
  const health = openPool(1);
  return {
    pool,
    punches,
    health,
    connect: (applicationName) =>
      connect(target, {
        settings: UNLIMITED,
        applicationName,
        connectTimeoutMs: DATABASE_LIMITS.connect,
      }),
    async close() {
      closing = true;
      await Promise.all([pool.end(), punches.end(), health.end()]);
    },
  };
}

export class Pool extends pg.Pool implements Queryable {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: Connection });
  }

  /** Takes a connection; whoever takes it calls its `release`. */
  async take(): Promise<Connection & Pick<pg.PoolClient, 'release'>> {
    return (await this.connect()) as Connection & pg.PoolClient;
  }

  /** Runs a statement outside a transaction. A late statement gets only the rest of the request's time. */
  async run<Row extends object>(statement: string | Sql, values: readonly unknown[] = []): Promise<Row[]> {
    const query = queryOf(statement, values);
    const deadline = currentDeadline();
    deadline?.check();
    const { rows } = deadline
      ? await beforeDeadline<Row>(this, query, deadline)
      : await this.query<Row>(query);
    return rows;
  }
}

async function beforeDeadline<Row extends object>(
  pool: Pool,
  query: pg.QueryConfig,
  deadline: Deadline,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await deadline.settle(async () => {
      if (deadline.leftMs > DATABASE_LIMITS.statement) return client.query<Row>(query);
      await client.query(`SET statement_timeout = ${deadline.leftMs}`);
      try {
        return await client.query<Row>(query);
      } finally {
        await client.query(`SET statement_timeout = ${DATABASE_LIMITS.statement}`);
      }
    });
  } catch (error) {
    broken = isConnectionLost(error);
    throw error;
  } finally {
    client.release(broken);
  }
}
