/** Limits on one database hold for all its servers together. */
import { describe, expect, it, vi } from 'vitest';
import { createSharedLimiters } from '#server/platform/database/shared-limiter';
import { makeAdmin, makeEmployee, PASSWORD, registerEmployee, requestId, timeAfter } from '#tests/make';
import { setUpServer, setUpServerBeside } from '#tests/set-up';
import type { ApiClient } from './client.ts';

const config = { trustedProxies: ['127.0.0.1'], punchesPerHour: 10 };
const first = setUpServer({ config });
const second = setUpServerBeside(first, config);

/** Alternates between the two servers. */
const inTurn = (index: number) => (index % 2 === 0 ? first : second);
const from = (address: string, server = first): ApiClient => {
  const client = server.client();
  client.headers = { 'x-forwarded-for': address };
  return client;
};
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
async function oneByOne(count: number, work: (index: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await work(index)).status);
  return statuses;
}
const tenThen429 = [...Array.from({ length: 10 }, () => 401), 429, 429];

describe('guesses at two servers on one database', () => {
  it('are ten from one address in all, and then the right password is refused by both', async () => {
    const { email } = await registerEmployee(first);
    const guess = (index: number, password: string) =>
      from('203.0.113.9', inTurn(index)).call('signIn', { email, password });
    expect(await oneByOne(12, (index) => guess(index, 'a guess'))).toEqual(tenThen429);
    expect(await oneByOne(2, (index) => guess(index, PASSWORD))).toEqual([429, 429]);
    const elsewhere = from('203.0.113.10', second);
    expect((await elsewhere.call('signIn', { email, password: PASSWORD })).status).toBe(200);
  });

  it('are ten at an address without an account, too', async () => {
    const guess = { email: 'nobody@example.com', password: 'a guess' };
    const statuses = await oneByOne(12, (index) => from('203.0.113.9', inTurn(index)).call('signIn', guess));
    expect(statuses).toEqual(tenThen429);
  });

  it('are ten in all when they come at once', async () => {
    const { email } = await registerEmployee(first);
    const answers = await times(24, (index) =>
      from('203.0.113.11', inTurn(index)).call('signIn', { email, password: `guess ${index}` }),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('are ten in a known browser, which others from its address do not use up', async () => {
    const { client, email } = await makeEmployee(first);
    client.headers = { 'x-forwarded-for': '203.0.113.12' };
    const stranger = (index: number) =>
      from('203.0.113.12', inTurn(index)).call('signIn', { email, password: 'a guess' });
    expect(await oneByOne(12, stranger)).toEqual(tenThen429);
    const own = (index: number) =>
      client.at(inTurn(index).url).call('signIn', { email, password: 'a guess' });
    expect(await oneByOne(12, own)).toEqual(tenThen429);
  });

  it('are fifty from everywhere, but not for a network from which somebody signed in at one of them', async () => {
    const { email } = await registerEmployee(first);
    await from('203.0.113.13').ask('signIn', { email, password: PASSWORD });
    const guess = (index: number) =>
      from(`198.51.100.${index}`, inTurn(index)).call('signIn', { email, password: 'a guess' });
    expect(new Set(await oneByOne(50, guess))).toEqual(new Set([401]));
    const right = (address: string) => (index: number) =>
      from(address, inTurn(index)).call('signIn', { email, password: PASSWORD });
    expect(await oneByOne(2, right('192.0.2.1'))).toEqual([429, 429]);
    await vi.waitFor(async () => expect(await oneByOne(2, right('203.0.113.13'))).toEqual([200, 200]), 5_000);
  });
});

describe('punches at two servers on one database', () => {
  const press = (client: ApiClient, index: number) =>
    client.at(inTurn(index).url).call(index % 2 === 0 ? 'clockIn' : 'clockOut', { requestId: requestId() });

  it('are ten an hour in all, and both say from when the next one works', async () => {
    const { client } = await makeEmployee(first);
    expect(await oneByOne(10, (index) => press(client, index))).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
    first.clock.advanceMinutes(20);
    for (const server of [first, second]) {
      const refused = await client.at(server.url).call('clockIn', { requestId: requestId() });
      expect(refused).toMatchObject({ ok: false, status: 429, problem: { code: 'punches_too_many' } });
      expect(refused.ok ? '' : refused.problem.message).toContain(timeAfter(first, 40 * 60));
    }
    first.clock.advanceMinutes(40);
    expect((await press(client, 0)).status).toBe(200);
  });
});

describe('other actions at two servers on one database', () => {
  it.each([
    ['updateProfile', 10, (index: number) => ({ name: `Ada ${index}` })],
    [
      'reportBrowserFailures',
      60,
      () => ({ failures: [{ kind: 'load', code: 'offline', at: '2026-11-20T09:00:00.000Z' }] }),
    ],
    ['sendTestMail', 20, () => ({})],
  ] as const)('%s works %d times an hour in all', async (name, points, inputOf) => {
    const { client } = await makeAdmin(first);
    const call = (index: number) => client.at(inTurn(index).url).call(name, inputOf(index));
    const statuses = await oneByOne(points + 2, call);
    expect(statuses).toEqual([...Array.from({ length: points }, () => 200), 429, 429]);
  });

  it('a reset link can be asked for five times an hour from one address', async () => {
    const { email } = await registerEmployee(first);
    const ask = (index: number) =>
      from('203.0.113.20', inTurn(index)).call('requestPasswordReset', { email });
    expect(await oneByOne(6, ask)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('a limit over all servers', () => {
  const options = { name: 'test', points: 2, windowMs: 60_000 };

  it('goes on from what this server knows while the database does not answer', async () => {
    const { pool } = first.test.database;
    let isDown = false;
    const query = (asked: string) => (isDown ? Promise.reject(new Error('down')) : pool.query(asked));
    const limiter = createSharedLimiters({ query } as never)(options);
    expect(await limiter.consume('ada')).toBe(0);
    isDown = true;
    expect([await limiter.waitFor('ada'), await limiter.consume('ada')]).toEqual([0, 0]);
    expect([await limiter.waitFor('ada'), await limiter.consume('ada')]).toEqual([60, 60]);
    expect([await limiter.waitFor('bob'), await limiter.consume('bob')]).toEqual([0, 0]);
  });

  it('asks nothing more once it is reached, and its table holds no address', async () => {
    const { pool } = first.test.database;
    await createSharedLimiters(pool)(options).consume('203.0.113.7');
    await createSharedLimiters(pool)(options).consume('203.0.113.7');
    let asked = 0;
    const run = (text: string, values: readonly unknown[]) =>
      pool.run(text, values).finally(() => void (asked += 1));
    const limiter = createSharedLimiters({ run } as never)(options);
    expect(await limiter.waitFor('203.0.113.7')).toBeGreaterThan(0);
    expect(await limiter.consume('203.0.113.7')).toBeGreaterThan(0);
    expect(asked).toBe(1);
    const { rows } = await first.test.owner.query('SELECT key FROM rate_limit');
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|@/);
  });
});
