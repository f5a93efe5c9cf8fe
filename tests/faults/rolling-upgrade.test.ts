/**
 * Two servers of the former version share a database. This version replaces one after the other while everybody punches
 * and reads. In between, the former version works with the tables of the new one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import { connect } from '#server/platform/database/connection';
import { ApiClient, parsing } from '#tests/api/client';
import { join } from '#tests/api/joining';
import { freshDatabases, urlFor } from '#tests/support/database-url';
import { ROOT, spawnPunctual, until, type PunctualProcess } from '#tests/support/punctual-process';
import { openCampaign } from './campaign.ts';
import { everyRequest } from './every-request.ts';
import { builtVersion } from './former.ts';
import { signInAdmin, WITHOUT_LIMITS } from './product.ts';
import { cycles, isSmall, random } from './size.ts';

/** The last commit from which a rolling upgrade to this version is promised. */
const FORMER = '38bf7e01';
/** Milliseconds. */
const BESIDE_MS = 8_000;
const MENDED_WITHIN = 5_000;

freshDatabases();

let dataDir: string;
/** All servers in order of their start; `running` are the present ones. */
let started: PunctualProcess[];
let running: PunctualProcess[];
let servers: string[];
/** In epoch ms. */
let replacements: { from: number; stopped: number; ready: number }[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-upgrade-'));
  [started, running, servers, replacements] = [[], [], [], []];
  parsing.isStrict = false;
});
afterEach(async () => {
  parsing.isStrict = true;
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map((one) => one.ended()));
  rmSync(dataDir, { recursive: true, force: true });
});

/** A server that stops may answer 503, and a stopped one does not answer. A proxy would ask the other server. */
const mayFail = (status: number, at: number): boolean =>
  replacements.some(
    ({ from, stopped, ready }) =>
      at >= from && at <= (status === 503 ? stopped : status === 0 ? ready + 100 : 0),
  );

async function start(index: number, root: string): Promise<void> {
  const env = { ...WITHOUT_LIMITS, DATA_DIR: dataDir, DATABASE_URL: urlFor('postgres') };
  const one = spawnPunctual(['start'], env, [], '', root);
  running[index] = one;
  started.push(one);
  servers[index] = await one.ready();
}

async function replace(index: number): Promise<void> {
  const replacement = { from: Date.now(), stopped: Infinity, ready: Infinity };
  replacements.push(replacement);
  running[index]?.child.kill('SIGTERM');
  expect(await running[index]?.ended()).toBe(0);
  replacement.stopped = Date.now();
  await start(index, ROOT);
  replacement.ready = Date.now();
}

describe.skipIf(isSmall)('a rolling upgrade from the version before', () => {
  const rounds = Array.from({ length: cycles(0, 3, 10) }, (_, index) => index + 1);
  it.each(rounds)('signs nobody out and refuses no punch and no read (round %i)', async () => {
    for (const index of [0, 1]) await start(index, builtVersion(FORMER));
    const admin = await signInAdmin(servers[0] ?? '');
    const campaign = await openCampaign({
      title: 'rolling upgrade',
      servers,
      admin,
      async asOwner(work) {
        const owner = await connect({ url: urlFor('postgres') });
        return work(owner).finally(() => owner.end());
      },
    });
    const { crowd, cycle, violations, tell } = campaign;
    const client = new ApiClient(servers[0] ?? '');
    const employee = { userId: (await join(client, 'reader@example.com')).id, client };
    const requestsTo = (index: number) => everyRequest(servers[index] ?? '', { admin, employee });
    /** The status that the former version answers, by route. */
    const before = new Map<string, number>();
    for (const { name, send } of requestsTo(0)) before.set(name, (await send()).status);

    let isReading = true;
    let reads = 0;
    const readOn = async (seed: number): Promise<void> => {
      const chance = random(seed);
      while (isReading) {
        const all = requestsTo(chance.between(0, 1)).filter(({ name }) => routes[name].method === 'GET');
        const { name, send } = all[chance.between(0, all.length - 1)] ?? expect.fail('There is no read.');
        const { status } = await send().catch(() => ({ status: 0 }));
        const known = before.get(name);
        reads += 1;
        if (known !== 404 && status !== known && !mayFail(status, Date.now()))
          violations.push(`${name} was answered with ${status} in place of ${known}`);
        await wait(chance.between(0, 40));
      }
    };
    const readers = [1, 2, 3].map(readOn);
    await cycle(async () => {
      await replace(0);
      const besideUntil = Date.now() + BESIDE_MS;
      for (const index of [1, 0])
        for (const { name, send } of requestsTo(index)) {
          const { status } = await send();
          const known = before.get(name) ?? 0;
          if ((status >= 500 || status === 401) && status !== known)
            violations.push(`${name} at server ${index} was answered with ${status} in place of ${known}`);
        }
      await until('the two versions worked beside each other', () => Date.now() > besideUntil);
      await replace(1);
    });
    isReading = false;
    await Promise.all(readers);

    for (const { action, failures } of crowd.presses)
      for (const { status, at } of failures)
        if (!mayFail(status, at))
          violations.push(`${action} was answered with ${status} while no server was replaced`);
    const longest = Math.max(...crowd.presses.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
    if (longest > MENDED_WITHIN) violations.push(`a press was answered after ${longest} ms`);
    tell(`${reads} reads`, `longest press ${longest} ms`);
    const logs = started.map((one) => one.output().replaceAll(/^.* refused: .*\n/gm, ''));
    expect(violations, logs.join('\n')).toEqual([]);
  });
});
