/** Wrong or forged answers of an identity provider, which the server must refuse. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log';
import { PASSWORD, registerUser, TestClock } from '#tests/make';
import { setUpServer, setUpServerBeside } from '#tests/set-up';
import { answered, comeBack, start, startForger } from '#tests/support/oidc';

const forger = await startForger();
afterAll(() => forger.stop());
const lines: string[] = [];
const log = createLog('warn', new TestClock(), (line) => void lines.push(line));
const server = setUpServer({ config: forger.config, log });
const trusting = setUpServerBeside(server, { ...forger.config, oidcTrustEmail: true });

const KNOWN = { email: 'known@example.com', email_verified: true, name: 'Known' };
beforeEach(() => forger.forge(KNOWN));

const signIn = async (client = server.client()): Promise<string> =>
  comeBack(client, answered(await start(client)));
const FAILED = '/#single-sign-on/sign_in_unfinished';

describe('a provider', () => {
  it('of another spelling is named in the log beside OIDC_ISSUER', async () => {
    forger.spelling = '/realms/office';
    expect((await start(server.client())).hash).toBe('#single-sign-on/sign_in_unreachable');
    forger.spelling = '';
    const issuer = String(forger.config.oidcIssuer);
    expect(lines.join()).toContain(`OIDC_ISSUER is ${issuer}/, but its own name is ${issuer}/realms/office.`);
  });
});

describe('an answer of the provider', () => {
  it('signs in when everything fits', async () => {
    expect(await signIn()).toBe('/');
  });

  it.each([
    ['a nonce of another sign-in', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another' }],
    ['another issuer', { iss: 'https://another.example.com' }],
    ['a time that is over', { iat: 1_700_000_000, exp: 1_700_000_060 }],
    ['no subject', { sub: undefined }],
    ['another authorized party', { azp: 'another' }],
    ['a time in the future', { iat: Math.floor(Date.now() / 1000) + 36_000 }],
  ])('is refused with %s in its token', async (_what, claims) => {
    forger.forge({ ...KNOWN, ...claims });
    expect(await signIn()).toBe(FAILED);
  });

  it('may come from a clock that is some seconds ahead, for its own authorized party', async () => {
    forger.forge({ ...KNOWN, azp: 'punctual', iat: Math.floor(Date.now() / 1000) + 15 });
    expect(await signIn()).toBe('/');
  });

  it("is refused with a token that another's key signed", async () => {
    forger.forge(KNOWN, 'foreign');
    expect(await signIn()).toBe(FAILED);
  });

  it('is refused from another issuer, or from none (RFC 9207)', async () => {
    const client = server.client();
    const at = answered(await start(client), 'https://another.example.com');
    expect(await comeBack(client, at)).toBe(FAILED);
    const silent = answered(await start(client));
    silent.searchParams.delete('iss');
    expect(await comeBack(client, silent)).toBe(FAILED);
  });

  it('counts once, also where the provider takes its code twice', async () => {
    const client = server.client();
    const at = answered(await start(client));
    const kept = client.at(server.url);
    expect(await comeBack(client, at)).toBe('/');
    expect(await comeBack(kept, at)).toBe(FAILED);
  });

  it('is refused with a changed cookie, and with that of another attempt', async () => {
    const client = server.client();
    const [one, other] = [await start(client), await start(client)];
    const nameOf = ({ searchParams }: URL): string =>
      [...client.cookies.keys()].find((name) => name.endsWith(searchParams.get('state') ?? '-')) ?? '';
    client.cookies.set(nameOf(one), client.cookies.get(nameOf(other)) ?? '');
    expect(await comeBack(client, answered(one))).toBe('/#single-sign-on/sign_in_expired');
  });

  it.each([
    ['no', undefined],
    ['an unverified', false],
    ["a would-be verified ('yes')", 'yes'],
  ])('connects nothing with %s address', async (_what, email_verified) => {
    forger.forge({ sub: 'two', email: (await registerUser(server)).email, email_verified });
    expect(await signIn()).toBe('/#single-sign-on/sign_in_unverified');
  });

  it.each([
    ['as a text', { email_verified: 'true' }, {}],
    ['by userinfo alone', {}, { email_verified: true }],
    [
      'with the address by userinfo',
      { email: undefined },
      { email: 'said@example.com', email_verified: true },
    ],
  ])('takes an address for verified %s', async (what, token, userInfo) => {
    const client = server.client();
    forger.forge({ sub: what, email: 'said@example.com', ...token }, 'own', userInfo);
    if (what === 'as a text') expect(await signIn(client)).toBe('/');
    else expect(await signIn(client)).toBe('/#single-sign-on/connect');
  });

  it.each([
    ['of another person', { sub: 'somebody else', email_verified: true }, FAILED],
    ['that says no', { email_verified: false }, '/#single-sign-on/sign_in_unverified'],
  ])('verifies no address by userinfo %s', async (_what, userInfo, end) => {
    forger.forge({ sub: 'four', email: 'four@example.com' }, 'own', userInfo);
    expect(await signIn()).toBe(end);
  });

  it('needs no word about an address where OIDC_TRUST_EMAIL is set, and then takes a no for a no', async () => {
    forger.forge({ sub: 'five', email: 'five@example.com' });
    expect(await signIn()).toBe('/#single-sign-on/sign_in_unverified');
    expect(await signIn(trusting.client())).toBe('/');
    forger.forge({ sub: 'six', email: 'six@example.com', email_verified: false });
    expect(await signIn(trusting.client())).toBe('/#single-sign-on/sign_in_unverified');
  });

  it('names a person by what can be shown', async () => {
    const client = server.client();
    forger.forge({
      ...KNOWN,
      sub: 'three',
      email: 'Three@Example.com',
      name: 'A\u202eB',
      family_name: ' C ',
    });
    expect(await signIn(client)).toBe('/');
    expect((await client.ask('whoAmI', {})).user).toMatchObject({ name: 'C', email: 'three@example.com' });
  });

  it('of an error is logged 60 times an hour at most for a network, in one short line', async () => {
    const client = server.client();
    const { searchParams } = await start(client);
    const at = new URL(`/api/single-sign-on/callback?error=access_denied`, server.url);
    at.searchParams.set('state', searchParams.get('state') ?? '');
    lines.length = 0;
    for (let n = 0; n < 65; n += 1) expect(await comeBack(client.at(server.url), at)).toBe(FAILED);
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.join('\n')).toContain('access_denied');
    for (const line of lines) {
      expect(line.length).toBeLessThan(300);
      expect(line).not.toMatch(/node_modules|\.ts:/);
    }
  });

  it('is kept in five attempts at most', async () => {
    const client = server.client();
    for (let attempt = 0; attempt < 8; attempt += 1) await start(client);
    expect(client.cookies.size).toBe(5);
  });
});

describe('a provider that is down', () => {
  it('leads to a sentence, leaves all else alone, and works again without a restart', async () => {
    // Longer than the server caches its data about the provider.
    server.clock.advanceMinutes(61);
    forger.isDown = true;
    const client = server.client();
    expect((await start(client)).hash).toBe('#single-sign-on/sign_in_unreachable');
    const { email } = await registerUser(server);
    await client.ask('signIn', { email, password: PASSWORD });
    expect((await client.ask('whoAmI', {})).user?.email).toBe(email);
    forger.isDown = false;
    expect(await signIn()).toBe('/');
  });
});
