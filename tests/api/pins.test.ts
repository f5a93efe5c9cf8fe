/** PINs at a kiosk: how they are chosen, what they open, and how guesses end. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutputOf } from '#contract/routes';
import { setActive } from '#server/people/employees/commands';
import { makeKiosk } from '#tests/make-kiosk';
import { confirm, makeAdmin, makeEmployee, PASSWORD, requestId, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import type { ApiClient } from './client.ts';

const server = setUpServer();
const BADGE = '00A1B2C3';
const [PIN, WRONG] = ['271828', '161803'];
let admin: Person;
let ana: Person;
let kiosk: ApiClient;
beforeAll(async () => {
  admin = await makeAdmin(server);
  await givePin(admin);
});
beforeEach(async () => {
  await server.test.owner.query('DELETE FROM badge');
  ana = await makeEmployee(server, { name: 'Ana' });
  // Guesses are counted by kiosk.
  kiosk = (await makeKiosk(server, admin)).client;
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
    expect(await kiosk.refusal('kioskPin', { ...change, pin })).toMatchObject({ code: 'pin_too_simple' });
    await confirm(ana);
    expect(await ana.client.refusal('choosePin', { pin })).toMatchObject({ code: 'pin_too_simple' });
    expect(await kiosk.ask('kioskPin', { ...change, pin: WRONG })).toEqual({ pin: 'own' });
    expect(await tryAt(kiosk, byName(ana, WRONG))).toMatchObject({ code: 'kiosk_admin_needed' });
    expect(await admin.client.ask('giveTemporaryPin', input)).toEqual({ pin });
    expect(await admin.client.ask('personBadges', { id: ana.user.id })).toMatchObject({
      pin: 'own',
      badges: [],
    });
  });

  it('of an administrator is given by nobody else', async () => {
    const { user } = await makeAdmin(server);
    await confirm(admin);
    expect(await admin.client.refusal('giveTemporaryPin', { id: user.id })).toMatchObject({
      code: 'command_line_only',
    });
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

  it('tells by no word whether an employee ID is known', async () => {
    const answersFor = async (employeeId: string): Promise<unknown[]> => {
      const { client } = await makeKiosk(server, admin);
      const answers = [];
      for (let tries = 0; tries < 6; tries += 1)
        answers.push(await tryAt(client, { employeeId, pin: WRONG }));
      return answers;
    };
    const unknown = await answersFor('NXBI-ZZZZZ');
    expect(await answersFor(admin.user.employeeId)).toEqual(unknown);
    expect(await answersFor(ana.user.employeeId.toLowerCase())).toEqual(unknown);
    await setActive(server.test.database, server.clock.now(), null, ana.user.id, false);
    expect(await answersFor(ana.user.employeeId)).toEqual(unknown);
  });

  it('of 30 people at once lets all in, and delays no sign-in', async () => {
    const team = await Promise.all(Array.from({ length: 30 }, () => makeEmployee(server)));
    await Promise.all(team.map((person) => givePin(person)));
    const done: string[] = [];
    const punches = team.map(async (person) => {
      const { outcome } = await kiosk.ask('kioskPunch', { requestId: requestId(), who: byName(person) });
      done.push(outcome);
    });
    const { email } = ana.user;
    await server.client().ask('signIn', { email, password: PASSWORD });
    done.push('signed in');
    await Promise.all(punches);
    expect(done.filter((one) => one === 'recorded')).toHaveLength(30);
    expect(done.at(-1)).not.toBe('signed in');
  });

  it('guessed at once of many people is checked 20 times at most', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => tryAt(kiosk, { employeeId: `ANYBODY-${at}`, pin: WRONG })),
    );
    expect(answers.filter(({ code }) => code === 'kiosk_pin_wrong')).toHaveLength(20);
    expect(answers.filter(({ code }) => code === 'kiosk_badges_only')).toHaveLength(40);
  });

  it('guessed 20 times at a kiosk, of anybody, leaves badges only there', async () => {
    await kiosk.ask('kioskBadge', { admin: byName(admin), badge: BADGE, whose: { userId: admin.user.id } });
    const { client } = await makeKiosk(server, admin, { name: 'Yard' });
    for (let wrong = 0; wrong < 20; wrong += 1)
      await tryAt(client, { employeeId: `NOBODY-${wrong}`, pin: WRONG });
    expect(await tryAt(client, byName(admin))).toMatchObject({ code: 'kiosk_badges_only', status: 429 });
    await client.ask('kioskWhoIsIn', { admin: { badge: BADGE, pin: PIN } });
    for (const kind of ['pin_failed', 'pin_locked'] as const)
      await expect
        .poll(async () => (await admin.client.ask('securityLog', { kind })).events)
        .toContainEqual(expect.objectContaining({ kind, person: null, detail: 'Yard' }));
  });
});
