/** Who reads in which language: the page, what the server answers, and letters. What is stored is English. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { LANGUAGE_COOKIE, type Language } from '#texts/languages';
import { confirm, makeAdmin, makeEmployee, PASSWORD, requestId, type Person } from '#tests/make';
import { setUpMailServer, setUpServer } from '#tests/set-up';

const webRoot = mkdtempSync(path.join(tmpdir(), 'punctual-pages-'));
for (const [file, language] of [
  ['index.html', 'en'],
  ['index.de.html', 'de'],
  ['index.pt-BR.html', 'pt-BR'],
] as const)
  writeFileSync(path.join(webRoot, file), `<!doctype html><html lang="${language}"></html>`);
afterAll(() => rmSync(webRoot, { recursive: true }));

const post = setUpMailServer();
const server = setUpServer(() => ({ webRoot, config: { smtpUrl: post.url } }));
/** Changes the language of the workplace as the Settings tab does, so that the server knows it at once. */
async function setWorkplaceLanguage(language: Language): Promise<void> {
  const { client } = await makeAdmin(server);
  const { version, workStartTime, workEndTime } = (await client.ask('settings', {})).settings;
  await client.ask('updateSettings', { version, workStartTime, workEndTime, language });
  await client.ask('whoAmI', {});
}
afterEach(async () => {
  server.clock.set('2026-11-20T09:00:00.000Z');
  await setWorkplaceLanguage('en');
});

const reading = <Reader extends Pick<Person, 'client'>>(reader: Reader, language: string): Reader => {
  reader.client.cookies.set(LANGUAGE_COOKIE, language);
  return reader;
};
const employeeReading = async (language: string): Promise<Person> =>
  reading(await makeEmployee(server), language);

async function pageWith(cookie?: string) {
  const headers: Record<string, string> =
    cookie === undefined ? {} : { cookie: `${LANGUAGE_COOKIE}=${cookie}` };
  const response = await fetch(`${server.url}/`, { headers });
  const [, language] = /<html lang="([^"]+)">/.exec(await response.text()) ?? [];
  return { language, vary: response.headers.get('vary') };
}

describe('the page', () => {
  it("comes in the cookie's language, else in the workplace's, and caches keep them apart", async () => {
    expect(await pageWith()).toEqual({ language: 'en', vary: 'Cookie' });
    expect(await pageWith('pt-BR')).toEqual({ language: 'pt-BR', vary: 'Cookie' });
    await setWorkplaceLanguage('de');
    expect([await pageWith(), await pageWith('en')].map(({ language }) => language)).toEqual(['de', 'en']);
  });

  it.each(['xx', 'DE', 'de-DE', '', '__proto__', '../index'])(
    'comes in the workplace language if the cookie names an unknown one: %j',
    async (cookie) => {
      expect((await pageWith(cookie)).language).toBe('en');
    },
  );

  it('comes in no language that the browser asks for unless somebody chose it', async () => {
    const response = await fetch(`${server.url}/`, { headers: { 'accept-language': 'de-DE,de' } });
    expect(await response.text()).toContain('lang="en"');
  });
});

describe('what the server answers', () => {
  it("comes in the sender's language: a refusal, a field's error, and the message of a punch", async () => {
    const { client } = await employeeReading('de');
    const { message } = await client.ask('clockIn', { requestId: requestId() });
    expect(message).toBe('Eingestempelt um 09:00 – Sie sind pünktlich!');
    const again = await client.send('clockIn', { requestId: requestId() });
    expect([again.status, JSON.parse(again.text)]).toEqual([
      409,
      { code: 'already_clocked_in', message: 'Sie sind schon eingestempelt.' },
    ]);
    const wrong = JSON.parse((await client.send('updateProfile', { name: '' })).text) as unknown;
    expect(wrong).toMatchObject({
      code: 'invalid_input',
      fields: { name: 'Bitte Vor- und Nachnamen eingeben' },
    });
  });

  it("comes in the workplace's language to somebody who chose none", async () => {
    await setWorkplaceLanguage('pt-BR');
    const { client } = await makeEmployee(server);
    const { message } = await client.ask('clockIn', { requestId: requestId() });
    expect(message).toBe('Entrada registrada às 09:00. Bem no horário!');
  });

  it('comes to each of many who punch at the same time in their own language', async () => {
    const languages = ['de', 'en', 'pt-BR', 'de', 'pt-BR', 'en'];
    const people = await Promise.all(languages.map(employeeReading));
    const messages = async (name: 'clockIn' | 'startBreak'): Promise<string[]> =>
      (await Promise.all(people.map(({ client }) => client.ask(name, { requestId: requestId() })))).map(
        ({ message }) => message,
      );
    const inEach = (words: Readonly<Record<string, string>>) => languages.map((language) => words[language]);
    expect(await messages('clockIn')).toEqual(
      inEach({
        de: 'Eingestempelt um 09:00 – Sie sind pünktlich!',
        en: "Clock-in successful at 09:00 - You're on time!",
        'pt-BR': 'Entrada registrada às 09:00. Bem no horário!',
      }),
    );
    // These are decided from what the server remembers, all in one batch.
    expect(await messages('startBreak')).toEqual(
      inEach({
        de: 'Pause begonnen um 09:00',
        en: 'Break started at 09:00',
        'pt-BR': 'Intervalo iniciado às 09:00',
      }),
    );
  });
});

