/**
 * The smoke test. Clones HEAD into a temporary folder and runs `npm start` with an empty data folder. Works a first
 * morning through the API, sends SIGTERM, and checks that a second start still has the data. The last line is 'N
 * passed, N failed, N skipped'.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Tally } from './steps.mjs';

const MINUTE = 60_000;
const ADMIN = { email: 'admin@smoke.example', password: 'first-admin-of-the-smoke-test' };
const EMPLOYEE = { name: 'Sita Smoke', email: 'sita@smoke.example', password: 'sita-smokes-not' };
const WORK = { department: 'Business Studio', hub: 'Core operations hub', position: 'Lead' };

const folder = mkdtempSync(join(tmpdir(), 'punctual-smoke-'));
const tally = new Tally();

function require(condition, message) {
  if (!condition) throw new Error(message);
}

async function step(name, work) {
  try {
    const result = await work();
    console.log(`ok     ${name}`);
    tally.add('passed');
    return result;
  } catch (error) {
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
    tally.add('failed');
    throw error;
  }
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });

/** Environment of a newcomer's shell, without the settings of the person who runs this test. */
function environment(port) {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|LC_|TMPDIR|npm_config_|NPM_CONFIG_|https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY|NODE_EXTRA_CA_CERTS|SystemRoot)/.test(
      name,
    ),
  );
  return {
    ...Object.fromEntries(kept),
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
}

function start(port, command, args) {
  const child = spawn(command, args, {
    cwd: join(folder, 'checkout'),
    env: environment(port),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = { child, output: '', ended: null };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      server.output += data;
    });
  // Not 'exit': npm may exit before the processes that it started.
  child.once('close', (code, signal) => {
    server.ended = { code, signal };
  });
  return server;
}

async function until(condition, deadline, message) {
  const end = performance.now() + deadline;
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (performance.now() > end) throw new Error(message());
    await pause(100);
  }
}

const healthy = (url, server) =>
  until(
    async () => {
      require(server.ended ===
        null, `npm start ended with ${JSON.stringify(server.ended)}:\n${server.output}`);
      const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5000) }).catch(
        () => null,
      );
      return answer?.status === 200;
    },
    15 * MINUTE,
    () => `no health after 15 minutes:\n${server.output}`,
  );

const terminated = async (server) => {
  server.child.kill('SIGTERM');
  await until(
    () => server.ended !== null,
    MINUTE,
    () => 'still there a minute after SIGTERM',
  );
  return server.ended;
};

/** An API client with its own cookies. */
function caller(url) {
  let cookie = '';
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(MINUTE),
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    const text = await answer.text();
    require(answer.ok, `${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
}

async function firstMorning(url) {
  await step('the web client is served from the same port', async () =>
    require(/<div|<main/.test(await caller(url)('GET', '/')), 'no page at /'),
  );
  const admin = caller(url);
  await step('the first admin signs in', async () =>
    require((await admin('POST', '/api/sign-in', ADMIN)).user?.role === 'admin', 'not an admin'),
  );
  const employee = caller(url);
  await step('an employee registers and signs in', async () => {
    const { employeeId } = await employee('POST', '/api/registration/employee-id', {});
    await employee('POST', '/api/registration', { ...EMPLOYEE, ...WORK, employeeId });
    const { user } = await employee('POST', '/api/sign-in', {
      email: EMPLOYEE.email,
      password: EMPLOYEE.password,
    });
    require(user?.employeeId === employeeId, 'not the id that was issued');
  });
  const { entry } = await step('the employee clocks in', () =>
    employee('POST', '/api/clock/in', { requestId: randomUUID() }),
  );
  await step('the admin sees it', async () =>
    require((await admin('GET', '/api/monitoring')).entries.some(
      (one) => one.id === entry.id,
    ), 'not on the board'),
  );
  return entry;
}

async function run() {
  await step('HEAD can be cloned', () => {
    const clone = spawnSync(
      'git',
      [
        'clone',
        '--quiet',
        '--no-hardlinks',
        fileURLToPath(new URL('..', import.meta.url)),
        join(folder, 'checkout'),
      ],
      { encoding: 'utf8' },
    );
    require(clone.status === 0, clone.error?.message ?? clone.stderr);
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const servers = [];
  try {
    servers.push(start(port, 'npm', ['start']));
    const began = performance.now();
    await step('npm start makes a fresh clone healthy', () => healthy(url, servers[0]));
    console.log(`       (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    const entry = await firstMorning(url);
    // npm passes the signal on and then ends by it, so its exit code says nothing about the server.
    await step('SIGTERM ends npm start and what it started', () => terminated(servers[0]));
    servers.push(start(port, process.execPath, ['bin/start.mjs']));
    await step('it starts again', () => healthy(url, servers[1]));
    await step('the clock-in is still there', async () => {
      const employee = caller(url);
      await employee('POST', '/api/sign-in', { email: EMPLOYEE.email, password: EMPLOYEE.password });
      require((await employee('GET', '/api/clock')).entries.some(
        (one) => one.id === entry.id,
      ), 'the entry is gone');
    });
    await step('SIGTERM ends the server with exit code 0', async () => {
      const { code, signal } = await terminated(servers[1]);
      require(code === 0, `exit code ${code}, signal ${signal}:\n${servers[1].output}`);
    });
  } finally {
    for (const server of servers) if (server.ended === null) server.child.kill('SIGTERM');
    await until(
      () => servers.every((server) => server.ended !== null),
      MINUTE,
      () => 'a server is still there',
    ).catch(() => {});
  }
}

/** A database that root started lies outside the data folder. A file `data-dir` next to it names the data folder. */
function removeRootsDatabase() {
  const base = '/var/lib/punctual';
  if (process.getuid?.() !== 0 || !existsSync(base)) return;
  for (const name of readdirSync(base)) {
    const note = join(base, name, 'data-dir');
    if (existsSync(note) && readFileSync(note, 'utf8').trim().startsWith(realpathSync(folder)))
      rmSync(join(base, name), { recursive: true, force: true });
  }
}

await run().catch((error) => {
  if (tally.failed === 0) {
    console.log(String(error));
    tally.add('failed');
  }
});
removeRootsDatabase();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
tally.finish();
