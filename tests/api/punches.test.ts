import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerFaults } from '#tests/support/ledger-faults';
import {
  makeAdmin,
  makeEmployee,
  requestId,
  startTestServer,
  TestClock,
  timeAfter,
  type Person,
} from '#tests/make';
import { setUpServer } from '#tests/set-up';

let ada: Person;

// The clock starts at the first punch, so there is no warning about a clock that went back.
const server = setUpServer({ clock: new TestClock('2026-11-20T08:58:00.000Z') });
beforeEach(async () => {
  server.clock.set('2026-11-20T08:58:00.000Z');
  ada = await makeEmployee(server, { name: 'Ada Lovelace' });
});

const entryCount = async (): Promise<number> => {
  const { rows } = await server.test.owner.query(
    'SELECT count(*)::int AS n FROM counted_entry WHERE user_id = $1',
    [ada.user.id],
  );
  return rows[0].n;
};

describe('a working day', () => {
  it('has a clock-in, a break and a clock-out, each stamped by the server', async () => {
    const { client } = ada;
    const came = await client.ask('clockIn', { requestId: requestId(), notes: 'Client visit' });
    expect(came).toMatchObject({
      at: '2026-11-20T08:58:00.000Z',
      message: "Clock-in successful at 08:58 - You're on time!",
      lateness: { late: false, minutes: 0 },
      warnings: [],
    });
    expect(came.entry).toMatchObject({
      userId: ada.user.id,
      clockOut: null,
      break: null,
      notes: 'Client visit',
    });
    server.clock.set('2026-11-20T12:00:00.000Z');
    const paused = await client.ask('startBreak', { requestId: requestId() });
    expect(paused.entry.break).toEqual([{ start: '2026-11-20T12:00:00.000Z' }]);
    server.clock.set('2026-11-20T12:30:00.000Z');
    const back = await client.ask('endBreak', { requestId: requestId() });
    expect(back.entry.break).toEqual([
      { start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:30:00.000Z' },
    ]);
    server.clock.set('2026-11-20T17:00:00.000Z');
    const left = await client.ask('clockOut', { requestId: requestId() });
    expect(left.message).toBe('Clocked-out successful');
    expect(left.entry).toMatchObject({
      id: came.entry.id,
      clockOut: '2026-11-20T17:00:00.000Z',
      notes: 'Client visit',
    });

    const { entries, calendar } = await client.ask('clock', {});
    expect(entries).toEqual([left.entry]);
    expect(calendar.today).toBe('2026-11-20');
    expect(calendar.days[0]?.day).toBe('2026-11-01');
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('each punch writes one notification: late_arrival replaces clock_in, overtime replaces clock_out', async () => {
    const admin = await makeAdmin(server);
    server.clock.set('2026-11-20T09:12:30.000Z');
    const came = await ada.client.ask('clockIn', { requestId: requestId() });
    expect(came).toMatchObject({
      message: 'Clock-in successful at 09:12 (7 min late)',
      lateness: { late: true, minutes: 7 },
    });
    server.clock.set('2026-11-20T12:00:00.000Z');
    await ada.client.ask('startBreak', { requestId: requestId() });
    server.clock.set('2026-11-20T13:05:00.000Z');
    await ada.client.ask('endBreak', { requestId: requestId() });
    server.clock.set('2026-11-20T18:30:00.000Z');
    await ada.client.ask('clockOut', { requestId: requestId() });
    const { notifications } = await admin.client.ask('activity', { userId: ada.user.id });
    const own = notifications.filter(
      ({ userId, type }) => userId === ada.user.id && type !== 'employee_registered',
    );
    expect(own.map(({ type, severity }) => [type, severity])).toEqual([
      ['overtime', 'warning'],
      ['break_end', 'warning'],
      ['break_start', 'info'],
      ['late_arrival', 'warning'],
    ]);
  });

  it('only the first clock-in of a day can be late', async () => {
    await ada.client.ask('clockIn', { requestId: requestId() });
    server.clock.set('2026-11-20T12:00:00.000Z');
    await ada.client.ask('clockOut', { requestId: requestId() });
    server.clock.set('2026-11-20T13:00:00.000Z');
    const again = await ada.client.ask('clockIn', { requestId: requestId() });
    expect(again.lateness).toBeNull();
    expect(again.message).toContain('Clock-in successful at 13:00');
  });

  it('work on a weekend shows a warning and is recorded', async () => {
    server.clock.set('2026-11-21T10:00:00.000Z');
    const { warnings, lateness, message } = await ada.client.ask('clockIn', { requestId: requestId() });
    expect(warnings).toEqual(['Weekend work is not allowed by the current settings.']);
    expect(lateness).toEqual({ late: false, minutes: 0 });
    expect(message).toContain("You're on time!");
  });
});

describe('a punch that does not fit the status', () => {
  it('is refused with the current state, and nothing changes', async () => {
    const { client } = ada;
    for (const name of ['startBreak', 'endBreak', 'clockOut'] as const)
      expect(await client.refusal(name, { requestId: requestId() })).toMatchObject({
        status: 409,
        code: 'not_clocked_in',
      });
    await client.ask('clockIn', { requestId: requestId() });
    expect(await client.refusal('clockIn', { requestId: requestId() })).toMatchObject({
      status: 409,
      code: 'already_clocked_in',
    });
    expect(await client.refusal('endBreak', { requestId: requestId() })).toMatchObject({
      status: 409,
      code: 'not_on_break',
    });
    await client.ask('startBreak', { requestId: requestId() });
    expect(await client.refusal('startBreak', { requestId: requestId() })).toMatchObject({
      status: 409,
      code: 'on_break',
    });
    expect(await client.refusal('clockOut', { requestId: requestId() })).toMatchObject({
      status: 409,
      code: 'on_break',
    });
    expect(await entryCount()).toBe(1);
  });
});

describe('request ids', () => {
  it('a retry with the same request id gets exactly the same answer', async () => {
    const input = { requestId: requestId(), notes: 'once' };
    const first = await ada.client.call('clockIn', input);
    server.clock.advanceMinutes(3);
    const second = await ada.client.call('clockIn', input);
    expect(first.ok && second.ok && second.text === first.text).toBe(true);
    expect(await entryCount()).toBe(1);
  });

  it('many requests at once with the same id make one punch', async () => {
    const input = { requestId: requestId() };
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.client.call('clockIn', input)));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.text : answer.problem.code))).size).toBe(1);
    expect(await entryCount()).toBe(1);
  });

  it('a request id that is reused for another request is refused', async () => {
    const id = requestId();
    await ada.client.ask('clockIn', { requestId: id, notes: 'one' });
    expect(await ada.client.refusal('clockIn', { requestId: id, notes: 'two' })).toMatchObject({
      status: 422,
      code: 'request_id_reused',
    });
    expect(await ada.client.refusal('clockOut', { requestId: id })).toMatchObject({
      status: 422,
      code: 'request_id_reused',
    });
  });

  it('a request id of another person has no effect', async () => {
    const id = requestId();
    const other = await makeEmployee(server);
    const one = await ada.client.ask('clockIn', { requestId: id });
    const two = await other.client.ask('clockIn', { requestId: id });
    expect(two.entry.userId).toBe(other.user.id);
    expect(two.entry.id).not.toBe(one.entry.id);
  });
});

