/** Runs Punctual on an external PostgreSQL. Each test gets its own database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { connect } from '#server/platform/database/connection';
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';
import { startPunctual, type Punctual } from '#server/main';
import { testCluster } from './cluster.ts';

/** Name of the database and of its owner, who may not create roles. */
export const name = `url_${process.pid}`;
export let dataDir: string;
export let running: Punctual[];
/** Warnings that the started servers have logged. */
export let warnings: string[];

export const onCluster = async (...statements: string[]): Promise<void> => {
  const client = await connect(testCluster().target);
  for (const statement of statements) await client.query(statement);
  await client.end();
};
export function urlFor(user: string, database = name): string {
  const { target } = testCluster();
  if ('url' in target) throw new Error('The test cluster is the embedded one.');
  return `postgres://${user}@${encodeURIComponent(target.host)}:${target.port}/${database}`;
}
export async function start(
  env: Record<string, string>,
  patience = 0,
  signal?: AbortSignal,
): Promise<Punctual> {
  const log = createLog(
    'warn',
    systemClock,
    (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg),
  );
  const punctual = await startPunctual({
    env: { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: 'correct horse', ...env },
    log,
    timeoutMs: patience,
    ...(signal ? { signal } : {}),
  });
  running.push(punctual);
  return punctual;
}
/** Starts Punctual. Returns the error if the start fails, otherwise undefined. */
export const refusal = (env: Record<string, string>): Promise<unknown> =>
  start(env).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Creates a database before each test and drops it afterwards. Call it once in a test file. */
export function freshDatabases(): void {
  beforeEach(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-url-'));
    running = [];
    warnings = [];
    await onCluster(`CREATE ROLE ${name} LOGIN`, `CREATE DATABASE ${name} OWNER ${name}`);
  });
  afterEach(async () => {
    await Promise.all(running.map((punctual) => punctual.stop()));
    const cluster = await connect(testCluster().target);
    const { rows } = await cluster.query<{ made: string }>(
      `SELECT rolname AS made FROM pg_roles JOIN pg_database d ON rolname = 'punctual_app_' || d.oid WHERE datname = $1`,
      [name],
    );
    await cluster.query(`DROP DATABASE ${name} WITH (FORCE)`);
    for (const { made } of [...rows, { made: name }]) await cluster.query(`DROP ROLE ${made}`);
    await cluster.end();
    rmSync(dataDir, { recursive: true, force: true });
  });
}
