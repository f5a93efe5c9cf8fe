/** A request that takes longer than its route allows answers 503 and is undone. */
import { describe, expect, it } from 'vitest';
import { REQUEST_LIMIT_MS } from '#contract/route';
import { connect } from '#server/platform/database/connection';
import { makeEmployee, requestId } from '#tests/make';
import { setUpAdmin, setUpEmployee, setUpServer } from '#tests/set-up';

const server = setUpServer({ requestLimitMs: REQUEST_LIMIT_MS });
const admin = setUpAdmin(server);
const employee = setUpEmployee(server);

const rows = async (table: string): Promise<number> =>
  (await server.test.owner.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;

/** Number of the server's connections that are not idle. */
const busy = async (): Promise<number> =>
  (
    await server.test.owner.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name ~ '^punctual [0-9]+$'
       AND datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    )
  ).rows[0].n;

/** The answer to a request that waits for a locked table. The lock ends `seconds` after the request reaches it. */
async function answeredAfterLock<Answer>(
  table: string,
  seconds: number,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { owner } = server.test;
  const waiting = async (): Promise<number | null> =>
    (await owner.query(`SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted`, [table]))
      .rowCount;
  await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const answer = ask();
  await expect.poll(waiting).not.toBe(0);
  await owner.query(`SELECT pg_sleep(${seconds}); COMMIT`);
  return answer;
}

/** Makes each insert into the tables take `seconds` while `work` runs. */
async function whileSlow(
  tables: readonly string[],
  seconds: number,
  work: () => Promise<void>,
): Promise<void> {
  const { owner } = server.test;
  await owner.query(
    `CREATE OR REPLACE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END $$`,
  );
  for (const table of tables)
    await owner.query(
      `CREATE TRIGGER slow BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION be_slow()`,
    );
  try {
    await work();
    await expect.poll(busy).toBe(0);
  } finally {
    for (const table of tables) await owner.query(`DROP TRIGGER slow ON ${table}`);
  }
}

const name = 'Nobody Yet';

describe('a request that exceeds its time limit on a slow database', () => {
  it('changes no employee, although each statement was fast enough', async () => {
    const { client, user } = admin;
    const { employees } = await client.ask('employees', {});
    const before = employees.find(({ id }) => id === employee.user.id);
    if (!before) throw new Error('The employee is not in the list.');
    const { authUid: _, createdAt: __, updatedAt: ___, ...form } = before;
    await whileSlow(['ledger', 'activity_notification'], 1.6, async () => {
      expect(await client.refusal('updateEmployee', { ...form, name })).toMatchObject({
        status: 503,
        code: 'unavailable',
      });
    });
    expect((await client.ask('employees', {})).employees.map((one) => one.name)).not.toContain(name);
    expect(user.role).toBe('admin');
    // The admin's retry sees no conflict.
    expect((await client.ask('updateEmployee', { ...form, name })).user.name).toBe(name);
  });

  it('records no punch, and the repeated press is the first that counts', async () => {
    const input = { requestId: requestId() };
    await whileSlow(['ledger'], 2, async () => {
      // The punch first waits for a lock and then for a slow insert.
      const refusal = answeredAfterLock('request_answer', 1.4, () =>
        employee.client.refusal('clockIn', input),
      );
      expect(await refusal).toMatchObject({ status: 503, code: 'unavailable' });
    });
    expect([await rows('counted_entry'), await rows('request_answer')]).toEqual([0, 0]);
    const { entry } = await employee.client.ask('clockIn', input);
    expect((await employee.client.ask('clock', {})).entries.map(({ id }) => id)).toEqual([entry.id]);
  });
});

describe('the time limit of a request', () => {
  it('includes the time that the session check waited', async () => {
    const punches = await rows('counted_entry');
    await whileSlow(['ledger'], 1.6, async () => {
      const refusal = answeredAfterLock('session', 1.6, () =>
        employee.client.refusal('clockOut', { requestId: requestId() }),
      );
      expect(await refusal).toMatchObject({ status: 503, code: 'unavailable' });
    });
    expect(await rows('counted_entry')).toBe(punches);
    expect((await employee.client.ask('clock', {})).entries.at(-1)?.clockOut).toBeNull();
  });

  it('applies to the sign-in, even when each statement is fast enough', async () => {
    const sessions = await rows('session');
    const { email, password } = employee;
    await whileSlow(['session', 'known_device'], 1.6, async () => {
      expect(await server.client().refusal('signIn', { email, password })).toMatchObject({
        status: 503,
        code: 'unavailable',
      });
    });
    expect(await rows('session')).toBe(sessions);
  });
});

describe('strangers who wait for a locked table', () => {
  it('block no punch, since punches have their own connections', async () => {
    const { client } = await makeEmployee(server);
    const locking = await connect(server.test.target, { applicationName: 'the lock' });
    await locking.query('BEGIN; LOCK TABLE issued_employee_id IN ACCESS EXCLUSIVE MODE');
    const strangers = Array.from({ length: 40 }, () => server.client().send('issueEmployeeId', {}));
    const punches = Array.from({ length: 3 }, () => client.send('clockIn', { requestId: requestId() }));
    const statuses = (await Promise.all(punches)).map(({ status }) => status);
    await locking.end();
    await Promise.all(strangers);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });
});

describe('adding an employee on a slow database', () => {
  it('may take longer than a punch', async () => {
    const newcomer = { name: 'New Comer', email: 'newcomer@example.com' };
    await whileSlow(['account', 'activity_notification'], 1.6, async () => {
      expect((await admin.client.ask('addEmployee', newcomer)).user).toMatchObject(newcomer);
    });
  });
});
