/** Temporary passwords: their expiry, and those that an admin sets for a forgotten password. */
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { confirm, makeAdmin, makeEmployee, PASSWORD, requestId, startTestServer } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

const server = setUpServer();
const admin = setUpAdmin(server);

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

describe('a temporary password', () => {
  it('works for 72 hours, and after that a sign-in with it says that it has expired', async () => {
    const { email, password } = await added();
    server.clock.advanceMinutes(72 * HOURS - 1);
    await server.client().ask('signIn', { email, password });
    server.clock.advanceMinutes(1);
    expect(await server.client().refusal('signIn', { email, password })).toEqual(EXPIRED);
    expect(await server.client().refusal('signIn', { email, password: 'another one' })).toMatchObject({
      code: 'sign_in_wrong_password',
    });
  });

  it('ends its session when it expires before it was replaced', async () => {
    const { email, password } = await added();
    const client = server.client();
    await client.ask('signIn', { email, password });
    server.clock.advanceMinutes(72 * HOURS);
    expect(await client.refusal('chooseFirstPassword', { password: 'my very own' })).toMatchObject({
      status: 401,
    });
    expect((await client.ask('whoAmI', {})).user).toBeNull();
  });

  it('never expires once it was replaced in time', async () => {
    const { email, password } = await added();
    const client = server.client();
    await client.ask('signIn', { email, password });
    await client.ask('chooseFirstPassword', { password: 'my very own' });
    server.clock.advanceMinutes(100 * HOURS);
    await server.client().ask('signIn', { email, password: 'my very own' });
  });
});

describe('a temporary password that an admin sets', () => {
  const give = async (id: string) => {
    await confirm(admin);
    return admin.client.ask('giveTemporaryPassword', { id });
  };

  it('replaces an expired one for another 72 hours', async () => {
    const { id, email, password } = await added();
    server.clock.advanceMinutes(80 * HOURS);
    const { temporaryPassword } = await give(id);
    expect((await server.client().send('signIn', { email, password })).status).toBe(401);
    const view = await server.client().ask('signIn', { email, password: temporaryPassword });
    expect(view.mustChangePassword).toBe(true);
    server.clock.advanceMinutes(72 * HOURS);
    expect(await server.client().refusal('signIn', { email, password: temporaryPassword })).toEqual(EXPIRED);
  });

  it('ends all sessions and streams of the account, is on the ledger, and notifies the admins', async () => {
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

  it("cannot be set for the admin's own account", async () => {
    expect(await admin.client.refusal('giveTemporaryPassword', { id: admin.user.id })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});

describe('a reset link that an admin passes on', () => {
  const linkFor = (id: string) => admin.client.call('giveResetLink', { id });

  it('works once, replaces the previous link, and is on the ledger with the admin', async () => {
    await confirm(admin);
    const { email, user } = await makeEmployee(server);
    const tokens: string[] = [];
    for (let made = 0; made < 2; made += 1) {
      const answer = await linkFor(user.id);
      expect(answer).toMatchObject({ ok: true, output: { minutes: 60 } });
      if (answer.ok) tokens.push(answer.output.link.split('#reset=')[1] ?? '');
    }
    const complete = (token = '') =>
      server.client().send('completePasswordReset', { token, password: 'by the link' });
    expect((await complete(tokens[0])).status).toBe(400);
    expect((await complete(tokens[1])).status).toBe(200);
    expect((await complete(tokens[1])).status).toBe(400);
    await server.client().ask('signIn', { email, password: 'by the link' });
    const { rows } = await server.test.owner.query<{ actor: string; body: string }>(
      `SELECT actor, body FROM ledger WHERE chain = $1 AND kind = 'password_changed' ORDER BY n`,
      [user.id],
    );
    expect(rows.map(({ actor, body }) => [actor, JSON.parse(body).data.how])).toEqual([
      [admin.user.id, 'link'],
      [admin.user.id, 'link'],
      [user.id, 'reset'],
    ]);
    expect(rows.map(({ body }) => body).join()).not.toContain(tokens[1]);
  });

  it('cannot be made for an admin or an inactive account', async () => {
    await confirm(admin);
    const [other, { user }] = [await makeAdmin(server), await makeEmployee(server)];
    expect(await linkFor(other.user.id)).toMatchObject({ problem: { code: 'command_line_only' } });
    await setActive(server.test.database, server.clock.now(), null, user.id, false);
    expect(await linkFor(user.id)).toMatchObject({ problem: { code: 'account_disabled' } });
  });

  it('cannot be made if the server sends mails', async () => {
    await confirm(admin);
    const { user } = await makeEmployee(server);
    const mailing = await startTestServer({ on: server.test, config: { smtpUrl: 'smtp://127.0.0.1:1' } });
    const refusal = await admin.client.at(mailing.url).refusal('giveResetLink', { id: user.id });
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });
    await mailing.stop();
  });

  it("needs the admin's password again, unless it was just entered", async () => {
    await confirm(admin);
    const { user } = await makeEmployee(server);
    server.clock.advanceMinutes(16);
    expect(await linkFor(user.id)).toMatchObject({ problem: { code: 'confirmation_required' } });
  });
});
