/** A person who forgot to clock out can clock in, and states later when they left. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { changeSettings, makeEmployee, requestId, TestClock, type Person } from '#tests/make';
import { setUpAdmin, setUpServer, setUpServerBeside } from '#tests/set-up';

const MORNING = '2026-11-17T09:00:00.000Z';
/** Starts at the tests' time: housekeeping of a later one would delete what is issued then. */
const server = setUpServer({ clock: new TestClock(MORNING) });
const elsewhere = setUpServerBeside(server);
const admin = setUpAdmin(server, { name: 'Grace Hopper' });
beforeEach(() => server.clock.set(MORNING));

const punch = () => ({ requestId: requestId() });

/** Ada, who clocked in on Tuesday at 09:00 and did not clock out; now it is Wednesday, 10:00. */
async function forgetful(): Promise<Person & { entryId: string }> {
  const person = await makeEmployee(server, { name: 'Ada Lovelace' });
  const { entry } = await person.client.ask('clockIn', punch());
  server.clock.set('2026-11-18T10:00:00.000Z');
  return { ...person, entryId: entry.id };
}
const said = (entryId: string, changes: object = {}) => ({
  ...punch(),
  entryId,
  day: '2026-11-17',
  time: '17:05',
  ...changes,
});
const entriesOf = async ({ client }: Person) =>
  (await client.ask('myTimeEntries', { from: '2026-11-16', to: '2026-11-22' })).entries;
const asked = async ({ client }: Person) => (await client.ask('forgottenClockOut', {})).forgotten;

