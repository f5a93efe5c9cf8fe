/** `GET /api/health` on a server where punches work, and on one where they fail. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_LIMIT_MS } from '#contract/route';
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
/** Write attempts so far. Each uses a sequence number, which a rollback does not return. */
const attempts = async (): Promise<number> =>
  (await test.owner.query(`SELECT coalesce(pg_sequence_last_value('ledger_seq_seq'), 0)::int AS n`)).rows[0]
    .n;

describe('the health check', () => {
  it('tries one write for all concurrent callers and leaves nothing behind', async () => {
    const tables = ['ledger', 'ledger_head', 'counted_entry', 'activity_notification', 'request_answer'];
    const before = [await attempts(), ...(await Promise.all(tables.map(rows)))];
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.client().send('health', {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [tried = 0, ...counts] = before;
    expect([await attempts(), ...(await Promise.all(tables.map(rows)))]).toEqual([tried + 1, ...counts]);
  });

  it('needs no write attempt just after a punch', async () => {
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
  ])('names the %s when they fail (%s), although the database answers', async (part, broken) => {
    // The attempt needs an admin. No punch here, since a recent punch would skip the attempt.
    await makeAdmin(server);
    await test.owner.query(broken);
    expect(await server.client().refusal('health', {})).toMatchObject({ status: 503, part });
  });

  it('fails on a server that is too old for its database, which then writes nothing', async () => {
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

  it('the database refuses writes by version 1.6.4, which does not send its number', async () => {
    const former = await connect(test.target, { applicationName: 'punctual' });
    await expect(former.query('DELETE FROM session')).rejects.toMatchObject({ code: '53400' });
    await former.end();
    const { rows: open } = await test.owner.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations' AND NOT EXISTS (
         SELECT FROM pg_trigger WHERE tgrelid = tablename::regclass AND tgname = 'refuse_older_server')`,
    );
    expect(open).toEqual([]);
  });

  it('names a locked ledger, even when all connections for punches wait for it', async () => {
    const ada = await makeEmployee(server);
    const locking = await connect(test.target);
    await locking.query('BEGIN; LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE');
    const press = ada.client.send('clockIn', { requestId: requestId() });
    // Punches share one connection in a batch, so the other connections are occupied directly.
    const { punches } = line.database;
    const taken = Array.from({ length: punches.options.max }, () =>
      punches.query('SELECT FROM ledger').catch(() => {}),
    );
    await expect.poll(waiting).toBeGreaterThanOrEqual(punches.options.max);
    expect(await server.client().refusal('health', {})).toMatchObject({ status: 503, part: 'ledger' });
    await locking.end();
    await Promise.all([press, ...taken]);
  });

  it('names locked settings, but not unloadable ones, since punches then use the defaults', async () => {
    const ada = await makeEmployee(server);
    const locking = await connect(test.target);
    await locking.query('BEGIN; LOCK TABLE settings IN ACCESS EXCLUSIVE MODE');
    // First while the check waits for the lock, then after the wait failed.
    for (const _ of ['hanging', 'failed'])
      expect(await server.client().refusal('health', {})).toMatchObject({ status: 503, part: 'settings' });
    expect((await ada.client.call('clockIn', { requestId: requestId() })).status).toBe(503);
    await locking.end();
    const second = await startTestServer({ on: server.test });
    await test.owner.query('ALTER TABLE settings RENAME TO lost');
    await second.client().ask('health', {});
    await second.stop();
  });

  it('warns when the clock was ahead and was set back', async () => {
    const ada = await makeEmployee(server);
    server.clock.set(server.clock.now() + 61_000);
    await ada.client.ask('clockIn', { requestId: requestId() });
    expect((await server.client().ask('health', {})).warnings).toEqual([]);
    const second = await startTestServer({ on: server.test });
    expect((await second.client().ask('health', {})).warnings).toEqual(['clock']);
    await second.stop();
  });

  it('names a database that hangs, within 2 s', async () => {
    await server.stop();
    server = await startTestServer({
      on: { ...test, database: line.database },
      requestLimitMs: REQUEST_LIMIT_MS,
    });
    line.hang();
    // A busy machine may be slow once, but not every time.
    await expect
      .poll(async () => {
        const began = performance.now();
        const all = await Promise.all([1, 2, 3].map(() => server.client().refusal('health', {})));
        for (const one of all) expect(one).toMatchObject({ status: 503, part: 'database' });
        return performance.now() - began;
      })
      .toBeLessThan(2_000);
  });

  it('ends every connection to a database that hangs, also those that ask nothing', async () => {
    const idle = await line.database.connect('punctual idle');
    line.hang();
    await idle.end();
    await server.stop();
  });
});
