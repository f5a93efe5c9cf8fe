/**
 * A dump with PostgreSQL's own tools as in docs/operations.md, restored in another cluster without its roles.
 * Needs Debian's `postgresql-15`, so there is no small version.
 */
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/platform/database/connection';
import { ROOT, spawnPunctual } from '#tests/support/punctual-process';
import { ApiClient } from '../api/client.ts';
import { identity } from './debian-postgres.ts';
import { isSmall, report } from './size.ts';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'punctual-tools-'));
const place = (name: string): string => path.join(folder, name);
const ADMIN = { email: 'admin@example.com', password: 'for pg_dump' };

async function tool(name: string, ...args: readonly string[]): Promise<void> {
  const file = `/usr/lib/postgresql/15/bin/${name}`;
  if (!existsSync(file)) throw new Error(`This campaign needs ${file}: apt-get install postgresql-15`);
  await run(file, [...args], { cwd: folder, ...identity() });
}

/** Starts a cluster with an owner for Punctual's databases who can create roles. */
async function startCluster(name: string): Promise<void> {
  mkdirSync(place(name), { mode: 0o700 });
  const owner = identity();
  if (owner) chownSync(place(name), owner.uid, owner.gid);
  const data = path.join(place(name), 'data');
  await tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const settings = `-c listen_addresses='' -c fsync=off -c unix_socket_directories=${place(name)}`;
  await tool('pg_ctl', '-D', data, '-w', '-s', '-l', `${data}.log`, '-o', settings, 'start');
  await onCluster(name, 'CREATE ROLE clock LOGIN CREATEROLE');
}

async function onCluster<Row extends object>(
  name: string,
  sql: string,
  database = 'postgres',
): Promise<Row[]> {
  const client = await connect({ host: place(name), port: 5432, user: 'postgres', database });
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const urlOf = (cluster: string, database: string): string =>
  `postgres://clock@${encodeURIComponent(place(cluster))}/${database}`;
const punctual = (command: string, DATABASE_URL: string) =>
  spawnPunctual([command], {
    DATABASE_URL,
    DATA_DIR: place('data'),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
async function signedIn(url: string): Promise<ApiClient> {
  const admin = new ApiClient(url);
  await admin.ask('signIn', ADMIN);
  return admin;
}

/** Runs the command of that name from the document. */
async function follow(
  name: string,
  values: Readonly<Record<string, string>>,
  leftOut: readonly string[] = [],
): Promise<void> {
  const text = readFileSync(path.join(ROOT, 'docs', 'operations.md'), 'utf8');
  const [, args = ''] = new RegExp(`^${name} (.*)$`, 'm').exec(text) ?? [];
  await tool(
    name,
    ...args
      .split(' ')
      .filter((arg) => !leftOut.includes(arg))
      .map((arg) => arg.replace('/backups/', `${folder}/`))
      .map((arg) => arg.replace(/"\$(\w+)"/, (_, variable: string) => values[variable] ?? '')),
  );
}

/** A digest of the ledger and the accounts. */
const record = (cluster: string, database: string): Promise<object[]> =>
  onCluster(
    cluster,
    `SELECT (SELECT md5(string_agg(l::text, '' ORDER BY chain, n)) FROM (SELECT chain, n, body, hash FROM ledger) l) AS ledger,
       (SELECT md5(string_agg(a::text, '' ORDER BY id)) FROM account a) AS people`,
    database,
  );

describe.skipIf(isSmall)("a dump by PostgreSQL's own tools", () => {
  beforeAll(async () => {
    chmodSync(folder, 0o777);
    await startCluster('old');
    await startCluster('new');
    // Another database shifts the database ids here, which are part of the names of roles.
    await onCluster('new', 'CREATE DATABASE other');
    await onCluster('old', 'CREATE DATABASE punctual OWNER clock');
    const server = punctual('start', urlOf('old', 'punctual'));
    const admin = await signedIn(await server.ready());
    for (const name of ['Maya Gurung', 'Bikash Rai'])
      await admin.ask('addEmployee', { name, email: `${name.slice(0, 4)}@example.com` });
    server.child.kill('SIGTERM');
    await server.ended();
    await follow('pg_dump', { DATABASE_URL: urlOf('old', 'punctual') });
  });
  afterAll(async () => {
    for (const name of ['old', 'new'])
      await tool('pg_ctl', '-D', path.join(place(name), 'data'), '-m', 'immediate', 'stop').catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    { how: 'as docs/operations.md says', leftOut: [] },
    {
      how: 'without its options, although it then grants rights to a missing role',
      leftOut: ['--no-owner', '--no-privileges', '--exit-on-error'],
    },
  ])(
    "can be restored into a new cluster $how, and Punctual runs there without the owner's rights",
    async ({ how, leftOut }) => {
      const database = `restored_${leftOut.length}`;
      await onCluster('new', `CREATE DATABASE ${database} OWNER clock`);
      const restoring = follow('pg_restore', { NEW_DATABASE_URL: urlOf('new', database) }, leftOut);
      if (leftOut.length === 0) await restoring;
      else await expect(restoring).rejects.toThrow(/role "punctual_app_\d+" does not exist/);
      expect(await record('new', database)).toEqual(await record('old', 'punctual'));

      const server = punctual('start', urlOf('new', database));
      const admin = await signedIn(await server.ready());
      expect((await admin.ask('employees', {})).employees).toHaveLength(3);
      await admin.ask('addEmployee', { name: 'Sita Karki', email: 'sita@example.com' });
      const users = await onCluster<{ usename: string }>(
        'new',
        `SELECT DISTINCT usename::text FROM pg_stat_activity WHERE datname = '${database}'`,
      );
      expect(users).toEqual([{ usename: expect.stringMatching(/^punctual_app_\d+$/) }]);
      expect(server.output()).not.toContain('more rights over its database than it needs');
      server.child.kill('SIGTERM');
      await server.ended();
      const check = punctual('verify', urlOf('new', database));
      expect([await check.ended(), check.output()]).toEqual([0, expect.stringContaining('No differences.')]);
      report(`pg_restore in a new cluster, ${how}: works as ${users[0]?.usename}, nothing altered`);
    },
  );
});
