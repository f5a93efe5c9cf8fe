/** Two servers on one database. Each is stopped and started again while everybody punches. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#tests/support/cluster';
import { spawnPunctual, type PunctualProcess } from '#tests/support/punctual-process';
import { openCampaign } from './campaign.ts';
import { databaseUrl, signInAdmin, WITHOUT_LIMITS } from './product.ts';
import { cycles, isSmall } from './size.ts';

/** Milliseconds a press may take with all its retries: a wait that people hardly notice. */
const MENDED_WITHIN = 5_000;

let test: TestDatabase;
let dataDir: string;
const running: PunctualProcess[] = [];
const servers: string[] = [];

async function start(index: number): Promise<void> {
  const one = spawnPunctual(['start'], {
    ...WITHOUT_LIMITS,
    DATA_DIR: path.join(dataDir, String(index)),
    DATABASE_URL: databaseUrl(test),
  });
  running[index] = one;
  servers[index] = await one.ready();
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-rolling-'));
  test = await cloneDatabase();
  await start(0);
  await start(1);
});
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended();
  }
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('nobody notices rolling restarts: each press is answered in time, and no change is missed', async () => {
  const campaign = await openCampaign({
    title: 'two servers with rolling restarts',
    servers,
    admin: await signInAdmin(servers[0] ?? ''),
    asOwner: (work) => work(test.owner),
  });
  const { cycle, chance, crowd, followers, violations, tell } = campaign;
  let killed = 0;
  /** Stops a server normally, and sometimes by kill -9. */
  const stop = async (one: PunctualProcess | undefined): Promise<void> => {
    const isKilled = !isSmall && chance.percent(15);
    if (isKilled) killed += 1;
    one?.child.kill(isKilled ? 'SIGKILL' : 'SIGTERM');
    const code = await one?.ended();
    if (code !== (isKilled ? 'SIGKILL' : 0))
      violations.push(`a server that was told to stop ended with ${code}: ${one?.output()}`);
  };
  for (let left = cycles(1, 8, 30); left > 0; left -= 1)
    await cycle(async () => {
      for (const index of isSmall ? [0] : [0, 1]) {
        await stop(running[index]);
        await start(index);
      }
    });
  const longest = Math.max(...crowd.presses.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  if (!isSmall && longest > MENDED_WITHIN) violations.push(`a press was answered after ${longest} ms`);
  // A restart must not cause a reload, since the cursor is valid on the other server too.
  for (const { scope, loadedAnew, story } of followers)
    if (loadedAnew > 0)
      violations.push(
        `a follower of ${scope} was told ${loadedAnew} times to load anew:\n${story.join('\n')}`,
      );
  tell(`${killed} times by kill -9`, `longest press ${longest} ms`);
  expect(violations).toEqual([]);
});
