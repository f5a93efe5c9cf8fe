/** Lateness, midnight and summer time, in zones that reveal mistakes. */
import { saltedDigest } from '#server/ledger/entry';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSettings, makeAdmin, makeEmployee, requestId, startTestServer } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer();

/** Clocks a new employee in at an instant. */
async function clockInAt(instant: string) {
  server.clock.set(Date.parse(instant) - 3_600_000);
  const person = await makeEmployee(server);
  server.clock.set(instant);
  return { ...person, outcome: await person.client.ask('clockIn', { requestId: requestId() }) };
}

describe('in Asia/Kathmandu, 5:45 ahead of UTC', () => {
  beforeAll(() => changeSettings(server, { time_zone: 'Asia/Kathmandu' }));

  it.each([
    ['2026-11-20T03:15:00.000Z', '09:00', 0],
    ['2026-11-20T03:20:59.999Z', '09:05', 0],
    ['2026-11-20T03:21:30.000Z', '09:06', 1],
    ['2026-11-20T07:00:00.000Z', '12:45', 220],
  ])('a clock-in at %s is at %s local time, %i minutes late', async (instant, time, minutes) => {
    const { outcome } = await clockInAt(instant);
    expect(outcome.lateness).toEqual({ late: minutes > 0, minutes });
    expect(outcome.message).toBe(
      minutes > 0
        ? `Clock-in successful at ${time} (${minutes} min late)`
        : `Clock-in successful at ${time} - You're on time!`,
    );
  });

  it('the day begins at 18:15 UTC, and the next clock-in is the first of a new day', async () => {
    const { client } = await clockInAt('2026-11-19T18:10:00.000Z');
    server.clock.set('2026-11-19T18:14:59.999Z');
    await client.ask('clockOut', { requestId: requestId() });
    server.clock.set('2026-11-19T18:15:00.000Z');
    expect((await client.ask('clockIn', { requestId: requestId() })).lateness).toEqual({
      late: false,
      minutes: 0,
    });
    const { calendar } = await client.ask('clock', {});
    expect(calendar.today).toBe('2026-11-20');
    const { entries } = await client.ask('myTimeEntries', { from: '2026-11-19', to: '2026-11-19' });
    expect(entries.map(({ clockIn }) => clockIn)).toEqual(['2026-11-19T18:10:00.000Z']);
  });

  it('an entry of an earlier day without an end stays on the board, and its employee can clock out', async () => {
    const { client, user } = await clockInAt('2026-11-16T03:15:00.000Z');
    const admin = await makeAdmin(server);
    server.clock.set('2026-11-20T06:00:00.000Z');
    expect((await client.ask('clock', {})).entries.at(-1)).toMatchObject({
      clockIn: '2026-11-16T03:15:00.000Z',
      clockOut: null,
    });
    server.clock.set('2026-12-20T06:00:00.000Z');
    await client.ask('signIn', { email: user.email, password: 'correct horse' });
    expect((await client.ask('clock', {})).entries).toHaveLength(1);
    await admin.client.ask('signIn', { email: admin.email, password: admin.password });
    expect((await admin.client.ask('monitoring', {})).entries.map(({ userId }) => userId)).toContain(user.id);
    expect((await client.ask('clockOut', { requestId: requestId() })).entry.clockOut).toBe(
      '2026-12-20T06:00:00.000Z',
    );
  });
});

describe('in Europe/Berlin, around summer time', () => {
  beforeAll(() => changeSettings(server, { time_zone: 'Europe/Berlin' }));

  it('the calendar contains days of 23 and 25 hours', async () => {
    const { client } = await clockInAt('2027-03-28T07:00:00.000Z');
    const { calendar } = await client.ask('myTimeEntries', { from: '2027-03-27', to: '2027-03-29' });
    expect(calendar.days.map(({ start, end }) => (end - start) / 3_600_000)).toEqual([24, 23, 24]);
    expect(calendar.days[1]?.shifts).toEqual([{ at: Date.parse('2027-03-28T01:00:00Z'), minutes: 60 }]);
  });
});

describe('in Africa/Cairo, whose clocks change on workdays', () => {
  it('lateness follows the wall clock on days of 23 and 25 hours', async () => {
    await changeSettings(server, { time_zone: 'Africa/Cairo' });
    expect((await clockInAt('2027-04-30T06:06:00.000Z')).outcome.lateness).toEqual({
      late: true,
      minutes: 1,
    });
    expect((await clockInAt('2027-10-28T06:05:00.000Z')).outcome.lateness).toEqual({
      late: false,
      minutes: 0,
    });
  });
});

