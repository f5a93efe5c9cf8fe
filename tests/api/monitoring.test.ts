import { beforeAll, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { makeAdmin, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';

let admin: Person;
let inTime: Person;
let late: Person;
let gone: Person;

const server = setUpServer();
beforeAll(async () => {
  server.clock.set('2026-11-20T08:30:00.000Z');
  admin = await makeAdmin(server);
  inTime = await makeEmployee(server, { name: 'Ada' });
  late = await makeEmployee(server, { name: 'Björn' });
  gone = await makeEmployee(server, { name: 'Carla' });
  await inTime.client.ask('clockIn', {
    requestId: requestId(),
    notes: 'early bird',
    location: { latitude: 1, longitude: 2, timestamp: '2026-11-20T08:30:00Z' },
  });
  await gone.client.ask('clockIn', { requestId: requestId() });
  server.clock.set('2026-11-20T09:30:00.000Z');
  await late.client.ask('clockIn', { requestId: requestId() });
  await setActive(server.test.database, server.clock.now(), admin.user.id, gone.user.id, false);
});

describe('the monitoring view', () => {
  it('shows only active employees and their entries of today', async () => {
    const view = await admin.client.ask('monitoring', {});
    expect(view.employees.map(({ name }) => name)).toEqual(['Ada', 'Björn']);
    expect(view.entries.filter(({ userId }) => userId !== gone.user.id).map(({ userId }) => userId)).toEqual([
      late.user.id,
      inTime.user.id,
    ]);
    expect(view.employees[0]).toEqual({
      id: inTime.user.id,
      name: 'Ada',
      employeeId: expect.stringMatching(/^NXBI-/),
      department: 'Business Studio',
      hub: 'Core operations hub',
      isActive: true,
      createdAt: '2026-11-20T08:30:00.000Z',
    });
    expect(view.now).toBe('2026-11-20T09:30:00.000Z');
    expect(view.settings).toMatchObject({
      id: 'app-config',
      theme: 'light',
      workStartTime: '09:00',
      requireLocationTracking: true,
      timeZone: 'UTC',
    });
  });

  it('counts warnings as alerts, such as a late arrival and a deactivation', async () => {
    const { notifications, alertsToday } = await admin.client.ask('monitoring', {});
    expect(alertsToday).toBe(2);
    expect(notifications.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['employee_deactivated', 'late_arrival', 'clock_in', 'employee_registered']),
    );
    const arrival = notifications.find(
      ({ userId, type }) => userId === inTime.user.id && type === 'clock_in',
    );
    expect(arrival?.metadata).toEqual({ hasLocation: true, ipAddress: '127.0.0.1', notes: 'early bird' });
  });

  it('drops notifications after 24 hours, and the activity feed keeps them', async () => {
    server.clock.set('2026-11-21T09:00:00.000Z');
    const { notifications, alertsToday } = await admin.client.ask('monitoring', {});
    expect(notifications.map(({ type }) => type).toSorted()).toEqual([
      'employee_deactivated',
      'late_arrival',
    ]);
    expect(alertsToday).toBe(0);
    expect((await admin.client.ask('activity', {})).notifications).toHaveLength(7);
    expect(
      (await admin.client.ask('activity', { limit: 2 })).notifications.map(({ timestamp }) => timestamp),
    ).toEqual(['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00.000Z']);
  });

  it('shows when somebody joined only on the day they joined', async () => {
    const { employees } = await admin.client.ask('monitoring', {});
    expect(employees.map(({ createdAt }) => createdAt)).toEqual([undefined, undefined]);
  });

  it('shows a person who is still clocked in on the next day too', async () => {
    const { entries, employees } = await admin.client.ask('monitoring', {});
    expect(entries.filter(({ userId }) => employees.some(({ id }) => id === userId))).toHaveLength(2);
  });

  it('shows the open entry of a deactivated employee with its name', async () => {
    const { entries, former } = await admin.client.ask('monitoring', {});
    expect(former).toEqual([expect.objectContaining({ id: gone.user.id, name: 'Carla', isActive: false })]);
    expect(entries.find(({ userId }) => userId === gone.user.id)).toMatchObject({ clockOut: null });
  });

  it('shows an entry that began yesterday and ended today, and drops it on the next day', async () => {
    server.clock.set('2026-11-21T01:15:00.000Z');
    await late.client.ask('clockOut', { requestId: requestId() });
    const ofToday = async () =>
      (await admin.client.ask('monitoring', {})).entries
        .filter(({ userId }) => userId === late.user.id)
        .map(({ clockOut }) => clockOut);
    expect(await ofToday()).toEqual(['2026-11-21T01:15:00.000Z']);
    server.clock.set('2026-11-22T00:00:00.000Z');
    expect(await ofToday()).toEqual([]);
    server.clock.set('2026-11-21T09:00:00.000Z');
  });

  it('is compressed if it is large and the browser accepts it', async () => {
    await server.test.owner.query(`
      INSERT INTO account (id, email, password_hash, name, role, employee_id, created_at, updated_at)
      SELECT gen_random_uuid(), 'crowd' || n || '@example.com', 'none', 'Crowd ' || n, 'employee', 'NXBI-' || n, '2026-11-01Z', '2026-11-01Z' FROM generate_series(10000, 10499) n`);
    const answers = await Promise.all(
      ['gzip, deflate', 'identity', 'gzip;q=0', 'br'].map((accepted) =>
        admin.client.fetch('/api/monitoring', { headers: { 'accept-encoding': accepted } }),
      ),
    );
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null, null, null]);
    expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(
      answers.map(() => expect.stringMatching(/accept-encoding/i)),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts.map((text) => text.replace(/"cursor":"[^"]*"/, ''))).size).toBe(1);
    expect(Number(answers[0]?.headers.get('content-length'))).toBeLessThan((texts[0]?.length ?? 0) / 3);
    await server.test.owner.query(`DELETE FROM account WHERE email LIKE 'crowd%'`);
  });
});

describe('a deactivated account', () => {
  it('is refused from the next request on, and its open entry stays open', async () => {
    expect(await gone.client.refusal('clockOut', { requestId: requestId() })).toMatchObject({ status: 401 });
    const { rows } = await server.test.owner.query('SELECT clock_out FROM counted_entry WHERE user_id = $1', [
      gone.user.id,
    ]);
    expect(rows).toEqual([{ clock_out: null }]);
  });

  it('can be neither the last active admin nor the admin who asks', async () => {
    const { database } = server.test;
    expect(await setActive(database, server.clock.now(), null, admin.user.id, false)).toEqual({
      ok: false,
      code: 'last_admin',
    });
    const second = await makeAdmin(server);
    expect(await setActive(database, server.clock.now(), second.user.id, second.user.id, false)).toEqual({
      ok: false,
      code: 'own_deactivation',
    });
    const both = await Promise.all([
      setActive(database, server.clock.now(), second.user.id, admin.user.id, false),
      setActive(database, server.clock.now(), admin.user.id, second.user.id, false),
    ]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });
});
