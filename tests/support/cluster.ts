/**
 * The tests' PostgreSQL: one embedded cluster a test run, a template database migrated once, and a clone of
 * it for every test file that asks. `tests/support/global-setup.ts` starts it; fsync is off here and only
 * here.
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
import type pg from 'pg';
import { connect, type ConnectionTarget } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded/embedded';
import { prepareLayout } from '#server/platform/database/embedded/layout';
import { isAlive } from '#server/platform/database/embedded/postmaster';
import { ensureApplicationRole, signedIn, type Login } from '#server/platform/database/application-role';
import { migrate, ownMigrations } from '#server/platform/database/migrate';
import { grantRights } from '#server/platform/database/rights';
import { openDatabase, type Database } from '#server/platform/database/pool';
import { systemClock } from '#server/platform/clock';
import { silentLog } from '#tests/support/silent-log';
import { removeEmbedded } from './embedded-remains.ts';

export interface TestCluster {
  /** As the owner, on the cluster's maintenance database. */
  readonly target: ConnectionTarget;
  /** The migrated database that clones are made of; nobody connects to it. */
  readonly template: string;
  /** Where clones are put. */
  readonly tablespace: string;
  /** As whom the application works on every clone. */
  readonly login: Login;
  /** PostgreSQL's data folder with an up-to-date database; nothing runs on it. See `giveDatabase`. */
  readonly made: string;
}

export interface TestDatabase {
  /** As the owner. */
  readonly target: ConnectionTarget;
  /** As the application, with its rights and limits: what the server is given. */
  readonly database: Database;
  /** As the owner, for what a test must see or break. */
  readonly owner: pg.Client;
  /** Ends the connections and drops the database. */
  drop(): Promise<void>;
}

/** How the workers find the cluster: set in the process that started it, inherited by all. */
const VARIABLE = 'PUNCTUAL_TEST_CLUSTER';
const TEMPLATE = 'punctual';
const FOLDER = 'punctual-tests-';
/** Files in memory, where the clones lie if there is room: to make and drop one is mostly to make and remove 300 files. */
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

/** @returns what to call at the end; safe to call twice */
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

async function bringUpToDate(owner: pg.Client, target: ConnectionTarget): Promise<Login> {
  const login = await ensureApplicationRole(owner, target);
  if (!login) throw new Error('There is no role for the application.');
  await migrate(owner, ownMigrations(), systemClock.now());
  await grantRights(owner, login.user);
  return login;
}

/** A cluster was started for this run already. */
export const hasTestCluster = (): boolean => process.env[VARIABLE] !== undefined;

/** From now on this is the run's cluster, for this process and those it starts. */
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
 * Gives a DATA_DIR the database that a first start would make there, in a third of its time: a copy of one that the
 * product's code made, up to date, without an installation and with nobody in it. Where the making itself is tested,
 * the test does without.
 */
export async function giveDatabase(dataDir: string): Promise<void> {
  await copyFolder(testCluster().made, prepareLayout({ dataDir, say: () => {} }).data);
}

/** With owners and rights, which PostgreSQL minds. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** A migrated database of one's own, in some 20 ms. Call `drop` in `afterAll`. */
export async function cloneDatabase(cluster = testCluster()): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  // FILE_COPY makes two checkpoints, WAL_LOG none: with many small clones at once it is the quicker one.
  await asOwner(cluster.target, (owner) =>
    owner.query(
      `CREATE DATABASE ${name} TEMPLATE ${cluster.template} STRATEGY wal_log TABLESPACE ${cluster.tablespace}`,
    ),
  );
  const target = withDatabase(cluster.target, name);
  const owner = await connect(target);
  const database = openDatabase({ target: signedIn(target, cluster.login), log: silentLog });
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
 * Takes all people, entries and settings away, also the ledger, which is append-only for everybody else. What
 * the server remembers by itself stays: limits that were reached, and how far it has read.
 */
export async function clearWorkplace({ owner }: TestDatabase): Promise<void> {
  const { rows } = await owner.query<{ table: string }>(
    `SELECT format('%I', tablename) AS table FROM pg_tables
     WHERE schemaname = current_schema() AND tablename NOT IN ('installation', 'schema_migrations')`,
  );
  // As a replica: no trigger and no foreign key minds.
  await owner.query(
    [
      'BEGIN',
      'SET LOCAL session_replication_role = replica',
      ...rows.map(({ table }) => `DELETE FROM ${table}`),
      'COMMIT',
    ].join(';'),
  );
}

async function asOwner<Result>(
  target: ConnectionTarget,
  work: (owner: pg.Client) => Promise<Result>,
): Promise<Result> {
  const owner = await connect(target);
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** What runs that were killed have left: their PostgreSQL and their folders. */
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

/** In a container it can be a few megabytes, or nothing that can be written. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** The same server, another database. */
export function withDatabase(target: ConnectionTarget, database: string): ConnectionTarget {
  if (!('url' in target)) return { ...target, database };
  const url = new URL(target.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { url: url.href };
}
