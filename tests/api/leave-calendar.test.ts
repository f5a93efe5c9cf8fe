/** The calendar of absences and its private addresses: what each caller may see and may never see. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import {
  changeSettings,
  confirm,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  requestId,
  settingsInput,
  type Person,
} from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';

const server = setUpServer();
const admin = setUpAdmin(server);
let ada: Person;
let bob: Person;
let far: Person;

type Half = 'morning' | 'afternoon' | null;
const ask = async (person: Person, kind: string, first: string, last = first, half: Half = null) =>
  (
    await person.client.ask('askLeave', {
      old: null,
      new: { kind, first, last, half },
      reason: 'Private matter',
    })
  ).correction;
const decide = (by: Person, action: 'agree' | 'withdraw', { id, version }: { id: string; version: number }) =>
  by.client.ask('decideCorrections', { action, corrections: [{ id, version }] });
const november = { month: '2026-11' };
const isOf =
  ({ user }: Person) =>
  ({ id }: { id: string }) =>
    id === user.id;

/** Words about the reason of an absence. Other people's answers must not contain them. */
const SECRET = /sick|holiday"|training|private matter|red|green|blue|kind|request|reason/i;

const register = async (registration: 'open' | 'invitation') => {
  const { version } = (await admin.client.ask('settings', {})).settings;
  await admin.client.ask('updateSettings', settingsInput({ version, registration }));
};

beforeAll(async () => {
  server.clock.set('2026-11-16T02:00:00.000Z');
  await register('invitation');
  ada = await makeEmployee(server, { name: 'Ada Lovelace' });
  bob = await makeEmployee(server, { name: 'Bob Noyce' });
  far = await makeEmployee(server, { name: 'Far Away' });
  await server.test.owner.query(`UPDATE account SET department = 'Other' WHERE id = $1`, [far.user.id]);
  await ask(ada, 'sick', '2026-11-16', '2026-11-17');
  await decide(admin, 'agree', await ask(ada, 'holiday', '2026-11-18', '2026-11-24'));
  await decide(admin, 'agree', await ask(ada, 'training', '2026-11-26', '2026-11-26', 'morning'));
  await ask(ada, 'holiday', '2026-11-30', '2026-12-02');
});

const DAYS = 'owwwwwoowwwwwooxxxxxooxxwmwoow';

