/** Employee Management: allowed changes, deactivation, and the rows written with them. */
import { describe, expect, it } from 'vitest';
import type { User } from '#contract/records';
import type { InputOf } from '#contract/routes';
import type { NotificationType } from '#domain/entry/activity';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { saltedDigest } from '#server/ledger/entry';
import { makeAdmin, makeEmployee, PASSWORD, requestId, startTestServer, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';

const server = setUpServer();
const admin = setUpAdmin(server, { name: 'Grace Hopper' });

const NOT_SHOWN = 'This has a character that cannot be shown.';

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
const signIn = (email: string) => server.client().call('signIn', { email, password: PASSWORD });
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
    const changes = { department: 'General', hub: '', position: 'Employee', employeeId: 'EMP-7' };
    const answer = await update(user, { name: '  Ada   Lovelace ', ...changes });
    expect(answer.ok && answer.output.user).toMatchObject({
      ...changes,
      name: 'Ada Lovelace',
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
    expect((await signIn(user.email)).status).toBe(401);
    expect((await signIn('renamed@example.com')).status).toBe(200);
  });

  it.each<[what: string, wrong: (other: User) => object, message: string, code?: string]>([
    [
      'an e-mail address already taken',
      ({ email }) => ({ email }),
      'An account with this email already exists.',
      'registration_email_in_use',
    ],
    [
      'an employee ID already taken',
      ({ employeeId }) => ({ employeeId }),
      'Somebody else has this employee ID.',
      'employee_id_in_use',
    ],
    ['a name of one character', () => ({ name: ' A ' }), 'Name must be at least 2 characters'],
    ['a name of 300 characters', () => ({ name: 'x'.repeat(300) }), 'Name must be at most 120 characters'],
    ['a name that changes the text direction', () => ({ name: 'Ada \u202egnp.exe' }), NOT_SHOWN],
    ['a position with a control character', () => ({ position: 'Lead\u001b[31m' }), NOT_SHOWN],
    [
      'half a character in the department',
      () => ({ department: 'Labs \ud83d' }),
      'This has a character that cannot be stored.',
    ],
    ['an invalid e-mail address', () => ({ email: 'nobody' }), 'Please enter a valid email address'],
    ['no employee ID', () => ({ employeeId: ' ' }), 'Employee ID is required'],
    [
      "another studio's hub",
      () => ({ department: 'Business Studio', hub: 'Compliance Hub' }),
      'Select a hub in this studio',
    ],
    ['the role admin', () => ({ role: 'admin' }), 'Role can only be set to employee'],
    ['an unknown role', () => ({ role: 'owner' }), 'Select a role'],
  ])(
    'an edit with %s is refused with its message, and nothing else changes',
    async (_what, wrong, message, code) => {
      const { user } = await makeEmployee(server);
      const { user: other } = await makeEmployee(server);
      const changes = wrong(other);
      expect(await refusal(user, { name: 'Somebody Else', ...changes })).toMatchObject({
        status: code ? 409 : 400,
        code: code ?? 'invalid_input',
        message,
        fields: { [Object.keys(changes).at(-1) ?? '']: message },
      });
      expect(await find(user)).toEqual(user);
      expect(await kindsOf(user)).toEqual(['employee_registered']);
    },
  );

  it.each([
    ['a field that cannot be set', { createdAt: '2020-01-01T00:00:00.000Z' }, 'This cannot be set.'],
    ['a text instead of true or false', { isActive: 'no' }, undefined],
    ['an array for the id', { id: ['1'] }, undefined],
  ])('an edit with %s is refused, and nothing else changes', async (_what, changes, createdAt) => {
    const { user } = await makeEmployee(server);
    const refused = await refusal(user, { name: 'Somebody Else', ...changes });
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
    if (createdAt) expect(refused).toMatchObject({ fields: { createdAt } });
    expect(await find(user)).toEqual(user);
    expect(await kindsOf(user)).toEqual(['employee_registered']);
  });

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

describe('active status', () => {
  it('deactivation ends all sessions and streams at once and writes a warning', async () => {
    const { client, user } = await makeEmployee(server, { name: 'Leaving Soon' });
    const stream = await client.live();
    await stream.hello();
    await update(user, { isActive: false });
    expect(await client.refusal('clock', {})).toMatchObject({ status: 401 });
    await stream.until(({ ended }) => ended, 1_500);
    expect(await notice(user, 'employee_deactivated')).toMatchObject({
      severity: 'warning',
      message: 'Leaving Soon was deactivated',
    });
    expect(await server.client().refusal('signIn', { email: user.email, password: PASSWORD })).toMatchObject({
      message: 'This account has been disabled.',
    });
  });

  it('deactivation keeps the account and an open entry, and the entry stays on the list', async () => {
    const { client, user } = await makeEmployee(server);
    await client.ask('clockIn', { requestId: requestId() });
    await update(user, { isActive: false });
    const { employees, openEntries } = await admin.client.ask('employees', {});
    expect(employees.find(({ id }) => id === user.id)).toMatchObject({ isActive: false, name: user.name });
    expect(openEntries.find(({ userId }) => userId === user.id)).toMatchObject({ clockOut: null });
  });

  it('reactivation lets people sign in again', async () => {
    const { user, client } = await makeEmployee(server);
    const gone = await update(user, { isActive: false });
    const back = await update(gone.ok ? gone.output.user : user, { isActive: true });
    expect(back.status).toBe(200);
    // Earlier sessions stay ended.
    expect((await client.call('clock', {})).status).toBe(401);
    expect((await signIn(user.email)).status).toBe(200);
    expect(await notice(user, 'employee_updated')).toMatchObject({
      message: `${user.name} was updated: isActive`,
    });
    expect(await kindsOf(user)).toEqual([
      'employee_registered',
      'employee_deactivated',
      'employee_reactivated',
    ]);
  });

  it('a save that edits and deactivates writes two ledger rows and two notifications in one commit', async () => {
    const { user } = await makeEmployee(server);
    await update(user, { position: 'Intern', isActive: false });
    expect((await notices(user)).map(({ type }) => type).toSorted()).toEqual([
      'employee_deactivated',
      'employee_registered',
      'employee_updated',
    ]);
    const { rows } = await server.test.owner.query(
      `SELECT count(DISTINCT txid)::int AS commits FROM ledger WHERE chain = $1 AND kind <> 'employee_registered'`,
      [user.id],
    );
    expect(rows).toEqual([{ commits: 1 }]);
  });

  it('an admin cannot deactivate themselves', async () => {
    const second = await makeAdmin(server);
    expect(await refusal(second.user, { isActive: false }, second)).toMatchObject({
      status: 409,
      code: 'own_deactivation',
      fields: { isActive: 'You cannot deactivate your own account.' },
    });
  });

  it('an edit cannot demote an admin', async () => {
    const second = await makeAdmin(server);
    expect(await refusal(second.user, { role: 'employee' })).toMatchObject({
      status: 409,
      code: 'admin_role_fixed',
    });
    expect((await find(second.user))?.role).toBe('admin');
  });
});

describe('the last active admin', () => {
  it('the last active admin can be neither deactivated nor demoted, even by concurrent requests', async () => {
    const alone = await startTestServer();
    try {
      const [one, two] = [await makeAdmin(alone), await makeAdmin(alone)];
      const answers = await Promise.all([
        one.client.call('updateEmployee', formOf(two.user, { isActive: false })),
        two.client.call('updateEmployee', formOf(one.user, { isActive: false })),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const { client, user } = answers[0].ok ? one : two;
      expect(await client.refusal('updateEmployee', formOf(user, { role: 'employee' }))).toMatchObject({
        status: 409,
        code: 'last_admin',
      });
      expect(await client.refusal('updateEmployee', formOf(user, { isActive: false }))).toMatchObject({
        status: 409,
      });
      for (const change of ['is_active = false', `role = 'employee'`])
        await expect(
          alone.test.owner.query(`UPDATE account SET ${change} WHERE id = $1`, [user.id]),
        ).rejects.toMatchObject({ constraint: 'account_keep_an_admin' });
      await client.ask('employees', {});
    } finally {
      await alone.stop();
    }
  });
});

describe('the ledger', () => {
  it('verifies after all edits and deactivations', async () => {
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});
