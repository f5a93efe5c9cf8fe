/** Private addresses of the calendar of absences: what they show, and when they end. */
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { confirm, makeAdmin, makeEmployee, PASSWORD, requestId, type Person } from '#tests/make';
import { SECRET, setUpAbsences } from './absences.ts';
import { formOf } from './edit-form.ts';

const { server, admin, staff } = setUpAbsences();

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
    const { status, type, text } = await read(await addressOf(staff.ada));
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text.match(/SUMMARY:.*/g)).toEqual([
      'SUMMARY:Sick',
      'SUMMARY:Holiday',
      'SUMMARY:Training (morning)',
    ]);
    expect(text).toContain('DTSTART;VALUE=DATE:20261118\r\nDTEND;VALUE=DATE:20261125\r\n');
    expect((await read(await addressOf(staff.bob))).text).not.toContain('VEVENT');
  });

  it("has 'on leave' of everybody for administrators alone, without why", async () => {
    const { text } = await read(await addressOf(admin, 'people'));
    expect(text.match(/SUMMARY:.*/g)?.toSorted()).toEqual([
      'SUMMARY:Ada Lovelace: on leave',
      'SUMMARY:Ada Lovelace: on leave',
      'SUMMARY:Ada Lovelace: on leave (morning)',
    ]);
    expect(text).not.toMatch(SECRET);
    expect(await staff.bob.client.refusal('makeCalendarAddress', { scope: 'people' })).toMatchObject({
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
    const [bobs, former] = [await addressOf(staff.bob), await makeAdmin(server)];
    const ofAll = await addressOf(former, 'people');
    const makeEmployeeOf = `UPDATE account SET role = 'employee' WHERE id = $1`;
    await server.test.owner.query(makeEmployeeOf, [former.user.id]);
    await setActive(server.test.database, server.clock.now(), null, staff.bob.user.id, false);
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
    const key = new URL(await addressOf(staff.ada)).searchParams.get('key') ?? '';
    expect(key).toMatch(/^[\w-]{43}$/);
    const { rows } = await server.test.owner.query<{ text: string }>(
      `SELECT k::text AS text FROM calendar_key k UNION ALL SELECT a::text FROM request_answer a UNION ALL SELECT body FROM ledger`,
    );
    for (const { text } of rows) expect(text).not.toContain(key);
  });
});
