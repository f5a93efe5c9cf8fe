import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { runHousekeeping } from '#server/housekeeping';
import { MS_PER_DAY } from '#server/people/credentials/tokens';
import { inHashingQueue } from '#server/people/credentials/hashing-queue';
import {
  giveSession,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  registerEmployee,
  requestId,
  startTestServer,
  FRIDAY,
} from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { join } from './joining.ts';

const server = setUpServer({ config: { trustedProxies: ['127.0.0.1'] } });

const from = (address: string) => {
  const client = server.client();
  client.headers = { 'x-forwarded-for': address };
  return client;
};

describe('signing in', () => {
  it('answers each failure with its own code and message', async () => {
    const { email, user } = await makeEmployee(server);
    const client = server.client();
    expect(await client.refusal('signIn', { email: 'unknown@example.com', password: PASSWORD })).toEqual({
      status: 401,
      code: 'sign_in_unknown_user',
      message: 'No account found with this email address.',
    });
    expect(await client.refusal('signIn', { email, password: 'wrong one' })).toEqual({
      status: 401,
      code: 'sign_in_wrong_password',
      message: 'Incorrect password.',
    });
    expect(await client.refusal('signIn', { email: 'nonsense', password: PASSWORD })).toMatchObject({
      status: 400,
      code: 'sign_in_invalid_email',
      message: 'Please enter a valid email address.',
    });
    expect(await client.refusal('signIn', { email, password: 'short' })).toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: 'Password must be at least 6 characters',
    });
    await setActive(server.test.database, server.clock.now(), null, user.id, false);
    expect(await client.refusal('signIn', { email, password: PASSWORD })).toEqual({
      status: 403,
      code: 'account_disabled',
      message: 'This account has been disabled.',
    });
    expect(client.cookies.size).toBe(0);
  });

  it('ignores upper and lower case in the address', async () => {
    const { email, user } = await makeEmployee(server);
    expect(
      (await server.client().ask('signIn', { email: ` ${email.toUpperCase()} `, password: PASSWORD })).user
        ?.id,
    ).toBe(user.id);
  });

  it('sets the token in an HttpOnly cookie whose name belongs to this installation', async () => {
    const { email } = await makeEmployee(server);
    const answer = await server.client().call('signIn', { email, password: PASSWORD });
    const [session = ''] = answer.headers.getSetCookie();
    expect(session).toMatch(
      /^punctual_0a1b2c3d=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('stores tokens and passwords only as hashes', async () => {
    const client = server.client();
    await join(client, 'hashed@example.com');
    const tokens = [...client.cookies.values()];
    expect(tokens).toHaveLength(2);
    const { rows } = await server.test.owner.query(
      `SELECT (SELECT string_agg(encode(token_hash, 'escape'), ' ') FROM session) || (SELECT string_agg(password_hash, ' ') FROM account) AS stored`,
    );
    for (const secret of [...tokens, PASSWORD]) expect(rows[0].stored).not.toContain(secret);
    expect(rows[0].stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  it('issues a new token each time and ends the previous session of the browser', async () => {
    const { client, email } = await makeEmployee(server);
    const before = client.at(server.url);
    await client.ask('signIn', { email, password: PASSWORD });
    expect((await client.ask('whoAmI', {})).user?.email).toBe(email);
    expect((await before.ask('whoAmI', {})).user).toBeNull();
  });

  it('signing out ends the session of this browser only', async () => {
    const { client, email } = await makeEmployee(server);
    const second = server.client();
    await second.ask('signIn', { email, password: PASSWORD });
    await client.ask('signOut', {});
    expect((await client.ask('whoAmI', {})).user).toBeNull();
    expect((await second.ask('whoAmI', {})).user?.email).toBe(email);
  });

  it('a session of a deleted account counts as signed out', async () => {
    const { client, user } = await makeEmployee(server);
    await server.test.owner.query(`UPDATE ledger_head SET n = n WHERE chain = $1`, [user.id]);
    await server.test.owner.query('BEGIN');
    await server.test.owner.query('DELETE FROM activity_notification WHERE user_id = $1', [user.id]);
    await server.test.owner.query('DELETE FROM account WHERE id = $1', [user.id]);
    await server.test.owner.query('COMMIT');
    expect((await client.ask('whoAmI', {})).user).toBeNull();
    expect(await client.refusal('clock', {})).toMatchObject({ status: 401 });
  });
});

describe('many sign-ins at once', () => {
  it('are refused for the one account, and other accounts can sign in', async () => {
    const [own, other] = await Promise.all([registerEmployee(server), registerEmployee(server)]);
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => void (letGo = resolve));
    for (let index = 0; index < availableParallelism(); index += 1) void inHashingQueue(() => held);
    const statuses: number[] = [];
    const storm = Array.from({ length: 20 }, async () =>
      statuses.push((await from('203.0.113.30').call('signIn', own)).status),
    );
    // While sixteen wait, further sign-ins are refused.
    await expect.poll(() => statuses).toEqual([503, 503, 503, 503]);
    const signedIn = from('203.0.113.30').call('signIn', other);
    letGo();
    expect((await signedIn).status).toBe(200);
    await Promise.all(storm);
    expect(statuses.filter((status) => status === 200)).toHaveLength(16);
  });
});

describe('sessions', () => {
  it('an account has ten sessions at most, and a new one ends the one idle longest', async () => {
    const { client, email, user } = await makeEmployee(server);
    const others = Array.from({ length: 10 }, () => server.client());
    for (const [index, other] of others.entries()) {
      server.clock.set(FRIDAY + (index + 1) * 120_000);
      if (index === 5) await client.ask('clockIn', { requestId: requestId() });
      await other.ask('signIn', { email, password: PASSWORD });
    }
    server.clock.set(FRIDAY);
    const signedIn = await Promise.all([client, ...others].map((one) => one.ask('whoAmI', {})));
    expect(signedIn.map((view) => view.user?.id)).toEqual(
      [client, ...others].map((one) => (one === others[0] ? undefined : user.id)),
    );
  });

  it('an account has ten sessions at most, even when many are opened at once', async () => {
    const { user } = await makeEmployee(server);
    for (let round = 0; round < 3; round += 1) {
      const browsers = Array.from({ length: 20 }, () => server.client());
      await Promise.all(browsers.map((browser) => giveSession(server, browser, user.id)));
      const { rows } = await server.test.owner.query('SELECT FROM session WHERE user_id = $1', [user.id]);
      expect(rows).toHaveLength(10);
    }
  });

  it('a session ends after 14 days without an action, and reading is no action', async () => {
    const { client } = await makeEmployee(server);
    server.clock.set(FRIDAY + 7 * MS_PER_DAY);
    await client.ask('clock', {});
    server.clock.set(FRIDAY + 14 * MS_PER_DAY);
    expect((await client.ask('whoAmI', {})).user).toBeNull();
    server.clock.set(FRIDAY);
  });

  it('a session is extended by actions, for 90 days at most', async () => {
    const { client } = await makeEmployee(server);
    for (let days = 10; days < 90; days += 10) {
      server.clock.set(FRIDAY + days * 86_400_000);
      await client.ask('clockIn', { requestId: requestId() });
      await client.ask('clockOut', { requestId: requestId() });
    }
    server.clock.set(FRIDAY + 90 * 86_400_000);
    expect((await client.ask('whoAmI', {})).user).toBeNull();
    await runHousekeeping({ ...server, ...server.test });
    const { rows } = await server.test.owner.query('SELECT count(*)::int AS n FROM session');
    expect(rows).toEqual([{ n: 0 }]);
    server.clock.set(FRIDAY);
  });
});

describe('guessing passwords', () => {
  it('is rate limited per IP address, even when all guesses arrive at once', async () => {
    const { email } = await makeEmployee(server);
    const thief = from('203.0.113.9');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => thief.call('signIn', { email, password: `guess ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(
      10 + availableParallelism(),
    );
    const refused = await thief.call('signIn', { email, password: PASSWORD });
    expect(refused).toMatchObject({
      ok: false,
      status: 429,
      problem: {
        code: 'sign_in_too_many',
        message: 'Too many failed login attempts. Please try again later.',
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.10').call('signIn', { email, password: PASSWORD })).status).toBe(200);
  });

  it('is rate limited per network: all addresses of an IPv6 /64 count as one', async () => {
    const { email } = await registerEmployee(server);
    for (let index = 0; index < 10; index += 1)
      await from(`2001:db8:1:2::${index}`).send('signIn', { email, password: 'a guess' });
    const answers = [
      await from('2001:db8:1:2:ffff::1').call('signIn', { email, password: PASSWORD }),
      await from('2001:db8:1:3::1').call('signIn', { email, password: PASSWORD }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([429, 200]);
  });

  it('is rate limited across all IP addresses, but the owner gets in from a known browser', async () => {
    const { email, client } = await makeEmployee(server);
    // Wrong passwords in a known browser count as the owner's typing errors.
    await client.send('signIn', { email, password: 'a guess' });
    for (let index = 0; index < 50; index += 1) {
      const guess = await from(`198.51.100.${index}`).send('signIn', { email, password: 'a guess' });
      expect(guess.status).toBe(401);
    }
    expect(await from('192.0.2.1').refusal('signIn', { email, password: PASSWORD })).toMatchObject({
      status: 429,
    });
    await client.ask('signOut', {});
    client.headers = { 'x-forwarded-for': '192.0.2.2' };
    expect((await client.call('signIn', { email, password: PASSWORD })).status).toBe(200);
  });

  it('many people at one IP address who know their passwords can sign in', async () => {
    const statuses = new Set<number>();
    // Only a few at once, since a slow machine cannot hash many passwords within the time limit.
    for (let round = 0; round < 5; round += 1) {
      const people = await Promise.all(Array.from({ length: 4 }, () => registerEmployee(server)));
      const answers = await Promise.all(
        people.flatMap((person) =>
          Array.from({ length: 3 }, () => from('203.0.113.20').call('signIn', person)),
        ),
      );
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200]));
  });

  it('counts an address in X-Forwarded-For only behind a trusted proxy', async () => {
    const plain = await startTestServer({ on: server.test });
    const { email } = await makeEmployee(server);
    for (let index = 0; index < 10; index += 1) {
      const client = plain.client();
      client.headers = { 'x-forwarded-for': `10.9.8.${index}` };
      await client.send('signIn', { email, password: 'a guess' });
    }
    expect(await plain.client().refusal('signIn', { email, password: PASSWORD })).toMatchObject({
      status: 429,
    });
    await plain.stop();
  });
});

describe('HIDE_ACCOUNTS', () => {
  it('gives the same answer for an unknown address and a wrong password', async () => {
    const hidden = await startTestServer({ on: server.test, config: { hideAccounts: true } });
    const { email } = await makeAdmin(server);
    const unknown = await hidden
      .client()
      .send('signIn', { email: 'unknown@example.com', password: 'a guess' });
    const wrong = await hidden.client().send('signIn', { email, password: 'a guess' });
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(JSON.parse(wrong.text)).toEqual({
      code: 'sign_in_rejected',
      message: 'Invalid email or password',
    });
    await hidden.stop();
  });
});
