/** The reminder for people still clocked in long after their shift, on screen and by mail. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMailer } from '#server/platform/mail/mailer';
import { createLog } from '#server/platform/log';
import { runReminders, type ReminderContext } from '#server/hours/reminders/reminders';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { startMailServer } from '#tests/support/mail-server';
import { makeEmployee, requestId, TestClock, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const clock = new TestClock('2026-11-17T09:00:00.000Z');
const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-reminders-'));
const log = createLog('silent', clock, () => {});

afterAll(() => rmSync(dataDir, { recursive: true }));
const server = setUpServer({ clock });

const outbox = (): string[] => {
  try {
    return readdirSync(path.join(dataDir, 'outbox'));
  } catch {
    return [];
  }
};
/** One round of reminders. Mails go to the outbox, or to the given mail server. */
const round = (smtpUrl: string | null = null): Promise<void> => {
  const config = { ...server.config, dataDir, smtpUrl, publicUrl: 'https://clock.example.com' };
  const reminding: ReminderContext = {
    address: () => 'https://clock.example.com',
    clock,
    config,
    database: server.test.database,
    log,
    mailer: createMailer(config, clock, log),
    wake: () => {},
  };
  return runReminders(reminding);
};
async function clockedIn(at = '2026-11-17T09:00:00.000Z'): Promise<Person & { entryId: string }> {
  const person = await makeEmployee(server);
  clock.set(at);
  const { entry } = await person.client.ask('clockIn', { requestId: requestId() });
  return { ...person, entryId: entry.id };
}
const remindedOf = async ({ client }: Person) => (await client.ask('clock', {})).remindedOf;

describe('the reminder to clock out, an hour after the shift', () => {
  it('is sent once, to the open page, the next visit and by mail, and only while clocked in', async () => {
    const [ada, bob] = [await clockedIn(), await clockedIn()];
    await bob.client.ask('clockOut', { requestId: requestId() });
    const stream = await ada.client.live();
    await stream.hello();
    clock.set('2026-11-17T17:59:00.000Z');
    await round();
    expect([await remindedOf(ada), outbox()]).toEqual([null, []]);
    clock.set('2026-11-17T18:00:00.000Z');
    await Promise.all([round(), round(), round()]);
    await stream.until(({ changes }) =>
      changes.some(({ kind, entry }) => kind === 'clock_out_reminded' && entry?.id === ada.entryId),
    );
    stream.close();
    expect([await remindedOf(ada), await remindedOf(bob)]).toEqual([ada.entryId, null]);
    expect(outbox()).toEqual([`reminder-${ada.entryId}.eml`]);
    const letter = readFileSync(path.join(dataDir, 'outbox', outbox()[0] ?? ''), 'utf8');
    expect(letter).toMatch(new RegExp(`Message-ID:\\s+<reminder-${ada.entryId}@`));
    expect(letter).toContain('You clocked in at 09:00 and are still clocked in');
    clock.set('2026-11-17T20:00:00.000Z');
    await round();
    expect(outbox()).toHaveLength(1);
    expect((await ada.client.ask('clock', {})).entries[0]?.clockOut).toBeNull();
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    await ada.client.ask('clockOut', { requestId: requestId() });
    expect(await remindedOf(ada)).toBeNull();
  });

  it('a mail that a crash interrupted is sent by the next round', async () => {
    const people = [await clockedIn('2026-11-17T21:00:00.000Z'), await clockedIn('2026-11-17T21:00:00.000Z')];
    const [before, after] = people.map(({ entryId }) => entryId);
    clock.set('2026-11-18T09:00:00.000Z');
    await round();
    expect(outbox()).toHaveLength(3);
    rmSync(path.join(dataDir, 'outbox', `reminder-${before}.eml`));
    writeFileSync(path.join(dataDir, 'outbox', `.reminder-${before}-of-the-other`), 'Dear');
    await server.test.owner.query(
      `UPDATE reminder SET mail = 'being-sent', mail_at = $2 WHERE entry_id = ANY ($1)`,
      [[before, after], new Date(clock.now())],
    );
    await round();
    expect(outbox()).toHaveLength(3);
    clock.set('2026-11-18T09:01:00.000Z');
    await round();
    expect(outbox()).toHaveLength(3);
    const { rows } = await server.test.owner.query('SELECT DISTINCT mail FROM reminder');
    expect(rows).toEqual([{ mail: 'sent' }]);
  });

  it('a mail that failed is retried, unless the person has clocked out', async () => {
    const post = await startMailServer();
    const [ada, bob] = [
      await clockedIn('2026-11-18T10:00:00.000Z'),
      await clockedIn('2026-11-18T10:00:00.000Z'),
    ];
    clock.set('2026-11-18T18:30:00.000Z');
    await round('smtp://127.0.0.1:1');
    await bob.client.ask('clockOut', { requestId: requestId() });
    await round(post.url);
    await server.test.owner.query(
      `UPDATE reminder SET mail = 'being-sent', mail_at = mail_at - interval '1 hour' WHERE entry_id = $1`,
      [ada.entryId],
    );
    await round(post.url);
    expect(post.mails.map(({ to }) => to)).toEqual([[ada.user.email]]);
    await post.stop();
  });
});
