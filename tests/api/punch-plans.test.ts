/** The query plan of the statement that writes punches. */
import { expect, it } from 'vitest';
import { makeEmployee, requestId } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer({ config: { punchesPerHour: 0 } });

it('a punch uses indexes for answers, session and settings, even by a plan made on an empty table', async () => {
  const { database, owner } = server.test;
  const { client } = await makeEmployee(server);
  await owner.query('DELETE FROM request_answer');
  await owner.query('VACUUM ANALYZE request_answer');
  // Each connection has its own plans, so new connections make new plans.
  const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  await owner.query(`SELECT pg_terminate_backend(pid) ${others}`);
  await expect.poll(async () => (await owner.query(`SELECT pid ${others}`)).rowCount).toBe(0);
  for (let turn = 0; turn < 8; turn += 1)
    for (const punch of ['clockIn', 'clockOut'] as const) await client.ask(punch, { requestId: requestId() });

  const { rows: statements } = await database.punches.query<{ name: string; inputs: number; made: number }>(
    `SELECT name, cardinality(parameter_types) AS inputs, custom_plans::integer AS made
      FROM pg_prepared_statements WHERE statement LIKE '%standing AS%INSERT INTO ledger %'`,
  );
  expect(statements.length).toBeGreaterThan(0);
  for (const { name, inputs, made } of statements) {
    expect(made).toBe(0);
    const { rows: steps } = await database.punches.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE "${name}"(${Array.from({ length: inputs }, () => 'NULL').join()})`,
    );
    const plan = steps.map((step) => step['QUERY PLAN']).join('\n');
    for (const table of ['request_answer', 'session', 'settings'])
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan using \\w+ on ${table}\\b`, 'u'));
    expect(plan).not.toMatch(/Seq Scan on (request_answer|session|settings)\b/u);
  }
});
