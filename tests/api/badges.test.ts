/** Badges, cards and PINs: who is known at a kiosk, and what nobody can read or guess. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutputOf } from '#contract/routes';
import { setActive } from '#server/people/employees/commands';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { makeKiosk } from '#tests/make-kiosk';
import { confirm, makeAdmin, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import type { ApiClient } from './client.ts';

const server = setUpServer();
const BADGE = '00A1B2C3';
const [PIN, WRONG] = ['271828', '161803'];
let admin: Person;
let ana: Person;
let kiosk: ApiClient;
let kioskId: string;
beforeEach(async () => {
  await server.test.owner.query('DELETE FROM badge');
  admin = await makeAdmin(server);
  ana = await makeEmployee(server, { name: 'Ana' });
  ({ client: kiosk, id: kioskId } = await makeKiosk(server, admin));
  await confirm(admin);
  await admin.client.ask('choosePin', { pin: PIN });
});

const byName = (person: Person, pin = PIN) => ({ userId: person.user.id, pin });
const givePin = async (person: Person, pin = PIN): Promise<void> => {
  await confirm(person);
  await person.client.ask('choosePin', { pin });
};
/** Any route that asks who somebody is; nobody but an administrator gets further. */
const tryAt = (client: ApiClient, who: object) => client.refusal('kioskWhoIsIn', { admin: who });
const inside = async (client: ApiClient = kiosk): Promise<OutputOf<'kioskWhoIsIn'>> =>
  client.ask('kioskWhoIsIn', { admin: byName(admin) });
const register = (person: Person, badge = BADGE) =>
  kiosk.ask('kioskBadge', { admin: byName(admin), badge, userId: person.user.id });
const stored = async (): Promise<string> => {
  const tables = ['badge', 'pin', 'ledger', 'kiosk', 'security_event', 'rate_limit', 'request_answer'];
  const rows = await Promise.all(
    tables.map((table) => server.test.owner.query(`SELECT t::text AS text FROM ${table} t`)),
  );
  return rows.flatMap((found) => found.rows.map((row) => (row as { text: string }).text)).join('\n');
};

describe('a PIN', () => {
  it('is refused if it is easy to guess, and asks for the password', async () => {
    await confirm(ana);
    for (const pin of ['123456', '111111', '121212', '696969'])
      expect(await ana.client.refusal('choosePin', { pin })).toMatchObject({ code: 'pin_too_simple' });
    server.clock.advanceMinutes(20);
    expect(await ana.client.refusal('choosePin', { pin: PIN })).toMatchObject({
      code: 'confirmation_required',
    });
  });

  it('of an administrator opens the list of who is in; any other opens nothing', async () => {
    await givePin(ana);
    await ana.client.ask('clockIn', { requestId: requestId() });
    expect((await inside()).people).toEqual([
      expect.objectContaining({ name: 'Ana', since: new Date(server.clock.now()).toISOString() }),
    ]);
    expect(await tryAt(kiosk, byName(ana))).toMatchObject({ code: 'kiosk_admin_needed' });
    expect(await tryAt(kiosk, byName(admin, WRONG))).toMatchObject({ code: 'kiosk_pin_wrong' });
    expect(await tryAt(kiosk, { userId: requestId(), pin: PIN })).toMatchObject({ code: 'kiosk_pin_wrong' });
    const { employeeId } = admin.user;
    expect((await kiosk.ask('kioskWhoIsIn', { admin: { employeeId, pin: PIN } })).people).toHaveLength(1);
  });

  it('that is temporary has to be changed first, and the same request gives the same one', async () => {
    await confirm(admin);
    const input = { requestId: requestId(), id: ana.user.id };
    const { pin } = await admin.client.ask('giveTemporaryPin', input);
    expect(await admin.client.ask('giveTemporaryPin', input)).toEqual({ pin });
    expect(await tryAt(kiosk, byName(ana, pin))).toMatchObject({ code: 'kiosk_pin_temporary' });
    const change = { who: byName(ana, pin), pin: '000000' };
    expect(await kiosk.refusal('kioskPin', change)).toMatchObject({ code: 'pin_too_simple' });
    expect(await kiosk.ask('kioskPin', { ...change, pin: WRONG })).toEqual({ pin: 'own' });
    expect(await tryAt(kiosk, byName(ana, WRONG))).toMatchObject({ code: 'kiosk_admin_needed' });
    expect(await admin.client.ask('personBadges', { id: ana.user.id })).toEqual({ pin: 'own', badges: [] });
  });

  it('guessed five times waits 30 s, then a minute, for that person at that kiosk alone', async () => {
    const other = await makeKiosk(server, admin, { name: 'Kitchen' });
    const guess = (pin: string) => tryAt(kiosk, byName(admin, pin));
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(await guess(WRONG)).toMatchObject({ code: 'kiosk_pin_wrong' });
    expect(await guess(PIN)).toMatchObject({ code: 'kiosk_pin_wait', status: 429 });
    await givePin(ana);
    expect(await tryAt(kiosk, byName(ana))).toMatchObject({ code: 'kiosk_admin_needed' });
    await inside(other.client);
    server.clock.advanceMinutes(0.5);
    expect(await guess(WRONG)).toMatchObject({ code: 'kiosk_pin_wrong' });
    server.clock.advanceMinutes(0.5);
    expect(await guess(PIN)).toMatchObject({ code: 'kiosk_pin_wait' });
    server.clock.advanceMinutes(0.5);
    await inside();
    expect(await guess(WRONG)).toMatchObject({ code: 'kiosk_pin_wrong' });
  });

  it('guessed many times at once is checked five times at most', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryAt(kiosk, byName(admin, WRONG))));
    expect(answers.filter(({ code }) => code === 'kiosk_pin_wrong')).toHaveLength(5);
  });

  it('guessed 20 times at a kiosk, of anybody, leaves badges only there', async () => {
    await register(admin);
    for (let wrong = 0; wrong < 20; wrong += 1)
      await tryAt(kiosk, { employeeId: `NOBODY-${wrong}`, pin: WRONG });
    expect(await tryAt(kiosk, byName(admin))).toMatchObject({ code: 'kiosk_badges_only', status: 429 });
    await kiosk.ask('kioskWhoIsIn', { admin: { badge: BADGE, pin: PIN } });
    const { events } = await admin.client.ask('securityLog', {});
    expect(events.filter(({ kind, detail }) => kind === 'pin_failed' && detail === 'Gate')).not.toEqual([]);
  });
});

