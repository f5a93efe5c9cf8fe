/** Punches in one batch have the same result as single punches, even if the servers' data is stale. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RouteName } from '#contract/routes';
import type { Punch } from '#domain/entry/time-entry';
import { setActive } from '#server/people/employees/commands';
import {
  changeSettings,
  giveSession,
  makeEmployee,
  requestId,
  settingsInput,
  type Person,
  type TestServer,
} from '#tests/make';
import { setUpAdmin, setUpServer, setUpServerBeside } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';

const config = { punchesPerHour: 0 };
const first = setUpServer({ config });
const servers = [first, setUpServerBeside(first, config), setUpServerBeside(first, config)] as const;
const admin = setUpAdmin(first);

const at = (index: number): TestServer => servers[index % servers.length] as TestServer;
const ROUTES: Readonly<Record<Punch, RouteName>> = {
  clock_in: 'clockIn',
  break_start: 'startBreak',
  break_end: 'endBreak',
  clock_out: 'clockOut',
};

/** One press of one person in a round. `again` reuses an earlier request id. */
const press = fc.record({
  punch: fc.constantFrom<Punch[]>('clock_in', 'clock_in', 'break_start', 'break_end', 'clock_out'),
  again: fc.option(fc.nat(3), { freq: 8 }),
  notes: fc.constantFrom('', 'Early', 'Ünïcödé "quoted", {brace} \\ and 🙂'),
  server: fc.nat(1),
});
type Press = typeof press extends fc.Arbitrary<infer Value> ? Value : never;
const between = fc.constantFrom(
  'nothing',
  'nothing',
  'nothing',
  'sign out',
  'deactivate',
  'close',
  'settings',
) satisfies fc.Arbitrary<string>;
const round = fc.record({
  minutes: fc.constantFrom(0, 0, 1, 30, 8 * 60, 20 * 60, -5),
  presses: fc.array(fc.option(press, { freq: 8 }), { minLength: 4, maxLength: 4 }),
  after: between,
  whom: fc.nat(3),
});

/** A person with a history, and the request ids of their presses. */
interface Twin extends Person {
  readonly requests: string[];
}

async function send(twin: Twin, { punch, again, notes }: Press, { url }: TestServer): Promise<object> {
  const id = (again === null ? undefined : twin.requests[again]) ?? requestId();
  twin.requests.unshift(id);
  const input = { requestId: id, ...(punch === 'clock_in' ? { notes } : {}) };
  const { status, text } = await twin.client.at(url).send(ROUTES[punch], input);
  const known = text
    .replaceAll(twin.user.id, 'the twin')
    .replaceAll(/"id":"[0-9a-f-]{36}"/gu, '"id":"an id"');
  return { status, answer: JSON.parse(known) as unknown };
}

async function live(what: typeof between extends fc.Arbitrary<infer Value> ? Value : never, twin: Twin) {
  const [{ test, clock }] = servers;
  switch (what) {
    case 'nothing':
      return;
    case 'sign out':
      await test.owner.query('DELETE FROM session WHERE user_id = $1', [twin.user.id]);
      break;
    case 'deactivate':
      await setActive(test.database, clock.now(), admin.user.id, twin.user.id, false);
      break;
    case 'close': {
      const { rows } = await test.owner.query<{ id: string; clock_in: number }>(
        'SELECT id, clock_in FROM counted_entry WHERE user_id = $1 AND clock_out IS NULL',
        [twin.user.id],
      );
      for (const { id, clock_in: clockIn } of rows) {
        const [day, time] = [new Date(clockIn).toISOString().slice(0, 10), '23:59'];
        await admin.client.send('closeEntry', { entryId: id, day, time, reason: 'Left' });
      }
      break;
    }
    case 'settings': {
      const { settings } = await admin.client.ask('settings', {});
      const changes = { version: settings.version, lateThresholdMinutes: settings.version % 60 };
      await admin.client.ask('updateSettings', settingsInput(changes));
      break;
    }
  }
}

