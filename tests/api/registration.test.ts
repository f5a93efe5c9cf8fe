import { passwordFault, hashPassword } from '#server/people/credentials/passwords';
import { describe, expect, it } from 'vitest';
import type { User } from '#contract/records';
import { issueEmployeeId, registerEmployee } from '#server/people/accounts/commands';
import { createLog } from '#server/platform/log';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeEmployee, startTestServer } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import type { ApiClient } from './client.ts';

const server = setUpServer({ config: { registrationsPerHour: 60 } });

const form = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  department: 'Business Studio',
  hub: 'Core operations hub',
  position: 'Lead',
  password: 'correct horse',
};
const issued = async (): Promise<string> => (await server.client().ask('issueEmployeeId', {})).employeeId;
const count = async (): Promise<number> =>
  (await server.test.owner.query('SELECT count(*)::int AS n FROM account')).rows[0].n;

describe('registration', () => {
  it('creates an active employee with the issued id and notifies the admins', async () => {
    const employeeId = await issued();
    expect(employeeId).toMatch(/^NXBI-[A-Z0-9]{5}$/);
    const { user } = await server
      .client()
      .ask('register', { ...form, email: ' Ada@Example.com ', name: 'Ada \n Lovelace', employeeId });
    expect(user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      role: 'employee',
      isActive: true,
      department: 'Business Studio',
      hub: 'Core operations hub',
      position: 'Lead',
      employeeId,
    });
    expect(user.authUid).toBe(user.id);
    const { rows } = await server.test.owner.query(
      'SELECT type, severity FROM activity_notification WHERE user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ type: 'employee_registered', severity: 'success' }]);
  });

  it('treats all Unicode spellings of an address as one', async () => {
    const { user } = await server.client().ask('register', {
      ...form,
      email: 'jos\u00e9.\uff4e@example.com',
      employeeId: await issued(),
    });
    expect(user.email).toBe('jos\u00e9.n@example.com');
    for (const email of [
      'jose\u0301.n@example.com',
      'JOS\u00c9.N@example.com',
      'jos\u00e9.\uff2e@example.com',
    ]) {
      expect(
        await server.client().refusal('register', { ...form, email, employeeId: await issued() }),
      ).toMatchObject({ status: 409, code: 'registration_email_in_use' });
      const { password } = form;
      expect((await server.client().ask('signIn', { email, password })).user?.id).toBe(user.id);
    }
  });

  it('the server normalizes e-mail addresses of earlier versions at its start, unless one is taken', async () => {
    const registeredEarlier = async (email: string): Promise<User> => {
      const { password, ...rest } = form;
      const account = {
        ...rest,
        email,
        employeeId: await issued(),
        passwordHash: await hashPassword(password),
      };
      const registered = await registerEmployee(server.test.database, server.clock, account);
      if (!registered.ok) throw new Error(registered.code);
      return registered.user;
    };
    const rene = await registeredEarlier('rene\u0301@example.com');
    const zoe = await makeEmployee(server, { email: 'zo\u00eb@example.com' });
    const twin = await registeredEarlier('zoe\u0308@example.com');
    const lines: string[] = [];
    const newer = await startTestServer({
      on: server.test,
      log: createLog('warn', server.clock, (line) => void lines.push(line)),
    });
    const signIn = async (email: string) =>
      (await newer.client().ask('signIn', { email, password: form.password })).user?.id;
    expect(await signIn('rene\u0301@example.com')).toBe(rene.id);
    expect(await signIn('zoe\u0308@example.com')).toBe(zoe.user.id);
    expect(lines.filter((line) => line.includes('another spelling'))).toEqual([
      expect.stringContaining(twin.employeeId),
    ]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    const { rows } = await server.test.owner.query(
      `SELECT actor FROM ledger WHERE chain = $1 AND kind = 'employee_updated'`,
      [rene.id],
    );
    expect(rows).toEqual([{ actor: null }]);
    await newer.stop();
  });

  it('refuses an address that already has an account, in upper or lower case', async () => {
    const { email } = await makeEmployee(server);
    expect(
      await server
        .client()
        .refusal('register', { ...form, email: email.toUpperCase(), employeeId: await issued() }),
    ).toEqual({
      status: 409,
      code: 'registration_email_in_use',
      message: 'An account with this email already exists.',
    });
  });

  it('accepts an issued id once within a day, and no other id', async () => {
    const employeeId = await issued();
    const before = await count();
    expect(
      await server
        .client()
        .refusal('register', { ...form, email: 'made-up@example.com', employeeId: 'NXBI-AAAAA' }),
    ).toMatchObject({ status: 400, code: 'employee_id_not_issued' });
    await server.client().ask('register', { ...form, email: 'first@example.com', employeeId });
    expect(
      await server.client().refusal('register', { ...form, email: 'second@example.com', employeeId }),
    ).toMatchObject({ status: 400, code: 'employee_id_not_issued' });
    const old = await issued();
    server.clock.advanceMinutes(24 * 60 + 1);
    expect(
      await server.client().refusal('register', { ...form, email: 'late@example.com', employeeId: old }),
    ).toMatchObject({ code: 'employee_id_not_issued' });
    expect(await count()).toBe(before + 1);
  });

  it('assigns another id if the issued one was taken in the meantime', async () => {
    const { user: other } = await makeEmployee(server);
    const employeeId = await issued();
    await server.test.owner.query('UPDATE account SET employee_id = $1 WHERE id = $2', [
      employeeId,
      other.id,
    ]);
    const { user } = await server
      .client()
      .ask('register', { ...form, email: 'taken@example.com', employeeId });
    expect(user.employeeId).toMatch(/^NXBI-[A-Z0-9]{5}$/);
    expect(user.employeeId).not.toBe(employeeId);
  });

  it('issues no id that is already taken', async () => {
    const fixed = new Uint8Array([9, 8, 7, 6, 5, 4, 3, 2]);
    const first = await issueEmployeeId(server.test.database.pool, server.clock.now(), () => fixed);
    let asked = 0;
    const second = await issueEmployeeId(server.test.database.pool, server.clock.now(), () =>
      (asked += 1) === 1 ? fixed : new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]),
    );
    expect(second).not.toBe(first);
  });

  it.each([
    [{ password: 'short' }, 'registration_weak_password', 'Password should be at least 6 characters long.'],
    [{ email: 'nonsense' }, 'registration_invalid_email', 'Please enter a valid email address.'],
    [{ name: '  ' }, 'invalid_input', 'Full name is required'],
    [{ hub: 'Reporting Hub' }, 'invalid_input', 'Please select a hub'],
    [{ department: 'No Studio' }, 'invalid_input', 'Please select a studio'],
    [{ position: 'Boss' }, 'invalid_input', 'Please select a position'],
    [{ role: 'admin' }, 'invalid_input', 'Some of the input is not valid.'],
    [{ isActive: true }, 'invalid_input', 'Some of the input is not valid.'],
  ])('refuses %o', async (wrong, code, message) => {
    const before = await count();
    expect(
      await server
        .client()
        .refusal('register', { ...form, email: 'x@example.com', employeeId: await issued(), ...wrong }),
    ).toMatchObject({ status: 400, code, message });
    expect(await count()).toBe(before);
  });

  it('accepts any password of 6 to 256 characters', async () => {
    const register = async (password: string, email: string) =>
      (await server.client().send('register', { ...form, email, password, employeeId: await issued() }))
        .status;
    expect(await register('12345', 'five@example.com')).toBe(400);
    expect(await register('123456', 'six@example.com')).toBe(200);
    expect(await register('\u0000\u0007 \t\u{1f511}é\u202exyz', 'any@example.com')).toBe(200);
    expect(await register('x'.repeat(256), 'most@example.com')).toBe(200);
    expect(await register('x'.repeat(257), 'more@example.com')).toBe(400);
  });

  it('refuses short and common passwords with PASSWORD_POLICY=strong', async () => {
    const strict = await startTestServer({ on: server.test, config: { passwordPolicy: 'strong' } });
    const register = async (password: string, email = 'strong@example.com') =>
      strict.client().send('register', { ...form, email, password, employeeId: await issued() });
    const common = ['password1234', '111111111111', 'Qwerty!12345', 'Summer2026!!', 'p4ssw0rd-2026'];
    const walks = [
      '1qaz2wsx3edc',
      '!QAZ@WSX#EDC',
      'qweasdzxc123',
      '1q2w3e4r5t6y',
      'abcdefghijkl',
      'aabbccddeeff',
    ];
    const seasons = ['Winter2025??ab', 'ab!Herbst2024!', 'Oktober-2026-xy', '2025winterabcd'];
    const own = [`${form.name.replaceAll(' ', '')}123456`, 'strong-example-1'];
    expect((await register('elevenchars')).status).toBe(400);
    for (const password of [...common, ...own, ...walks, ...seasons])
      expect(await register(password)).toMatchObject({
        status: 400,
        text: expect.stringContaining('"password":"This password is too common"'),
      });
    expect(passwordFault('strong', 'Analytica-2026!', ['Analytica GmbH'])).toBeDefined();
    for (const good of ['winter-tales of 2019', 'stuvwx? no, lamp', 'Tgb-hu8 pol!vanek'])
      expect([good, passwordFault('strong', good, [])]).toEqual([good, undefined]);
    expect((await register('correct horse battery')).status).toBe(200);
    expect((await register('пароль-моего-дома', 'cyrillic@example.com')).status).toBe(200);
    await strict.stop();
  });

  it('is limited per hour for one IP address', async () => {
    const config = { registrationsPerHour: 2, trustedProxies: ['127.0.0.1'] };
    const small = await startTestServer({ on: server.test, config });
    const client = small.client();
    client.headers = { 'x-forwarded-for': '203.0.113.1' };
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push(
        (
          await client.send('register', {
            ...form,
            email: `flood${index}@example.com`,
            employeeId: await issued(),
          })
        ).status,
      );
    }
    expect(statuses).toEqual([200, 200, 429]);
    await small.stop();
  });

  it('is limited per network: the addresses of an IPv6 /64 count as one, for issued ids too', async () => {
    const small = await startTestServer({
      on: server.test,
      config: { registrationsPerHour: 1, trustedProxies: ['127.0.0.1'] },
    });
    const from = (address: string): ApiClient => {
      const client = small.client();
      client.headers = { 'x-forwarded-for': address };
      return client;
    };
    const ids: number[] = [];
    for (let index = 0; index < 11; index += 1)
      ids.push((await from(`2001:db8:1:2::${index}`).send('issueEmployeeId', {})).status);
    ids.push((await from('2001:db8:1:3::1').send('issueEmployeeId', {})).status);
    expect(ids).toEqual([...Array.from({ length: 10 }, () => 200), 429, 200]);
    const register = async (address: string, name: string): Promise<number> =>
      (
        await from(address).send('register', {
          ...form,
          email: `${name}@example.com`,
          employeeId: await issued(),
        })
      ).status;
    expect([
      await register('2001:db8:1:2::1', 'one-of-a-network'),
      await register('2001:db8:1:2::2', 'another-of-it'),
      await register('2001:db8:1:3::1', 'one-of-the-next'),
    ]).toEqual([200, 429, 200]);
    await small.stop();
  });
});
