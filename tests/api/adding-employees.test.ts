/** 'Add Employee'. */
import { describe, expect, it } from 'vitest';
import { makeAdmin, makeEmployee, registerUser, startTestServer } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

const server = setUpServer();
const admin = setUpAdmin(server);

const add = (changes: object = {}) => ({
  name: 'New Hire',
  email: `${crypto.randomUUID()}@example.com`,
  ...changes,
});

/** The tables that contain a text in any column. */
async function rowsHolding(text: string): Promise<string[]> {
  const { owner } = server.test;
  const { rows } = await owner.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rowCount } = await owner.query(`SELECT 1 FROM ${name} r WHERE position($1 IN r::text) > 0`, [
        text,
      ]);
      return rowCount ? [name] : [];
    }),
  );
  return found.flat();
}

describe('an added employee', () => {
  it("gets default values, 'EMP' and a timestamp as id, and a temporary password to change at first sign-in", async () => {
    server.clock.advanceMinutes(1);
    const { user, temporaryPassword } = await admin.client.ask('addEmployee', add());
    expect(user).toMatchObject({
      role: 'employee',
      isActive: true,
      department: 'General',
      position: 'Employee',
      hub: '',
      employeeId: `EMP${server.clock.now()}`,
    });
    expect(temporaryPassword.length).toBeGreaterThanOrEqual(12);
    const { rows } = await server.test.owner.query('SELECT must_change_password FROM account WHERE id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ must_change_password: true }]);
    expect(
      (await server.client().call('signIn', { email: user.email, password: temporaryPassword })).status,
    ).toBe(200);
  });

  it("gets the next free 'EMP' timestamp, even when many before it are taken", async () => {
    server.clock.advanceMinutes(1);
    const id = (later: number): string => `EMP${server.clock.now() + later}`;
    const taken = Array.from({ length: 25 }, (_, later) => id(later));
    for (const employeeId of taken) {
      const { id: userId } = await registerUser(server);
      await server.test.owner.query('UPDATE account SET employee_id = $1 WHERE id = $2', [
        employeeId,
        userId,
      ]);
    }
    const added = await Promise.all([
      admin.client.ask('addEmployee', add()),
      admin.client.ask('addEmployee', add()),
    ]);
    expect(added.map(({ user }) => user.employeeId).toSorted()).toEqual([id(25), id(26)]);
  });

  it('appears as a new employee in the activity feed, in the same commit as the account', async () => {
    const { user } = await admin.client.ask('addEmployee', add({ name: 'Katherine Johnson' }));
    const { notifications } = await admin.client.ask('activity', { userId: user.id });
    expect(notifications.find(({ userId }) => userId === user.id)).toMatchObject({
      type: 'employee_registered',
      severity: 'success',
      message: 'Katherine Johnson was added as a new employee',
    });
    const { rows } = await server.test.owner.query('SELECT kind, actor FROM ledger WHERE chain = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ kind: 'employee_added', actor: admin.user.id }]);
  });

  it('gets a temporary password of their own, and only its hash is stored', async () => {
    const added = await Promise.all([
      admin.client.ask('addEmployee', add()),
      admin.client.ask('addEmployee', add()),
    ]);
    const [one = '', two = ''] = added.map(({ temporaryPassword }) => temporaryPassword);
    expect(one).not.toBe(two);
    for (const { user } of added)
      expect((await server.client().send('signIn', { email: user.email, password: one })).status).toBe(
        user.id === added[0].user.id ? 200 : 401,
      );
    expect(await rowsHolding(one)).toEqual([]);
  });

  it('gets TEMPORARY_PASSWORD if it is set, and nothing stores it as plain text', async () => {
    const configured = await startTestServer({
      on: server.test,
      config: { temporaryPassword: 'welcome aboard' },
    });
    try {
      const { client } = await makeAdmin(configured);
      for (const added of [await client.ask('addEmployee', add()), await client.ask('addEmployee', add())])
        expect(added.temporaryPassword).toBe('welcome aboard');
      expect(await rowsHolding('welcome aboard')).toEqual([]);
    } finally {
      await configured.stop();
    }
  });

  it.each([
    ['the role admin', { role: 'admin' }, 'role', 'Role can only be set to employee'],
    ['a chosen password', { password: 'whatever' }, 'password', 'This cannot be set.'],
    ['a name of one character', { name: 'A' }, 'name', 'Name must be at least 2 characters'],
    ['a broken e-mail address', { email: 'x@y' }, 'email', 'Please enter a valid email address'],
    ['a blank id', { employeeId: '  ' }, 'employeeId', 'Employee ID is required'],
  ])('cannot be added with %s', async (_what, changes, field, message) => {
    expect(await admin.client.refusal('addEmployee', add(changes))).toMatchObject({
      status: 400,
      fields: { [field]: message },
    });
  });

  it('cannot be added with an address or an id that is already in use', async () => {
    const { user } = await makeEmployee(server);
    expect(await admin.client.refusal('addEmployee', add({ email: user.email }))).toMatchObject({
      status: 409,
      message: 'An account with this email already exists.',
    });
    expect(await admin.client.refusal('addEmployee', add({ employeeId: user.employeeId }))).toMatchObject({
      status: 409,
      code: 'employee_id_in_use',
    });
  });

  it('is added once when two admins add the same address at once', async () => {
    const other = await makeAdmin(server);
    const input = add();
    const answers = await Promise.all([
      admin.client.call('addEmployee', input),
      other.client.call('addEmployee', input),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
