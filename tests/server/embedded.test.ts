/** The embedded PostgreSQL by itself; with whole processes it is tested in starting.test.ts. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/database/connection';
import {
  startEmbedded,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from '#server/database/embedded/embedded';
import { prepareLayout } from '#server/database/embedded/layout';
import { silentLog } from '#tests/support/silent-log';
import { until } from '#tests/support/punctual-process';
import { removeEmbedded } from '#tests/support/embedded-remains';

let dataDir: string;
let running: EmbeddedPostgres[];
beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(path.join(tmpdir(), 'punctual-embedded-')));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  await removeEmbedded(dataDir);
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({
    dataDir,
    log: silentLog,
    say: () => {},
    login: async ({ user, password }) => ({ user, ...(password ? { password } : {}) }),
    settings: { fsync: 'off' },
    ...options,
  });
  running.push(postgres);
  return postgres;
}
async function one(target: EmbeddedPostgres['target'], sql: string): Promise<unknown> {
  const client = await connect(target);
  const { rows } = await client
    .query<{ value: unknown }>(`SELECT ${sql} AS value`)
    .finally(() => client.end());
  return rows[0]?.value;
}

describe('the embedded PostgreSQL', () => {
  it('sorts and compares text by code points in UTF-8, whatever the machine speaks', async () => {
    const { target } = await start();
    expect(await one(target, `current_setting('server_encoding')`)).toBe('UTF8');
    expect(
      await one(
        target,
        `(SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'punctual')`,
      ),
    ).toBe('b C.UTF-8');
    expect(await one(target, `upper('é')`)).toBe('É');
  });

  it('keeps what was committed: fsync and synchronous commits are on, and nothing listens on the network', async () => {
    const { target } = await start({ settings: {} });
    expect(
      await one(
        target,
        `current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes')`,
      ),
    ).toBe('ononon');
    expect(await one(target, `current_setting('listen_addresses')`)).toBe('');
  });

  it('runs in a folder whose path is too long for a socket', async () => {
    const deep = path.join(dataDir, ...Array.from({ length: 6 }, () => 'a-rather-long-name-of-a-folder'));
    mkdirSync(deep, { recursive: true });
    const postgres = await start({ dataDir: deep });
    expect(await one(postgres.target, '1')).toBe(1);
    await postgres.stop();
    await removeEmbedded(deep);
  });

  it('by TCP, as on Windows, is on the loopback address and asks for its password', async () => {
    const { target } = await start({ transport: 'tcp' });
    if ('url' in target) throw new Error('It has parts.');
    expect(target.host).toBe('127.0.0.1');
    expect(await one(target, '1')).toBe(1);
    await expect(one({ ...target, password: 'guessed' }, '1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('is begun anew where one was never completed, though somebody still writes into what is left of it', async () => {
    const { folder, data } = prepareLayout({ dataDir, say: () => {} });
    // The initdb of a start that was killed lives on for a moment.
    const unfinished = path.join(folder, 'data.unfinished-2147483646');
    mkdirSync(unfinished);
    mkdirSync(data);
    writeFileSync(path.join(data, 'PG_VERSION'), '18\n');
    const writer = spawn('sh', ['-c', 'i=0; while : > "$0/$i"; do i=$((i+1)); done', unfinished], {
      stdio: 'ignore',
    });
    await until('it writes', () => readdirSync(unfinished).length > 1000);
    const said: string[] = [];
    try {
      const { target } = await start({ say: (line) => void said.push(line) });
      expect(await one(target, '1')).toBe(1);
    } finally {
      writer.kill('SIGKILL');
    }
    expect(said).toEqual([
      expect.stringMatching(/never completed was found and kept in .*data\.incomplete\.$/),
    ]);
  });

  it.each([
    ['empty', ''],
    ['rubbish', 'not a number\n'],
  ])('starts after a crash that left its pid file %s', async (_, content) => {
    const postgres = await start();
    await postgres.stop();
    writeFileSync(path.join(postgres.layout.data, 'postmaster.pid'), content);
    const { target } = await start();
    expect(await one(target, '1')).toBe(1);
  });

  it.runIf(process.getuid?.() === 0)('takes data back that root copied without their owner', async () => {
    const postgres = await start();
    await postgres.stop();
    const { data } = postgres.layout;
    execFileSync('chown', ['-R', '0:0', data]);
    const { target } = await start();
    expect(await one(target, '1')).toBe(1);
  });

  it('says why it cannot run, in one line', async () => {
    const postgres = await start();
    await postgres.stop();
    writeFileSync(path.join(postgres.layout.data, 'postgresql.auto.conf'), 'no_such_setting = on\n');
    await expect(start()).rejects.toMatchObject({
      failure: 'cannotRunPostgres',
      message: expect.stringMatching(/^The embedded PostgreSQL cannot be run: [^\n]+$/),
    });
  });

  it('refuses the data of another major version, and leaves them as they are', async () => {
    const postgres = await start();
    await postgres.stop();
    writeFileSync(path.join(postgres.layout.data, 'PG_VERSION'), '16\n');
    await expect(start()).rejects.toMatchObject({
      failure: 'databaseOfAnotherVersion',
      message: expect.stringContaining('made by PostgreSQL 16'),
    });
  });
});