/** All that is on record about somebody, without ids. */
async function recordOf({ user }: Twin): Promise<unknown> {
  const { rows } = await at(0).test.owner.query(
    `SELECT
      (SELECT json_agg(json_build_array(e.clock_in, e.clock_out, e.updated_at, d.notes, d.ip_address, d.seen_address,
         (SELECT json_agg(json_build_array(b.n, b.started_at, b.ended_at) ORDER BY b.n) FROM counted_break b WHERE b.entry_id = e.id))
         ORDER BY e.clock_in, e.clock_out) FROM counted_entry e JOIN time_entry_detail d ON d.entry_id = e.id WHERE e.user_id = $1) AS entries,
      (SELECT json_agg(json_build_array(l.n, l.at, l.kind) ORDER BY l.n) FROM ledger l WHERE l.chain = $1) AS ledger,
      (SELECT json_agg(json_build_array(n.type, n.severity, n.message, n.at) ORDER BY n.at, n.type, n.message)
         FROM activity_notification n WHERE n.user_id = $1) AS notifications`,
    [user.id],
  );
  return rows;
}

describe('punches in one batch', () => {
  it('are answered and recorded like single punches, on two servers and with retries', async () => {
    const [server] = servers;
    const twin = async (name: string): Promise<Twin> => ({
      ...(await makeEmployee(server, { name })),
      requests: [],
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 9 }), async (rounds) => {
        server.clock.advanceMinutes(30 * 60);
        const names = ['Ada', 'Grace', 'Edsger', 'Barbara'];
        const together = await Promise.all(names.map(twin));
        const alone = await Promise.all(names.map(twin));
        for (const { minutes, presses, after, whom } of rounds) {
          server.clock.advanceMinutes(minutes);
          const answers = await Promise.all(
            presses.map(async (one, index) => one && send(together[index] as Twin, one, at(one.server))),
          );
          for (const [index, one] of presses.entries())
            if (one) expect(answers[index]).toEqual(await send(alone[index] as Twin, one, at(2)));
          for (const twins of [together, alone]) await live(after, twins[whom] as Twin);
          if (after === 'deactivate')
            for (const { user } of [together[whom] as Twin, alone[whom] as Twin])
              await setActive(server.test.database, server.clock.now(), admin.user.id, user.id, true);
          for (const twins of [together, alone])
            if (after === 'sign out' || after === 'deactivate') {
              const { status } = await (twins[whom] as Twin).client.send('clock', {});
              expect(status).toBe(401);
              if (minutes !== 0)
                await giveSession(server, (twins[whom] as Twin).client, (twins[whom] as Twin).user.id);
            }
        }
        for (const [index, one] of together.entries())
          expect(await recordOf(one)).toEqual(await recordOf(alone[index] as Twin));
      }),
      { numRuns: 8 },
    );
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  }, 60_000);

  it('a punch that fails does not affect the others', async () => {
    const [server] = servers;
    const people = await Promise.all(Array.from({ length: 6 }, () => makeEmployee(server)));
    const unlucky = people[2] as Person;
    await server.test.owner.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON counted_entry FOR EACH ROW WHEN (NEW.user_id = '${unlucky.user.id}') EXECUTE FUNCTION fail()`);
    const clockIn = (person: Person) => person.client.send('clockIn', { requestId: requestId() });
    const answers = await Promise.all(people.map(clockIn));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200, 200]);
    await server.test.owner.query('DROP FUNCTION fail CASCADE');
    expect((await clockIn(unlucky)).status).toBe(200);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('a punch whose chain is locked waits alone, and is recorded once the lock is released', async () => {
    const [server] = servers;
    const people = await Promise.all(Array.from({ length: 6 }, () => makeEmployee(server)));
    const [held, ...others] = people as [Person, ...Person[]];
    await server.test.owner.query('BEGIN');
    await server.test.owner.query('SELECT FROM ledger_head WHERE chain = $1 FOR UPDATE', [held.user.id]);
    const clockIn = (person: Person) => person.client.send('clockIn', { requestId: requestId() });
    const waits = clockIn(held);
    for (const { status } of await Promise.all(others.map(clockIn))) expect(status).toBe(200);
    await server.test.owner.query('ROLLBACK');
    expect((await waits).status).toBe(200);
  });
});

describe('a punch on a server with stale data', () => {
  const clockedInAt = async (server: TestServer): Promise<Person> => {
    const person = await makeEmployee(server, { name: 'Ada' });
    await person.client.ask('clockIn', { requestId: requestId() });
    return person;
  };
  const clockOut = ({ client }: Person) => client.send('clockOut', { requestId: requestId() });

  it('is refused after its session was deleted', async () => {
    const [server] = servers;
    const ada = await clockedInAt(server);
    await server.test.owner.query('DELETE FROM session WHERE user_id = $1', [ada.user.id]);
    expect((await clockOut(ada)).status).toBe(401);
    await giveSession(server, ada.client, ada.user.id);
    expect((await clockOut(ada)).status).toBe(200);
    await server.test.owner.query('DELETE FROM session WHERE user_id = $1', [ada.user.id]);
    const refusal = await ada.client.refusal('clockIn', { requestId: requestId() });
    expect(refusal.code).toBe('clock_in_without_user');
  });

  it('is refused after its session expired', async () => {
    const [server] = servers;
    const ada = await clockedInAt(server);
    const now = new Date(server.clock.now());
    await server.test.owner.query('UPDATE session SET expires_at = $2 WHERE user_id = $1', [
      ada.user.id,
      now,
    ]);
    expect((await clockOut(ada)).status).toBe(401);
  });

  it('is refused after the account was deactivated, got a temporary password or another role', async () => {
    const [server] = servers;
    for (const [change, status] of [
      ['is_active = false', 401],
      ['must_change_password = true', 403],
      [`role = 'admin'`, 403],
    ] as const) {
      const ada = await clockedInAt(server);
      await server.test.owner.query(`UPDATE account SET ${change} WHERE id = $1`, [ada.user.id]);
      expect((await clockOut(ada)).status).toBe(status);
    }
  });

  it('uses the new name', async () => {
    const [server] = servers;
    const ada = await clockedInAt(server);
    await ada.client.at(at(1).url).ask('updateProfile', { name: 'Augusta' });
    await ada.client.ask('clockOut', { requestId: requestId() });
    const { rows } = await server.test.owner.query(
      `SELECT user_name FROM activity_notification WHERE user_id = $1 AND type = 'clock_out'`,
      [ada.user.id],
    );
    expect(rows).toEqual([{ user_name: 'Augusta' }]);
  });

  it('uses the new settings', async () => {
    const [server] = servers;
    server.clock.set('2026-12-14T10:00:00.000Z');
    const ada = await clockedInAt(server);
    await ada.client.ask('clockOut', { requestId: requestId() });
    await changeSettings(server, { work_start_time: '10:00', late_threshold_minutes: 0 });
    server.clock.set('2026-12-15T10:07:00.000Z');
    const { lateness } = await ada.client.ask('clockIn', { requestId: requestId() });
    expect(lateness).toEqual({ late: true, minutes: 7 });
  });

  it('warns that the clock was ahead', async () => {
    const [server] = servers;
    const ada = await clockedInAt(server);
    const now = server.clock.now();
    server.clock.advanceMinutes(60);
    const { client } = await makeEmployee(server);
    await client.at(at(1).url).ask('clockIn', { requestId: requestId() });
    server.clock.set(now);
    const { warnings } = await ada.client.ask('clockOut', { requestId: requestId() });
    expect(warnings).toEqual([expect.stringContaining('was ahead and was set back')]);
  });
});

it('a decision by the defaults is not reused once the settings can be loaded again', async () => {
  const [server] = servers;
  const { client } = await makeEmployee(server);
  server.clock.set('2026-12-16T12:00:00.000Z');
  await server.test.owner.query('ALTER TABLE settings RENAME TO settings_away');
  await client.ask('clockIn', { requestId: requestId() });
  await client.ask('clockOut', { requestId: requestId() });
  await server.test.owner.query('ALTER TABLE settings_away RENAME TO settings');
  await changeSettings(server, { work_start_time: '10:00', late_threshold_minutes: 0 });
  server.clock.set('2026-12-17T10:07:00.000Z');
  const { lateness } = await client.ask('clockIn', { requestId: requestId() });
  expect(lateness).toEqual({ late: true, minutes: 7 });
});
