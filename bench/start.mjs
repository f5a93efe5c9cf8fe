/**
 * `npm run bench -- start`: measures seconds from `npm start` to a healthy server, with an empty data folder and warm.
 * Times are also given as multiples of npm's own cost: `npm start` with an empty script. Also measures the memory of
 * the idle server.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROUNDS = 5;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'punctual-bench-'));

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Starts the product; `look` runs while it idles. @returns milliseconds to the first healthy answer */
async function startOnce(dataDir, look = async () => {}) {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  });
  const closed = new Promise((resolve) => void child.once('close', resolve));
  while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.ok) await pause(2);
  const taken = performance.now() - begun;
  await look(child.pid ?? 0);
  // Signals the whole group, as Ctrl-C does, then waits until the port is silent.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await closed;
  while (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)) await pause(10);
  await pause(300);
  return taken;
}

/** Proportional set size in MB of the process group's Node, and of the PostgreSQL that it started. */
function memoryOf(group) {
  const rows = spawnSync('ps', ['-eo', 'pid=,ppid=,pgid=,comm='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  const node = rows
    .filter(([, , pgid, name]) => Number(pgid) === group && name === 'node')
    .map(([pid]) => pid);
  const parents = rows
    .filter(([, ppid, , name]) => node.includes(ppid) && name === 'postgres')
    .map(([pid]) => pid);
  const postgres = rows
    .filter(([pid, ppid, , name]) => name === 'postgres' && (parents.includes(pid) || parents.includes(ppid)))
    .map(([pid]) => pid);
  const pss = (pids) =>
    pids.reduce(
      (sum, pid) =>
        sum + Number(/^Pss:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
      0,
    ) / 1024;
  return { node: pss(node), postgres: pss(postgres) };
}

/** Root's databases lie elsewhere (docs/operations.md), with the `database-id` of their data folder. */
function removeDatabases() {
  const base = '/var/lib/punctual';
  const idIn = (dir) =>
    existsSync(join(dir, 'database-id')) ? readFileSync(join(dir, 'database-id'), 'utf8').trim() : undefined;
  const own = new Set(
    readdirSync(folder)
      .map((name) => idIn(join(folder, name)))
      .filter(Boolean),
  );
  for (const name of existsSync(base) ? readdirSync(base) : []) {
    if (own.has(idIn(join(base, name)))) rmSync(join(base, name), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Everything must be built. Times are medians of five. Memory is the proportional set size (Linux) in the last round,
 * npm's own Node included.
 */
export async function measure() {
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node -e 0' } }));
    const bare = median(
      Array.from({ length: ROUNDS }, () => {
        const begun = performance.now();
        spawnSync('npm', ['start'], { cwd: folder, stdio: 'ignore' });
        return performance.now() - begun;
      }),
    );
    const empty = [];
    for (let round = 0; round < ROUNDS; round += 1)
      empty.push(await startOnce(join(folder, `data-${round}`)));
    const warm = [];
    let memory = { node: 0, postgres: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      warm.push(
        await startOnce(join(folder, 'data-0'), async (pid) => {
          await pause(3_000);
          memory = memoryOf(pid);
        }),
      );
    }
    const times = (label, values, limit) => [
      { label, value: median(values) / 1000, limit, unit: 's' },
      {
        label: `${label}, as a multiple of npm itself`,
        value: median(values) / bare,
        limit: limit / (bare / 1000),
        unit: 'x',
      },
    ];
    return [
      ...times('built, empty data folder', empty, 3),
      ...times('warm', warm, 0.7),
      { label: 'idle memory, Node', value: memory.node, limit: 100, unit: 'MB' },
      { label: 'idle memory, PostgreSQL', value: memory.postgres, limit: 60, unit: 'MB' },
    ];
  } finally {
    removeDatabases();
  }
}
