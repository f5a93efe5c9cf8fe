/**
 * PostgreSQL for the tests: one embedded cluster for each test run, a template database that is migrated once, and a
 * clone for each test file. `tests/support/global-setup.ts` starts the cluster. fsync is off, since no data must
 * survive.
 */
import { execFile } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { connect, type ConnectionTarget, type Connection } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded/embedded';
import { prepareLayout } from '#server/platform/database/embedded/layout';
import { isAlive } from '#server/platform/database/embedded/postmaster';
import { ensureApplicationRole, withLogin, type Login } from '#server/platform/database/application-role';
import { migrate, ownMigrations } from '#server/platform/database/migrate';
import { grantRights } from '#server/platform/database/rights';
import { openDatabase, type Database } from '#server/platform/database/pool';
import { systemClock } from '#server/platform/clock';
import { silentLog } from '#tests/support/silent-log';
import { removeEmbedded } from './embedded-remains.ts';

export interface TestCluster {
  /** Connects as the owner to the cluster's maintenance database. */
  readonly target: ConnectionTarget;
  /** The migrated database to clone. Nobody may connect to it, since cloning would fail. */
  readonly template: string;
  /** Tablespace of the clones: in memory if there is room. */
  readonly tablespace: string;
  /** Login of the application on every clone. */
  readonly login: Login;
  /** PostgreSQL data folder with a migrated database. No server runs on it; `giveDatabase` copies it. */
  readonly made: string;
}

export interface TestDatabase {
  /** Connects as the owner. */
  readonly target: ConnectionTarget;
  /** Connects as the application, with its rights and limits, as the server does. */
  readonly database: Database;
  /** Connection of the owner, for tests that read or change more than the application may. */
  readonly owner: Connection;
  /** Ends the connections and drops the database. */
  drop(): Promise<void>;
}

