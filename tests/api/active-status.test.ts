/** Deactivating people, and why the last active admin cannot be deactivated. */
import { describe, expect, it } from 'vitest';
import type { User } from '#contract/records';
import type { InputOf } from '#contract/routes';
import type { NotificationType } from '#domain/entry/activity';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeAdmin, makeEmployee, PASSWORD, requestId, startTestServer, type Person } from '#tests/make';
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
    expect((await server.client().call('signIn', { email: user.email, password: PASSWORD })).status).toBe(
      200,
    );
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
      await expect(
        alone.test.owner.query('UPDATE account SET is_active = false WHERE id = $1', [user.id]),
      ).rejects.toMatchObject({ constraint: 'account_keep_an_admin' });
      await expect(
        alone.test.owner.query(`UPDATE account SET role = 'employee' WHERE id = $1`, [user.id]),
      ).rejects.toMatchObject({ constraint: 'account_keep_an_admin' });
      await client.ask('employees', {});
    } finally {
      await alone.stop();
    }
  });
});

describe('the ledger', () => {
  it('verifies after all changes of the active status', async () => {
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});
