/** The built product with its embedded PostgreSQL, which campaigns kill and start again. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Connection } from '#server/platform/database/connection';
import { embeddedFolder } from '#server/platform/database/embedded/embedded';
import { readPostmaster } from '#server/platform/database/embedded/postmaster';
import { ApiClient } from '#tests/api/client';
import { PASSWORD } from '#tests/make';
import { giveDatabase, type TestDatabase } from '#tests/support/cluster';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { spawnPunctual, type PunctualProcess } from '#tests/support/punctual-process';
import { metricsOf } from '#tests/api/samples';
import type { Member } from './crowd.ts';

const ADMIN = 'admin@example.com';
/** Settings of all campaigns: no rate limits. */
export const WITHOUT_LIMITS = {
  ADMIN_EMAIL: ADMIN,
  ADMIN_PASSWORD: PASSWORD,
  PUNCHES_PER_HOUR: '0',
  LOG_LEVEL: 'warn',
} as const;

/** The DATABASE_URL for servers that share a database of the tests' cluster. */
export function databaseUrl({ target }: TestDatabase): string {
  if ('url' in target) throw new Error('The tests know their cluster by its socket.');
  const { user, host, port, database } = target;
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}

export interface Product {
  /** Its address, which changes with each start. */
  readonly servers: string[];
  /** The folder of its PostgreSQL. */
  folder(): string;
  /** Process id of its PostgreSQL; 0 while none runs. */
  postmaster(): number;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Kills the server with SIGKILL; its PostgreSQL runs on. */
  kill(): Promise<void>;
  /** Stops it normally, with PostgreSQL. */
  stop(): Promise<void>;
  /** Runs another command on its data. @throws Error with the command's output if it fails */
  run(...args: string[]): Promise<void>;
  /** Starts it, and kills it after some milliseconds, even while it starts. */
  killWhileStarting(afterMs: number): Promise<void>;
  /** A connection as the database's owner, ended afterwards. */
  asOwner<Result>(work: (owner: Connection) => Promise<Result>): Promise<Result>;
  /** The state of its live feed: metrics, statements of PostgreSQL and recent log lines. */
  record(): Promise<string>;
  /** Removes all its data, so that it can start from an empty or restored folder. */
  remove(): Promise<void>;
}

/** Starts it on a new data folder. @param env for each start, in addition to the settings of all campaigns */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-faults-'));
  const servers: string[] = [];
  let running: PunctualProcess | undefined;
  const spawn = (): void => {
    running = spawnPunctual(['start'], { ...WITHOUT_LIMITS, ...env, DATA_DIR: dataDir });
  };
  const kill = async (): Promise<void> => {
    running?.child.kill('SIGKILL');
    await running?.ended();
  };
  const product: Product = {
    servers,
    kill,
    folder: () => embeddedFolder(dataDir),
    postmaster: () => readPostmaster(path.join(embeddedFolder(dataDir), 'data'))?.pid ?? 0,
    async start() {
      spawn();
      servers[0] = (await running?.ready()) ?? '';
    },
    async stop() {
      running?.child.kill('SIGTERM');
      await running?.ended();
    },
    async run(...args) {
      const command = spawnPunctual(args, { DATA_DIR: dataDir });
      if ((await command.ended()) !== 0) throw new Error(command.output());
    },
    async killWhileStarting(afterMs) {
      spawn();
      await wait(afterMs);
      await kill();
    },
    async asOwner(work) {
      const owner = await connect({
        host: path.join(embeddedFolder(dataDir), 'sockets'),
        port: 5432,
        user: 'postgres',
        database: 'punctual',
      });
      try {
        return await work(owner);
      } finally {
        await owner.end();
      }
    },
    async record() {
      const metrics = await metricsOf({ url: servers[0] ?? '' });
      const activity = await product.asOwner((owner) =>
        owner.query<{ line: string }>(
          `SELECT concat_ws(' ', pid, backend_type, application_name, state, xact_start, backend_xid, wait_event, query) AS line
           FROM pg_stat_activity UNION ALL SELECT 'snapshot ' || pg_current_snapshot()
           UNION ALL SELECT 'last row ' || concat_ws(' ', max(txid::text::bigint), max(seq)) FROM ledger`,
        ),
      );
      const log = running?.output().split('\n') ?? [];
      return [
        ...metrics.split('\n').filter((line) => /^punctual_.*(feed|stream)/.test(line)),
        ...activity.rows.map(({ line }) => line),
        ...log.filter((line) => /punctual live|punctual notify|feed|ledger|connection/.test(line)).slice(-60),
      ].join('\n');
    },
    async remove() {
      await kill();
      await removeEmbedded(dataDir);
    },
  };
  try {
    if (!env['DATABASE_URL']) await giveDatabase(dataDir);
    await product.start();
  } catch (error) {
    await product.remove();
    throw error;
  }
  return product;
}

/** Signs in the first admin, who receives everybody's changes. */
export async function signInAdmin(url: string): Promise<Member> {
  const client = new ApiClient(url);
  const { user } = await client.ask('signIn', { email: ADMIN, password: PASSWORD });
  if (!user) throw new Error('The admin was not signed in.');
  return { userId: user.id, client };
}
