/** A server that stops answers earlier requests, and ends even if its database hangs. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedFolder } from '#server/platform/database/embedded/embedded';
import { childrenOf, isAlive, readPostmaster } from '#server/platform/database/embedded/postmaster';
import { EXIT_CODES } from '#server/platform/start-error';
import { startTestServer } from '#tests/make';
import { cloneDatabase, giveDatabase, type TestDatabase } from '#tests/support/cluster';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { health, spawnPunctual, type PunctualProcess } from '#tests/support/punctual-process';
import { openRelay, type Relay } from '#tests/support/relay';

const CUT_OFF = 'Stopping took too long, so open requests were cut off. No recorded punch is lost.';

let dataDir: string;
let containers: string;
let killed: string;
let otherDir: string;
let external: TestDatabase;
let relay: Relay;
const started: PunctualProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-stop-'));
  otherDir = mkdtempSync(path.join(tmpdir(), 'punctual-stop-'));
  containers = mkdtempSync(path.join(tmpdir(), 'punctual-stop-'));
  killed = mkdtempSync(path.join(tmpdir(), 'punctual-stop-'));
  for (const dir of [dataDir, containers, killed]) await giveDatabase(dir);
  external = await cloneDatabase();
  const { target } = external;
  if ('url' in target) throw new Error('The tests know their cluster by its socket.');
  relay = await openRelay(() => createConnection(`${target.host}/.s.PGSQL.${target.port}`));
});
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended();
  }
  for (const dir of [dataDir, containers, killed]) await removeEmbedded(dir);
  await relay.cut();
  await external.drop();
  rmSync(otherDir, { recursive: true, force: true });
});

function punctual(env: Readonly<Record<string, string>>, before: readonly string[] = []): PunctualProcess {
  const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' };
  const one = spawnPunctual(['start'], { ...admin, ...env }, before);
  started.push(one);
  return one;
}

const postmasterOf = (dir: string): number =>
  readPostmaster(path.join(embeddedFolder(dir), 'data'))?.pid ?? 0;

/** Stops a server; returns its exit code and its output from then on. */
async function stopped(server: PunctualProcess): Promise<{ code: unknown; said: string[] }> {
  server.child.kill('SIGTERM');
  const code = await server.ended();
  const lines = server
    .output()
    .replace(/^.*?(?=Stopping)/s, '')
    .trim()
    .split('\n');
  return { code, said: lines.filter((line) => !line.startsWith('{"level":"warn"')) };
}

const ASKING = 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Opens a connection; `answers` resolves to all statuses once it is closed. */
async function dial(url: string) {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  let failure = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', (error) => (failure = error.message));
  const closed = new Promise((resolve) => void socket.on('close', resolve));
  await once(socket, 'connect');
  const answers = async (): Promise<string[]> => {
    await closed;
    return [...(text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []), failure].filter(Boolean);
  };
  return { socket, answers };
}

it('a server that stops answers all requests sent before, on idle and on new connections', async () => {
  const server = await startTestServer();
  const idle = await Promise.all(Array.from({ length: 40 }, () => dial(server.url)));
  const first = idle.map(({ socket }) => once(socket, 'data'));
  for (const { socket } of idle) socket.write(ASKING);
  await Promise.all(first);
  const fresh = await Promise.all(Array.from({ length: 40 }, () => dial(server.url)));
  for (const { socket } of [...idle, ...fresh]) socket.write(ASKING);
  await server.stop();
  const seen = await Promise.all([...idle, ...fresh].map(({ answers }) => answers()));
  expect(seen).toEqual([...idle.map(() => ['200', '200']), ...fresh.map(() => ['200'])]);
});

describe.concurrent('root in a container that cannot inspect other processes', () => {
  it.runIf(process.getuid?.() === 0)('stops the database with the server', async () => {
    const without = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];
    const server = punctual({ DATA_DIR: containers }, without);
    await server.ready();
    const pid = postmasterOf(containers);
    expect(await stopped(server)).toEqual({ code: 0, said: ['Stopping ...', 'Stopped.'] });
    expect(isAlive(pid)).toBe(false);
  });
});

describe.concurrent('a server whose database hangs', () => {
  it('with an embedded database it stops, and the next one starts', async () => {
    const server = punctual({ DATA_DIR: dataDir });
    await server.ready();
    const pid = postmasterOf(dataDir);
    const all = [pid, ...childrenOf(pid)];
    expect(all.length).toBeGreaterThan(1);
    for (const one of all) process.kill(one, 'SIGSTOP');
    expect(await stopped(server)).toEqual({ code: 0, said: ['Stopping ...', CUT_OFF, 'Stopped.'] });
    expect(all.filter(isAlive)).toEqual([]);
    expect(await health(await punctual({ DATA_DIR: dataDir }).ready())).toBe(200);
  });

  it('after kill -9 it does not start again while the embedded database hangs', async () => {
    const server = punctual({ DATA_DIR: killed });
    await server.ready();
    server.child.kill('SIGKILL');
    await server.ended();
    const pid = postmasterOf(killed);
    process.kill(pid, 'SIGSTOP');
    const next = punctual({ DATA_DIR: killed });
    const code = await next.ended();
    process.kill(pid, 'SIGCONT');
    expect([code, next.output()]).toEqual([
      EXIT_CODES.databaseOutOfReach,
      'The database has stopped answering.\n',
    ]);
  });

  it('with an external database it stops', async () => {
    const { database } = external.owner;
    const server = punctual({
      DATA_DIR: otherDir,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/${database}`,
    });
    await server.ready();
    relay.hang();
    const { code, said } = await stopped(server);
    // Whether a statement was open, and so cut off, depends on the moment.
    expect([code, said.filter((line) => line !== CUT_OFF)]).toEqual([0, ['Stopping ...', 'Stopped.']]);
  });
});
