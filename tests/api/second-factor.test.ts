/** Second factors: authenticator apps, recovery codes, the rule that requires them, and resets. */
import { afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resetFactors } from '#server/people/second-factor/commands';
import { verify } from '#server/record/verification/verify';
import {
  confirm,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  settingsInput,
  startTestServer,
  type Person,
  type TestServer,
} from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { secondFactorsOn, type Protected } from './second-factors.ts';

const root = mkdtempSync(path.join(tmpdir(), 'punctual-factor-'));
afterAll(() => rmSync(root, { recursive: true }));
const server = setUpServer({ config: { dataDir: root } });

const DAY_MINUTES = 24 * 60;
const { withApp, stepOf, answer } = secondFactorsOn(server);
const protectedEmployee = async (): Promise<Protected> => withApp(await makeEmployee(server));

const kindsOf = async (userId: string) => {
  const { rows } = await server.test.owner.query<{ kind: string; body: string }>(
    `SELECT kind, body FROM ledger WHERE chain = $1 AND (kind LIKE '%factor%' OR kind LIKE 'recovery%') ORDER BY n`,
    [userId],
  );
  return rows;
};

describe('the second step of a sign-in', () => {
  it('signs nobody in by password alone, and by a code of the app', async () => {
    const person = await protectedEmployee();
    const step = await stepOf(person);
    expect(step.client.cookies.size).toBe(0);
    expect(await answer(step, person.next())).toMatchObject({ output: { user: { email: person.email } } });
    expect((await step.client.ask('whoAmI', {})).user?.hasSecondFactor).toBe(true);
  });

  it('accepts a code once, also by two servers at once', async () => {
    const person = await protectedEmployee();
    const other = await startTestServer({ on: server.test, clock: server.clock, config: { dataDir: root } });
    try {
      const steps = [await stepOf(person), await stepOf(person, other.client()), await stepOf(person)];
      const code = person.next();
      const first = await Promise.all(steps.slice(0, 2).map((step) => answer(step, code)));
      expect(first.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      expect(steps[2] && (await answer(steps[2], code))).toMatchObject({
        problem: { code: 'second_step_wrong' },
      });
    } finally {
      await other.stop();
    }
  });

  it('answers each question once, within five minutes', async () => {
    const person = await protectedEmployee();
    const step = await stepOf(person);
    expect(await answer(step, person.next())).toMatchObject({ status: 200 });
    expect(await answer(step, person.next())).toMatchObject({ problem: { code: 'second_step_expired' } });
    const late = await stepOf(person);
    server.clock.advanceMinutes(5);
    expect(await answer(late, person.next())).toMatchObject({ problem: { code: 'second_step_expired' } });
  });

  it('limits wrong codes as it limits wrong passwords, also those sent at once', async () => {
    const person = await protectedEmployee();
    const step = await stepOf(person);
    const guesses = await Promise.all(Array.from({ length: 14 }, () => answer(step, '000000')));
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(await answer(step, person.next())).toMatchObject({ problem: { code: 'sign_in_too_many' } });
    expect(await server.client().call('signIn', { email: person.email, password: PASSWORD })).toMatchObject({
      problem: { code: 'sign_in_too_many' },
    });
  });

  it('accepts each recovery code once, in any spelling, and counts those left', async () => {
    const person = await protectedEmployee();
    const [code = ''] = person.recoveryCodes;
    expect(person.recoveryCodes).toHaveLength(10);
    expect(await answer(await stepOf(person), ` ${code.toUpperCase().replaceAll('-', ' ')}`)).toMatchObject({
      status: 200,
    });
    expect(await answer(await stepOf(person), code)).toMatchObject({ status: 403 });
    expect((await person.client.ask('secondFactors', {})).recoveryCodesLeft).toBe(9);
    await confirm(person);
    const { recoveryCodes = [] } = await person.client.ask('renewRecoveryCodes', {});
    expect(await answer(await stepOf(person), person.recoveryCodes[1] ?? '')).toMatchObject({ status: 403 });
    expect(await answer(await stepOf(person), recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
  });

  it('is not asked for on an own device for 30 days, and then it is', async () => {
    const person = await protectedEmployee();
    const step = await stepOf(person);
    await answer(step, person.next(), true);
    const again = () => step.client.ask('signIn', { email: person.email, password: PASSWORD });
    server.clock.advanceMinutes(30 * DAY_MINUTES - 1);
    expect((await again()).user?.email).toBe(person.email);
    server.clock.advanceMinutes(1);
    expect((await again()).user).toBeNull();
    // Another device is asked for the second step, and again if it was not marked as the person's own.
    const visited = await stepOf(person);
    await answer(visited, person.next());
    expect(await stepOf(person, visited.client)).toMatchObject({ challenge: expect.any(String) });
  });

  it('is asked for after a new password by mail and with a temporary one', async () => {
    const person = await protectedEmployee();
    const admin = await makeAdmin(server);
    await confirm(admin);
    const { link } = await admin.client.ask('giveResetLink', { id: person.user.id });
    const token = link.split('#reset=')[1] ?? '';
    await server.client().ask('completePasswordReset', { token, password: 'another horse' });
    const { email } = person;
    const after = await server.client().ask('signIn', { email, password: 'another horse' });
    expect(after).toMatchObject({ user: null, secondStep: {} });
    const { temporaryPassword } = await admin.client.ask('giveTemporaryPassword', { id: person.user.id });
    const client = server.client();
    const { secondStep } = await client.ask('signIn', { email, password: temporaryPassword });
    // The second step that began with the older password is no longer valid.
    const stale = { client: server.client(), challenge: after.secondStep?.challenge ?? '' };
    expect(await answer(stale, person.next())).toMatchObject({ status: 500 });
    const done = await answer({ client, challenge: secondStep?.challenge ?? '' }, person.next());
    expect(done).toMatchObject({ output: { mustChangePassword: true } });
  });
});

describe('a required second factor', () => {
  const require = async (secondFactor: 'optional' | 'admins' | 'all', admin: Person) => {
    const { settings } = await admin.client.ask('settings', {});
    await admin.client.ask('updateSettings', settingsInput({ version: settings.version, secondFactor }));
  };

  it('is asked for after a week, and then before anything else', async () => {
    const admin = await withApp(await makeAdmin(server));
    const { client, user } = await makeEmployee(server);
    await require('all', admin);
    const week = new Date(server.clock.now() + 7 * DAY_MINUTES * 60_000).toISOString();
    expect(await client.ask('whoAmI', {})).toMatchObject({
      mustAddFactor: false,
      user: { secondFactorBy: week },
    });
    expect((await admin.client.ask('whoAmI', {})).user?.secondFactorBy).toBeUndefined();
    server.clock.advanceMinutes(7 * DAY_MINUTES);
    expect((await client.ask('whoAmI', {})).mustAddFactor).toBe(true);
    expect(await client.refusal('clock', {})).toMatchObject({ code: 'second_factor_required' });
    await withApp({ client, user, email: user.email, password: PASSWORD });
    expect((await client.ask('whoAmI', {})).mustAddFactor).toBe(false);
    await client.ask('clock', {});
    await require('optional', admin);
  });

  it('of administrators is required of them only, and of who becomes one', async () => {
    const admin = await withApp(await makeAdmin(server));
    const employee = await makeEmployee(server);
    await require('admins', admin);
    server.clock.advanceMinutes(8 * DAY_MINUTES);
    expect((await employee.client.ask('whoAmI', {})).mustAddFactor).toBe(false);
    await confirm(admin);
    const { user } = await admin.client.ask('setRole', { id: employee.user.id, role: 'admin' });
    expect(user.secondFactorBy).toBeDefined();
    await require('optional', admin);
    expect((await admin.client.ask('employees', {})).employees.filter((one) => one.secondFactorBy)).toEqual(
      [],
    );
  });
});

describe('changes of second factors', () => {
  it('need the password again, and are recorded without secrets', async () => {
    const person = await protectedEmployee();
    const admin = await makeAdmin(server);
    const { factors } = await person.client.ask('secondFactors', {});
    const id = factors[0]?.id ?? '';
    server.clock.advanceMinutes(15);
    for (const name of ['removeFactor', 'renewRecoveryCodes'] as const)
      expect(await person.client.refusal(name, name === 'removeFactor' ? { id } : {})).toMatchObject({
        code: 'confirmation_required',
      });
    await confirm(person);
    await person.client.ask('renewRecoveryCodes', {});
    await person.client.ask('removeFactor', { id });
    expect(
      (await server.client().ask('signIn', { email: person.email, password: PASSWORD })).user,
    ).not.toBeNull();
    const again = await withApp(person);
    await answer(await stepOf(again), again.recoveryCodes[0] ?? '');
    await confirm(admin);
    expect(await person.client.refusal('resetSecondFactor', { id: person.user.id })).toMatchObject({
      status: 403,
    });
    const { user } = await admin.client.ask('resetSecondFactor', { id: person.user.id });
    expect(user.hasSecondFactor).toBeUndefined();
    const rows = await kindsOf(person.user.id);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'second_factor_added',
      'recovery_codes_renewed',
      'second_factor_removed',
      'second_factor_added',
      'recovery_code_used',
      'second_factors_reset',
    ]);
    for (const { body } of rows)
      for (const secret of [person.secret, again.secret, ...person.recoveryCodes, ...again.recoveryCodes])
        expect(body).not.toContain(secret);
    expect((await verify(server.test.database)).faults).toEqual([]);
  });

  it.each([
    [`UPDATE second_factor SET key = key || 'x' WHERE user_id = $1`, 'account: second_factor'],
    ['UPDATE account SET has_second_factor = false WHERE id = $1', 'account: has_second_factor'],
    ['UPDATE recovery_code SET used_at = NULL WHERE user_id = $1', 'account: recovery_codes_used'],
  ])('are found by verify where the tables say something else: %s', async (change, fault) => {
    const person = await protectedEmployee();
    await answer(await stepOf(person), person.recoveryCodes[0] ?? '');
    await server.test.owner.query(change, [person.user.id]);
    const { faults } = await verify(server.test.database);
    expect(faults.filter(({ chain }) => chain === person.user.id)).toMatchObject([
      { fault: `${fault} is not as recorded` },
    ]);
  });

  it('of an administrator are reset on the command line only, and every device asks again', async () => {
    const [one, admin] = [await withApp(await makeAdmin(server)), await makeAdmin(server)];
    await confirm(admin);
    expect(await admin.client.refusal('resetSecondFactor', { id: one.user.id })).toMatchObject({
      status: 403,
    });
    const reset = await resetFactors(server.test.database, server.clock.now(), null, one.user.id);
    expect(reset).toMatchObject({ ok: true });
    expect((await one.client.ask('secondFactors', {})).factors).toEqual([]);
  });
});

describe('the key of the secrets', () => {
  it('is needed for codes of the app, and not for recovery codes', async () => {
    const person = await protectedEmployee();
    const other: TestServer = await startTestServer({
      on: server.test,
      clock: server.clock,
      config: { dataDir: root, secretKey: 'c'.repeat(32) },
    });
    try {
      const step = await stepOf(person, other.client());
      expect(await answer(step, person.next())).toMatchObject({
        problem: { code: 'second_factor_unreadable' },
      });
      expect(await answer(step, person.recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
    } finally {
      await other.stop();
    }
  });
});
