/** PgBouncer with its defaults in front of the database. Needs Debian's `pgbouncer`, so there is no small version. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EXIT_CODES } from '#server/platform/start-error';
import { freshDatabases, name, refusal, running, start, urlFor, warnings } from '#tests/support/database-url';
import { health, until } from '#tests/support/punctual-process';
import { openRelay, type Relay } from '#tests/support/relay';
import { debianProgram } from './debian.ts';
import { identity } from './debian-postgres.ts';
import { isSmall } from './size.ts';

freshDatabases();

interface Pooler {
  readonly folder: string;
  readonly relay: Relay;
  readonly process: ChildProcess;
}
let pooler: Pooler | undefined;

/** @returns the address of the test's database through a new PgBouncer */
async function startPooler(...settings: readonly string[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-pooler-'));
  const [config, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users.txt')];
  const { hostname, port } = new URL(urlFor('postgres'));
  // PgBouncer's user may not open the socket of the cluster.
  const relay = await openRelay(() =>
    createConnection(path.join(decodeURIComponent(hostname), `.s.PGSQL.${port}`)),
  );
  writeFileSync(users, '"postgres" ""\n');
  const lines = ['auth_type = trust', `auth_file = ${users}`, `unix_socket_dir = ${folder}`, ...settings];
  writeFileSync(
    config,
    `[databases]\n* = host=127.0.0.1 port=${relay.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  const owner = identity();
  if (owner) for (const file of [folder, config, users]) chownSync(file, owner.uid, owner.gid);
  const process = spawn(debianProgram('/usr/sbin/pgbouncer', 'pgbouncer'), ['-q', config], {
    cwd: folder,
    ...owner,
    stdio: 'ignore',
  });
  pooler = { folder, relay, process };
  await until('PgBouncer listens', () => existsSync(path.join(folder, '.s.PGSQL.6432')));
  return `postgres://postgres@${encodeURIComponent(folder)}:6432/${name}`;
}

afterEach(async () => {
  if (!pooler) return;
  await Promise.all(running.splice(0).map((punctual) => punctual.stop()));
  const { folder, relay, process } = pooler;
  if (process.exitCode === null && process.kill('SIGKILL')) await once(process, 'exit');
  await relay.cut();
  rmSync(folder, { recursive: true });
});

describe.skipIf(isSmall)('PgBouncer', () => {
  it('works at the first start with its defaults, and at each further one', async () => {
    const DATABASE_URL = await startPooler();
    for (let starts = 0; starts < 3; starts += 1) {
      const { url } = await start({ DATABASE_URL });
      expect(await health(url)).toBe(200);
      // PgBouncer does not know the role that Punctual creates for the application.
      expect(warnings.splice(0)).toEqual([expect.stringContaining('more rights over its database')]);
      await running.pop()?.stop();
    }
  });

  it('lets the role of the application in where it asks the database for users', async () => {
    const DATABASE_URL = await startPooler('auth_user = postgres');
    const { url } = await start({ DATABASE_URL });
    expect(await health(url)).toBe(200);
    expect(warnings).toEqual([]);
  });

  it.each(['transaction', 'statement'])('is refused by a sentence at each start in %s mode', async (mode) => {
    const DATABASE_URL = await startPooler(`pool_mode = ${mode}`);
    for (let starts = 0; starts < 5; starts += 1)
      expect(await refusal({ DATABASE_URL })).toMatchObject({
        exitCode: EXIT_CODES.invalidSettings,
        message: expect.stringContaining('shares its connections between transactions'),
      });
  });
});
