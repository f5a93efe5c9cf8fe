import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runHousekeeping } from '#server/housekeeping';
import { setActive } from '#server/people/employees/commands';
import { linkIn, startMailServer } from '#tests/support/mail-server';
import { makeEmployee, PASSWORD, startTestServer, FRIDAY } from '#tests/make';
import { setUpMailServer, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';

const post = setUpMailServer();
const server = setUpServer(() => ({
  config: { smtpUrl: post.url, mailFrom: 'clock@example.com', publicUrl: 'https://clock.example.com' },
}));

/** Asks for a link and reads it in the mail. */
async function linkFor(email: string): Promise<string> {
  const count = post.mails.length;
  await server.client().ask('requestPasswordReset', { email });
  return linkIn(await post.mailWithLink(email, count)).token;
}
const complete = (token: string, password = 'a new password') =>
  server.client().send('completePasswordReset', { token, password });
const signsIn = async (email: string, password: string): Promise<boolean> =>
  (await server.client().send('signIn', { email, password })).status === 200;

describe('requesting a reset link', () => {
  it('sends one mail with the link to that address', async () => {
    const { email } = await makeEmployee(server);
    const count = post.mails.length;
    expect(await server.client().ask('requestPasswordReset', { email: ` ${email.toUpperCase()} ` })).toEqual({
      by: 'mail',
      certain: true,
      minutes: 60,
    });
    const mail = await post.mailWithLink(email, count);
    expect([mail.from, mail.to]).toEqual(['clock@example.com', [email]]);
    expect(mail.text).toContain(`\r\nTo: ${email}\r\n`);
    expect(mail.text).toContain('\r\nFrom: Punctual <clock@example.com>\r\n');
    expect(mail.text).toContain('\r\nSubject: Choose a new password for Punctual\r\n');
    expect(mail.text).toContain('\r\nDate: Fri, 20 Nov 2026 09:00:00 +0000\r\n');
    expect(linkIn(mail).address).toBe('https://clock.example.com');
    expect(mail.text).toContain(`<a href="https://clock.example.com/#reset=${linkIn(mail).token}">`);
  });

  it('answers each failure with its own code and message', async () => {
    const { email, user } = await makeEmployee(server);
    const client = server.client();
    expect(await client.refusal('requestPasswordReset', { email: 'unknown@example.com' })).toEqual({
      status: 404,
      code: 'reset_unknown_user',
      message: 'No account found with this email address.',
    });
    for (const wrong of [
      'nonsense',
      '',
      'a b@example.com',
      'a@b',
      'a@example.com\r\nBcc: all@example.com',
      'a,b@example.com',
      '<a@example.com>',
      'a@example.com\u0000',
      `${'x'.repeat(250)}@example.com`,
    ]) {
      expect(await client.refusal('requestPasswordReset', { email: wrong })).toMatchObject({
        status: 400,
        code: 'reset_invalid_email',
        message: 'Please enter a valid email address.',
      });
    }
    expect(await client.refusal('requestPasswordReset', { email: ['a@example.com'] })).toMatchObject({
      status: 400,
    });
    await setActive(server.test.database, server.clock.now(), null, user.id, false);
    expect(await client.refusal('requestPasswordReset', { email })).toEqual({
      status: 403,
      code: 'account_disabled',
      message: 'This account has been disabled.',
    });
  });

  it("says 'Failed to send password reset email.' when the mail server is unreachable or refuses", async () => {
    const { email } = await makeEmployee(server);
    const stubborn = await startMailServer({
      onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')),
    });
    for (const smtpUrl of ['smtp://127.0.0.1:1', stubborn.url]) {
      const other = await startTestServer({ on: server.test, config: { smtpUrl } });
      expect(await other.client().refusal('requestPasswordReset', { email })).toEqual({
        status: 500,
        code: 'reset_failed',
        message: 'Failed to send password reset email.',
      });
      await other.stop();
    }
    await stubborn.stop();
  });

  it('stores only a hash of the token', async () => {
    const { email, user } = await makeEmployee(server);
    const token = await linkFor(email);
    const { rows } = await server.test.owner.query(
      'SELECT *, token_hash::text AS hash FROM password_reset WHERE user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].hash).toMatch(/^\\x[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('a forged Host header does not change the link', async () => {
    const { email } = await makeEmployee(server);
    const { hostname, port } = new URL(server.url);
    const count = post.mails.length;
    const body = JSON.stringify({ email });
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/password-reset HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const mail = await post.mailWithLink(email, count);
    expect(linkIn(mail).address).toBe('https://clock.example.com');
    expect(mail.text).not.toContain('evil.example');
  });

  it("the link leads to the server's own address without PUBLIC_URL", async () => {
    const plain = await startTestServer({ on: server.test, config: { smtpUrl: post.url } });
    const { email } = await makeEmployee(server);
    const count = post.mails.length;
    await plain.client().ask('requestPasswordReset', { email });
    expect(linkIn(await post.mailWithLink(email, count)).address).toBe(plain.url);
    await plain.stop();
  });
});

describe('a reset link', () => {
  it('shows its account and sets a new password once', async () => {
    const { email } = await makeEmployee(server);
    const token = await linkFor(email);
    for (let times = 0; times < 2; times += 1)
      expect(await server.client().ask('openPasswordReset', { token })).toEqual({ email });
    expect(await server.client().ask('completePasswordReset', { token, password: 'a new password' })).toEqual(
      { email },
    );
    expect([await signsIn(email, 'a new password'), await signsIn(email, PASSWORD)]).toEqual([true, false]);
    expect(
      await server.client().refusal('completePasswordReset', { token, password: 'another one' }),
    ).toEqual({
      status: 400,
      code: 'reset_link_invalid',
      message: 'This link is no longer valid. Request a new one.',
    });
    expect(await server.client().refusal('openPasswordReset', { token })).toMatchObject({
      code: 'reset_link_invalid',
    });
    expect(await signsIn(email, 'a new password')).toBe(true);
  });

  it('works once even when it is used 20 times at once', async () => {
    const { email, user } = await makeEmployee(server);
    const token = await linkFor(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => complete(token, `password number ${index}`)),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    // On a slow machine some requests time out before their password is hashed. They change nothing.
    expect(answers.filter(({ status }) => ![200, 400, 503].includes(status))).toEqual([]);
    expect(await signsIn(email, `password number ${winners[0]}`)).toBe(true);
    const { rows } = await server.test.owner.query(
      `SELECT body FROM ledger WHERE chain = $1 AND kind = 'password_changed'`,
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.parse(rows[0].body)).toMatchObject({ actor: user.id, data: { how: 'reset' } });
    expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
  });

  it('expires after 60 minutes', async () => {
    const { email } = await makeEmployee(server);
    const token = await linkFor(email);
    server.clock.advanceMinutes(59);
    expect(await server.client().ask('openPasswordReset', { token })).toEqual({ email });
    server.clock.advanceMinutes(1);
    expect((await complete(token)).status).toBe(400);
    await runHousekeeping({ ...server, ...server.test });
    expect((await server.test.owner.query('SELECT 1 FROM password_reset')).rowCount).toBe(0);
    server.clock.set(FRIDAY);
  });

  it('stops working once a newer one is requested', async () => {
    const { email } = await makeEmployee(server);
    const older = await linkFor(email);
    const newer = await linkFor(email);
    expect((await complete(older)).status).toBe(400);
    expect((await complete(newer)).status).toBe(200);
  });

  it('works only for its own account and the address it was sent to', async () => {
    const one = await makeEmployee(server);
    const other = await makeEmployee(server);
    const token = await linkFor(one.email);
    expect(
      await server
        .client()
        .refusal('completePasswordReset', { token, password: 'a new password', email: other.email }),
    ).toMatchObject({ status: 400, fields: { email: 'This cannot be set.' } });
    await server.test.owner.query('UPDATE account SET email = $1 WHERE id = $2', [
      `moved-${one.email}`,
      one.user.id,
    ]);
    expect((await complete(token)).status).toBe(400);
    expect(await signsIn(other.email, PASSWORD)).toBe(true);
  });

  it('ends all sessions and streams of its account, and of no other', async () => {
    const { email, client } = await makeEmployee(server);
    const bystander = await makeEmployee(server);
    const stream = await client.live();
    await stream.hello();
    await complete(await linkFor(email));
    await stream.until(({ events, ended }) => ended && events.at(-1)?.type === 'signed-out', 1_000);
    expect((await client.ask('whoAmI', {})).user).toBeNull();
    expect((await bystander.client.ask('whoAmI', {})).user?.id).toBe(bystander.user.id);
  });

  it('is refused for an account that was deactivated after the mail', async () => {
    const { email, user } = await makeEmployee(server);
    const token = await linkFor(email);
    await setActive(server.test.database, server.clock.now(), null, user.id, false);
    for (const name of ['openPasswordReset', 'completePasswordReset'] as const) {
      expect(
        await server.client().refusal(name, {
          token,
          ...(name === 'completePasswordReset' ? { password: 'a new password' } : {}),
        }),
      ).toMatchObject({ status: 403, code: 'account_disabled' });
    }
  });

  it('stops working once the password is changed in another way', async () => {
    const { email, client } = await makeEmployee(server);
    const token = await linkFor(email);
    await client.ask('changePassword', { currentPassword: PASSWORD, password: 'changed by hand' });
    expect((await complete(token)).status).toBe(400);
    expect(await signsIn(email, 'changed by hand')).toBe(true);
  });

  it.each([[''], ['none'], ['x'.repeat(200)], ["' OR true --"]])(
    'an invented token is invalid: %j',
    async (token) => {
      expect(
        await server.client().refusal('completePasswordReset', { token, password: 'a new password' }),
      ).toMatchObject({ status: 400, code: 'reset_link_invalid' });
    },
  );

  it('needs a password that follows the rules of registration', async () => {
    const { email } = await makeEmployee(server);
    const token = await linkFor(email);
    expect(
      await server.client().refusal('completePasswordReset', { token, password: 'short' }),
    ).toMatchObject({
      status: 400,
      message: 'Password must be at least 6 characters',
      fields: { password: 'Password must be at least 6 characters' },
    });
    const strict = await startTestServer({ on: server.test, config: { passwordPolicy: 'strong' } });
    expect(
      await strict.client().refusal('completePasswordReset', { token, password: 'elevenchars' }),
    ).toMatchObject({ status: 400, message: 'Password must be at least 12 characters' });
    expect((await strict.client().ask('whoAmI', {})).passwordMinimum).toBe(12);
    await strict.stop();
    expect((await complete(token, 'elevenchars')).status).toBe(200);
  });
});
