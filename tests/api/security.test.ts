import { describe, expect, it } from 'vitest';
import { deleteOldEvents, createSecurityLog, type SecurityEvent } from '#server/platform/security/commands';
import { silentLog } from '#tests/support/silent-log';
import {
  changeSettings,
  confirm,
  FRIDAY,
  giveSession,
  makeAdmin,
  makeEmployee,
  PASSWORD,
  registerUser,
  requestId,
  settingsInput,
} from '#tests/make';
import { setUpAdmin, setUpEmployee, setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
const DAY = 24 * 3_600_000;

const server = setUpServer({ config: { trustedProxies: ['127.0.0.1'] } });
const admin = setUpAdmin(server);
const maya = setUpEmployee(server, { name: 'Maya Gurung' });

const logged = async (input: Parameters<typeof admin.client.ask<'securityLog'>>[1] = {}) =>
  (await admin.client.ask('securityLog', input)).events;

/** A separate security log, as a second server has. */
const anotherLog = () =>
  createSecurityLog({ database: server.test.database, clock: server.clock, log: silentLog });

async function noted(...events: readonly SecurityEvent[]): Promise<void> {
  const log = anotherLog();
  for (const event of events) log.note(event);
  await log.written();
}

describe('own sessions', () => {
  it('lists the browsers of the person alone, this one first', async () => {
    const [person, other] = [await makeEmployee(server), server.client()];
    other.headers = { 'user-agent': LINUX, 'x-forwarded-for': '2001:db8:1:2:3::4' };
    server.clock.advanceMinutes(1);
    await other.ask('signIn', { email: person.email, password: PASSWORD });
    const { sessions } = await person.client.ask('ownSecurity', {});
    expect(sessions.map(({ isThis, device, network }) => ({ isThis, device, network }))).toEqual([
      { isThis: true, device: '', network: '' },
      { isThis: false, device: 'Chrome on Linux', network: '2001:db8:1:2::/64' },
    ]);
  });

  it('signs out one other browser, and ends its stream at once', async () => {
    const [person, other] = [await makeEmployee(server), server.client()];
    await giveSession(server, other, person.user.id);
    const stream = await other.live();
    await stream.hello();
    const { sessions } = await person.client.ask('ownSecurity', {});
    const id = sessions.find(({ isThis }) => !isThis)?.id ?? '';
    expect(await maya.client.ask('endSessions', { id })).toEqual({ ended: 0 });
    expect(await person.client.ask('endSessions', { id })).toEqual({ ended: 1 });
    await stream.until(({ ended }) => ended, 5_000);
    expect((await other.ask('whoAmI', {})).user).toBeNull();
  });

  it('signs out everywhere else, but not here', async () => {
    const person = await makeEmployee(server);
    for (const _ of [1, 2]) await giveSession(server, server.client(), person.user.id);
    expect(await person.client.ask('endSessions', {})).toEqual({ ended: 2 });
    expect((await person.client.ask('ownSecurity', {})).sessions).toHaveLength(1);
  });

  it('moves with the network of what the person does', async () => {
    const person = await makeEmployee(server);
    person.client.headers = { 'x-forwarded-for': '203.0.113.9' };
    server.clock.advanceMinutes(2);
    await person.client.ask('updateProfile', { name: person.user.name });
    expect((await person.client.ask('ownSecurity', {})).sessions[0]?.network).toBe('203.0.113.9');
  });
});

describe('the security log', () => {
  it('tells sign-ins and wrong passwords to admins and to the person', async () => {
    const user = await registerUser(server);
    const client = server.client();
    client.headers = { 'user-agent': LINUX, 'x-forwarded-for': '198.51.100.7' };
    await client.refusal('signIn', { email: user.email, password: 'not this one' });
    server.clock.advanceMinutes(1);
    await client.ask('signIn', { email: user.email, password: PASSWORD });
    const facts = ['signed_in', 'sign_in_failed'].map((kind) => ({
      kind,
      network: '198.51.100.7',
      device: 'Chrome on Linux',
      isKnown: false,
    }));
    expect(await logged({ userId: user.id })).toMatchObject(facts);
    expect((await client.ask('ownSecurity', {})).signIns).toMatchObject(facts);
    expect((await maya.client.ask('ownSecurity', {})).signIns).toEqual([]);
  });

  it('adds up made-up addresses by network and hour, without what was typed', async () => {
    const client = server.client();
    for (const [minutes, network] of [
      [0, '192.0.2.1'],
      [1, '192.0.2.1'],
      [1, '192.0.2.2'],
      [60, '192.0.2.1'],
    ] as const) {
      server.clock.set(FRIDAY + DAY + minutes * 60_000);
      client.headers = { 'x-forwarded-for': network, 'user-agent': `Firefox/${minutes}` };
      await client.refusal('signIn', { email: `nobody${minutes}@example.com`, password: PASSWORD });
    }
    const rows = await logged({ kind: 'sign_in_unknown', from: '2026-11-21', to: '2026-11-21' });
    expect(rows.map(({ network, count, device }) => [network, count, device])).toEqual([
      ['192.0.2.1', 1, ''],
      ['192.0.2.2', 1, ''],
      ['192.0.2.1', 2, ''],
    ]);
    expect(rows[2]).toMatchObject({ at: '2026-11-21T09:00:00.000Z', until: '2026-11-21T09:01:00.000Z' });
    const { rows: all } = await server.test.owner.query('SELECT e::text FROM security_event e');
    expect(JSON.stringify(all)).not.toContain('nobody');
  });

  it('names the account that is locked out, and adds up the attempts', async () => {
    const user = await registerUser(server);
    const client = server.client();
    client.headers = { 'x-forwarded-for': '192.0.2.40' };
    for (let attempt = 0; attempt < 13; attempt += 1)
      await client.refusal('signIn', { email: user.email, password: 'not this one' });
    const rows = await logged({ userId: user.id });
    expect(Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))).toEqual({
      sign_in_failed: 10,
      sign_in_locked: 3,
    });
  });

  it('adds up what somebody may not do, by person and route', async () => {
    const person = await makeEmployee(server);
    for (const name of ['employees', 'employees', 'checkRecord'] as const)
      expect((await person.client.refusal(name, {})).code).toBe('forbidden');
    const rows = await logged({ userId: person.user.id });
    expect(rows.map(({ kind, detail, count }) => [kind, detail, count]).toSorted()).toEqual([
      ['access_refused', 'Begin a check of the record, unless one is under way.', 1],
      ['access_refused', 'The data of Employee Management.', 2],
    ]);
  });

  it('tells changes of role and password, with who made them, and exports', async () => {
    const other = await makeAdmin(server, { name: 'Second Admin' });
    const person = await makeEmployee(server);
    const { id } = person.user;
    await confirm(other);
    await other.client.ask('giveTemporaryPassword', { id });
    await other.client.ask('setRole', { id, role: 'admin', requestId: requestId() });
    const range = { startDate: '2026-11-01', endDate: '2026-11-30' };
    await other.client.ask('teamReport', range);
    await other.client.call('reportFile', { ...range, kind: 'csv' });
    await other.client.ask('timeEntries', {});
    await other.client.ask('timeEntries', { limit: 200, userId: id });
    await other.client.ask('timeEntries', { limit: 200 });
    const actor = expect.objectContaining({ name: 'Second Admin' }) as unknown;
    expect(await logged({ userId: id })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'role_changed', detail: 'Now an administrator', actor }),
        expect.objectContaining({ kind: 'password_changed', detail: 'Temporary password', actor }),
      ]),
    );
    const exported = await logged({ userId: other.user.id, kind: 'data_exported' });
    expect(exported.map(({ detail, count }) => `${detail}: ${count}`).toSorted()).toEqual([
      'Report, 2026-11-01 to 2026-11-30: 2',
      'Time entries: 1',
    ]);
  });

  it('tells changes of addresses and of the rules of signing in, without an address', async () => {
    const [other, { user }] = [await makeAdmin(server), await makeEmployee(server)];
    await confirm(other);
    const email = 'moved@example.com';
    await other.client.ask('updateEmployee', formOf(user, { email }));
    const rows = await logged({ userId: user.id, kind: 'address_changed' });
    expect(rows.map(({ actor }) => actor?.id)).toEqual([other.user.id]);
    expect(JSON.stringify(rows)).not.toContain(email);
    for (const rule of [{ registration: 'off', secondFactor: 'all' }, {}] as const) {
      const { version } = (await other.client.ask('settings', {})).settings;
      await other.client.ask('updateSettings', settingsInput({ version, ...rule }));
    }
    const changed = await logged({ userId: other.user.id, kind: 'rule_changed' });
    expect(changed.map(({ detail }) => detail).toSorted()).toEqual([
      'Second Factor: Optional',
      'Second Factor: Required for everybody',
      'Who Can Register: Anybody',
      'Who Can Register: Nobody',
    ]);
  });

  it('goes on where a page ended, and gives the same rows as a file', async () => {
    const { id: userId } = await registerUser(server, { name: '=Formula Person' });
    for (const detail of ['first', 'second', 'third'])
      await noted({ kind: 'role_changed', userId, detail, network: '' });
    const first = await admin.client.ask('securityLog', { userId, limit: 2 });
    const second = await admin.client.ask('securityLog', { userId, limit: 2, before: first.next ?? '' });
    const details = [...first.events, ...second.events].map(({ detail }) => detail);
    expect([details.toSorted(), second.next]).toEqual([['first', 'second', 'third'], null]);
    const file = await admin.client.call('securityLogFile', { userId });
    if (!file.ok) throw new Error('There is no file.');
    expect(file.text.match(/Role changed,(first|second|third),'=Formula Person/g)).toHaveLength(3);
    expect(await logged({ kind: 'data_exported', userId: admin.user.id })).toMatchObject([
      { detail: 'Security log' },
    ]);
  });
});

