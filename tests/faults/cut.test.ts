/**
 * Cuts connections around a commit, between the server and PostgreSQL or between people and the server. The
 * repeated request gets the same answer, whether the commit succeeded or not.
 */
import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { OutputOf } from '#contract/routes';
import { makeAdmin, settingsInput, type Person, type TestServer } from '#tests/make';
import { cloneDatabase } from '#tests/support/cluster';
import { faultyLine } from '#tests/support/faulty-line';
import { openRelay } from '#tests/support/relay';
import { openCampaign, type CampaignOptions } from './campaign.ts';
import { createScissors, type Scissors } from './scissors.ts';
import { startFastServer } from './server.ts';
import { cycles, random, seed } from './size.ts';

/** Connections cut between two checks of the history. */
const CUTS = cycles(8, 25, 25);
const ROUNDS = cycles(1, 8, 40);

/** Matches the prepared statements of punches and the end of every transaction. */
const commits = (chunk: Buffer): boolean => /\0write [a-z_, ]+\0|COMMIT\0/.test(chunk.toString('latin1'));
const isPress = (chunk: Buffer): boolean => chunk.toString('latin1').startsWith('POST /api/clock/');

/** @param beside runs while connections are cut, until the signal; resolves to violations */
async function run(
  options: Omit<CampaignOptions, 'asOwner' | 'admin'>,
  server: TestServer,
  scissors: Scissors,
  beside: (admin: Person, stop: AbortSignal) => Promise<string[]> = async () => [],
): Promise<string[]> {
  const admin = await makeAdmin(server);
  const campaign = await openCampaign({
    ...options,
    admin: { client: admin.client, userId: admin.user.id },
    asOwner: (work) => work(server.test.owner),
  });
  for (let left = ROUNDS; left > 0; left -= 1)
    await campaign.cycle(async () => {
      const stop = new AbortController();
      const cutting = (async () => {
        for (let cuts = 0; cuts < CUTS; cuts += 1) await scissors.cut();
        stop.abort();
      })();
      const [found] = await Promise.all([beside(admin, stop.signal), cutting]);
      campaign.violations.push(...found);
    });
  campaign.tell(
    `${ROUNDS * CUTS} connections cut (${[...scissors.done].map(([what, count]) => `${what} ${count}`).join(', ')})`,
  );
  return campaign.violations;
}

/** Changes a setting repeatedly. Each change must happen once, even if it is sent again. */
async function keepChangingSettings({ client }: Person, stop: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const send = async (name: 'settings' | 'updateSettings', input: object) => {
    for (;;) {
      const { status, text } = await client.send(name, input);
      if (status === 200) return (JSON.parse(text) as OutputOf<'settings'>).settings.version;
      if (status !== 503) throw new Error(`${name} was answered with ${status}: ${text}`);
      await wait(50);
    }
  };
  let version = await send('settings', {});
  do {
    const changed = settingsInput({ version, lateThresholdMinutes: version % 60 });
    const input = { requestId: crypto.randomUUID(), ...changed };
    const saved = await send('updateSettings', input);
    const again = await send('updateSettings', input);
    if (saved !== version + 1 || again !== saved)
      found.push(`settings: after version ${version} came ${saved}, and ${again} for the same request`);
    version = saved;
    await wait(30);
  } while (!stop.aborted);
  return found;
}

it('a connection to PostgreSQL that is cut around a commit loses no punch and doubles none', async () => {
  const from = seed();
  const scissors = createScissors(commits, random(from));
  const test = await cloneDatabase();
  onTestFinished(() => test.drop());
  const line = await faultyLine(test, scissors.watch);
  onTestFinished(() => line.close());
  const server = await startFastServer({ on: { ...test, database: line.database } });
  onTestFinished(() => server.stop());
  const violations = await run(
    { title: 'connections to PostgreSQL cut around a commit', seed: from, servers: [server.url] },
    server,
    scissors,
    keepChangingSettings,
  );
  expect(violations).toEqual([]);
});

it('a press that is repeated after its connection was cut gets the same answer', async () => {
  const from = seed();
  const scissors = createScissors(isPress, random(from));
  const server = await startFastServer();
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.url).port);
  const relay = await openRelay(() => createConnection(port, '127.0.0.1'), scissors.watch);
  onTestFinished(() => relay.cut());
  const violations = await run(
    {
      title: 'connections to the server cut around an answer',
      seed: from,
      servers: [server.url],
      pressedAt: [`http://127.0.0.1:${relay.port}`],
    },
    server,
    scissors,
  );
  expect(violations).toEqual([]);
});
