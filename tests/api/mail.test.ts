import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log';
import { htmlText, passwordResetLetter, plainText } from '#server/platform/mail/letters';
import { createMailer, MailError, messageOf, senderOf } from '#server/platform/mail/mailer';
import { linkIn, startMailServer } from '#tests/support/mail-server';
import { makeEmployee, startTestServer, TestClock, testConfig } from '#tests/make';
import { setUpMailServer } from '#tests/set-up';

const write = () => passwordResetLetter('https://clock.example.com/#reset=abc', 60);
const letter = write();
const clock = new TestClock();
const lines: string[] = [];
const log = createLog('info', clock, (line) => void lines.push(line));
const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-outbox-'));

const post = setUpMailServer();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('a mail by SMTP', () => {
  it('goes to one address as plain text and HTML and is marked as automatic', async () => {
    await createMailer(testConfig({ smtpUrl: post.url, mailFrom: 'clock@example.com' }), clock, log).send(
      'ada@example.com',
      write,
    );
    const mail = await post.mail(1);
    expect(mail.to).toEqual(['ada@example.com']);
    for (const line of [
      'Auto-Submitted: auto-generated',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Type: text/html; charset=utf-8',
    ])
      expect(`\r\n${mail.text}`).toContain(`\r\n${line}\r\n`);
    expect(mail.text).not.toMatch(/^(X-Mailer|Bcc|Cc):/im);
  });

  it('is not sent without encryption if SMTP_REQUIRE_TLS is set', async () => {
    const plain = await startMailServer();
    const strict = createMailer(testConfig({ smtpUrl: plain.url, smtpRequireTls: true }), clock, log);
    await expect(strict.send('ada@example.com', write)).rejects.toThrow(MailError);
    expect(plain.mails).toEqual([]);
    await plain.stop();
    const tls = await startMailServer({ disabledCommands: [] });
    const trusting = createMailer(
      testConfig({ smtpUrl: `${tls.url}?tls.rejectUnauthorized=false`, smtpRequireTls: true }),
      clock,
      log,
    );
    await trusting.send('ada@example.com', write);
    expect(tls.mails).toHaveLength(1);
    await tls.stop();
  });

  it('signs in at the mail server with the name and password in SMTP_URL', async () => {
    const seen: unknown[] = [];
    const guarded = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(username, password);
        done(password === 'p@ss word' ? null : new Error('no'), { user: username ?? '' });
      },
    });
    const url = guarded.url.replace('smtp://', 'smtp://clock%40example.com:p%40ss%20word@');
    await createMailer(testConfig({ smtpUrl: url }), clock, log).send('ada@example.com', write);
    expect(seen).toEqual(['clock@example.com', 'p@ss word']);
    expect((await guarded.mail(1)).from).toBe('clock@example.com');
    const wrong = createMailer(testConfig({ smtpUrl: url.replace('p%40ss', 'wrong') }), clock, log);
    const refused = await wrong.send('ada@example.com', write).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MailError);
    expect(String(refused)).not.toContain('wrong word');
    await guarded.stop();
  });

  it.each([
    ['ada@example.com\r\nBcc: everybody@example.com'],
    ['ada@example.com\nX: y'],
    ['a@example.com, b@example.com'],
    ['a@example.com; b@example.com'],
    ['Ada <a@example.com>'],
    ['<a@example.com>'],
    ['"a b"@example.com'],
    ['a@example.com\u0000'],
    ['\u202ea@example.com'],
    ['group: a@example.com;'],
    ['ada'],
    [''],
  ])('is never sent to anything but one plain address: %j', async (to) => {
    const count = post.mails.length;
    await expect(
      createMailer(testConfig({ smtpUrl: post.url }), clock, log).send(to, write),
    ).rejects.toBeInstanceOf(MailError);
    expect(post.mails).toHaveLength(count);
  });

  it('can be sent to an address in another script', async () => {
    const count = post.mails.length;
    await createMailer(testConfig({ smtpUrl: post.url }), clock, log).send('jörg@bücher.example', write);
    expect((await post.mail(count + 1)).to).toEqual(['jörg@bücher.example']);
  });
});

describe('a mail without a mail server', () => {
  it('becomes a file in the outbox that only the server can read, and one line of the log names it', async () => {
    const server = await startTestServer({ config: { dataDir }, log });
    const { email } = await makeEmployee(server);
    lines.length = 0;
    expect(await server.client().ask('requestPasswordReset', { email })).toMatchObject({ by: 'outbox' });
    const [name = '', ...others] = readdirSync(path.join(dataDir, 'outbox'));
    expect([name, others]).toEqual([expect.stringMatching(/^20261120T090000Z-[0-9a-f]{8}\.eml$/), []]);
    const file = path.join(dataDir, 'outbox', name);
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    const { address, token } = linkIn({ text: readFileSync(file, 'utf8') });
    expect(address).toBe(server.url);
    expect(await server.client().ask('openPasswordReset', { token })).toEqual({ email });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'info',
        time: '2026-11-20T09:00:00.000Z',
        msg: `An email was not sent, since there is no SMTP_URL, but written to ${file}`,
      },
    ]);
    expect(lines.join()).not.toContain(token);
    await server.stop();
  });

  it('a mail that cannot be written is reported like one that cannot be sent', async () => {
    const server = await startTestServer({ config: { dataDir: '/dev/null/nowhere' } });
    const { email } = await makeEmployee(server);
    expect(await server.client().refusal('requestPasswordReset', { email })).toMatchObject({
      status: 500,
      code: 'reset_failed',
    });
    await server.stop();
  });
});

describe('the text of a mail', () => {
  it('is ASCII, with the link on its own line, and escaped in HTML', () => {
    const hostile = {
      language: 'en' as const,
      subject: '<b>&"\'</b>',
      paragraphs: ['<script>alert(1)</script> & "quotes"', 'https://clock.example.com/#reset=<">'],
    };
    expect(htmlText(hostile)).not.toMatch(/<script|<b>|="[^"]*<|reset=<|"quotes"/);
    expect(htmlText(hostile)).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;');
    expect(plainText(letter)).toMatch(/\r\n\r\nhttps:\/\/clock\.example\.com\/#reset=abc\r\n\r\n/);
    for (const text of [plainText(letter), htmlText(letter)]) expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(
      Math.max(...`${plainText(letter)}${htmlText(letter)}`.split('\r\n').map((line) => line.length)),
    ).toBeLessThan(998);
  });

  it('its sender is MAIL_FROM, or the account at the mail server, or the public host', () => {
    const none = { mailFrom: null, smtpUrl: null, publicUrl: null };
    expect(senderOf(none)).toBe('punctual@localhost');
    expect(senderOf({ ...none, publicUrl: 'https://clock.example.com' })).toBe('punctual@clock.example.com');
    expect(senderOf({ ...none, smtpUrl: 'smtp://clock%40example.com:secret@mail.example.com' })).toBe(
      'clock@example.com',
    );
    expect(
      senderOf({
        mailFrom: 'hr@example.com',
        smtpUrl: 'smtp://a%40b.example@mail.example.com',
        publicUrl: null,
      }),
    ).toBe('hr@example.com');
    const from = { name: 'Punctual', address: 'hr@example.com' };
    expect(messageOf(from, 'ada@example.com', letter, 0).to).toEqual({
      name: '',
      address: 'ada@example.com',
    });
  });
});
