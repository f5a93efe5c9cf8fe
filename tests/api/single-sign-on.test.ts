/** Single sign-on with a real OpenID Connect provider. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import {
  changeSettings,
  confirm,
  makeAdmin,
  PASSWORD,
  registerAdmin,
  registerUser,
  startTestServer,
} from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { comeBack, signInBy, signInThere, start, startProvider } from '#tests/support/oidc';

const provider = await startProvider();
afterAll(() => provider.stop());
const server = setUpServer({ config: provider.config });

const rows = async (text: string, ...values: unknown[]) =>
  (await server.test.owner.query(text, values)).rows as Record<string, unknown>[];
const whoIs = async (client: ReturnType<typeof server.client>) =>
  (await client.ask('whoAmI', {})).user?.email ?? null;
const place = (code: string): string => `/#single-sign-on/${code}`;

describe('single sign-on', () => {
  it('tells the login page the words on the button', async () => {
    const { singleSignOn } = await server.client().ask('whoAmI', {});
    expect(singleSignOn).toEqual({ name: 'Example', isOnly: false });
  });

  it('makes an account at the first sign-in, and opens the same one at the next', async () => {
    const [first, next] = [server.client(), server.client()];
    expect(await signInBy(first, 'ada@example.com')).toBe('/');
    expect((await first.ask('whoAmI', {})).user).toMatchObject({
      name: 'ada of the provider',
      email: 'ada@example.com',
      role: 'employee',
    });
    expect(await signInBy(next, 'ada@example.com')).toBe('/');
    expect(await rows(`SELECT FROM account WHERE email = 'ada@example.com'`)).toHaveLength(1);
  });

  it.each([
    ['off', '', 'registration_closed'],
    ['invitation', '', 'invitation_invalid'],
    ['invitation', 'wrong', 'invitation_invalid'],
    ['approval', '', 'account_awaits_approval'],
  ])('makes accounts as the registration mode says: %s %s', async (registration, invitation, code) => {
    await changeSettings(server, { registration });
    const query = invitation === '' ? '' : `?invitation=${invitation}`;
    expect(await signInBy(server.client(), `${registration}@example.com`, query)).toBe(place(code));
    const made = await rows('SELECT FROM account WHERE email = $1', `${registration}@example.com`);
    expect(made).toHaveLength(registration === 'approval' ? 1 : 0);
    await changeSettings(server, { registration: 'open' });
  });

  it('takes the invitation along', async () => {
    await changeSettings(server, { registration: 'invitation' });
    const admin = await makeAdmin(server);
    const { invitation } = await admin.client.ask('setUp', {});
    expect(await signInBy(server.client(), 'invited@example.com', `?invitation=${invitation}`)).toBe('/');
    await changeSettings(server, { registration: 'open' });
  });

  it('connects an account that has the address only by its own password, and records it', async () => {
    const { id, email } = await registerUser(server);
    const client = server.client();
    expect(await signInBy(client, email)).toBe(place('connect'));
    expect(await whoIs(client)).toBeNull();
    const refusal = await client.refusal('connectIdentity', { currentPassword: 'wrong one' });
    expect(refusal.code).toBe('sign_in_wrong_password');
    await client.ask('connectIdentity', { currentPassword: PASSWORD });
    expect(await whoIs(client)).toBe(email);
    const recorded = await rows(`SELECT body FROM ledger WHERE chain = $1 AND kind = 'identity_linked'`, id);
    expect(recorded).toHaveLength(1);
    // The subject identifies the person, so the ledger has only its digest.
    expect(recorded[0]?.['body']).not.toContain(email);
    expect(await signInBy(server.client(), email)).toBe('/');
  });

  it('connects an account with a second factor only after that, and asks it for none at the provider', async () => {
    const { id, email } = await registerUser(server);
    const owner = server.client();
    await owner.ask('signIn', { email, password: PASSWORD });
    const { secret } = await owner.ask('startApp', {});
    const now = server.clock.now();
    const codeAt = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
    await owner.ask('addApp', { secret, code: codeAt(now) });
    const client = server.client();
    await signInBy(client, email);
    const { secondStep } = await client.ask('connectIdentity', { currentPassword: PASSWORD });
    expect(await rows('SELECT FROM identity WHERE account = $1', id)).toHaveLength(0);
    const challenge = secondStep?.challenge ?? '';
    const code = codeAt(now + 30_000);
    await client.ask('passSecondStep', { challenge, code, isOwnDevice: false, isConnecting: true });
    expect(await whoIs(client)).toBe(email);
    const again = server.client();
    expect(await signInBy(again, email)).toBe('/');
    expect(await whoIs(again)).toBe(email);
  });

  it('asks nobody who signs in at the provider for a required second factor here', async () => {
    await changeSettings(server, {
      second_factor: 'all',
      second_factor_since: new Date(server.clock.now()).toISOString(),
    });
    const client = server.client();
    await signInBy(client, 'exempt@example.com');
    expect((await client.ask('whoAmI', {})).user?.secondFactorBy).toBeUndefined();
    await changeSettings(server, { second_factor: 'optional' });
  });

  it('lets an admin approve the connection of somebody without a password by a temporary one', async () => {
    const { id, email } = await registerUser(server);
    const client = server.client();
    expect(await signInBy(client, email)).toBe(place('connect'));
    const admin = await makeAdmin(server);
    await confirm(admin);
    const { temporaryPassword } = await admin.client.ask('giveTemporaryPassword', { id });
    const view = await client.ask('connectIdentity', { currentPassword: temporaryPassword });
    expect(view.mustChangePassword).toBe(true);
  });

  it('refuses an address that the provider has not verified, whether it has an account or not', async () => {
    await registerUser(server, { email: 'unverified-known@example.com' });
    for (const email of ['unverified-known@example.com', 'unverified@example.com'])
      expect(await signInBy(server.client(), email)).toBe(place('sign_in_unverified'));
    expect(await rows(`SELECT FROM identity WHERE subject LIKE 'unverified%'`)).toHaveLength(0);
  });

  it('leaves deactivated people out, and does not connect them', async () => {
    const known = server.client();
    await signInBy(known, 'left@example.com');
    const user = await registerUser(server);
    const { id } = (await known.ask('whoAmI', {})).user ?? user;
    for (const one of [id, user.id])
      await setActive(server.test.database, server.clock.now(), null, one, false);
    for (const email of ['left@example.com', user.email])
      expect(await signInBy(server.client(), email)).toBe(place('account_disabled'));
  });

  it('lets two tabs sign in side by side', async () => {
    const client = server.client();
    const [one, other] = [await start(client), await start(client)];
    const [back, otherBack] = [
      await signInThere(one, 'tabs@example.com'),
      await signInThere(other, 'tabs@example.com'),
    ];
    expect(await comeBack(client, back)).toBe('/');
    expect(await comeBack(client, otherBack)).toBe('/');
  });

  it('refuses an answer for the second time, and in another browser', async () => {
    const client = server.client();
    const back = await signInThere(await start(client), 'replay@example.com');
    expect(await comeBack(server.client(), back)).toBe(place('sign_in_expired'));
    const kept = client.at(server.url);
    expect(await comeBack(client, back)).toBe('/');
    expect(await comeBack(client, back)).toBe(place('sign_in_expired'));
    expect(await comeBack(kept, back)).toBe(place('sign_in_unfinished'));
  });

  it('tells admins of a failed return in the security log', async () => {
    const client = server.client();
    client.headers = { 'user-agent': 'Firefox/140.0' };
    expect(await signInBy(client, 'unverified@example.com')).toBe(place('sign_in_unverified'));
    const { events } = await (
      await makeAdmin(server)
    ).client.ask('securityLog', { kind: 'single_sign_on_failed' });
    const detail = expect.stringContaining('is not verified') as unknown;
    expect(events).toContainEqual(expect.objectContaining({ detail, person: null, network: '127.0.0.1' }));
  });

  it('refuses an answer that comes after ten minutes', async () => {
    const client = server.client();
    const back = await signInThere(await start(client), 'late@example.com');
    server.clock.advanceMinutes(11);
    expect(await comeBack(client, back)).toBe(place('sign_in_expired'));
  });

  it('signs out at the provider too, after a sign-in there', async () => {
    const client = server.client();
    await signInBy(client, 'leaving@example.com');
    const { continueAt = '' } = await client.ask('signOut', {});
    const { origin, searchParams } = new URL(continueAt);
    expect(origin).toBe(provider.config.oidcIssuer);
    expect(searchParams.get('id_token_hint')).not.toBeNull();
    expect((await fetch(continueAt)).status).toBe(200);
    expect(await client.ask('signOut', {})).not.toHaveProperty('continueAt');
  });

  it('leaves a record that can be verified, and shows a changed identity', async () => {
    const faults = async () => (await ledgerFaults(server.test.owner)).map(({ fault }) => fault);
    const before = await faults();
    expect(before).not.toContain('account: identity is not as recorded');
    await server.test.owner.query(`UPDATE identity SET subject = 'x' WHERE subject = 'ada@example.com'`);
    expect(await faults()).toEqual([...before, 'account: identity is not as recorded']);
    await server.test.owner.query(`UPDATE identity SET subject = 'ada@example.com' WHERE subject = 'x'`);
  });
});

describe('SIGN_IN=oidc', () => {
  it('refuses passwords of everybody but local admins, and registration with a password', async () => {
    const only = await startTestServer({
      on: server.test,
      clock: server.clock,
      config: { ...provider.config, signIn: 'oidc' },
    });
    try {
      const [local, promoted, employee] = [
        await registerAdmin(server),
        await registerUser(server),
        await registerUser(server),
      ];
      const admin = await makeAdmin(server);
      await confirm(admin);
      await admin.client.ask('setRole', { id: promoted.id, role: 'admin' });
      const signIn = { password: PASSWORD };
      // By the time of an answer, nobody learns who the local admins are.
      for (const { email } of [promoted, employee, { email: 'nobody@example.com' }, local]) {
        const began = performance.now();
        await only.client().refusal('signIn', { email, password: 'wrong one' });
        expect([email, performance.now() - began > 140]).toEqual([email, true]);
      }
      for (const { email } of [promoted, employee, { email: 'nobody@example.com' }]) {
        const { code, status } = await only.client().refusal('signIn', { ...signIn, email });
        expect([code, status]).toEqual(['sign_in_off', 403]);
      }
      const wrong = { email: local.email, password: 'wrong one' };
      expect((await only.client().refusal('signIn', wrong)).code).toBe('sign_in_off');
      const { user } = await only.client().ask('signIn', { ...signIn, email: local.email });
      expect(user?.id).toBe(local.id);
      expect(await signInBy(only.client(), 'ada@example.com')).toBe('/');
    } finally {
      await only.stop();
    }
  });
});