describe('a clock-in after a forgotten clock-out', () => {
  it('sets the older entry aside, which then counts nothing, and all screens show it at once', async () => {
    const ada = await forgetful();
    const streams = await Promise.all([ada.client.live(), admin.client.at(elsewhere.url).live()]);
    await Promise.all(streams.map((stream) => stream.hello()));
    const { entry } = await ada.client.ask('clockIn', punch());
    const setAside = { id: ada.entryId, clockOut: null, setAsideAt: entry.clockIn };
    for (const stream of streams) {
      await stream.until(({ changes }) =>
        changes.some((change) => change.entry?.id === entry.id && change.entries?.[0]?.id === ada.entryId),
      );
      stream.close();
    }
    expect(await entriesOf(ada)).toMatchObject([{ id: entry.id, clockOut: null }, setAside]);
    expect((await admin.client.ask('monitoring', {})).entries).toEqual(
      expect.arrayContaining([expect.objectContaining(setAside)]),
    );
    server.clock.set('2026-11-18T12:00:00.000Z');
    const range = { startDate: '2026-11-17', endDate: '2026-11-18' };
    const { rows } = await admin.client.ask('teamReport', { ...range, rules: 'standard' });
    expect(rows.find(({ userId }) => userId === ada.user.id)).toMatchObject({ totalMinutes: 120 });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('is refused while an entry of the day or a night shift is running', async () => {
    const ada = await makeEmployee(server);
    await ada.client.ask('clockIn', punch());
    for (const later of ['2026-11-17T12:00:00.000Z', '2026-11-18T00:30:00.000Z']) {
      server.clock.set(later);
      expect(await ada.client.refusal('clockIn', punch())).toMatchObject({ code: 'already_clocked_in' });
    }
  });

  it('leaves one running entry after concurrent tries, and one more end missing each day', async () => {
    const ada = await forgetful();
    const clockIns = (): Promise<{ status: number }[]> =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          ada.client.at(index % 2 ? server.url : elsewhere.url).call('clockIn', punch()),
        ),
      );
    for (const [day, open] of [['2026-11-18', 2] as const, ['2026-11-19', 3] as const]) {
      server.clock.set(`${day}T10:00:00.000Z`);
      expect((await clockIns()).filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await entriesOf(ada)).filter(({ clockOut }) => clockOut === null)).toHaveLength(open);
    }
    await ada.client.ask('clockOut', punch());
    for (const day of ['2026-11-17', '2026-11-18']) {
      const forgotten = await asked(ada);
      expect(forgotten?.day).toBe(day);
      await ada.client.ask('stateLeaving', said(forgotten?.entry.id ?? '', { day }));
    }
    expect(await asked(ada)).toBeNull();
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('the database refuses to resume an entry that was set aside, or to extend it into the next one', async () => {
    const ada = await forgetful();
    await ada.client.ask('clockIn', punch());
    const change = (what: string) =>
      server.test.owner.query(`UPDATE counted_entry SET ${what} WHERE id = $1`, [ada.entryId]);
    await expect(change('set_aside_at = NULL')).rejects.toThrow('stays');
    await expect(change(`clock_out = '2026-11-18T10:30:00Z'`)).rejects.toThrow('counted_entry_apart');
  });
});

describe('the question about a missing clock-out', () => {
  it('asks on the next day when they left, and suggests the end of the shift and their usual time', async () => {
    const ada = await makeEmployee(server);
    for (const day of ['06', '09', '10', '11', '12']) {
      server.clock.set(`2026-11-${day}T09:00:00.000Z`);
      await ada.client.ask('clockIn', punch());
      server.clock.set(`2026-11-${day}T17:20:00.000Z`);
      await ada.client.ask('clockOut', punch());
    }
    server.clock.set('2026-11-17T09:00:00.000Z');
    expect(await asked(ada)).toBeNull();
    const { entry } = await ada.client.ask('clockIn', punch());
    server.clock.set('2026-11-17T23:00:00.000Z');
    expect(await asked(ada)).toBeNull();
    server.clock.set('2026-11-18T08:55:00.000Z');
    const forgotten = await asked(ada);
    expect(forgotten).toMatchObject({
      entry: { id: entry.id },
      day: '2026-11-17',
      calendar: { timeZone: 'UTC', today: '2026-11-18' },
      suggestions: { shiftEnd: '2026-11-17T17:00:00.000Z', usual: '2026-11-17T17:20:00.000Z' },
    });
    expect(forgotten?.calendar.days.map(({ day }) => day)).toEqual(['2026-11-17', '2026-11-18']);
  });
});

describe("an employee's own statement", () => {
  it('closes the entry, notifies the admins and is on the ledger', async () => {
    const ada = await forgetful();
    await ada.client.ask('clockIn', punch());
    const { entry } = await ada.client.ask('stateLeaving', said(ada.entryId));
    expect(entry).toMatchObject({
      clockOut: '2026-11-17T17:05:00.000Z',
      setAsideAt: '2026-11-18T10:00:00.000Z',
      closedBy: {
        name: 'Ada Lovelace',
        reason: 'Own statement',
        isOwn: true,
        at: '2026-11-18T10:00:00.000Z',
      },
    });
    expect((await entriesOf(ada)).find(({ id }) => id === ada.entryId)).toEqual(entry);
    const { notifications } = await admin.client.ask('activity', { userId: ada.user.id });
    expect(notifications.map(({ message }) => message)).toContain(
      'Ada Lovelace stated when they left, after 8.1 h (overtime)',
    );
    const { rows } = await server.test.owner.query(
      `SELECT actor FROM ledger WHERE chain = $1 AND kind = 'entry_closed'`,
      [ada.user.id],
    );
    expect(rows).toEqual([{ actor: ada.user.id }]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it("is refused for an invalid time, for a running or closed entry, and for another person's entry", async () => {
    const ada = await forgetful();
    const refusal = async (changes: object, by: Person = ada) => {
      const { code, fields } = await by.client.refusal('stateLeaving', said(ada.entryId, changes));
      return fields?.['time'] ?? code;
    };
    expect(await refusal({ day: '2026-11-18', time: '10:01' })).toBe('The time must not be in the future');
    await ada.client.ask('clockIn', punch());
    server.clock.set('2026-11-18T11:00:00.000Z');
    expect(await refusal({ day: '2026-11-18', time: '10:01' })).toBe(
      'The time must not be after you clocked in again, Nov 18, 2026, 10:00',
    );
    expect(await refusal({ time: '08:59' })).toBe(
      'The time must not be before the last punch, Nov 17, 2026, 09:00',
    );
    const running = (await entriesOf(ada))[0]?.id;
    expect(await refusal({ entryId: running, day: '2026-11-18', time: '10:30' })).toBe('entry_still_running');
    expect(await refusal({}, await makeEmployee(server))).toBe('entry_not_found');
    await ada.client.ask('stateLeaving', said(ada.entryId));
    expect(await refusal({})).toBe('entry_already_closed');
  });

  it('when an admin closes the entry at the same time, the first wins; a repeat gets the same answer', async () => {
    const ada = await forgetful();
    const statement = said(ada.entryId);
    const closing = { entryId: ada.entryId, day: '2026-11-17', time: '17:30', reason: 'Left early' };
    const answers = await Promise.all([
      ada.client.call('stateLeaving', statement),
      ada.client.at(elsewhere.url).call('stateLeaving', statement),
      admin.client.call('closeEntry', closing),
    ]);
    const [one, same, other] = answers.map(({ status }) => status);
    expect([one, other].toSorted()).toEqual([200, 409]);
    expect(same).toBe(one);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});

describe('an admin', () => {
  it('can close an entry that was set aside, up to the clock-in that set it aside', async () => {
    const ada = await forgetful();
    await ada.client.ask('clockIn', punch());
    server.clock.set('2026-11-18T11:00:00.000Z');
    const close = { entryId: ada.entryId, day: '2026-11-18', time: '10:30', reason: 'Told me' };
    expect(await admin.client.refusal('closeEntry', close)).toMatchObject({
      fields: { time: 'The time must not be after they clocked in again, Nov 18, 2026, 10:00' },
    });
    const { entry } = await admin.client.ask('closeEntry', { ...close, day: '2026-11-17', time: '18:00' });
    expect(entry.closedBy).toEqual({
      name: 'Grace Hopper',
      reason: 'Told me',
      at: '2026-11-18T11:00:00.000Z',
    });
  });

  it('cannot approve an earlier request that no longer fits the stated end', async () => {
    const ada = await makeEmployee(server);
    const { entry } = await ada.client.ask('clockIn', punch());
    server.clock.set('2026-11-17T13:00:00.000Z');
    const wall = (time: string) => ({ day: '2026-11-17', time });
    const { correction } = await ada.client.ask('askCorrection', {
      ...punch(),
      day: '2026-11-17',
      reason: 'I came at noon',
      changes: [
        {
          entryId: entry.id,
          old: { clockIn: entry.clockIn, clockOut: null, breaks: [] },
          new: { clockIn: wall('12:00'), clockOut: null, breaks: [] },
        },
      ],
    });
    server.clock.set('2026-11-18T10:00:00.000Z');
    await ada.client.ask('stateLeaving', said(entry.id, { time: '11:00' }));
    const { id, version } = correction;
    const agreement = { ...punch(), action: 'agree', corrections: [{ id, version }] } as const;
    expect(await admin.client.refusal('decideCorrections', agreement)).toMatchObject({
      code: 'correction_end_before_begin',
    });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('cannot make an entry that was set aside run again with a longer night shift', async () => {
    const ada = await makeEmployee(server);
    const { entry } = await ada.client.ask('clockIn', punch());
    server.clock.set('2026-11-18T02:00:00.000Z');
    await ada.client.ask('clockIn', punch());
    await changeSettings(server, { night_shift_hours: 20 });
    expect((await asked(ada))?.entry.id).toBe(entry.id);
    await changeSettings(server, { night_shift_hours: 16 });
  });
});