describe('writing the security log', () => {
  it('adds to what another server wrote in the same hour', async () => {
    const { id: userId } = await registerUser(server);
    const event: SecurityEvent = { kind: 'sign_in_failed', userId, network: '192.0.2.1', device: 'Firefox' };
    await Promise.all([noted(event, event), noted(event)]);
    expect(await logged({ userId })).toMatchObject([{ count: 3 }]);
  });

  it('writes together what comes together, and nothing before the caller goes on', async () => {
    const { id: userId } = await registerUser(server);
    let statements = 0;
    const { pool } = server.test.database;
    const counting = new Proxy(pool, {
      get: (target, name) => {
        if (name === 'run') statements += 1;
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const log = createSecurityLog({ database: { pool: counting }, clock: server.clock, log: silentLog });
    for (let n = 0; n < 100; n += 1) log.note({ kind: 'role_changed', userId, detail: `${n}` });
    expect(statements).toBe(0);
    await log.written();
    expect(statements).toBe(1);
    expect(await logged({ userId, limit: 200 })).toHaveLength(100);
  });

  it('gives strangers a bounded number of rows an hour, whatever networks they have', async () => {
    server.clock.set(FRIDAY + 2 * DAY);
    const networks = Array.from({ length: 300 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
    await noted(...networks.map((network) => ({ kind: 'sign_in_unknown', userId: null, network }) as const));
    const { rows: counted } = await server.test.owner.query(
      `SELECT count(*)::int AS rows, sum(count)::int AS events FROM security_event WHERE at = $1 AND kind = 'sign_in_unknown'`,
      [new Date(FRIDAY + 2 * DAY)],
    );
    expect(counted).toEqual([{ rows: 201, events: 300 }]);
  });
});

describe('keeping the security log', () => {
  it('deletes what is older than the settings say, and the oldest beyond the bound', async () => {
    const { id: userId } = await registerUser(server);
    const { pool } = server.test.database;
    for (const day of [3, 4, 5, 6]) {
      server.clock.set(FRIDAY + day * DAY);
      await noted({ kind: 'role_changed', userId, detail: `day ${day}` });
    }
    const kept = async () => (await logged({ userId })).map(({ detail }) => detail);
    await deleteOldEvents(pool, FRIDAY + 403 * DAY);
    expect(await kept()).toEqual(['day 6', 'day 5', 'day 4', 'day 3']);
    await deleteOldEvents(pool, FRIDAY + 403 * DAY + 1);
    expect(await kept()).toEqual(['day 6', 'day 5', 'day 4']);
    await changeSettings(server, { security_log_days: 30 });
    await deleteOldEvents(pool, FRIDAY + 34 * DAY + 1);
    expect(await kept()).toEqual(['day 6', 'day 5']);
    await deleteOldEvents(pool, FRIDAY, 1);
    expect(await kept()).toEqual(['day 6']);
  });
});
