/** Badges and cards: who is known at a kiosk, and what nobody can read. */
import decodeQr from 'qr/decode.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { createLog } from '#server/platform/log';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { readPdf, type ReadPdf } from '#tests/support/pdf-reader';
import { makeKiosk } from '#tests/make-kiosk';
import {
  confirm,
  makeAdmin,
  makeEmployee,
  requestId,
  startTestServer,
  TestClock,
  type Person,
} from '#tests/make';
import { setUpMailServer, setUpServer } from '#tests/set-up';
import type { ApiClient } from './client.ts';

const logged: string[] = [];
const clock = new TestClock();
const log = createLog('debug', clock, (line) => void logged.push(line));
const post = setUpMailServer();
const server = setUpServer(() => ({
  clock,
  log,
  config: { smtpUrl: post.url, mailFrom: 'clock@example.com' },
}));
const BADGE = '00A1B2C3';
const [PIN, WRONG] = ['271828', '161803'];
let admin: Person;
let ana: Person;
let kiosk: ApiClient;
let kioskId: string;
beforeAll(async () => {
  admin = await makeAdmin(server);
  ({ client: kiosk, id: kioskId } = await makeKiosk(server, admin));
  await givePin(admin);
});
beforeEach(async () => {
  await server.test.owner.query('DELETE FROM badge');
  ana = await makeEmployee(server, { name: 'Ana' });
});

const byName = (person: Person, pin = PIN) => ({ userId: person.user.id, pin });
const givePin = async (person: Person, pin = PIN): Promise<void> => {
  await confirm(person);
  await person.client.ask('choosePin', { pin });
};
/** Any route that asks who somebody is; nobody but an administrator gets further. */
const tryAt = (client: ApiClient, who: object) => client.refusal('kioskWhoIsIn', { admin: who });
const register = (person: Person, badge = BADGE) =>
  kiosk.ask('kioskBadge', { admin: byName(admin), badge, whose: { userId: person.user.id } });
/** All tables, as a backup has them. */
const stored = async (): Promise<string> => {
  const { rows: tables } = await server.test.owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.test.owner.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
};
const mailsTo = (person: Person): string[] =>
  post.mails.filter(({ to }) => to.includes(person.user.email)).map(({ text }) => text);
/** Reads the code of a file with one card, as a camera does. */
function codeOf({ squares }: ReadPdf): string {
  const module = squares[0]?.size ?? 1;
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))];
  const [quiet, scale] = [4, 4];
  const placed = squares.map(({ x, y }) => [Math.round((x - left) / module), Math.round((y - top) / module)]);
  const size = (Math.max(...placed.flat()) + 1 + 2 * quiet) * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [column = 0, row = 0] of placed)
    for (let y = (row + quiet) * scale; y < (row + quiet + 1) * scale; y += 1)
      data.fill(0, (y * size + (column + quiet) * scale) * 4, (y * size + (column + quiet + 1) * scale) * 4);
  return decodeQr({ width: size, height: size, data });
}

describe('a badge', () => {
  it('is registered at the kiosk by an administrator, for one person', async () => {
    const ben = await makeEmployee(server);
    expect(await tryAt(kiosk, { badge: BADGE, pin: PIN })).toMatchObject({
      code: 'badge_unknown',
      message: 'This badge is not registered',
    });
    expect(await register(ana)).toEqual({ name: 'Ana' });
    expect(await register(ana)).toEqual({ name: 'Ana' });
    const again = { admin: byName(admin), badge: BADGE, whose: { userId: ben.user.id } };
    expect(await kiosk.refusal('kioskBadge', again)).toMatchObject({ code: 'badge_in_use' });
    const { badges } = await ana.client.ask('ownBadges', {});
    expect(badges).toEqual([expect.objectContaining({ kind: 'badge', createdBy: admin.user.name })]);
    const left = await admin.client.ask('removeBadge', { id: ana.user.id, badgeId: badges[0]?.id ?? '' });
    expect(left.badges).toEqual([]);
    await kiosk.ask('kioskBadge', again);
    const { changes } = await admin.client.ask('person', { id: ana.user.id });
    expect(changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['badge_added', 'badge_removed']));
  });

  it('tells its person, and names administrator and kiosk on record and in the security log', async () => {
    await register(ana);
    await expect.poll(() => mailsTo(ana)).toHaveLength(1);
    const { rows } = await server.test.owner.query(
      `SELECT actor, body::jsonb #>> '{data,kiosk}' AS kiosk FROM ledger WHERE chain = $1 AND kind = 'badge_added'`,
      [ana.user.id],
    );
    expect(rows).toEqual([{ actor: admin.user.id, kiosk: kioskId }]);
    const [person, actor] = [ana, admin].map(
      ({ user }) => expect.objectContaining({ name: user.name }) as unknown,
    );
    const event = { kind: 'badge_changed', person, actor, detail: 'Gate' };
    await expect
      .poll(async () => (await admin.client.ask('securityLog', {})).events)
      .toContainEqual(expect.objectContaining(event));
  });

  it('of somebody else takes no PIN but theirs', async () => {
    await register(ana);
    await Promise.all([givePin(ana, '314160'), givePin(await makeEmployee(server), WRONG)]);
    expect(await tryAt(kiosk, { badge: BADGE, pin: WRONG })).toMatchObject({ code: 'kiosk_pin_wrong' });
    expect(await tryAt(kiosk, { badge: BADGE, pin: '314160' })).toMatchObject({ code: 'kiosk_admin_needed' });
  });

  it('asks for the PIN where the kiosk wants it', async () => {
    const strict = await makeKiosk(server, admin, { options: { badgeNeedsPin: true } });
    await register(ana);
    expect(
      await strict.client.refusal('kioskPunch', { requestId: requestId(), who: { badge: BADGE } }),
    ).toMatchObject({ code: 'kiosk_pin_required' });
  });

  it('of somebody who left, or of another studio, is not taken', async () => {
    const { studios } = await admin.client.ask('studios', {});
    const other = studios.find(({ name }) => name !== ana.user.department)?.id ?? '';
    const elsewhere = await makeKiosk(server, admin, { scope: [{ scope: 'studio', id: other }] });
    await register(ana);
    await givePin(ana);
    expect(await tryAt(elsewhere.client, { badge: BADGE, pin: PIN })).toMatchObject({
      code: 'kiosk_not_for_you',
    });
    await setActive(server.test.database, server.clock.now(), null, ana.user.id, false);
    expect(await tryAt(kiosk, { badge: BADGE, pin: PIN })).toMatchObject({ code: 'badge_unknown' });
  });
});