describe('the month', () => {
  it('shows no leave on days between two times of employment', async () => {
    server.clock.set('2026-11-16T03:00:00.000Z');
    const eve = await makeEmployee(server, { name: 'Eve Gray' });
    await server.test.owner.query(`UPDATE account SET department = 'Elsewhere' WHERE id = $1`, [eve.user.id]);
    await decide(admin, 'agree', await ask(eve, 'holiday', '2026-11-16', '2026-11-20'));
    for (const [day, isActive] of [
      ['17', false],
      ['19', true],
      ['20', false],
    ] as const) {
      server.clock.set(`2026-11-${day}T03:00:00.000Z`);
      if (day === '20') {
        const { people } = await admin.client.ask('leaveCalendar', { ...november, studio: 'Elsewhere' });
        expect(people.map(({ days }) => days.slice(15, 20))).toEqual(['xwwxx']);
      }
      await setActive(server.test.database, server.clock.now(), null, eve.user.id, isActive);
    }
    server.clock.set('2026-11-16T02:00:00.000Z');
  });

  it('an administrator sees kinds and requests of all, or of a studio', async () => {
    const all = await admin.client.ask('leaveCalendar', november);
    expect(all.studios).toEqual(['Business Studio', 'Other']);
    expect(all.people.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Bob Noyce', 'Far Away']);
    expect(all.people[0]).toMatchObject({
      days: DAYS,
      leave: [{ name: 'Sick', color: 'red', first: '2026-11-16' }, { name: 'Holiday' }, { half: 'morning' }],
      requests: [{ name: 'Holiday', first: '2026-11-30', last: '2026-12-02', half: null }],
    });
    const other = await admin.client.ask('leaveCalendar', { ...november, studio: 'Other' });
    expect(other.people.map(({ name }) => name)).toEqual(['Far Away']);
    expect(other.studios).toEqual(all.studios);
  });

  it('a person sees the kinds of their own leave', async () => {
    const { people } = await ada.client.ask('leaveCalendar', november);
    expect(people).toMatchObject([
      { id: ada.user.id, leave: [{ name: 'Sick' }, {}, {}], requests: [{}] },
      { id: bob.user.id },
    ]);
  });

  it('a colleague sees that somebody is away, and nothing of why', async () => {
    const answer = await bob.client.call('leaveCalendar', november);
    if (!answer.ok) throw new Error('It was refused.');
    const { people, studios } = answer.output;
    expect(people[0]).toEqual({ id: ada.user.id, name: 'Ada Lovelace', days: DAYS });
    expect(people.slice(1)).toMatchObject([{ id: bob.user.id, leave: [], requests: [] }]);
    expect(studios).toEqual(['Business Studio']);
    const { text } = answer;
    expect(text.replace('"holidays":[]', '').replace('"requests":[]', '')).not.toMatch(SECRET);
  });

  it('shows an employee no studio but the own', async () => {
    expect((await far.client.ask('leaveCalendar', november)).people.map(({ id }) => id)).toEqual([
      far.user.id,
    ]);
    const foreign = { ...november, studio: 'Business Studio' };
    expect(await far.client.refusal('leaveCalendar', foreign)).toMatchObject({ code: 'forbidden' });
    expect(await server.client().refusal('leaveCalendar', november)).toMatchObject({ code: 'not_signed_in' });
  });

  it('has no part in the cost of leave where absences are not shared', async () => {
    const costOf = ({ client }: Person, first: string) =>
      client.ask('leaveCost', { kind: 'holiday', first, last: first });
    expect(await costOf(bob, '2026-11-18')).toMatchObject({ away: 1, people: 1 });
    await changeSettings(server, { share_away: false });
    expect(await costOf(bob, '2026-11-18')).toMatchObject({ days: 1, away: 0, people: 0 });
    expect(await costOf(bob, '2026-11-19')).toEqual(await costOf(bob, '2026-11-25'));
    const userId = bob.user.id;
    const asked = { userId, kind: 'holiday', first: '2026-11-18', last: '2026-11-18' };
    expect(await admin.client.ask('leaveCost', asked)).toMatchObject({ away: 1, people: 1 });
    await changeSettings(server, { share_away: true });
  });

  it('is not read from the cost of leave on days on which nobody works', async () => {
    const days = { first: '2026-11-21', last: '2026-11-22' };
    expect(await bob.client.ask('leaveCost', { kind: 'holiday', ...days })).toMatchObject({
      away: 0,
      people: 1,
    });
    const longer = { first: '2026-11-20', last: '2026-11-22' };
    expect(await bob.client.ask('leaveCost', { kind: 'holiday', ...longer })).toMatchObject({ away: 1 });
  });

  it('has no request that was withdrawn, and nobody who is deactivated', async () => {
    const gone = await makeEmployee(server, { name: 'Gone Tomorrow' });
    await decide(bob, 'withdraw', await ask(bob, 'holiday', '2026-11-19'));
    await setActive(server.test.database, server.clock.now(), null, gone.user.id, false);
    const { people } = await admin.client.ask('leaveCalendar', november);
    expect(people.find(isOf(bob))).toMatchObject({ requests: [] });
    expect(people.find(isOf(gone))).toBeUndefined();
  });

  it('is refused to colleagues where the workplace wants it so', async () => {
    await changeSettings(server, { share_away: false });
    expect(await bob.client.refusal('leaveCalendar', november)).toMatchObject({ code: 'forbidden' });
    expect((await admin.client.ask('leaveCalendar', november)).people).toHaveLength(3);
    await changeSettings(server, { share_away: true });
  });

  describe('for somebody who registered without an invitation', () => {
    const cost = ({ client }: Person) =>
      client.ask('leaveCost', { kind: 'holiday', first: '2026-11-18', last: '2026-11-18' });
    const namesFor = async ({ client }: Person) =>
      (await client.ask('leaveCalendar', november)).people.map(({ name }) => name);
    const all = ['Ada Lovelace', 'Bob Noyce', 'Sly Stranger'];
    let stranger: Person;
    beforeEach(async () => {
      await register('open');
      stranger = await makeEmployee(server, { name: 'Sly Stranger' });
    });
    afterEach(() => setActive(server.test.database, server.clock.now(), null, stranger.user.id, false));
    const edit = async (changes: object) => {
      const { user } = await admin.client.ask('person', { id: stranger.user.id });
      await admin.client.ask('updateEmployee', formOf(user, changes));
    };

    it('shows nobody else, in names and in counts, also by the name of the studio', async () => {
      expect(await namesFor(stranger)).toEqual(['Sly Stranger']);
      expect(await cost(stranger)).toMatchObject({ away: 0, people: 0 });
      const { department } = stranger.user;
      const { people } = await stranger.client.ask('leaveCalendar', { ...november, studio: department });
      expect(people.map(({ name }) => name)).toEqual(['Sly Stranger']);
      expect(await stranger.client.refusal('makeCalendarAddress', { scope: 'people' })).toMatchObject({
        code: 'forbidden',
      });
    });

    it('shows nobody else by what they do themselves, nor by a renamed studio or a closed invitation', async () => {
      await stranger.client.ask('updateProfile', { name: 'Sly B. Stranger' });
      await ask(stranger, 'holiday', '2026-11-19');
      await ask(stranger, 'sick', '2026-11-23');
      await edit({ department: 'Other', hub: '' });
      await edit({ department: stranger.user.department, hub: stranger.user.hub });
      await register('invitation');
      expect(await namesFor(stranger)).toEqual(['Sly B. Stranger']);
      expect(await cost(stranger)).toMatchObject({ away: 0, people: 0 });
    });

    it('shows colleagues once an administrator edits their details', async () => {
      await edit({ position: 'Engineer' });
      expect(await namesFor(stranger)).toEqual(all);
      expect(await cost(stranger)).toMatchObject({ away: 1, people: 2 });
    });

    it('shows colleagues once an administrator approves a request', async () => {
      await decide(admin, 'agree', await ask(stranger, 'holiday', '2026-11-19'));
      expect(await namesFor(stranger)).toEqual(all);
    });
  });

  it.each(['2026-13', '2026-1', '0000-01', '2026-11-01', ''])('is none: %s', async (month) => {
    expect(await bob.client.refusal('leaveCalendar', { month })).toMatchObject({ code: 'invalid_input' });
  });
});

describe('a private address', () => {
  const addressOf = async (person: Person, scope: 'own' | 'people' = 'own') => {
    await confirm(person);
    return (await person.client.ask('makeCalendarAddress', { scope })).address;
  };
  const read = async (address: string) => {
    const answer = await fetch(address);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  it("has one's own leave with its kinds, for a program without a session", async () => {
    const { status, type, text } = await read(await addressOf(ada));
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text.match(/SUMMARY:.*/g)).toEqual([
      'SUMMARY:Sick',
      'SUMMARY:Holiday',
      'SUMMARY:Training (morning)',
    ]);
    expect(text).toContain('DTSTART;VALUE=DATE:20261118\r\nDTEND;VALUE=DATE:20261125\r\n');
    expect((await read(await addressOf(bob))).text).not.toContain('VEVENT');
  });

  it("has 'on leave' of everybody for administrators alone, without why", async () => {
    const { text } = await read(await addressOf(admin, 'people'));
    expect(text.match(/SUMMARY:.*/g)?.toSorted()).toEqual([
      'SUMMARY:Ada Lovelace: on leave',
      'SUMMARY:Ada Lovelace: on leave',
      'SUMMARY:Ada Lovelace: on leave (morning)',
    ]);
    expect(text).not.toMatch(SECRET);
    expect(await bob.client.refusal('makeCalendarAddress', { scope: 'people' })).toMatchObject({
      code: 'forbidden',
    });
  });

  it('ends once there is a new one, and each kind by itself', async () => {
    const [own, people] = [await addressOf(admin), await addressOf(admin, 'people')];
    const renewed = await addressOf(admin, 'people');
    expect([(await read(own)).status, (await read(people)).status, (await read(renewed)).status]).toEqual([
      200, 404, 200,
    ]);
    expect((await read(`${renewed}x`)).status).toBe(404);
  });

  it('ends with the account, or with the right to see others', async () => {
    const [bobs, former] = [await addressOf(bob), await makeAdmin(server)];
    const ofAll = await addressOf(former, 'people');
    const makeEmployeeOf = `UPDATE account SET role = 'employee' WHERE id = $1`;
    await server.test.owner.query(makeEmployeeOf, [former.user.id]);
    await setActive(server.test.database, server.clock.now(), null, bob.user.id, false);
    for (const address of [bobs, ofAll])
      expect(await read(address)).toMatchObject({ status: 404, text: expect.stringContaining('not_found') });
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'a new password',
      ({ client }) => client.ask('changePassword', { currentPassword: PASSWORD, password: 'another horse' }),
    ],
    ['a sign-out everywhere else', ({ client }) => client.ask('endSessions', {})],
    ['a temporary password', ({ user }) => admin.client.ask('giveTemporaryPassword', { id: user.id })],
    [
      'a reset',
      async ({ user }) => {
        const { link } = await admin.client.ask('giveResetLink', { id: user.id });
        const token = link.split('#reset=')[1] ?? '';
        await server.client().ask('completePasswordReset', { token, password: 'another horse' });
      },
    ],
    [
      'another email address',
      ({ user }) => admin.client.ask('updateEmployee', formOf(user, { email: `${requestId()}@example.com` })),
    ],
    [
      'a deactivation, also after the return',
      async ({ user }) => {
        const left = await admin.client.ask('updateEmployee', formOf(user, { isActive: false }));
        await admin.client.ask('updateEmployee', formOf(left.user, { isActive: true }));
      },
    ],
    ['another role', ({ user }) => admin.client.ask('setRole', { id: user.id, role: 'admin' })],
    ["'End'", ({ client }) => client.ask('endCalendarAddress', { scope: 'own' })],
  ])('ends with %s', async (_what, act) => {
    const person = await makeEmployee(server);
    await confirm(admin);
    const address = await addressOf(person);
    await act(person);
    expect((await read(address)).status).toBe(404);
  });

  it('ends with no sign-out of a single browser', async () => {
    const [person, other] = [await makeEmployee(server), server.client()];
    const address = await addressOf(person);
    await other.ask('signIn', { email: person.email, password: PASSWORD });
    const { sessions } = await person.client.ask('ownSecurity', {});
    const id = sessions.find(({ isThis }) => !isThis)?.id;
    expect(await person.client.ask('endSessions', { id })).toEqual({ ended: 1 });
    expect((await read(address)).status).toBe(200);
  });

  it('is made after the password was entered again, listed for its owner, and logged', async () => {
    const person = await makeEmployee(server);
    server.clock.advanceMinutes(15);
    expect(await person.client.refusal('makeCalendarAddress', { scope: 'own' })).toMatchObject({
      code: 'confirmation_required',
    });
    await addressOf(person);
    const madeAt = new Date(server.clock.now()).toISOString();
    const shown = async () => (await person.client.ask('ownSecurity', {})).calendarAddresses;
    expect(await shown()).toEqual([{ scope: 'own', madeAt }]);
    for (let n = 0; n < 2; n += 1) await person.client.ask('endCalendarAddress', { scope: 'own' });
    expect(await shown()).toEqual([]);
    const { events } = await admin.client.ask('securityLog', {
      userId: person.user.id,
      kind: 'calendar_address_changed',
    });
    expect(events.map(({ detail, count }) => [detail, count]).toSorted()).toEqual([
      ['Ended: My leave', 1],
      ['Made: My leave', 1],
    ]);
  });

  it('is stored as the hash of its key alone', async () => {
    const key = new URL(await addressOf(ada)).searchParams.get('key') ?? '';
    expect(key).toMatch(/^[\w-]{43}$/);
    const { rows } = await server.test.owner.query<{ text: string }>(
      `SELECT k::text AS text FROM calendar_key k UNION ALL SELECT a::text FROM request_answer a UNION ALL SELECT body FROM ledger`,
    );
    for (const { text } of rows) expect(text).not.toContain(key);
  });
});
