/**
 * A page of version 1.6.4 that is still open when this version's server takes the place of its own. What it sends is
 * as a browser recorded it from the real one; what it makes of the answers is told by its own way of comparing cursors.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeEmployee, requestId, settingsInput, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';

let admin: Person;
let maya: Person;
let bob: Person;
/** Where such a page was when its server ended. */
const OWN = '812-31';
const FROM_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

const server = setUpServer();
beforeAll(async () => {
  [admin, maya, bob] = [await makeAdmin(server), await makeEmployee(server), await makeEmployee(server)];
});

/** Word for word that version's; it throws where one cannot be read. */
function compareCursors(a: string, b: string): number {
  const [aTransaction = '0', aSequence = '0'] = a.split('-');
  const [bTransaction = '0', bSequence = '0'] = b.split('-');
  const byTransaction = BigInt(aTransaction) - BigInt(bTransaction);
  const difference = byTransaction !== 0n ? byTransaction : BigInt(aSequence) - BigInt(bSequence);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const snapshotsOf = async (person: Person): Promise<string[]> => {
  const { client } = person;
  const views =
    person === admin
      ? [client.ask('monitoring', {}), client.ask('employees', {}), client.ask('settings', {})]
      : [client.ask('clock', {}), client.ask('settings', {})];
  return (await Promise.all(views)).map(({ cursor }) => cursor);
};

describe('a page of version 1.6.4 that is still open', () => {
  it.each(['admin', 'employee'])(
    'of an %s takes what it loads for new, is behind, and is sent no change that it could not read',
    async (role) => {
      const person = role === 'admin' ? admin : maya;
      let after = OWN;
      // The second time it comes back with what it was told the first time.
      for (let round = 0; round < 2; round += 1) {
        const reader = await person.client.live({ after, headers: FROM_PAGE });
        await reader.until(({ events }) => events.length === 2);
        const [hello, behind] = reader.events;
        if (hello?.type !== 'hello') throw new Error('The stream did not begin.');
        expect(behind).toEqual({ type: 'behind', since: server.clock.now() });
        // Later than where it was: it forgets the changes it has heard, asks anew, and leaves its screen as it is.
        expect(compareCursors(hello.cursor, after)).toBe(round === 0 ? 1 : 0);
        after = hello.cursor;
        for (const cursor of await snapshotsOf(person)) {
          expect(compareCursors(cursor, after)).toBe(0);
          expect(compareCursors(cursor, OWN)).toBe(1);
        }
        const today = await person.client.live({ version: '1.6.5', headers: FROM_PAGE });
        await today.hello();
        const [press, pressed] =
          round === 0 ? (['clockIn', 'clock_in'] as const) : (['clockOut', 'clock_out'] as const);
        await maya.client.ask(press, { requestId: requestId() });
        await today.until(({ changes }) => changes.some(({ kind }) => kind === pressed));
        expect(reader.changes).toEqual([]);
        for (const one of [reader, today]) one.close();
      }
    },
  );

  it('that has not heard of any place yet, since it was opened without a connection, is known by what it does not say', async () => {
    const open = (options: Parameters<typeof bob.client.live>[0] = {}) => bob.client.live(options);
    const former = await open({ headers: FROM_PAGE });
    await former.until(({ events }) => events.length === 2);
    // A later page, and a program, which compares nothing.
    const others = [await open({ headers: FROM_PAGE, version: '1.6.5' }), await open()];
    for (const reader of others) await reader.hello();
    await bob.client.ask('updateProfile', { name: 'Bob Newman' });
    for (const reader of others) await reader.until(({ changes }) => changes.length > 0);
    expect(former.events[1]?.type).toBe('behind');
    expect(former.changes).toEqual([]);
    for (const reader of [former, ...others]) reader.close();
  });

  it('is served all it asks for', async () => {
    const send = async ({ client }: Person, path: string, body: object): Promise<unknown> => {
      const response = await client.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url, ...FROM_PAGE },
        body: JSON.stringify(body),
      });
      expect([path, response.status, await response.clone().text()]).toEqual([path, 200, expect.anything()]);
      return response.json();
    };
    const location = { latitude: 1, longitude: 2, timestamp: '2026-11-20T08:59:58.944Z' };
    await send(bob, '/api/clock/in', { requestId: requestId(), notes: '', ipAddress: '127.0.0.1', location });
    await send(bob, '/api/clock/break/start', { requestId: requestId() });
    await send(bob, '/api/clock/break/end', { requestId: requestId() });
    await send(bob, '/api/clock/out', { requestId: requestId() });
    await send(bob, '/api/account/profile', { name: 'Bob Newman' });
    await send(admin, '/api/activity/read', { upTo: new Date(server.clock.now()).toISOString() });
    await server.test.owner.query(
      'UPDATE settings SET night_shift_hours = 11, reminder_minutes = 90, correction_days = 30',
    );
    // That page knows nothing of night shifts, reminders and corrections.
    const {
      nightShiftHours: _,
      reminderMinutes: _minutes,
      correctionDays: _days,
      ...settings
    } = settingsInput({ version: 1, breakDuration: 45 });
    expect(await send(admin, '/api/settings/app-config', settings)).toMatchObject({
      settings: { breakDuration: 45, nightShiftHours: 11, reminderMinutes: 90, correctionDays: 30 },
    });
  });
});
