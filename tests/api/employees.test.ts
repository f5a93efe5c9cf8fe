/** Employee Management: allowed changes, and the rows written with them. */
import { describe, expect, it } from 'vitest';
import type { User } from '#contract/records';
import type { InputOf } from '#contract/routes';
import type { NotificationType } from '#domain/entry/activity';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { saltedDigest } from '#server/ledger/entry';
import { makeAdmin, makeEmployee, PASSWORD, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';

const server = setUpServer();
const admin = setUpAdmin(server, { name: 'Grace Hopper' });

const update = (user: User, changes: Partial<InputOf<'updateEmployee'>>, by: Person = admin) =>
  by.client.call('updateEmployee', formOf(user, changes));
const refusal = (user: User, changes: object, by: Person = admin) =>
  by.client.refusal('updateEmployee', { ...formOf(user), ...changes });
const notices = async (user: User) => (await admin.client.ask('activity', { userId: user.id })).notifications;
const notice = async (user: User, type: NotificationType) =>
  (await notices(user)).find((one) => one.type === type);
const kindsOf = async (user: User) =>
  (
    await server.test.owner.query<{ kind: string }>('SELECT kind FROM ledger WHERE chain = $1 ORDER BY n', [
      user.id,
    ])
  ).rows.map(({ kind }) => kind);
const find = async (user: User) =>
  (await admin.client.ask('employees', {})).employees.find(({ id }) => id === user.id);

describe('the list of employees', () => {
  it('shows everybody, newest first, including admins and deactivated people', async () => {
    const first = await makeEmployee(server);
    server.clock.advanceMinutes(1);
    const second = await makeEmployee(server);
    await update(first.user, { isActive: false });
    const { employees } = await admin.client.ask('employees', {});
    const ids = employees.map(({ id }) => id);
    expect(ids.indexOf(second.user.id)).toBeLessThan(ids.indexOf(first.user.id));
    expect(ids).toContain(admin.user.id);
    expect(employees.find(({ id }) => id === first.user.id)?.isActive).toBe(false);
  });
});

describe('edits by an admin', () => {
  it('an edit changes the fields of the form, and the notification names the changed ones', async () => {
    const { user } = await makeEmployee(server, { name: 'Ada Byron' });
    const answer = await update(user, {
      name: '  Ada   Lovelace ',
      department: 'General',
      hub: '',
      position: 'Employee',
      employeeId: 'EMP-7',
    });
    expect(answer.ok && answer.output.user).toMatchObject({
      name: 'Ada Lovelace',
      department: 'General',
      hub: '',
      position: 'Employee',
      employeeId: 'EMP-7',
      version: user.version + 1,
    });
    expect(await notice(user, 'employee_updated')).toMatchObject({
      severity: 'info',
      message: 'Ada Lovelace was updated: name, employeeId, department, hub, position',
      userName: 'Ada Lovelace',
    });
    const { rows } = await server.test.owner.query(
      `SELECT l.actor, l.body::jsonb -> 'data' -> 'changes' AS changes, a.ledger_salt AS salt
       FROM ledger l JOIN account a ON a.id = l.chain WHERE chain = $1 AND kind = 'employee_updated'`,
      [user.id],
    );
    expect(rows).toMatchObject([
      {
        actor: admin.user.id,
        changes: {
          name: {
            from: saltedDigest(rows[0].salt, 'Ada Byron'),
            to: saltedDigest(rows[0].salt, 'Ada Lovelace'),
          },
          employeeId: { from: user.employeeId, to: 'EMP-7' },
        },
      },
    ]);
  });

  it('an edit that changes nothing writes nothing', async () => {
    const { user } = await makeEmployee(server);
    const answer = await update(user, {});
    expect(answer.ok && answer.output.user).toEqual(user);
    expect(await kindsOf(user)).toEqual(['employee_registered']);
  });

  it('a new e-mail address is the one to sign in with', async () => {
    const { user } = await makeEmployee(server);
    await update(user, { email: 'Renamed@Example.com' });
    expect((await server.client().call('signIn', { email: user.email, password: PASSWORD })).status).toBe(
      401,
    );
    expect(
      (await server.client().call('signIn', { email: 'renamed@example.com', password: PASSWORD })).status,
    ).toBe(200);
  });

  it.each([
    [
      'an e-mail address already taken',
      (other: User) => ({ email: other.email }),
      409,
      {
        code: 'registration_email_in_use',
        message: 'An account with this email already exists.',
        fields: { email: 'An account with this email already exists.' },
      },
    ],
    [
      'an employee ID already taken',
      (other: User) => ({ employeeId: other.employeeId }),
      409,
      { code: 'employee_id_in_use', fields: { employeeId: 'Somebody else has this employee ID.' } },
    ],
    [
      'a name of one character',
      () => ({ name: ' A ' }),
      400,
      {
        message: 'Name must be at least 2 characters',
        fields: { name: 'Name must be at least 2 characters' },
      },
    ],
    [
      'a name of 300 characters',
      () => ({ name: 'x'.repeat(300) }),
      400,
      { fields: { name: 'Name must be at most 120 characters' } },
    ],
    [
      'a name that changes the text direction',
      () => ({ name: 'Ada \u202egnp.exe' }),
      400,
      { fields: { name: 'This has a character that cannot be shown.' } },
    ],
    [
      'a position with a control character',
      () => ({ position: 'Lead\u001b[31m' }),
      400,
      { fields: { position: 'This has a character that cannot be shown.' } },
    ],
    [
      'half a character in the department',
      () => ({ department: 'Labs \ud83d' }),
      400,
      { fields: { department: 'This has a character that cannot be stored.' } },
    ],
    [
      'an invalid e-mail address',
      () => ({ email: 'nobody' }),
      400,
      { fields: { email: 'Please enter a valid email address' } },
    ],
    [
      'no employee ID',
      () => ({ employeeId: ' ' }),
      400,
      { fields: { employeeId: 'Employee ID is required' } },
    ],
    [
      "another studio's hub",
      () => ({ department: 'Business Studio', hub: 'Compliance Hub' }),
      400,
      { fields: { hub: 'Select a hub in this studio' } },
    ],
    [
      'the role admin',
      () => ({ role: 'admin' }),
      400,
      { fields: { role: 'Role can only be set to employee' } },
    ],
    ['an unknown role', () => ({ role: 'owner' }), 400, { fields: { role: 'Select a role' } }],
    [
      'a field that cannot be set',
      () => ({ createdAt: '2020-01-01T00:00:00.000Z' }),
      400,
      { fields: { createdAt: 'This cannot be set.' } },
    ],
    ['a text instead of true or false', () => ({ isActive: 'no' }), 400, { code: 'invalid_input' }],
    ['an array for the id', () => ({ id: ['1'] }), 400, { code: 'invalid_input' }],
  ])(
    'an edit with %s is refused with its message, and nothing else changes',
    async (_what, changes, status, problem) => {
      const { user } = await makeEmployee(server);
      const { user: other } = await makeEmployee(server);
      expect(await refusal(user, { name: 'Somebody Else', ...changes(other) })).toMatchObject({
        status,
        ...problem,
      });
      expect(await find(user)).toEqual(user);
      expect(await kindsOf(user)).toEqual(['employee_registered']);
    },
  );

  it('a name that looks like a spreadsheet formula is kept as text', async () => {
    const { user } = await makeEmployee(server);
    await update(user, { name: '=HYPERLINK("http://evil.example","Ada")' });
    expect((await find(user))?.name).toBe('=HYPERLINK("http://evil.example","Ada")');
  });

  it('an edit of a person who does not exist answers 404', async () => {
    const { user } = await makeEmployee(server);
    expect(await refusal(user, { id: requestId() })).toMatchObject({
      status: 404,
      code: 'employee_not_found',
    });
  });
});

describe('two admins who edit the same person', () => {
  it('when both save the same version, the second sees a conflict and overwrites nothing', async () => {
    const { user } = await makeEmployee(server);
    const other = await makeAdmin(server);
    const answers = await Promise.all([
      update(user, { position: 'Intern' }),
      update(user, { name: 'Second Hand' }, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = answers.find((answer) => !answer.ok);
    expect(lost?.ok === false && lost.problem.code).toBe('employee_changed');
    const won = answers.find((answer) => answer.ok);
    expect(await find(user)).toEqual(won?.ok === true ? won.output.user : undefined);
  });
});

describe('the ledger', () => {
  it('verifies after all edits', async () => {
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});
