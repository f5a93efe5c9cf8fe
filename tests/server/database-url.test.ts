/** Punctual on a PostgreSQL of somebody else's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/database/connection';
import type { Log } from '#server/log';
import { startPunctual, type Punctual } from '#server/main';
import { EXIT_CODES, StartError } from '#server/start-error';
import { testCluster } from '#tests/support/cluster';
import { health } from '#tests/support/punctual-process';

const name = `url_${process.pid}`;
let dataDir: string;
let running: Punctual[];
let warnings: string[];

const onCluster = async (...statements: string[]): Promise<void> => {
  const client = await connect(testCluster().target);
  for (const statement of statements) await client.query(statement);
  await client.end();
};
function urlFor(user: string, database = name): string {
  const { target } = testCluster();
  if ('url' in target) throw new Error('The test cluster is the embedded one.');
  return `postgres://${user}@${encodeURIComponent(target.host)}:${target.port}/${database}`;
}
async function start(env: Record<string, string>, patience = 0): Promise<Punctual> {
  const log: Log = { error() {}, warn: (message) => void warnings.push(message), info() {}, debug() {} };
  const punctual = await startPunctual({
    env: { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: 'correct horse', ...env },
    log,
    patience,
  });
  running.push(punctual);
  return punctual;
}
const refusal = (env: Record<string, string>): Promise<unknown> =>
  start(env).then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-url-'));
  running = [];
  warnings = [];
  await onCluster(`CREATE ROLE ${name} LOGIN`, `CREATE DATABASE ${name} OWNER ${name}`);
});
afterEach(async () => {
  await Promise.all(running.map((punctual) => punctual.stop()));
  await onCluster(`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}`);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a database of DATABASE_URL', () => {
  it('serves, by a role without rights over the ledger when its user may make one', async () => {
    const { url } = await start({ DATABASE_URL: urlFor('postgres') });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([]);
  });

  it('serves with the rights of its user when that one may not make roles, and says so', async () => {
    const { url } = await start({ DATABASE_URL: urlFor(name) });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([
      'There is no role of fewer rights in this database: Punctual works with all rights of its user.',
    ]);
  });

  it('can have two servers, which are the same installation', async () => {
    const both = await Promise.all([
      start({ DATABASE_URL: urlFor('postgres') }),
      start({ DATABASE_URL: urlFor('postgres') }),
    ]);
    expect(await Promise.all(both.map(({ url }) => health(url)))).toEqual([200, 200]);
    expect(both.filter(({ firstAdmin }) => firstAdmin !== null)).toHaveLength(1);
  });

  it('that does not exist is refused at once', async () => {
    const error = await refusal({ DATABASE_URL: urlFor('postgres', 'no_such_database') });
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/database "no_such_database" does not exist\.$/),
    });
  });

  it('out of reach is refused when the patience is at its end, without its password', async () => {
    const error = await refusal({ DATABASE_URL: 'postgres://clock:secret@127.0.0.1:1/punctual' });
    expect(error).toMatchObject({
      exitCode: EXIT_CODES.databaseOutOfReach,
      message: expect.stringMatching(/^The database of DATABASE_URL \(127\.0\.0\.1:1\) cannot be reached: /),
    });
    expect(String(error)).not.toContain('secret');
  });
});
