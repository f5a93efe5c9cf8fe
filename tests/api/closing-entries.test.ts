/** An admin closes an entry that was left open. */
import { beforeEach, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { changeSettings, makeEmployee, requestId, TestClock, type Person } from '#tests/make';
import { setUpAdmin, setUpServer, setUpServerBeside } from '#tests/set-up';

const MORNING = '2026-11-19T09:00:00.000Z';
/** Starts at the tests' time: housekeeping of a later one would delete what is issued then. */
const server = setUpServer({ clock: new TestClock(MORNING) });
const elsewhere = setUpServerBeside(server);
const admin = setUpAdmin(server, { name: 'Grace Hopper' });
beforeEach(() => server.clock.set(MORNING));

/** Clocked in on Thursday at 09:00; now it is Friday, 10:00. */
async function leftOpen(
  before: (person: Person) => Promise<unknown> = async () => undefined,
): Promise<Person & { entryId: string }> {
  const person = await makeEmployee(server, { name: 'Ada Lovelace' });
  const { entry } = await person.client.ask('clockIn', { requestId: requestId(), notes: 'Early' });
  await before(person);
  server.clock.set('2026-11-20T10:00:00.000Z');
  return { ...person, entryId: entry.id };
}
const closing = (entryId: string, changes: object = {}) => ({
  entryId,
  day: '2026-11-19',
  time: '17:30',
  reason: 'Forgot to clock out',
  ...changes,
});

describe('closing an open entry', () => {
  it('the entry ends at the time the admin gives, and the employee sees the time, the reason and the admin', async () => {
    const { client, entryId } = await leftOpen();
    const { entry } = await admin.client.ask('closeEntry', closing(entryId));
    expect(entry).toMatchObject({
      clockOut: '2026-11-19T17:30:00.000Z',
      notes: 'Early',
      closedBy: { name: 'Grace Hopper', reason: 'Forgot to clock out', at: '2026-11-20T10:00:00.000Z' },
    });
    expect((await client.ask('clock', {})).entries.find(({ id }) => id === entryId)).toEqual(entry);
    expect((await client.ask('myTimeEntries', { from: '2026-11-19', to: '2026-11-19' })).entries).toEqual([
      entry,
    ]);
    expect((await client.call('clockIn', { requestId: requestId() })).status).toBe(200);
  });

  it('one commit holds the entry, the ledger row and the notification', async () => {
    const { user, entryId } = await leftOpen();
    await admin.client.ask('closeEntry', closing(entryId));
    const { rows } = await server.test.owner.query(
      `SELECT actor, body::jsonb -> 'data' AS data FROM ledger WHERE chain = $1 AND kind = 'entry_closed'`,
      [user.id],
    );
    expect(rows).toEqual([
      {
        actor: admin.user.id,
        data: expect.objectContaining({
          entry: entryId,
          digests: { reason: expect.stringMatching(/^[0-9a-f]{64}$/) },
          changes: {
            clockOut: { from: null, to: '2026-11-19T17:30:00.000Z' },
            breaks: { from: [], to: [] },
          },
        }),
      },
    ]);
    const { notifications } = await admin.client.ask('activity', { userId: user.id });
    expect(notifications.find(({ userId }) => userId === user.id)).toMatchObject({
      type: 'overtime',
      severity: 'warning',
      message: 'Grace Hopper clocked Ada Lovelace out after 8.5 h (overtime)',
    });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('the employee and the admins see the closed entry live', async () => {
    const { client, entryId } = await leftOpen();
    const streams = await Promise.all([client.live(), admin.client.live()]);
    await Promise.all(streams.map((stream) => stream.hello()));
    await admin.client.ask('closeEntry', closing(entryId));
    await Promise.all(
      streams.map((stream) =>
        stream.until(({ changes }) =>
          changes.some(
            ({ kind, entry }) => kind === 'entry_closed' && entry?.closedBy?.name === 'Grace Hopper',
          ),
        ),
      ),
    );
    for (const stream of streams) stream.close();
  });

  it('closing an entry also ends its open break', async () => {
    const { entryId } = await leftOpen(async ({ client }) => {
      server.clock.set('2026-11-19T12:00:00.000Z');
      await client.ask('startBreak', { requestId: requestId() });
    });
    const { entry } = await admin.client.ask('closeEntry', closing(entryId, { time: '12:20' }));
    expect(entry).toMatchObject({
      clockOut: '2026-11-19T12:20:00.000Z',
      break: [{ start: '2026-11-19T12:00:00.000Z', end: '2026-11-19T12:20:00.000Z' }],
    });
  });

  it('the minute of the last punch means the time of that punch', async () => {
    server.clock.set('2026-11-19T09:00:40.000Z');
    const { entryId } = await leftOpen();
    expect((await admin.client.ask('closeEntry', closing(entryId, { time: '09:00' }))).entry.clockOut).toBe(
      '2026-11-19T09:00:40.000Z',
    );
  });

  it.each([
    [
      'before the clock-in',
      { time: '08:59' },
      'time',
      'The time must not be before the last punch, Nov 19, 2026, 09:00',
    ],
    ['in the future', { day: '2026-11-20', time: '10:01' }, 'time', 'The time must not be in the future'],
    ['in year 0', { day: '0000-01-01' }, 'day', 'This date is out of range'],
    ['on a day that does not exist', { day: '2026-11-31' }, 'day', 'This date does not exist'],
    ['without a time', { time: '' }, 'time', 'Enter the time they left'],
    ['at 24:00', { time: '24:00' }, 'time', 'Invalid time format: "24:00". Expected HH:mm format'],
    ['without a reason', { reason: '  ' }, 'reason', 'Enter a reason'],
    [
      'with a reason of 501 characters',
      { reason: 'x'.repeat(501) },
      'reason',
      'Reason must be at most 500 characters',
    ],
    [
      'with half a character in the reason',
      { reason: 'Forgot \ud83d' },
      'reason',
      'This has a character that cannot be stored.',
    ],
    ['in the name of another admin', { closedBy: 'me' }, 'closedBy', 'This cannot be set.'],
  ])('closing is refused %s, and nothing changes', async (_what, changes, field, message) => {
    const { client, entryId } = await leftOpen();
    expect(await admin.client.refusal('closeEntry', closing(entryId, changes))).toMatchObject({
      status: 400,
      fields: { [field]: message },
    });
    expect((await client.ask('clock', {})).entries[0]?.clockOut).toBeNull();
  });

  it('an admin can close an entry of today only after its employee is deactivated', async () => {
    const { client, user } = await makeEmployee(server);
    const { entry } = await client.ask('clockIn', { requestId: requestId() });
    server.clock.advanceMinutes(60);
    expect(await admin.client.refusal('closeEntry', closing(entry.id, { time: '09:30' }))).toMatchObject({
      status: 409,
      code: 'entry_still_running',
    });
    await setActive(server.test.database, server.clock.now(), admin.user.id, user.id, false);
    expect((await admin.client.ask('closeEntry', closing(entry.id, { time: '09:30' }))).entry.clockOut).toBe(
      '2026-11-19T09:30:00.000Z',
    );
  });

  it('closing is refused for an entry that is already closed or does not exist', async () => {
    const { entryId } = await leftOpen();
    await admin.client.ask('closeEntry', closing(entryId));
    expect(await admin.client.refusal('closeEntry', closing(entryId))).toMatchObject({
      status: 409,
      code: 'entry_already_closed',
    });
    expect(await admin.client.refusal('closeEntry', closing(requestId()))).toMatchObject({ status: 404 });
  });

  it('when an admin and the employee end an entry at once, one wins and the other is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      server.clock.set('2026-11-19T09:00:00.000Z');
      const { client, user, entryId } = await leftOpen();
      const [closed, left] = await Promise.all([
        admin.client.call('closeEntry', closing(entryId)),
        client.at(elsewhere.url).call('clockOut', { requestId: requestId() }),
      ]);
      expect([closed.status, left.status].toSorted()).toEqual([200, 409]);
      const { rows } = await server.test.owner.query<{ kind: string }>(
        'SELECT kind FROM ledger WHERE chain = $1 ORDER BY n',
        [user.id],
      );
      expect(rows.map(({ kind }) => kind)).toEqual([
        'employee_registered',
        'clock_in',
        closed.ok ? 'entry_closed' : 'clock_out',
      ]);
    }
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});

describe('a running night shift', () => {
  it('an admin cannot close it, and the board shows the earlier entries of that day', async () => {
    const { client, user } = await makeEmployee(server, { name: 'Grace Night' });
    const { entry: morning } = await client.ask('clockIn', { requestId: requestId() });
    server.clock.set('2026-11-19T12:00:00.000Z');
    await client.ask('clockOut', { requestId: requestId() });
    server.clock.set('2026-11-19T20:00:40.000Z');
    const { entry: night } = await client.ask('clockIn', { requestId: requestId() });
    server.clock.set('2026-11-20T02:00:00.000Z');
    const known = async () =>
      (await admin.client.ask('monitoring', {})).entries
        .filter(({ userId }) => userId === user.id)
        .map(({ id }) => id);
    expect(await known()).toEqual([night.id, morning.id]);
    const early = closing(night.id, { day: '2026-11-20', time: '01:00' });
    expect(await admin.client.refusal('closeEntry', early)).toMatchObject({ code: 'entry_still_running' });
    server.clock.set('2026-11-20T11:59:59.000Z');
    expect(await admin.client.refusal('closeEntry', early)).toMatchObject({ code: 'entry_still_running' });
    // From this minute on the board shows it as left open.
    server.clock.set('2026-11-20T12:00:10.000Z');
    expect((await admin.client.ask('closeEntry', early)).entry.clockOut).toBe('2026-11-20T01:00:00.000Z');
  });
});

describe('a time that occurs twice when the clocks go back', () => {
  it('means the first one, unless the admin chooses the second', async () => {
    await changeSettings(server, { time_zone: 'Europe/Berlin' });
    for (const [which, clockOut] of [
      [{}, '2026-10-25T00:50:00.000Z'],
      [{ which: 'first' }, '2026-10-25T00:50:00.000Z'],
      [{ which: 'second' }, '2026-10-25T01:50:00.000Z'],
    ] as const) {
      server.clock.set('2026-10-24T20:00:00.000Z');
      const { client } = await makeEmployee(server);
      const { entry } = await client.ask('clockIn', { requestId: requestId() });
      server.clock.set('2026-10-26T09:00:00.000Z');
      await admin.client.ask('signIn', { email: admin.email, password: admin.password });
      const given = closing(entry.id, { day: '2026-10-25', time: '02:50', ...which });
      expect((await admin.client.ask('closeEntry', given)).entry.clockOut).toBe(clockOut);
    }
    await changeSettings(server, { time_zone: 'UTC' });
  });
});

describe('a time that does not exist when the clocks go forward', () => {
  it('is refused', async () => {
    await changeSettings(server, { time_zone: 'Europe/Berlin' });
    const { entryId } = await leftOpen();
    await admin.client.ask('signIn', { email: admin.email, password: admin.password });
    const spring = { day: '2026-03-29', time: '02:30' };
    expect(await admin.client.refusal('closeEntry', closing(entryId, spring))).toMatchObject({
      status: 400,
      fields: { time: 'That time did not exist that night' },
    });
    await changeSettings(server, { time_zone: 'UTC' });
  });
});
