/** Attacks on second factors: planted cookies, administrators who take over others, and floods of changes. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { activeAdmin } from '#server/people/accounts/first-admin';
import { confirm, makeAdmin, makeEmployee, PASSWORD, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';
import { secondFactorsOn } from './second-factors.ts';

const root = mkdtempSync(path.join(tmpdir(), 'punctual-factor-'));
afterAll(() => rmSync(root, { recursive: true }));
const server = setUpServer({ config: { dataDir: root } });

const DAY_MINUTES = 24 * 60;
const DEVICE = 'punctual_device_0a1b2c3d';
const { withApp, stepOf, answer } = secondFactorsOn(server);

describe('a second step', () => {
  it.each(['one character', 'the cookie of another account', 'the cookie of an earlier sign-in'])(
    'trusts no device by a cookie that somebody else knows: %s',
    async (planted) => {
      const [person, stranger] = [await makeEmployee(server), await makeEmployee(server)];
      const { client, email } = person;
      if (planted === 'one character') client.cookies.set(DEVICE, 'a');
      if (planted === 'the cookie of another account')
        client.cookies.set(DEVICE, stranger.client.cookies.get(DEVICE) ?? '');
      const known = client.cookies.get(DEVICE) ?? '';
      const { next } = await withApp(person);
      await answer(await stepOf(person, client), next(), true);
      const attacker = server.client();
      attacker.cookies.set(DEVICE, known);
      expect((await attacker.ask('signIn', { email, password: PASSWORD })).user).toBeNull();
      // The person's own browser, which has a new cookie, is trusted.
      expect((await client.ask('signIn', { email, password: PASSWORD })).user?.email).toBe(email);
    },
  );

  it.each(['a new password', 'signing out elsewhere', 'another role', 'coming back'])(
    'is asked for on every device after %s',
    async (what) => {
      const [person, admin] = [await makeEmployee(server), await makeAdmin(server)];
      const { client, user, next } = await withApp(person);
      const laptop = server.client();
      await answer(await stepOf(person, laptop), next(), true);
      let password = PASSWORD;
      const signIn = async () => (await laptop.ask('signIn', { email: person.email, password })).user;
      expect(await signIn()).not.toBeNull();
      if (what === 'a new password') {
        password = 'my very own words';
        await client.ask('changePassword', { currentPassword: PASSWORD, password });
      } else if (what === 'signing out elsewhere') await client.ask('endSessions', {});
      else if (what === 'another role') {
        await confirm(admin);
        await admin.client.ask('setRole', { id: user.id, role: 'admin' });
      } else
        for (const isActive of [false, true]) {
          const { employees } = await admin.client.ask('employees', {});
          const found = employees.find(({ id }) => id === user.id) ?? user;
          await admin.client.ask('updateEmployee', formOf(found, { isActive }));
        }
      expect(await signIn()).toBeNull();
    },
  );

  it('keeps a browser known to each account that signs in there', async () => {
    const [person, colleague] = [await withApp(await makeEmployee(server)), await makeEmployee(server)];
    const { client } = await stepOf(person);
    await answer(await stepOf(person, client), person.next(), true);
    await client.ask('signIn', { email: colleague.email, password: PASSWORD });
    const cookie = client.cookies.get(DEVICE);
    expect((await client.ask('signIn', { email: person.email, password: PASSWORD })).user).not.toBeNull();
    await client.ask('signIn', { email: colleague.email, password: PASSWORD });
    expect(client.cookies.get(DEVICE)).toBe(cookie);
  });
});

describe('an administrator', () => {
  it('changes no password and no second factor of another one, nor of a former one for a week', async () => {
    const [one, admin] = [await withApp(await makeAdmin(server)), await makeAdmin(server)];
    const { id } = one.user;
    const attempts = async () => {
      await confirm(admin);
      const password = await admin.client.send('giveTemporaryPassword', { id });
      const link = await admin.client.send('giveResetLink', { id });
      const reset = await admin.client.send('resetSecondFactor', { id });
      // With another address, a mailed link would be a password.
      const found = (await admin.client.ask('employees', {})).employees.find((one) => one.id === id);
      const wanted = formOf(found ?? one.user, { email: `${randomUUID()}@example.com` });
      const moved = await admin.client.send('updateEmployee', wanted);
      return [password, link, reset, moved].map(({ status, text }) =>
        status === 200 ? 200 : JSON.parse(text).code,
      );
    };
    const refused = Array.from({ length: 4 }, () => 'command_line_only');
    expect(await attempts()).toEqual(refused);
    await admin.client.ask('setRole', { id, role: 'employee' });
    expect(await attempts()).toEqual(refused);
    server.clock.advanceMinutes(7 * DAY_MINUTES - 1);
    expect(await attempts()).toEqual(refused);
    const found = await activeAdmin(server.test.database, one.email, server.clock.now());
    expect(found.id).toBe(id);
    server.clock.advanceMinutes(1);
    expect(await attempts()).toEqual([200, 200, 200, 200]);
  });
});

describe('changes of second factors', () => {
  /** Rows of the security log and of the ledger. 'ownSecurity' waits until the log is written. */
  const countOf = async ({ client, user }: Pick<Person, 'client' | 'user'>): Promise<number> => {
    await client.ask('ownSecurity', {});
    const { rows } = await server.test.owner.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM security_event WHERE user_id = $1)::int + (SELECT count(*) FROM ledger WHERE chain = $1)::int AS count`,
      [user.id],
    );
    return rows[0]?.count ?? 0;
  };

  it('write nothing where nothing changed', async () => {
    const person = await makeEmployee(server);
    await confirm(person);
    const before = await countOf(person);
    for (let n = 0; n < 5; n += 1) await person.client.ask('removeFactor', { id: randomUUID() });
    expect(await countOf(person)).toBe(before);
  });

  it('are ten an hour for each person', async () => {
    const { client, user, password } = await withApp(await makeEmployee(server));
    for (let n = 1; n < 10; n += 1) await client.ask('renewRecoveryCodes', {});
    const { factors } = await client.ask('secondFactors', {});
    const before = await countOf({ client, user });
    expect(await client.refusal('renewRecoveryCodes', {})).toMatchObject({ status: 429 });
    expect(await client.refusal('removeFactor', { id: factors[0]?.id })).toMatchObject({ status: 429 });
    expect(await countOf({ client, user })).toBe(before);
    server.clock.advanceMinutes(60);
    await client.ask('confirmIdentity', { currentPassword: password });
    await client.ask('renewRecoveryCodes', {});
  });
});