describe('a badge', () => {
  it('is registered at the kiosk by an administrator, for one person', async () => {
    const ben = await makeEmployee(server);
    expect(await tryAt(kiosk, { badge: BADGE, pin: PIN })).toMatchObject({
      code: 'badge_unknown',
      message: 'This badge is not registered',
    });
    expect(await register(ana)).toEqual({ name: 'Ana' });
    expect(await register(ana)).toEqual({ name: 'Ana' });
    const again = { admin: byName(admin), badge: BADGE, userId: ben.user.id };
    expect(await kiosk.refusal('kioskBadge', again)).toMatchObject({ code: 'badge_in_use' });
    const { badges } = await ana.client.ask('ownBadges', {});
    expect(badges).toEqual([expect.objectContaining({ kind: 'badge', createdBy: admin.user.name })]);
    const left = await admin.client.ask('removeBadge', { id: ana.user.id, badgeId: badges[0]?.id ?? '' });
    expect(left.badges).toEqual([]);
    await kiosk.ask('kioskBadge', again);
    const { changes } = await admin.client.ask('person', { id: ana.user.id });
    expect(changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['badge_added', 'badge_removed']));
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
  it('come ten on a page, and a new one takes the place of the older', async () => {
    await confirm(admin);
    const userIds = [ana.user.id];
    const first = await admin.client.send('makeCards', { userIds });
    expect([first.status, first.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const [before] = (await ana.client.ask('ownBadges', {})).badges;
    await admin.client.send('makeCards', { userIds });
    const after = (await ana.client.ask('ownBadges', {})).badges;
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before?.id);
    expect(after[0]?.kind).toBe('card');
  });
});

it('no table and no answer holds a PIN or a badge', async () => {
  await register(ana);
  await givePin(ana);
  const answers = [
    await admin.client.send('personBadges', { id: ana.user.id }),
    await admin.client.send('kiosks', {}),
    await ana.client.send('ownBadges', {}),
  ];
  const text = [await stored(), ...answers.map((answer) => answer.text)].join('\n');
  expect(text).toContain(kioskId);
  expect(text.toUpperCase()).not.toContain(BADGE);
  expect(text).not.toMatch(new RegExp(`\\b${PIN}\\b`));
  expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
});
