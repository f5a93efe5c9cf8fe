/** The values of `/metrics` change with the events they count. */
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import type { Route } from '#contract/route';
import { inHashingQueue } from '#server/people/credentials/hashing-queue';
import { connect as connectToDatabase } from '#server/platform/database/connection';
import { versionOf } from '#server/main';
import {
  changeSettings,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  registerEmployee,
  requestId,
  startTestServer,
  type Person,
} from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { faultyLine } from '../support/faulty-line.ts';
import { METRICS_TOKEN, metricsOf, readSample } from './samples.ts';

const config = { metricsToken: METRICS_TOKEN };

const server = setUpServer({ config });
const second = setUpServer(() => ({ config, on: server.test, clock: server.clock }));

const read = (name: string, labels?: Readonly<Record<string, string>>): Promise<number> =>
  readSample(server, name, labels);

/** The increase of each sample during `work`. */
async function growth(
  work: () => Promise<unknown>,
  ...samples: readonly (readonly [name: string, labels?: Readonly<Record<string, string>>])[]
): Promise<number[]> {
  const all = () => Promise.all(samples.map(([name, labels]) => read(name, labels)));
  const before = await all();
  await work();
  return (await all()).map((value, index) => value - (before[index] ?? 0));
}

const punch = ({ client }: Person, name: 'clockIn' | 'clockOut', id = requestId()) =>
  client.send(name, { requestId: id });

