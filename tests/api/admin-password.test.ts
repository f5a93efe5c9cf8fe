/** `punctual admin password`, on the database. */
import { expect, it } from 'vitest';
import { resetAdminPassword } from '#server/people/accounts/first-admin';
import { setActive } from '#server/people/employees/commands';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeAdmin, makeEmployee, PASSWORD } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer();

const letIn = (email: string, password: string | null = null) =>
  resetAdminPassword({ database: server.test.database, clock: server.clock }, { email, password });
const statusOfSignIn = async (email: string, password: string) =>
  (await server.client().send('signIn', { email, password })).status;

it('the command sets a new password for an admin, ends their sessions and writes a ledger row', async () => {
  const { client, email, user } = await makeAdmin(server);
  expect(await letIn(` ${email.toUpperCase()}`, 'chosen by the owner')).toEqual({
    email,
    password: null,
  });
  expect((await client.ask('whoAmI', {})).user).toBeNull();
  expect(await statusOfSignIn(email, PASSWORD)).toBe(401);
  server.clock.advanceMinutes(100 * 60);
  const view = await client.ask('signIn', { email, password: 'chosen by the owner' });
  expect(view.mustChangePassword).toBe(false);
  const { rows } = await server.test.owner.query(
    `SELECT actor, body FROM ledger WHERE chain = $1 AND kind = 'password_changed'`,
    [user.id],
  );
  expect(rows).toEqual([{ actor: null, body: expect.stringContaining('"how":"set"') }]);
  expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
});

it('the command generates a password when none is given', async () => {
  const { email } = await makeAdmin(server);
  const done = await letIn(email);
  expect(await statusOfSignIn(email, done.password ?? '')).toBe(200);
});

it('the command refuses an address without an active admin, lists the admins and changes nothing', async () => {
  const admin = await makeAdmin(server);
  const employee = await makeEmployee(server);
  const former = await makeAdmin(server);
  await setActive(server.test.database, server.clock.now(), null, former.user.id, false);
  for (const { email } of [employee, former]) {
    const refusal = await letIn(email).then(
      () => '',
      (error: Error) => error.message,
    );
    const [, admins = ''] = refusal.split('These have one: ');
    expect(admins.split(/, |\.$/u)).toContain(admin.email);
    expect(admins).not.toContain(email);
  }
  expect(await statusOfSignIn(employee.email, PASSWORD)).toBe(200);
});
