/** What `GET /api/health` says of a server whose punches work, and of one whose punches fail. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMIT_MS } from '#contract/routes/route';
import { connect } from '#server/platform/database/connection';
import {
  makeAdmin,
  makeEmployee,
  requestId,
  settingsInput,
  startTestServer,
  type TestServer,
} from '#tests/make';
import { cloneDatabase, type TestDatabase } from '../support/cluster.ts';
import { faultyLine, type FaultyLine } from '../support/faulty-line.ts';

let test: TestDatabase;
let line: FaultyLine;
let server: TestServer;

beforeEach(async () => {
  test = await cloneDatabase();
  line = await faultyLine(test);
  server = await startTestServer({ on: { ...test, database: line.database } });
});
afterEach(async () => {
  await server.stop();
  await line.close();
  await test.drop();
});

const rows = async (table: string): Promise<number> =>
  (await test.owner.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;
/** Connections that wait for a lock. */
const waiting = async (): Promise<number> =>
  (
    await test.owner.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
  ).rows[0].n;
/** Attempts at writing so far: each takes a number of the ledger, which an undone one does not give back. */
const attempts = async (): Promise<number> =>
  (await test.owner.query(`SELECT coalesce(pg_sequence_last_value('ledger_seq_seq'), 0)::int AS n`)).rows[0]
    .n;

describe('the health of the server', () => {
  it('is found out by one attempt for all who ask, which leaves nothing behind', async () => {
    const tables = ['ledger', 'ledger_head', 'counted_entry', 'activity_notification', 'request_answer'];
    const before = [await attempts(), ...(await Promise.all(tables.map(rows)))];
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.client().send('health', {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [tried = 0, ...counts] = before;
    expect([await attempts(), ...(await Promise.all(tables.map(rows)))]).toEqual([tried + 1, ...counts]);
  });

  it('needs no attempt just after a punch', async () => {
    const ada = await makeEmployee(server);
    await ada.client.ask('clockIn', { requestId: requestId() });
    const before = await attempts();
    await server.client().ask('health', {});
    expect(await attempts()).toBe(before);
  });

  it.each([
    ['sessions', 'ALTER TABLE session RENAME TO lost'],
    ['ledger', 'ALTER TABLE ledger RENAME TO lost'],
    ['ledger', 'ALTER TABLE ledger ADD CHECK (false) NOT VALID'],
    ['time entries', 'ALTER TABLE counted_entry RENAME TO lost'],
    ['time entries', 'ALTER TABLE time_entry_detail RENAME TO lost'],
    ['notifications', 'ALTER TABLE activity_notification ADD CHECK (false) NOT VALID'],
    ['answers', 'ALTER TABLE request_answer RENAME TO lost'],
  ])('names the %s where they fail (%s), though the database answers', async (part, broken) => {
    // An administrator, for whom the attempt is made; by the database, since a punch would say that all is well.
    await makeAdmin(server);
    await test.owner.query(broken);
    expect(await server.client().refusal('health', {})).toMatchObject({ status: 503, part });
  });

  it('is bad on a server too old for its database, which writes nothing', async () => {
    const [ada, admin] = [await makeEmployee(server), await makeAdmin(server)];
    const { version } = (await admin.client.ask('settings', {})).settings;
    const written = await rows('ledger');
    await test.owner.query(
      `CREATE OR REPLACE FUNCTION oldest_server() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 1000'`,
    );
    expect((await server.client().send('health', {})).status).toBe(503);
    expect((await ada.client.send('clockIn', { requestId: requestId() })).status).toBe(503);
    expect(
      (await admin.client.send('updateSettings', settingsInput({ version, lateThresholdMinutes: 7 }))).status,
    ).toBe(503);
    expect(await rows('ledger')).toBe(written);
  });

  it('is bad on 1.6.4, which does not tell its number', async () => {
    const former = await connect(test.target, { applicationName: 'punctual' });
    await expect(former.query('DELETE FROM session')).rejects.toMatchObject({ code: '53400' });
    await former.end();
    const { rows: open } = await test.owner.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations' AND NOT EXISTS (
         SELECT FROM pg_trigger WHERE tgrelid = tablename::regclass AND tgname = 'refuse_older_server')`,
    );
    expect(open).toEqual([]);
  });

  it('names the ledger that is locked, though all connections of punches wait for it', async () => {
    const ada = await makeEmployee(server);
    const locking = await connect(test.target);
    await locking.query('BEGIN; LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE');
    const press = ada.client.send('clockIn', { requestId: requestId() });
    // Punches travel together on one of their connections: what takes the others too is asked on them directly.
    const { punches } = line.database;
    const taken = Array.from({ length: punches.options.max }, () =>
      punches.query('SELECT FROM ledger').catch(() => {}),
    );
    await expect.poll(waiting).toBeGreaterThanOrEqual(punches.options.max);
    expect(await server.client().refusal('health', {})).toMatchObject({ status: 503, part: 'ledger' });
    await locking.end();
    await Promise.all([press, ...taken]);
  });

  it('names the settings that are locked, and not those that cannot be loaded: punches go by the defaults then', async () => {
    const ada = await makeEmployee(server);
    const locking = await connect(test.target);
    await locking.query('BEGIN; LOCK TABLE settings IN ACCESS EXCLUSIVE MODE');
    // While it is looked at, and when they were waited for in vain.
    for (const _ of ['hanging', 'failed'])
      expect(await server.client().refusal('health', {})).toMatchObject({ status: 503, part: 'settings' });
    expect((await ada.client.call('clockIn', { requestId: requestId() })).status).toBe(503);
    await locking.end();
    const second = await startTestServer({ on: server.test });
    await test.owner.query('ALTER TABLE settings RENAME TO lost');
    await second.client().ask('health', {});
    await second.stop();
  });

  it('warns of a clock that was ahead and has gone back', async () => {
    const ada = await makeEmployee(server);
    server.clock.set(server.clock.now() + 61_000);
    await ada.client.ask('clockIn', { requestId: requestId() });
    expect((await server.client().ask('health', {})).warnings).toEqual([]);
    const second = await startTestServer({ on: server.test });
    expect((await second.client().ask('health', {})).warnings).toEqual(['clock']);
    await second.stop();
  });

  it('names the database that hangs, within 2 s', async () => {
    await server.stop();
    server = await startTestServer({ on: { ...test, database: line.database }, requestLimitMs: LIMIT_MS });
    line.hang();
    // A busy machine may be late once, but not each time.
    await expect
      .poll(async () => {
        const began = performance.now();
        const all = await Promise.all([1, 2, 3].map(() => server.client().refusal('health', {})));
        for (const one of all) expect(one).toMatchObject({ status: 503, part: 'database' });
        return performance.now() - began;
      })
      .toBeLessThan(2_000);
  });
});
