/** A temporary password: how long it works, and the one that an admin sets in place of a forgotten one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerFaults } from '#tests/support/ledger-faults';
import {
  confirm,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  requestId,
  startTestServer,
  type Person,
  type TestServer,
} from '#tests/make';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.stop());

const HOURS = 60;
const EXPIRED = {
  status: 403,
  code: 'temporary_password_expired',
  message: 'This temporary password has expired. Ask an administrator for a new one.',
};
const added = async () => {
  const { user, temporaryPassword } = await admin.client.ask('addEmployee', {
    name: 'New Hire',
    email: `${requestId()}@example.com`,
  });
  return { id: user.id, email: user.email, password: temporaryPassword };
};

describe('a temporary password in time', () => {
  it('works for 72 hours; then signing in says that it has expired, but only to who knows it', async () => {
    const { email, password } = await added();
    server.clock.advanceMinutes(72 * HOURS - 1);
    await server.client().ask('signIn', { email, password });
    server.clock.advanceMinutes(1);
    expect(await server.client().refusal('signIn', { email, password })).toEqual(EXPIRED);
    expect(await server.client().refusal('signIn', { email, password: 'another one' })).toMatchObject({
      code: 'sign_in_wrong_password',
    });
  });

  it('ends with it the session in which it was never replaced', async () => {
    const { email, password } = await added();
    const client = server.client();
    await client.ask('signIn', { email, password });
    server.clock.advanceMinutes(72 * HOURS);
    expect(await client.refusal('chooseFirstPassword', { password: 'my very own' })).toMatchObject({
      status: 401,
    });
    expect((await client.ask('whoAmI', {})).user).toBeNull();
  });

  it('that was replaced in time never runs out', async () => {
    const { email, password } = await added();
    const client = server.client();
    await client.ask('signIn', { email, password });
    await client.ask('chooseFirstPassword', { password: 'my very own' });
    server.clock.advanceMinutes(100 * HOURS);
    await server.client().ask('signIn', { email, password: 'my very own' });
  });
});

describe('a new password that an admin sets', () => {
  const give = async (id: string) => {
    await confirm(admin);
    return admin.client.ask('giveTemporaryPassword', { id });
  };

  it('takes the place of an expired one, for another 72 hours', async () => {
    const { id, email, password } = await added();
    server.clock.advanceMinutes(80 * HOURS);
    const { temporaryPassword } = await give(id);
    expect((await server.client().send('signIn', { email, password })).status).toBe(401);
    const view = await server.client().ask('signIn', { email, password: temporaryPassword });
    expect(view.mustChangePassword).toBe(true);
    server.clock.advanceMinutes(72 * HOURS);
    expect(await server.client().refusal('signIn', { email, password: temporaryPassword })).toEqual(EXPIRED);
  });

  it('ends all sessions and streams of the account, stands in the ledger, and is told to the admins', async () => {
    const { client, user, email } = await makeEmployee(server, { name: 'Ada Byron' });
    const stream = await client.live();
    await stream.hello();
    const { temporaryPassword } = await give(user.id);
    await stream.until(({ events, ended }) => ended && events.at(-1)?.type === 'signed-out', 1_000);
    expect((await client.ask('whoAmI', {})).user).toBeNull();
    expect((await server.client().send('signIn', { email, password: PASSWORD })).status).toBe(401);
    const { rows } = await server.test.owner.query(
      `SELECT actor, body FROM ledger WHERE chain = $1 AND kind = 'password_changed'`,
      [user.id],
    );
    expect(rows).toMatchObject([{ actor: admin.user.id }]);
    expect(rows[0].body).not.toContain(temporaryPassword);
    const { notifications } = await admin.client.ask('activity', { userId: user.id });
    expect(notifications.map(({ message }) => message)).toContain('Ada Byron was updated: password');
    expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
  });

  it('is never the own one', async () => {
    expect(await admin.client.refusal('giveTemporaryPassword', { id: admin.user.id })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});
