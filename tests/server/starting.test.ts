/** `npm start` with real processes and the embedded PostgreSQL. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#server/platform/database/connection';
import { isAlive, readPostmaster } from '#server/platform/database/embedded/postmaster';
import { EXIT_CODES } from '#server/platform/start-error';
import { embeddedFolder, startEmbedded } from '#server/platform/database/embedded/embedded';
import { giveDatabase } from '#tests/support/cluster';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { silentLog } from '#tests/support/silent-log';
import { health, spawnPunctual, until, type PunctualProcess } from '#tests/support/punctual-process';

let dataDir: string;
let started: PunctualProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-start-'));
  started = [];
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended();
  }
  await removeEmbedded(dataDir);
});

function punctual(env: Readonly<Record<string, string>> = {}, args = ['start']): PunctualProcess {
  const one = spawnPunctual(args, {
    DATA_DIR: dataDir,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'correct horse',
    ...env,
  });
  started.push(one);
  return one;
}
const data = (): string => path.join(embeddedFolder(dataDir), 'data');
const postmasterPid = (): number => readPostmaster(data())?.pid ?? 0;
const onDatabase = async (sql: string): Promise<Record<string, unknown>[]> => {
  const client = await connect({
    host: path.join(embeddedFolder(dataDir), 'sockets'),
    port: 5432,
    user: 'postgres',
    database: 'punctual',
  });
  return client
    .query<Record<string, unknown>>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};
/** Every start error is one line without a stack that says what to do. */
async function refusal(one: PunctualProcess): Promise<{ code: number | string | null; text: string }> {
  const code = await one.ended();
  expect(one.output()).not.toMatch(/\n\s+at /);
  return { code, text: one.output().trim() };
}