/** Environment variable that describes the cluster. Workers inherit it from the process that started the cluster. */
const VARIABLE = 'PUNCTUAL_TEST_CLUSTER';
const TEMPLATE = 'punctual';
const FOLDER = 'punctual-tests-';
/** Clones are files in memory if there is room, since creating and dropping a clone mostly handles 300 files. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 31;
const TABLESPACE = 'memory';
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  shared_buffers: '32MB',
};

/** @returns the cluster, and a function that stops it and may be called twice */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  await removeAbandoned();
  const dataDir = mkdtempSync(path.join(tmpdir(), `${FOLDER}${process.pid}-`));
  const start = () =>
    startEmbedded({
      dataDir,
      say: () => {},
      log: silentLog,
      login: async ({ user }) => ({ user }),
      settings: SETTINGS,
    });
  if (hasTestCluster()) await giveDatabase(dataDir);
  let postgres = await start();
  const memory = hasRoomInMemory() ? mkdtempSync(path.join(MEMORY, `${FOLDER}${process.pid}-`)) : null;
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await removeEmbedded(dataDir);
    if (memory !== null) rmSync(memory, { recursive: true, force: true });
  };
  try {
    const login = await asOwner(postgres.target, (owner) => bringUpToDate(owner, postgres.target));
    let made = path.join(postgres.layout.folder, 'made');
    if (hasTestCluster()) ({ made } = testCluster());
    else {
      await postgres.stop();
      await copyFolder(postgres.layout.data, made);
      postgres = await start();
    }
    await asOwner(postgres.target, (owner) =>
      owner.query('INSERT INTO installation (id, created_at) VALUES (gen_random_uuid(), $1)', [
        new Date(systemClock.now()),
      ]),
    );
    if (memory !== null) {
      const { identity } = postgres.layout;
      if (identity) chownSync(memory, identity.uid, identity.gid);
      await asOwner(postgres.target, (owner) =>
        owner.query(`CREATE TABLESPACE ${TABLESPACE} LOCATION '${memory}'`),
      );
    }
    return {
      cluster: {
        target: withDatabase(postgres.target, 'postgres'),
        template: TEMPLATE,
        tablespace: memory === null ? 'pg_default' : TABLESPACE,
        login,
        made,
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUpToDate(owner: Connection, target: ConnectionTarget): Promise<Login> {
  const login = await ensureApplicationRole(owner, target);
  if (!login) throw new Error('There is no role for the application.');
  await migrate(owner, ownMigrations(), systemClock.now());
  await grantRights(owner, login.user);
  return login;
}

/** Whether this test run has already started a cluster. */
export const hasTestCluster = (): boolean => process.env[VARIABLE] !== undefined;

/** Makes this the cluster of the test run, for this process and the processes it starts. */
export function shareTestCluster(cluster: TestCluster): void {
  process.env[VARIABLE] = JSON.stringify(cluster);
}

/** The run's cluster. @throws Error when the tests were started without the global setup */
export function testCluster(): TestCluster {
  const text = process.env[VARIABLE];
  if (!text)
    throw new Error('There is no test cluster: run the tests by vitest, whose global setup starts it.');
  return JSON.parse(text) as TestCluster;
}

/**
 * Gives a DATA_DIR the database that a first start would create, in a third of the time. It is a copy of a migrated
 * database without an installation and without people. Tests of the first start itself do not use it.
 */
export async function giveDatabase(dataDir: string): Promise<void> {
  await copyFolder(testCluster().made, prepareLayout({ dataDir, say: () => {} }).data);
}

/** Keeps owners and rights, since PostgreSQL checks them. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Clones the migrated database in about 20 ms. Call `drop` in `afterAll`. */
export async function cloneDatabase(cluster = testCluster()): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  // FILE_COPY makes two checkpoints and WAL_LOG none, so WAL_LOG is faster for many small clones at once.
  await asOwner(cluster.target, (owner) =>
    owner.query(
      `CREATE DATABASE ${name} TEMPLATE ${cluster.template} STRATEGY wal_log TABLESPACE ${cluster.tablespace}`,
    ),
  );
  const target = withDatabase(cluster.target, name);
  const owner = await connect(target);
  const database = openDatabase({ target: withLogin(target, cluster.login), log: silentLog });
  return {
    target,
    database,
    owner,
    async drop() {
      await owner.end();
      if (!database.pool.ending) await database.close();
      await asOwner(cluster.target, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/**
 * Deletes all people, entries and settings, and even the ledger, which the application can only append to. A running
 * server still remembers rate limits and the ledger position it has read.
 */
export async function clearWorkplace({ owner }: TestDatabase): Promise<void> {
  const { rows } = await owner.query<{ table: string }>(
    `SELECT format('%I', tablename) AS table FROM pg_tables
     WHERE schemaname = current_schema() AND tablename NOT IN ('installation', 'schema_migrations')`,
  );
  // In a replica session no triggers run and no foreign keys are checked.
  const clearing = [
    'BEGIN',
    'SET LOCAL session_replication_role = replica',
    ...rows.map(({ table }) => `DELETE FROM ${table}`),
    'COMMIT',
  ].join(';');
  let isCleared = false;
  while (!isCleared)
    isCleared = await owner.query(clearing).then(
      () => true,
      async (error: unknown) => {
        await owner.query('ROLLBACK');
        // The server may still write what follows an answer. Then PostgreSQL ends one of the two.
        if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK)) throw error;
        return false;
      },
    );
}

const DEADLOCK = '40P01';

async function asOwner<Result>(
  target: ConnectionTarget,
  work: (owner: Connection) => Promise<Result>,
): Promise<Result> {
  const owner = await connect(target);
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Removes the PostgreSQL servers and folders that killed test runs have left. */
async function removeAbandoned(): Promise<void> {
  for (const dataDir of abandonedIn(tmpdir())) await removeEmbedded(dataDir);
  if (existsSync(MEMORY))
    for (const folder of abandonedIn(MEMORY)) rmSync(folder, { recursive: true, force: true });
}

function abandonedIn(place: string): string[] {
  return readdirSync(place)
    .filter((name) => {
      const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split('-')[0]) : 0;
      return pid > 0 && !isAlive(pid);
    })
    .map((name) => path.join(place, name));
}

/** Returns null if memory is too small or not writable, as in some containers. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Returns the same server with another database. */
export function withDatabase(target: ConnectionTarget, database: string): ConnectionTarget {
  if (!('url' in target)) return { ...target, database };
  const url = new URL(target.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { url: url.href };
}
