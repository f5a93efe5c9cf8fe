/** A demoted primary may show a punch that the new one never got. So a read alone never acknowledges a punch. */
import { afterEach, expect, it } from 'vitest';
import { makeEmployee, requestId } from '#tests/make';
import { setUpCluster, setUpServerIn } from '#tests/set-up';

const server = setUpServerIn(setUpCluster());

const sql = async (text: string) => (await server.test.owner.query(text)).rows as Record<string, unknown>[];
const changeDatabase = async (setting: string) => {
  const [row] = await sql('SELECT current_database() AS name');
  await sql(`ALTER DATABASE ${String(row?.['name'])} ${setting}`);
  // Ends open connections, since only new ones use the setting.
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  const { pool, punches } = server.test.database;
  await expect.poll(() => pool.totalCount + punches.totalCount).toBe(0);
};
const waitForStandby = async (name: string) => {
  await sql(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await sql('SELECT pg_reload_conf()');
  await expect
    .poll(() => sql('SHOW synchronous_standby_names'))
    .toEqual([{ synchronous_standby_names: name }]);
};
const entries = async (): Promise<unknown> =>
  (await sql('SELECT count(*)::int AS n FROM counted_entry'))[0]?.['n'];

afterEach(async () => {
  await waitForStandby('');
  await changeDatabase('RESET ALL');
});

it('a repeated press is acknowledged once a standby has the punch, which the primary alone already shows', async () => {
  const ada = await makeEmployee(server);
  const press = { requestId: requestId() };
  const before = Number(await entries());
  await changeDatabase('SET synchronous_commit = on');
  await waitForStandby('absent');
  const first = ada.client.call('clockIn', press);
  const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  await expect.poll(async () => (await sql(waiting)).length).toBeGreaterThan(0);
  expect((await first).status).toBe(503);
  await expect.poll(entries).toBe(before + 1);
  expect((await ada.client.call('clockIn', press)).status).toBe(503);
  await waitForStandby('');
  expect((await ada.client.ask('clockIn', press)).entry.authUid).toBe(ada.user.id);
  expect(await entries()).toBe(before + 1);
});

it('a repeated press is not acknowledged where nothing can be written', async () => {
  const ada = await makeEmployee(server);
  const press = { requestId: requestId() };
  await ada.client.ask('clockIn', press);
  await changeDatabase('SET default_transaction_read_only = on');
  expect((await ada.client.call('clockIn', press)).status).toBe(503);
});