describe('punches of one person', () => {
  it('are limited per hour, and a repeated request id does not count', async () => {
    const few = await startTestServer({ on: server.test, config: { punchesPerHour: 3 } });
    const [own, other] = [(await makeEmployee(few)).client, (await makeEmployee(few)).client];
    const first = { requestId: requestId() };
    for (let round = 0; round < 5; round += 1) await own.ask('clockIn', first);
    await own.ask('startBreak', { requestId: requestId() });
    await own.ask('endBreak', { requestId: requestId() });
    few.clock.advanceMinutes(0.5);
    const refused = await own.call('clockOut', { requestId: requestId() });
    expect(refused).toMatchObject({ ok: false, status: 429, problem: { code: 'punches_too_many' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_000);
    expect(refused.ok ? '' : refused.problem.message).toBe(
      `Too many punches in an hour. You can punch again from ${timeAfter(few, seconds)}.`,
    );
    await own.ask('clockIn', first);
    await other.ask('clockIn', { requestId: requestId() });
    await few.stop();
  });

  it('are not limited by PUNCHES_PER_HOUR=0', async () => {
    const free = await startTestServer({ on: server.test, config: { punchesPerHour: 0 } });
    const own = ada.client.at(free.url);
    for (let round = 0; round < 61; round += 1) {
      await own.ask('clockIn', { requestId: requestId() });
      await own.ask('clockOut', { requestId: requestId() });
    }
    await free.stop();
  });
});

describe('invalid fields of a punch', () => {
  it.each([
    { clockIn: '2020-01-01T00:00:00.000Z' },
    { userId: '00000000-0000-4000-8000-000000000009' },
    { role: 'admin' },
    { isActive: false },
    { createdAt: 1 },
    { notes: 'x'.repeat(501) },
    { notes: 'nul\u0000' },
    { notes: ['a'] },
    { location: { latitude: 91, longitude: 0, timestamp: '2026-11-20T09:00:00Z' } },
    { ipAddress: 'localhost' },
  ])('%o is refused, and nothing changes', async (forged) => {
    expect(await ada.client.refusal('clockIn', { requestId: requestId(), ...forged })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    expect(await entryCount()).toBe(0);
  });

  it('notes that are too long are refused in the words of the specification', async () => {
    const { message, fields } = await ada.client.refusal('clockIn', {
      requestId: requestId(),
      notes: 'x'.repeat(501),
    });
    expect(message).toBe('Notes must be less than 500 characters');
    expect(fields).toEqual({ notes: 'Notes must be less than 500 characters' });
  });
});

describe('a server clock that goes back', () => {
  it('a new entry starts no earlier than the previous one ended', async () => {
    const at = async (route: 'clockIn' | 'clockOut', time: string) => {
      server.clock.set(`2026-11-20T${time}:00.000Z`);
      return (await ada.client.ask(route, { requestId: requestId() })).at.slice(11, 16);
    };
    // Two entries start at one instant. The next one must start after the end of the longer one.
    expect(await at('clockIn', '09:00')).toBe('09:00');
    expect(await at('clockOut', '09:00')).toBe('09:00');
    expect(await at('clockIn', '09:00')).toBe('09:00');
    expect(await at('clockOut', '10:00')).toBe('10:00');
    for (const _ of [1, 2, 3]) {
      expect(await at('clockIn', '09:30')).toBe('10:00');
      expect(await at('clockOut', '09:31')).toBe('10:00');
    }
    expect(await at('clockIn', '10:05')).toBe('10:05');
  });

  it('never makes a negative duration', async () => {
    server.clock.set('2026-11-20T12:00:00.000Z');
    await ada.client.ask('clockIn', { requestId: requestId() });
    await ada.client.ask('startBreak', { requestId: requestId() });
    server.clock.set('2026-11-20T11:30:00.000Z');
    const back = await ada.client.ask('endBreak', { requestId: requestId() });
    expect(back.entry.break).toEqual([
      { start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:00:00.000Z' },
    ]);
    const left = await ada.client.ask('clockOut', { requestId: requestId() });
    expect(left.entry.clockOut).toBe('2026-11-20T12:00:00.000Z');
    expect((await ada.client.ask('clockIn', { requestId: requestId() })).entry.clockIn).toBe(
      '2026-11-20T12:00:00.000Z',
    );
  });
});
