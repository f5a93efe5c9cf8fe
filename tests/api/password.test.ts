import { describe, expect, it } from 'vitest';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { routes } from '#contract/routes';
import {
  makeAdmin,
  makeEmployee,
  PASSWORD,
  requestId,
  startTestServer,
  type Person,
  type TestServer,
} from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer();

const NEW = 'a new password';
const statusOfSignIn = async (email: string, password: string): Promise<number> =>
  (await server.client().send('signIn', { email, password })).status;

describe("changing one's own password", () => {
  it('needs the current password, and then only the new one works', async () => {
    const { client, email, user } = await makeEmployee(server);
    expect(
      await client.refusal('changePassword', { currentPassword: 'not this one', password: NEW }),
    ).toEqual({
      status: 403,
      code: 'current_password_wrong',
      message: 'Incorrect password.',
      fields: { currentPassword: 'Incorrect password.' },
    });
    expect((await client.ask('changePassword', { currentPassword: PASSWORD, password: NEW })).user?.id).toBe(
      user.id,
    );
    expect([await statusOfSignIn(email, PASSWORD), await statusOfSignIn(email, NEW)]).toEqual([401, 200]);
    const { rows } = await server.test.owner.query(
      `SELECT actor, body FROM ledger WHERE chain = $1 AND kind = 'password_changed'`,
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].actor).toBe(user.id);
    for (const secret of [PASSWORD, NEW]) expect(rows[0].body).not.toContain(secret);
    expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
  });

  it('gives this session a new token and keeps its stream, and ends all others', async () => {
    const { client, email } = await makeEmployee(server);
    const other = server.client();
    await other.ask('signIn', { email, password: PASSWORD });
    const [own, others] = await Promise.all([client.live(), other.live()]);
    await Promise.all([own.hello(), others.hello()]);
    const before = client.at(server.url);
    await client.ask('changePassword', { currentPassword: PASSWORD, password: NEW });
    await others.until(({ events, ended }) => ended && events.at(-1)?.type === 'signed-out', 1_000);
    expect((await before.ask('whoAmI', {})).user).toBeNull();
    expect((await other.ask('whoAmI', {})).user).toBeNull();
    await client.ask('clockIn', { requestId: requestId() });
    await own.until(({ changes }) => changes.some(({ kind }) => kind === 'clock_in'));
    expect(own.ended).toBe(false);
    own.close();
  });

  it('is rate limited after wrong guesses of the current password', async () => {
    const { client, email } = await makeEmployee(server);
    for (let index = 0; index < 10; index += 1)
      await client.send('changePassword', { currentPassword: `guess ${index}`, password: NEW });
    expect(
      await client.refusal('changePassword', { currentPassword: PASSWORD, password: NEW }),
    ).toMatchObject({ status: 429, code: 'sign_in_too_many' });
    expect(await statusOfSignIn(email, PASSWORD)).toBe(200);
  });

  it('two changes at once have one winner', async () => {
    const { client, email, user } = await makeEmployee(server);
    const second = server.client();
    await second.ask('signIn', { email, password: PASSWORD });
    const answers = await Promise.all(
      [client, second].map((one, index) =>
        one.send('changePassword', { currentPassword: PASSWORD, password: `password ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await server.test.owner.query(
      `SELECT count(*)::int AS n FROM session WHERE user_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('a concurrent sign-in with the old password leaves no session behind', async () => {
    const { client, email, user } = await makeEmployee(server);
    const [changed] = await Promise.all([
      client.call('changePassword', { currentPassword: PASSWORD, password: NEW }),
      ...Array.from({ length: 8 }, () => server.client().send('signIn', { email, password: PASSWORD })),
    ]);
    expect(changed.ok).toBe(true);
    const { rows } = await server.test.owner.query(
      `SELECT count(*)::int AS n FROM session WHERE user_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it.each([
    [{ currentPassword: '', password: NEW }, 'Enter your current password'],
    [{ currentPassword: PASSWORD, password: 'short' }, 'Password must be at least 6 characters'],
    [{ currentPassword: PASSWORD, password: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
    [{ currentPassword: PASSWORD, password: NEW, userId: requestId() }, 'Some of the input is not valid.'],
  ])('refuses %o', async (input, message) => {
    const { client } = await makeEmployee(server);
    expect(await client.refusal('changePassword', input)).toMatchObject({ status: 400, message });
  });

  it('accepts passwords over 72 bytes, blanks, any script, and both Unicode forms of a character', async () => {
    const { client, email } = await makeEmployee(server);
    const long = `${'ä'.repeat(80)} end`;
    let current = PASSWORD;
    for (const password of [
      long,
      '  six  ',
      'пароль密码🔑',
      'e\u0301lan vital',
      'line\nbreak\tand \u0007 bell',
    ]) {
      await client.ask('changePassword', { currentPassword: current, password });
      expect(await statusOfSignIn(email, password)).toBe(200);
      expect(await statusOfSignIn(email, `${password}.`)).toBe(401);
      current = password;
    }
    await client.ask('changePassword', { currentPassword: current, password: 'e\u0301lan vital' });
    expect(await statusOfSignIn(email, '\u00e9lan vital')).toBe(200);
    await client.ask('changePassword', { currentPassword: 'e\u0301lan vital', password: long });
    expect(await statusOfSignIn(email, long.slice(0, -1))).toBe(401);
  });
});

describe('a temporary password', () => {
  async function newcomer(make: (on: TestServer) => Promise<Person> = makeEmployee): Promise<Person> {
    const person = await make(server);
    await server.test.owner.query('UPDATE account SET must_change_password = true WHERE id = $1', [
      person.user.id,
    ]);
    return person;
  }

  it('allows nothing but choosing a new password', async () => {
    for (const { client, email } of [await newcomer(), await newcomer(makeAdmin)]) {
      expect((await client.ask('signIn', { email, password: PASSWORD })).mustChangePassword).toBe(true);
      expect(await client.ask('whoAmI', {})).toMatchObject({ user: { email }, mustChangePassword: true });
      for (const name of Object.keys(routes) as (keyof typeof routes)[]) {
        if (['public', 'first-sign-in', 'kiosk'].includes(routes[name].access)) continue;
        expect(await client.refusal(name, {})).toEqual({
          status: 403,
          code: 'password_change_required',
          message: 'Choose a new password first.',
        });
      }
    }
  });

  it('is replaced by a new one, which then works everywhere and ends the other sessions', async () => {
    const { client, email, user } = await newcomer();
    const other = server.client();
    await other.ask('signIn', { email, password: PASSWORD });
    const before = client.at(server.url);
    expect(await client.ask('chooseFirstPassword', { password: NEW })).toMatchObject({
      user: { id: user.id },
      mustChangePassword: false,
    });
    await client.ask('clock', {});
    expect((await before.ask('whoAmI', {})).user).toBeNull();
    expect((await other.ask('whoAmI', {})).user).toBeNull();
    expect([await statusOfSignIn(email, PASSWORD), await statusOfSignIn(email, NEW)]).toEqual([401, 200]);
    expect(await client.refusal('chooseFirstPassword', { password: 'once more' })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });

  it('cannot be chosen again, and the password policy applies', async () => {
    const { client } = await newcomer();
    expect(await client.refusal('chooseFirstPassword', { password: PASSWORD })).toMatchObject({
      status: 400,
      fields: { password: 'Choose a password other than the temporary one' },
    });
    expect(await client.refusal('chooseFirstPassword', { password: 'short' })).toMatchObject({
      status: 400,
      message: 'Password must be at least 6 characters',
    });
    const strict = await startTestServer({ on: server.test, config: { passwordPolicy: 'strong' } });
    expect(
      await client.at(strict.url).refusal('chooseFirstPassword', { password: 'elevenchars' }),
    ).toMatchObject({ message: 'Password must be at least 12 characters' });
    await strict.stop();
  });

  it('counts as replaced after a reset', async () => {
    const { email, user } = await newcomer();
    const { completeReset } = await import('#server/people/accounts/password-commands');
    const { saveReset } = await import('#server/people/accounts/password-commands');
    const { hashPassword } = await import('#server/people/credentials/passwords');
    await saveReset(
      server.test.database.pool,
      { userId: user.id, email },
      'a token',
      server.clock.now() + 60_000,
    );
    expect(
      await completeReset(server.test.database, server.clock.now(), 'a token', await hashPassword(NEW)),
    ).toEqual({ ok: true, email });
    expect((await server.client().ask('signIn', { email, password: NEW })).mustChangePassword).toBe(false);
  });
});