describe('starting and stopping', () => {
  it('a start in an empty folder runs; SIGTERM ends it with 0 and stops the database', async () => {
    const server = punctual();
    expect(await health(await server.ready())).toBe(200);
    const pid = postmasterPid();
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(server.output().trim().split('\n')).toEqual([
      expect.stringMatching(/^Creating the database \.\.\. done/),
      expect.stringMatching(/^Punctual .* is ready at /),
      'First administrator: admin@example.com with the password of ADMIN_PASSWORD',
      'Stopping ...',
      'Stopped.',
    ]);
  });

  it('Ctrl-C during the start ends it with 0 and leaves no database running', async () => {
    const server = punctual();
    const places = ['database-id', 'postgres'].map((name) => path.join(dataDir, name));
    await until('PostgreSQL runs', () => places.some((place) => existsSync(place)));
    server.child.kill('SIGINT');
    expect(await server.ended()).toBe(0);
    expect(postmasterPid()).toBe(0);
  });

  it('a second start finds the data of the first and keeps no connection of the owner', async () => {
    await giveDatabase(dataDir);
    const first = punctual();
    await first.ready();
    const before = await onDatabase('SELECT id FROM installation');
    first.child.kill('SIGINT');
    expect(await first.ended()).toBe(0);
    const second = punctual();
    await second.ready();
    expect(await onDatabase('SELECT id FROM installation')).toEqual(before);
    expect(
      await onDatabase(`SELECT DISTINCT usename ^@ 'punctual_app_' AS confined FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`),
    ).toEqual([{ confined: true }]);
  });

  it('commands work while a server runs', async () => {
    await giveDatabase(dataDir);
    const url = await punctual().ready();
    const command = punctual({}, ['admin', 'create', '--email', 'second@example.com']);
    expect(await command.ended()).toBe(0);
    expect(command.output()).toMatch(
      /^Created administrator second@example\.com, with the password \S+ \(shown only once\)\.$/m,
    );
    const letIn = spawnPunctual(
      ['admin', 'password', '--email', 'second@example.com'],
      { DATA_DIR: dataDir },
      [],
      'typed or piped\nnot this\n',
    );
    expect(await letIn.ended()).toBe(0);
    expect(letIn.output()).toContain('second@example.com has a new password; all sessions have ended.');
    const signIn = await fetch(`${url}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'second@example.com', password: 'typed or piped' }),
    });
    expect(signIn.status).toBe(200);
    const noted = `SELECT kind FROM security_event WHERE detail IN ('Added on the server', 'On the server')`;
    expect(await onDatabase(noted)).toEqual([{ kind: 'role_changed' }, { kind: 'password_changed' }]);
    expect(await refusal(punctual({}, ['admin', 'create', '--email', 'second@example.com']))).toEqual({
      code: EXIT_CODES.invalidSettings,
      text: 'An account with the address second@example.com already exists.',
    });
  });
});

describe('crashes', () => {
  beforeEach(() => giveDatabase(dataDir));

  it('after kill -9 of the server the next start adopts the running database', async () => {
    const first = punctual();
    await first.ready();
    const pid = postmasterPid();
    first.child.kill('SIGKILL');
    await first.ended();
    expect(isAlive(pid)).toBe(true);
    const second = punctual();
    expect(await health(await second.ready())).toBe(200);
    expect(postmasterPid()).toBe(pid);
    second.child.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('after kill -9 of PostgreSQL the server answers 503 and recovers by itself', async () => {
    const server = punctual();
    const url = await server.ready();
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    const seen = new Set<number>();
    await until('the database is back', async () => {
      seen.add(await health(url));
      return !isAlive(pid) && seen.has(503) && (await health(url)) === 200;
    });
    expect([...seen].filter((status) => status !== 200)).toEqual([503]);
    expect(postmasterPid()).not.toBe(pid);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(postmasterPid()).toBe(0);
  });

  it('a PostgreSQL that another program stopped is started again', async () => {
    const server = punctual();
    const url = await server.ready();
    const pid = postmasterPid();
    process.kill(pid, 'SIGTERM');
    await until('another PostgreSQL runs', () => ![0, pid].includes(postmasterPid()));
    await until('it answers', async () => (await health(url)) === 200);
    expect(isAlive(pid)).toBe(false);
  });

  it('a start works after both were killed and another program has the pid', async () => {
    const first = punctual();
    await first.ready();
    const pid = postmasterPid();
    first.child.kill('SIGKILL');
    await first.ended();
    process.kill(pid, 'SIGKILL');
    await until('PostgreSQL is dead', () => !isAlive(pid));
    const file = path.join(data(), 'postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
    expect(await health(await punctual().ready())).toBe(200);
  });

  it('a copy without its empty files is not replaced by an empty database', async () => {
    rmSync(path.join(data(), 'punctual-complete'));
    const { code, text } = await refusal(punctual());
    expect(code).toBe(EXIT_CODES.dataFolder);
    expect(text).toMatch(/^There is a database in \S+, but its empty file punctual-complete is missing/);
    expect(existsSync(path.join(data(), 'global', 'pg_control'))).toBe(true);
  });
});

describe('a start that fails, with one line and an exit code', () => {
  it('a second start on the same folder fails, and the first server continues', async () => {
    await giveDatabase(dataDir);
    const first = punctual();
    const url = await first.ready();
    expect(await refusal(punctual())).toEqual({
      code: EXIT_CODES.alreadyRunning,
      text: `Punctual is already running on DATA_DIR ${dataDir}.`,
    });
    expect(await health(url)).toBe(200);
  });

  it('only one of two starts on the same empty folder runs', async () => {
    const both = [punctual(), punctual()];
    const ways = await Promise.all(
      both.map((one) =>
        one.ready().then(
          () => 'runs',
          async () => `ends with ${String((await refusal(one)).code)}`,
        ),
      ),
    );
    expect(ways.sort()).toEqual([`ends with ${EXIT_CODES.alreadyRunning}`, 'runs']);
  });

  it('a taken port stops the start before the first admin is created', async () => {
    await giveDatabase(dataDir);
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, text } = await refusal(punctual({ PORT: String(port), ADMIN_PASSWORD: '' }));
    other.close();
    expect(code).toBe(EXIT_CODES.portTaken);
    expect(text.split('\n').at(-1)).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Set PORT to a free one.`,
    );
    expect(postmasterPid()).toBe(0);
    // The failed start showed no first admin, so it created none.
    const next = punctual({ ADMIN_PASSWORD: '' });
    await next.says('First administrator, shown only once: admin@example.com with the password ');
  });

  it('a DATA_DIR with a file in its path is not writable', async () => {
    const file = path.join(dataDir, 'a-file');
    writeFileSync(file, '');
    const inside = path.join(file, 'data');
    expect(await refusal(punctual({ DATA_DIR: inside }))).toEqual({
      code: EXIT_CODES.dataFolder,
      text: `DATA_DIR ${inside} is not writable: a part of the path is a file.`,
    });
  });

  it('an unreachable DATABASE_URL is waited for, and its password is not shown', async () => {
    const server = punctual({ DATABASE_URL: 'postgres://clock:secret@127.0.0.1:1/punctual' });
    await server.says('Waiting for the database of DATABASE_URL (127.0.0.1:1), up to 30 s ...');
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(server.output()).not.toContain('secret');
  });

  it('a database of a newer version is refused', async () => {
    await giveDatabase(dataDir);
    const { stop } = await startEmbedded({ dataDir, say: () => {}, log: silentLog, login: async (to) => to });
    await onDatabase(`INSERT INTO schema_migrations VALUES (999, '999-from-the-future', 'x', '2030-01-01Z')`);
    await stop();
    const { code, text } = await refusal(punctual());
    expect(code).toBe(EXIT_CODES.databaseOfAnotherVersion);
    expect(text).toMatch(
      /^This database was made by a newer version of Punctual \(it has migration 999-from-the-future\)/,
    );
  });

  it('wrong settings are all reported at once', async () => {
    const { code, text } = await refusal(
      punctual({ PORT: 'three', TIME_ZONE: 'Mars/Olympus', TLS_CERT: 'cert.pem' }),
    );
    expect(code).toBe(EXIT_CODES.invalidSettings);
    expect(text.split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535, but is "three".',
      'TIME_ZONE must be a time zone such as Europe/Berlin.',
      'TLS_KEY is missing: TLS_CERT and TLS_KEY belong together.',
    ]);
  });

  it('an unknown command is refused', async () => {
    expect(await refusal(punctual({}, ['stop']))).toEqual({
      code: EXIT_CODES.invalidSettings,
      text: 'There is no command "stop". See: punctual help',
    });
  });

  it('a password on the command line is refused, since the process list shows it', async () => {
    const command = punctual({}, ['admin', 'create', '--email', 'a@example.com', '--password', 'secret']);
    const { code, text } = await refusal(command);
    expect(code).toBe(EXIT_CODES.invalidSettings);
    expect(text).toContain('the password is asked for, or read from standard input');
  });
});
