/**
 * A slow, frozen or locked database: each request is answered within 3 s, punches go before reads and strangers,
 * the health check names the failure within 2 s, and the server recovers by itself. Small versions are
 * tests/api/unavailable.test.ts, given-up.test.ts and health.test.ts.
 */
import { mkdtempSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Connection } from '#server/platform/database/connection';
import { startEmbedded } from '#server/platform/database/embedded/embedded';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { until } from '#tests/support/punctual-process';
import { openRelay, type Relay } from '#tests/support/relay';
import { silentLog } from '#tests/support/silent-log';
import { openCampaign } from './campaign.ts';
import { openCrowd, type Member } from './crowd.ts';
import { everyRequest, type Asking } from './every-request.ts';
import { processesIn, signalAll } from './processes.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall } from './size.ts';

/** Delay of each statement in milliseconds. */
const SLOW = 900;
/** Longer than the health check relies on the last recorded punch. */
const LASTS = 7_000;
const STRANGERS = 40;
const TELLS_WITHIN = 3_000;
const HEALTH_TELLS_WITHIN = 2_000;

describe.skipIf(isSmall)('a database that is slow, frozen or locked', () => {
  let dataDir = '';
  let postgres: Awaited<ReturnType<typeof startEmbedded>> | undefined;
  let line: Relay | undefined;
  let product: Product | undefined;

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-slow-'));
    postgres = await startEmbedded({
      dataDir,
      log: silentLog,
      say: () => {},
      login: async ({ user }) => ({ user }),
    });
    const { host, port, user, database } = postgres.target;
    line = await openRelay(() => createConnection(`${host}/.s.PGSQL.${port}`));
    product = await startProduct({
      DATABASE_URL: `postgres://${user}@127.0.0.1:${line.port}/${database}`,
    });
  });
  afterAll(async () => {
    await product?.remove();
    await line?.cut();
    await postgres?.stop();
    await removeEmbedded(dataDir);
  });

  /** Runs work on a direct connection of the owner, which is not slow. */
  async function asOwner<Result>(work: (owner: Connection) => Promise<Result>): Promise<Result> {
    if (!postgres) throw new Error('There is no database.');
    const owner = await connect(postgres.target);
    return work(owner).finally(() => owner.end());
  }

  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    await asOwner(async (owner) => {
      await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await work();
      await owner.query('ROLLBACK');
    });
  }

  it('everybody gets an answer in time, and the server recovers by itself', async () => {
    const servers = product?.servers ?? [];
    const url = servers[0] ?? '';
    const admin = await signInAdmin(url);
    const campaign = await openCampaign({
      title: 'a slow, frozen or locked database',
      servers,
      admin,
      asOwner,
    });
    const { crowd, cycle, chance, violations, tell } = campaign;
    const slowest = { refused: 0, answered: 0, health: 0, again: 0, withPassword: 0 };
    let refused = 0;

    /** Sends all kinds of requests repeatedly until the time is over. */
    async function askForAll(fault: string, employee: Member, part: RegExp): Promise<void> {
      const over = performance.now() + LASTS;
      const ask = async ({ name, isLong, send }: Asking): Promise<void> => {
        while (performance.now() < over) {
          const began = performance.now();
          const { status, headers, text } = await send();
          const took = performance.now() - began;
          const say = (wrong: string): void => void violations.push(`${fault}, ${name}: ${wrong}`);
          if (status === 503) refused += 1;
          if (status === 503 && !(Number(headers.get('retry-after')) > 0)) say('503 without Retry-After');
          if (status >= 500 && status !== 503) say(`answered with ${status}`);
          const limit = name === 'health' ? HEALTH_TELLS_WITHIN : TELLS_WITHIN;
          const kind =
            name === 'health' ? 'health' : isLong ? 'withPassword' : status === 503 ? 'refused' : 'answered';
          slowest[kind] = Math.max(slowest[kind], took);
          if (took > limit && !isLong) say(`${status} after ${Math.round(took)} ms`);
          if (name === 'health' && status === 503 && !part.test(text)) say(`says ${text}`);
          await wait(100);
        }
      };
      await Promise.all(everyRequest(url, { admin, employee }).map(ask));
      const { status } = await admin.client.send('health', {});
      if (status !== 503) violations.push(`${fault}: health says ${status}, though no punch works`);
    }

    // Not a member of the crowd, since the checker knows all their presses.
    const alone = await openCrowd({ servers, people: 1, seed: 1 });
    const [employee = admin] = alone.people;
    const faults: [name: string, part: RegExp, during: (work: () => Promise<void>) => Promise<void>][] = [
      [
        'slow',
        /"part":/,
        async (work) => {
          line?.slow(SLOW);
          await work();
          line?.slow(0);
        },
      ],
      [
        'frozen',
        /"part":"database"/,
        async (work) => {
          const pids = processesIn(postgres?.layout.data ?? '');
          signalAll(pids, 'SIGSTOP');
          await work();
          signalAll(pids, 'SIGCONT');
        },
      ],
      ...(
        [
          ['ledger', /"part":"ledger"/],
          ['session', /"part":"sessions"/],
          ['counted_entry', /"part":"time entries"/],
          ['account', /"part":"time entries"/],
          ['request_answer', /"part":"answers"/],
        ] as const
      )
        .toSorted(() => chance.next() - 0.5)
        .slice(0, cycles(0, 2, 5))
        .map(([table, part]): (typeof faults)[number] => [
          `${table} locked`,
          part,
          (work) => whileLocked(table, work),
        ]),
    ];
    // Opens the connections first, so that their time does not count as the server's.
    await Promise.all(everyRequest(url, { admin, employee }).map(({ send }) => send()));
    for (const [name, part, during] of faults)
      await cycle(async () => {
        await during(() => askForAll(name, employee, part));
        const began = performance.now();
        const before = crowd.acknowledged();
        await until('punches work again', () => crowd.acknowledged() > before);
        await until('health says so', async () => (await admin.client.send('health', {})).status === 200);
        slowest.again = Math.max(slowest.again, performance.now() - began);
      });

    // Strangers and readers occupy all connections that are not reserved for punches, and wait for a lock.
    let meanwhile = 0;
    await cycle(async () => {
      const failed = (): number => crowd.presses.reduce((sum, { failures }) => sum + failures.length, 0);
      const [before, failedBefore] = [crowd.acknowledged(), failed()];
      const over = performance.now() + LASTS;
      await whileLocked('issued_employee_id', async () => {
        const stranger = async (): Promise<void> => {
          while (performance.now() < over)
            await Promise.all([admin.client.send('issueEmployeeId', {}), admin.client.send('employees', {})]);
        };
        await Promise.all(Array.from({ length: STRANGERS }, stranger));
      });
      meanwhile = crowd.acknowledged() - before;
      if (failed() > failedBefore)
        violations.push(`${failed() - failedBefore} punches waited for strangers in vain`);
    });
    await alone.close();
    const s = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
    tell(
      `${refused} other requests refused after at most ${s(slowest.refused)}`,
      `answered after at most ${s(slowest.answered)}`,
      `with a password to hash after at most ${s(slowest.withPassword)}`,
      `health after at most ${s(slowest.health)}`,
      `all well ${s(slowest.again)} after the fault`,
      `${meanwhile} punches while ${STRANGERS} strangers held all other connections`,
    );
    expect(violations).toEqual([]);
  });
});
