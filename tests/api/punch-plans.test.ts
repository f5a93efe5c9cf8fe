/** What PostgreSQL makes of the statement that writes punches. */
import { expect, it } from 'vitest';
import { makeEmployee, requestId } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer({ config: { punchesPerHour: 0 } });

it('a punch finds answers, session and settings by their keys, also by a plan that was made while there were no answers', async () => {
  const { database, owner } = server.test;
  const readWhole = async (): Promise<number> => {
    await database.punches.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await owner.query<{ count: string }>(
      "SELECT sum(seq_scan) AS count FROM pg_stat_user_tables WHERE relname IN ('request_answer', 'session', 'settings')",
    );
    return Number(rows[0]?.count);
  };
  const { client } = await makeEmployee(server);
  await owner.query('DELETE FROM request_answer');
  await owner.query('VACUUM ANALYZE request_answer');
  // A connection counts its reads some time after them, or when it ends.
  const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  await owner.query(`SELECT pg_terminate_backend(pid) ${others}`);
  await expect.poll(async () => (await owner.query(`SELECT pid ${others}`)).rowCount).toBe(0);
  const before = await readWhole();
  for (let turn = 0; turn < 8; turn += 1)
    for (const punch of ['clockIn', 'clockOut'] as const) await client.ask(punch, { requestId: requestId() });
  expect(await readWhole()).toBe(before);
  const { rows } = await database.punches.query<{ plans: string }>(
    "SELECT sum(custom_plans) AS plans FROM pg_prepared_statements WHERE name LIKE 'write %'",
  );
  expect(Number(rows[0]?.plans)).toBe(0);
});