describe('the settings of a punch', () => {
  it('flexible hours make nobody late', async () => {
    await changeSettings(server, { time_zone: 'UTC', allow_flexible_hours: true });
    expect((await clockInAt('2027-05-04T11:00:00.000Z')).outcome.lateness).toEqual({
      late: false,
      minutes: 0,
    });
    await changeSettings(server, { allow_flexible_hours: false });
  });

  it('a location with an unlikely time or accuracy is stored unchanged', async () => {
    const location = { latitude: 27.7, longitude: 85.3, timestamp: '2028-05-05T09:00:00Z', accuracy: 50_000 };
    const { client } = await makeEmployee(server);
    const { entry } = await client.ask('clockIn', { requestId: requestId(), location });
    expect(JSON.parse(entry.location ?? '')).toMatchObject({
      timestamp: '2028-05-05T09:00:00.000Z',
      accuracy: 50_000,
    });
  });

  it('no location is stored without location tracking, even when the browser sends one', async () => {
    const location = { latitude: 27.7, longitude: 85.3, timestamp: '2027-05-05T09:00:00Z' };
    const { client } = await clockInAt('2027-05-05T08:00:00.000Z');
    await client.ask('clockOut', { requestId: requestId() });
    const tracked = await client.ask('clockIn', { requestId: requestId(), location });
    expect(JSON.parse(tracked.entry.location ?? '{}')).toEqual({
      latitude: 27.7,
      longitude: 85.3,
      timestamp: '2027-05-05T09:00:00.000Z',
    });
    expect(tracked.message).toMatch(/📍$/u);
    await client.ask('clockOut', { requestId: requestId() });
    await changeSettings(server, { require_location_tracking: false });
    const untracked = await client.ask('clockIn', { requestId: requestId(), location });
    expect(untracked.entry).not.toHaveProperty('location');
    expect(untracked.message).not.toContain('📍');
  });
});

describe('the IP address of a punch', () => {
  it("is the one that the server saw, or 'unknown' if the browser's look-up failed", async () => {
    const { client } = await makeEmployee(server);
    expect(
      (await client.ask('clockIn', { requestId: requestId(), ipAddress: '203.0.113.7' })).entry.ipAddress,
    ).toBe('127.0.0.1');
    await client.ask('clockOut', { requestId: requestId() });
    expect(
      (await client.ask('clockIn', { requestId: requestId(), ipAddress: 'unknown' })).entry.ipAddress,
    ).toBe('unknown');
  });

  it('is stored next to the one the server saw, which is on the ledger as a digest', async () => {
    const { client, user } = await makeEmployee(server);
    const { entry } = await client.ask('clockIn', { requestId: requestId(), ipAddress: 'unknown' });
    expect(entry).toMatchObject({ ipAddress: 'unknown', seenAddress: '127.0.0.1' });
    const admin = await makeAdmin(server);
    const { rows: listed } = await admin.client.ask('timeEntries', { userId: user.id });
    expect(listed[0]?.entry.seenAddress).toBe('127.0.0.1');
    const stored = `SELECT body, d.salt FROM ledger l JOIN time_entry_detail d ON d.entry_id = $1
      WHERE l.chain = $2 AND l.kind = 'clock_in'`;
    const { rows } = await server.test.owner.query(stored, [entry.id, user.id]);
    expect(JSON.parse(rows[0].body).data.digests.seenAddress).toBe(saltedDigest(rows[0].salt, '127.0.0.1'));
    expect(rows[0].body).not.toContain('127.0.0.1');
    const altered = async () =>
      (await ledgerFaults(server.test.owner)).filter((fault) =>
        JSON.stringify(fault).includes('seen_address'),
      ).length;
    await server.test.owner.query(
      `UPDATE time_entry_detail SET seen_address = '203.0.113.9' WHERE entry_id = $1`,
      [entry.id],
    );
    expect(await altered()).toBe(1);
    await server.test.owner.query(
      `UPDATE time_entry_detail SET seen_address = '127.0.0.1' WHERE entry_id = $1`,
      [entry.id],
    );
    expect(await altered()).toBe(0);
  });

  it('comes from the look-up service if IP_LOOKUP_URL is set', async () => {
    const asking = await startTestServer({
      on: server.test,
      clock: server.clock,
      config: { ipLookupUrl: 'https://ip.example.com/?format=json' },
    });
    const { client } = await makeEmployee(asking);
    expect(
      (await client.ask('clockIn', { requestId: requestId(), ipAddress: '203.0.113.7' })).entry.ipAddress,
    ).toBe('203.0.113.7');
    await client.ask('clockOut', { requestId: requestId() });
    expect((await client.ask('clockIn', { requestId: requestId() })).entry.ipAddress).toBe('unknown');
    expect((await client.ask('clock', {})).ipLookupUrl).toBe('https://ip.example.com/?format=json');
    const policy = (await client.fetch('/api/session')).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https://ip.example.com");
    await asking.stop();
  });
});