describe('what is stored', () => {
  it('is English whatever the sender reads: notifications, the record, and the security log', async () => {
    const [admin, ada] = [reading(await makeAdmin(server), 'de'), await employeeReading('de')];
    const { version, workStartTime, workEndTime } = (await admin.client.ask('settings', {})).settings;
    const change = { version, workStartTime, workEndTime, registration: 'invitation' as const };
    await admin.client.ask('updateSettings', change);
    server.clock.set('2026-11-20T09:10:00.000Z');
    await ada.client.ask('clockIn', { requestId: requestId() });
    server.clock.set('2026-11-20T19:40:00.000Z');
    await ada.client.ask('clockOut', { requestId: requestId() });
    const { rows } = await server.test.owner.query<{ message: string }>(
      'SELECT message FROM activity_notification WHERE user_id = $1 ORDER BY at',
      [ada.user.id],
    );
    expect(rows.map(({ message }) => message.replace(ada.user.name, 'Ada'))).toEqual([
      'Ada registered as a new employee',
      'Ada clocked in at 09:10 (5 min late)',
      'Ada clocked out after 10.5 h (overtime)',
    ]);
    const { rows: steps } = await server.test.owner.query<{ body: string }>(
      'SELECT body::text FROM ledger WHERE actor = $1 OR actor = $2',
      [ada.user.id, admin.user.id],
    );
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.map(({ body }) => body).join('\n')).not.toMatch(
      /Eingestempelt|Ausgestempelt|Überstunden|Einladung/,
    );
    const security = async (): Promise<string[]> => {
      const { rows: events } = await server.test.owner.query<{ detail: string }>(
        `SELECT detail FROM security_event WHERE kind = 'rule_changed' AND user_id = $1`,
        [admin.user.id],
      );
      return events.map(({ detail }) => detail);
    };
    await expect.poll(security).toEqual(['Who Can Register: Anybody with the invitation link']);
  });
});

describe('the language that a person chooses', () => {
  it('is kept by the account, and comes with the session on each device', async () => {
    const { client, email } = await makeEmployee(server);
    expect((await client.ask('whoAmI', {})).user).not.toHaveProperty('language');
    await client.ask('chooseLanguage', { language: 'pt-BR' });
    const other = server.client();
    await other.ask('signIn', { email, password: PASSWORD });
    for (const device of [client, other])
      expect((await device.ask('whoAmI', {})).user?.language).toBe('pt-BR');
  });

  it.each(['xx', 'DE', ''])('is refused if it is none of ours: %j', async (language) => {
    const { client } = await makeEmployee(server);
    expect(await client.refusal('chooseLanguage', { language })).toMatchObject({ code: 'invalid_input' });
    expect((await client.ask('whoAmI', {})).user).not.toHaveProperty('language');
  });
});

describe('a letter', () => {
  const subjects = async (to: string): Promise<string[]> => {
    await expect.poll(() => post.mails.filter((mail) => mail.to[0] === to)).not.toEqual([]);
    return post.mails
      .filter((mail) => mail.to[0] === to)
      .map(({ text }) => /<html lang="[^"]+"/.exec(text)?.[0] ?? '');
  };

  it('is written in the language of who gets it, not of who has it sent', async () => {
    const admin = reading(await makeAdmin(server), 'pt-BR');
    const ada = await makeEmployee(server);
    await ada.client.ask('chooseLanguage', { language: 'de' });
    await confirm(admin);
    await admin.client.ask('giveTemporaryPassword', { id: ada.user.id });
    expect(await subjects(ada.email)).toEqual(['<html lang="de"']);
  });

  it("is written in the workplace's language to somebody who chose none", async () => {
    const { email } = await makeEmployee(server);
    const visitor = reading({ client: server.client() }, 'pt-BR');
    await visitor.client.ask('requestPasswordReset', { email });
    expect(await subjects(email)).toEqual(['<html lang="en"']);
    const other = await makeEmployee(server);
    await setWorkplaceLanguage('de');
    await visitor.client.ask('requestPasswordReset', { email: other.email });
    expect(await subjects(other.email)).toEqual(['<html lang="de"']);
  });
});