describe('cards', () => {
  const print = async (userIds: readonly string[]): Promise<ReadPdf> => {
    await confirm(admin);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const answer = await admin.client.fetch('/api/employees/cards', {
      ...init,
      body: JSON.stringify({ userIds }),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return readPdf(new Uint8Array(await answer.arrayBuffer()));
  };
  const punch = (badge: string) => ({ requestId: requestId(), who: { badge } });

  it('come ten on a page, with name, employee ID and studio', async () => {
    const team = await Promise.all(Array.from({ length: 11 }, () => makeEmployee(server)));
    const { pages } = await print(team.map(({ user }) => user.id));
    expect(pages).toHaveLength(2);
    for (const { user } of team) expect(pages.join('\n')).toContain(user.employeeId);
    expect(pages[0]).toContain(team[0]?.user.department);
  });

  it('clock in by their QR code, until a new one takes their place', async () => {
    const first = codeOf(await print([ana.user.id]));
    const [before] = (await ana.client.ask('ownBadges', {})).badges;
    const second = codeOf(await print([ana.user.id]));
    const after = (await ana.client.ask('ownBadges', {})).badges;
    expect(after).toEqual([expect.objectContaining({ kind: 'card' })]);
    expect(after[0]?.id).not.toBe(before?.id);
    expect(await kiosk.refusal('kioskPunch', punch(first))).toMatchObject({ code: 'badge_unknown' });
    expect(await kiosk.ask('kioskPunch', punch(second))).toMatchObject({ outcome: 'recorded', name: 'Ana' });
  });

  it('are made of active people only, after the password', async () => {
    server.clock.advanceMinutes(20);
    const input = { userIds: [ana.user.id] };
    expect(await admin.client.refusal('makeCards', input)).toMatchObject({ code: 'confirmation_required' });
    await confirm(admin);
    await setActive(server.test.database, server.clock.now(), null, ana.user.id, false);
    expect(await admin.client.refusal('makeCards', input)).toMatchObject({ code: 'employee_not_found' });
  });
});

it('no table, log, mail or answer holds a PIN, a badge or a private key', async () => {
  await kiosk.ask('kioskContact', { queued: 0, pageVersion: '1' });
  await register(ana);
  await givePin(ana);
  const temporary = await admin.client.ask('giveTemporaryPin', { requestId: requestId(), id: ana.user.id });
  await kiosk.ask('kioskPunch', { requestId: requestId(), who: { badge: BADGE } });
  await tryAt(kiosk, { badge: BADGE, pin: WRONG });
  await tryAt(kiosk, { employeeId: BADGE, pin: WRONG });
  const answers = await Promise.all([
    admin.client.send('personBadges', { id: ana.user.id }),
    admin.client.send('person', { id: ana.user.id }),
    admin.client.send('kiosks', {}),
    admin.client.send('securityLog', {}),
    ana.client.send('ownBadges', {}),
    kiosk.send('kioskPeople', { search: 'Ana' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const texts = [await stored(), ...answers.map(({ text }) => text), ...logged];
  const text = [...texts, ...post.mails.map((mail) => mail.text)].join('\n');
  expect(text).toContain(kioskId);
  for (const secret of [BADGE, 'PRIVATE KEY'])
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      expect(text.toUpperCase()).not.toContain(form.toUpperCase());
  for (const pin of [PIN, WRONG, temporary.pin]) expect(text).not.toMatch(new RegExp(`\\b${pin}\\b`));
  expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
});

it('a server with another key says that kiosks know nobody', async () => {
  await kiosk.ask('kioskContact', { queued: 0, pageVersion: '1' });
  await register(ana);
  const other = await startTestServer({
    on: server.test,
    clock,
    log,
    config: { secretKey: 'another '.repeat(8) },
  });
  try {
    expect(logged.join('\n')).toContain('Kiosks may know no badge and no PIN');
    const refused = await kiosk
      .at(other.url)
      .refusal('kioskPunch', { requestId: requestId(), who: { badge: BADGE } });
    expect(refused).toMatchObject({ code: 'badge_unknown' });
  } finally {
    await other.stop();
  }
});