/** Holds the lock of the statement while `work` runs. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const locking = await connectToDatabase(server.test.target);
  await locking.query(`BEGIN; ${statement}`);
  try {
    await work();
  } finally {
    await locking.end();
  }
}

describe('the metrics', () => {
  it('count the requests of each route by outcome, with their duration', async () => {
    const ada = await makeEmployee(server);
    const requests = 'punctual_http_requests_total';
    const work = async () => {
      await ada.client.ask('clock', {});
      await ada.client.refusal('monitoring', {});
      await fetch(`${server.url}/made-up/${requestId()}`);
    };
    expect(
      await growth(
        work,
        [requests, { route: 'clock', outcome: '200' }],
        [requests, { route: 'monitoring', outcome: 'forbidden' }],
        [requests, { route: 'other', outcome: 'not_found' }],
        ['punctual_http_request_duration_seconds_count', { route: 'clock' }],
        ['punctual_http_request_duration_seconds_bucket', { route: 'clock', le: '+Inf' }],
      ),
    ).toEqual([1, 1, 1, 1, 1]);
    expect(await read('punctual_http_request_duration_seconds_sum', { route: 'clock' })).toBeGreaterThan(0);
  });

  it('start failures at 0, so that the first failure shows as an increase', async () => {
    const fresh = await startTestServer({ config, on: server.test });
    const text = await metricsOf(fresh);
    for (const [name, { failure = 'server_error' }] of Object.entries<Route>(routes))
      for (const outcome of [failure, 'unavailable'])
        expect(text).toContain(`\npunctual_http_requests_total{route="${name}",outcome="${outcome}"} 0\n`);
    for (const kind of ['clock_in', 'break_start', 'break_end', 'clock_out'])
      expect(text).toContain(`\npunctual_punches_total{kind="${kind}",outcome="failed"} 0\n`);
    expect(text).toContain('\npunctual_punch_retries_total 0\n');
    await fresh.stop();
  });

  it('count recorded, repeated, refused and failed punches', async () => {
    const ada = await makeEmployee(server);
    const id = requestId();
    const punches = (kind: string, outcome: string) => ['punctual_punches_total', { kind, outcome }] as const;
    const work = async () => {
      await punch(ada, 'clockIn', id);
      await punch(ada, 'clockIn', id);
      await punch(ada, 'clockIn');
      await server.test.owner.query('ALTER TABLE activity_notification RENAME TO lost');
      expect((await punch(ada, 'clockOut')).status).toBe(500);
      await server.test.owner.query('ALTER TABLE lost RENAME TO activity_notification');
    };
    expect(
      await growth(
        work,
        punches('clock_in', 'recorded'),
        punches('clock_in', 'repeated'),
        punches('clock_in', 'already_clocked_in'),
        punches('clock_out', 'failed'),
        punches('clock_out', 'recorded'),
      ),
    ).toEqual([1, 1, 1, 1, 0]);
  });

  it('show how many punches a batch contains', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => makeEmployee(server)));
    const [punches = 0, batches = 0] = await growth(
      () => Promise.all(people.map((person) => punch(person, 'clockIn'))),
      ['punctual_punch_batch_size_sum'],
      ['punctual_punch_batch_size_count'],
    );
    expect(punches).toBeGreaterThanOrEqual(20);
    expect(batches).toBeLessThan(punches);
  });

  it("count punches that were decided again because the server's data was stale", async () => {
    const ada = await makeEmployee(server);
    const there = { ...ada, client: ada.client.at(second.url) };
    const retries = ['punctual_punch_retries_total'] as const;
    await punch(ada, 'clockIn');
    expect(await growth(() => punch(ada, 'clockOut'), retries)).toEqual([0]);
    await punch(there, 'clockIn');
    await punch(there, 'clockOut');
    // This server's data is stale: it has not seen the punches on the other server.
    expect(await growth(() => punch(ada, 'clockIn'), retries)).toEqual([1]);
    await changeSettings(server, { late_threshold_minutes: 7 });
    expect(await growth(() => punch(ada, 'clockOut'), retries)).toEqual([1]);
  });

  it('show how many punches wait in the queue, and how long the oldest has waited', async () => {
    const [ada, bob] = [await makeEmployee(server), await makeEmployee(server)];
    const presses: Promise<unknown>[] = [];
    await whileLocked('LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE', async () => {
      presses.push(punch(ada, 'clockIn'), punch(bob, 'clockIn'));
      await expect.poll(() => read('punctual_punch_queue_length')).toBe(2);
      const age = await read('punctual_punch_queue_oldest_seconds');
      expect(age).toBeGreaterThan(0);
      expect(await read('punctual_punch_queue_oldest_seconds')).toBeGreaterThan(age);
    });
    await Promise.all(presses);
    expect(await read('punctual_punch_queue_length')).toBe(0);
    expect(await read('punctual_punch_queue_oldest_seconds')).toBe(0);
  });

  it('show the age of changes in the feed that an open transaction delays', async () => {
    const ada = await makeEmployee(server);
    const held = () => read('punctual_feed_held_seconds');
    await expect.poll(held).toBe(0);
    await whileLocked('SELECT pg_current_xact_id()', async () => {
      await punch(ada, 'clockIn');
      server.clock.advanceMinutes(1);
      await expect.poll(held).toBeGreaterThanOrEqual(60);
    });
    await expect.poll(held).toBe(0);
  });

  it('show how long ago the feed was last read', async () => {
    const line = await faultyLine(server.test);
    const cut = await startTestServer({ config, on: { ...server.test, database: line.database } });
    const age = () => readSample(cut, 'punctual_feed_read_age_seconds');
    const ada = await makeEmployee(cut);
    const reader = await ada.client.live();
    await punch(ada, 'clockIn');
    await reader.until(({ changes }) => changes.length > 0);
    reader.close();
    line.hang();
    // The server reads the feed each second.
    await expect.poll(age).toBeGreaterThan(2);
    await line.mend();
    await expect.poll(age).toBeLessThan(2);
    await cut.stop();
    await line.close();
  });

  it('count open and opened streams of employees and admins', async () => {
    const people = [await makeEmployee(server), await makeAdmin(server), await makeEmployee(server)];
    const count = () => Promise.all(['employee', 'admin'].map((role) => read('punctual_streams', { role })));
    const opened = ['employee', 'admin'].map((role) => ['punctual_streams_opened_total', { role }] as const);
    const readers = await Promise.all(people.map(({ client }) => client.live()));
    await Promise.all(readers.map((reader) => reader.hello()));
    expect(await count()).toEqual([2, 1]);
    const another = async () => void readers.push(await (people[1] as Person).client.live());
    expect(await growth(another, ...opened)).toEqual([0, 1]);
    // The server ends one stream, the reader ends the others.
    await (people[0] as Person).client.ask('signOut', {});
    await expect.poll(() => readers[0]?.ended).toBe(true);
    for (const reader of readers) reader.close();
    await expect.poll(count).toEqual([0, 0]);
    expect(await read('punctual_http_request_duration_seconds_count', { route: 'live' })).toBe(0);
  });

  it('show busy database connections and requests that wait for one', async () => {
    const { client } = await makeEmployee(server);
    const pool = 'general';
    const waiting = () => read('punctual_database_waiting', { pool });
    const answers: Promise<unknown>[] = [];
    expect(await waiting()).toBe(0);
    await whileLocked('LOCK TABLE session IN ACCESS EXCLUSIVE MODE', async () => {
      for (let count = 0; count < 14; count += 1) answers.push(client.send('clock', {}));
      await expect.poll(waiting).toBeGreaterThanOrEqual(4);
      expect(await read('punctual_database_connections', { pool, state: 'busy' })).toBe(10);
    });
    await Promise.all(answers);
    await expect.poll(waiting).toBe(0);
  });

  it('show how many sign-ins wait for their password check', async () => {
    const { email } = await registerEmployee(server);
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => void (letGo = resolve));
    const running = () => read('punctual_passwords_running');
    const waiting = () => read('punctual_password_queue_length');
    // Fills all hashing slots, however many this machine has.
    const holding: Promise<void>[] = [];
    while ((await waiting()) === 0) holding.push(inHashingQueue(() => held));
    const signIn = server.client().send('signIn', { email, password: PASSWORD });
    await expect.poll(waiting).toBe(2);
    expect(await running()).toBe(holding.length - 1);
    letGo();
    expect((await signIn).status).toBe(200);
    await Promise.all(holding);
    expect([await waiting(), await running()]).toEqual([0, 0]);
  });

  it('show the version, the memory and the event loop lag of the process', async () => {
    expect(await read('punctual_build_info', { version: versionOf(process.cwd()) })).toBe(1);
    expect(await read('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });
});
