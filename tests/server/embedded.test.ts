/** The embedded PostgreSQL alone. starting.test.ts tests it with whole processes. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/platform/database/connection';
import { startEmbedded, type EmbeddedOptions } from '#server/platform/database/embedded/embedded';
import { buffersFor, ensureRunning } from '#server/platform/database/embedded/launch';
import { prepareLayout } from '#server/platform/database/embedded/layout';
import { readPostmaster } from '#server/platform/database/embedded/postmaster';
import { giveDatabase } from '#tests/support/cluster';
import { silentLog } from '#tests/support/silent-log';
import { until } from '#tests/support/punctual-process';
import { removeEmbedded } from '#tests/support/embedded-remains';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

let dataDir: string;
let running: Embedded[];
beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(path.join(tmpdir(), 'punctual-embedded-')));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  await removeEmbedded(dataDir);
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
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
async function one(target: Embedded['target'], sql: string): Promise<unknown> {
  const client = await connect(target);
  const { rows } = await client
    .query<{ value: unknown }>(`SELECT ${sql} AS value`)
    .finally(() => client.end());
  return rows[0]?.value;
}

describe('the embedded PostgreSQL', () => {
  it('rejects TCP connections, even with the data folder of an earlier version', async () => {
    await giveDatabase(dataDir);
    const first = await start();
    const file = path.join(first.layout.data, 'pg_hba.conf');
    const rules = readFileSync(file, 'utf8');
    expect(rules).toMatch(/^local +all +all +trust$/m);
    expect(rules).not.toMatch(/^host.*trust/m);
    await first.stop();
    writeFileSync(file, rules.replace(/^(host.*)reject$/gm, '$1trust'));
    await start();
    expect(readFileSync(file, 'utf8')).toBe(rules);
  });

  it('sorts and compares text by UTF-8 code points, whatever the locale of the machine', async () => {
    await giveDatabase(dataDir);
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

  it('syncs commits to disk, listens on no network, and sets its buffers by the memory of the machine', async () => {
    await giveDatabase(dataDir);
    const { target } = await start({ settings: {} });
    expect(
      await one(
        target,
        `current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes')`,
      ),
    ).toBe('ononon');
    expect(await one(target, `current_setting('listen_addresses')`)).toBe('');
    const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
    expect(await one(target, `pg_size_bytes(current_setting('shared_buffers'))`)).toBe(
      buffersFor(memory) * 2 ** 20,
    );
  });

  it.each([
    { memory: 0.25, buffers: 64 },
    { memory: 1, buffers: 128 },
    { memory: 3, buffers: 384 },
    { memory: 24, buffers: 512 },
  ])('uses $buffers MB of buffers with $memory GB of memory', ({ memory, buffers }) => {
    expect(buffersFor(memory * 2 ** 30)).toBe(buffers);
  });

  it('runs in a folder whose path is too long for a socket', async () => {
    const deep = path.join(dataDir, ...Array.from({ length: 6 }, () => 'a-rather-long-name-of-a-folder'));
    mkdirSync(deep, { recursive: true });
    await giveDatabase(deep);
    const postgres = await start({ dataDir: deep });
    expect(await one(postgres.target, '1')).toBe(1);
    await postgres.stop();
    await removeEmbedded(deep);
  });

  it('needs its password over TCP, as on Windows, and listens on the loopback address only', async () => {
    const { target } = await start({ transport: 'tcp' });
    if ('url' in target) throw new Error('It has parts.');
    expect(target.host).toBe('127.0.0.1');
    expect(await one(target, '1')).toBe(1);
    await expect(one({ ...target, password: 'guessed' }, '1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('creates a new database if the previous creation never finished, even while its process still writes', async () => {
    const { folder, data } = prepareLayout({ dataDir, say: () => {} });
    // The initdb of a killed start runs on for a moment.
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
      const { target } = await start({
        say: (line) => {
          said.push(line);
          // The start has now seen the unfinished folder.
          writer.kill('SIGKILL');
        },
      });
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
    await giveDatabase(dataDir);
    const postgres = await start();
    await postgres.stop();
    writeFileSync(path.join(postgres.layout.data, 'postmaster.pid'), content);
    const { target } = await start();
    expect(await one(target, '1')).toBe(1);
  });

  it.runIf(isRoot)('takes ownership of data that root copied', async () => {
    await giveDatabase(dataDir);
    const postgres = await start();
    await postgres.stop();
    const { data } = postgres.layout;
    execFileSync('chown', ['-R', '0:0', data]);
    const { target } = await start();
    expect(await one(target, '1')).toBe(1);
  });

  it.runIf(isRoot)('is closed to processes of other users when root started it', async () => {
    await giveDatabase(dataDir);
    const postgres = await start();
    const { folder, data, sockets } = postgres.layout;
    const pid = readPostmaster(data)?.pid ?? 0;
    const tries = `
      const fs = require('node:fs');
      const failure = (what) => { try { what(); return 'done'; } catch (error) { return error.code; } };
      const socket = require('node:net').connect('${sockets}/.s.PGSQL.5432');
      const tell = (connecting) => {
        console.log(JSON.stringify([
          connecting,
          failure(() => fs.readdirSync('${folder}')),
          failure(() => fs.appendFileSync('${data}/pg_hba.conf', '')),
          failure(() => fs.readFileSync('/proc/${pid}/environ')),
          failure(() => fs.readdirSync('/proc/${pid}/cwd')),
          failure(() => process.kill(${pid}, 0)),
        ]));
        process.exit();
      };
      socket.on('connect', () => tell('done')).on('error', (error) => tell(error.code));`;
    const said = execFileSync('setpriv', [...AS_NOBODY, process.execPath, '-e', tries], { cwd: '/' });
    expect(JSON.parse(said.toString())).toEqual([...Array<string>(5).fill('EACCES'), 'EPERM']);
  });

  it.runIf(isRoot)("concurrent starts keep the folder open to each other's initdb", async () => {
    const { folder } = prepareLayout({ dataDir, say: () => {} });
    const [isOver, shut] = [0, 1];
    const shared = new Int32Array(new SharedArrayBuffer(8));
    const watcher = new Worker(
      `const { workerData: { folder, shared }, parentPort } = require('node:worker_threads');
       parentPort.postMessage('looking');
       while (Atomics.load(shared, ${isOver}) === 0)
         if ((require('node:fs').statSync(folder).mode & 0o010) === 0) Atomics.store(shared, ${shut}, 1);`,
      { eval: true, workerData: { folder, shared } },
    );
    await once(watcher, 'message');
    for (let start = 0; start < 100; start += 1) prepareLayout({ dataDir, say: () => {} });
    Atomics.store(shared, isOver, 1);
    await once(watcher, 'exit');
    expect(Atomics.load(shared, shut)).toBe(0);
  });

  it.runIf(isRoot)(
    'adopts a running database of user nobody, and owns it from the next start on',
    async () => {
      await giveDatabase(dataDir);
      const made = await start();
      await made.stop();
      const { folder, data, sockets, binaries } = made.layout;
      execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
      const options = ['-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${sockets}`];
      const child = spawn('setpriv', [...AS_NOBODY, binaries.postgres, ...options], {
        cwd: '/',
        stdio: 'ignore',
      });
      await until('it runs', () => readPostmaster(data)?.ready === true);
      const adopted = await start();
      expect(readPostmaster(data)?.pid).toBe(child.pid);
      expect(await one(adopted.target, '1')).toBe(1);
      await adopted.stop();
      const { target } = await start();
      expect(await one(target, '1')).toBe(1);
      const owners = [data, sockets, `/proc/${readPostmaster(data)?.pid}`].map((file) => statSync(file).uid);
      expect(new Set(owners).size).toBe(1);
      expect(owners[0]).not.toBe(NOBODY);
    },
  );

  it.skipIf(process.platform === 'win32')('restarts if its socket has disappeared', async () => {
    await giveDatabase(dataDir);
    const former = await start();
    const pid = readPostmaster(former.layout.data)?.pid ?? 0;
    rmSync(path.join(former.layout.sockets, '.s.PGSQL.5432'));
    const next = await ensureRunning(former.layout, {});
    expect(next.pid).not.toBe(pid);
    await former.stop();
  });

  it('reports in one line why it cannot run', async () => {
    await giveDatabase(dataDir);
    const postgres = await start();
    await postgres.stop();
    writeFileSync(path.join(postgres.layout.data, 'postgresql.auto.conf'), 'no_such_setting = on\n');
    await expect(start()).rejects.toMatchObject({
      failure: 'cannotRunPostgres',
      message: expect.stringMatching(/^The embedded PostgreSQL cannot be run: [^\n]+$/),
    });
  });

  it('refuses data of another or unknown major version and leaves it unchanged', async () => {
    await giveDatabase(dataDir);
    const postgres = await start();
    await postgres.stop();
    writeFileSync(path.join(postgres.layout.data, 'PG_VERSION'), '16\n');
    await expect(start()).rejects.toMatchObject({
      failure: 'databaseOfAnotherVersion',
      message: expect.stringContaining('made by PostgreSQL 16'),
    });
    rmSync(path.join(postgres.layout.data, 'PG_VERSION'));
    await expect(start()).rejects.toMatchObject({
      failure: 'cannotRunPostgres',
      message: expect.stringContaining('PG_VERSION is missing'),
    });
  });
});
