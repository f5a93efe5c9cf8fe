/** Compares the board that a server keeps in memory with one read from the database. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RouteName } from '#contract/routes';
import { setActive } from '#server/people/employees/commands';
import { createSeal, type Seal } from '#server/platform/position';
import { cursorKey } from '#server/ledger/queries';
import { createBoard } from '#server/hours/monitoring/routes';
import { makeEmployee, requestId, settingsInput, type Person, type TestServer } from '#tests/make';
import { setUpAdmin, setUpEmployee, setUpServer, setUpServerBeside } from '#tests/set-up';
import { formOf } from './edit-form.ts';

const config = { punchesPerHour: 0 };
const one = setUpServer({ config });
const servers = [one, setUpServerBeside(one, config)] as const;
const admin = setUpAdmin(one);
const people = ['Ada', 'Grace', 'Edsger'].map((name) => setUpEmployee(one, { name }));
let seal: Seal;
beforeAll(async () => {
  seal = createSeal(await cursorKey(one.test.database.pool));
});

/** The cursor also depends on other transactions in the cluster. Everything else must be equal. */
const withoutCursor = (text: string): object => ({ ...(JSON.parse(text) as object), cursor: '' });

async function expectPresentBoards(): Promise<void> {
  const { test, clock } = servers[0];
  const read = await createBoard({
    database: test.database,
    clock,
    seal,
    settings: { fallback: null },
  }).answer();
  const expected = withoutCursor(read.plain().toString());
  for (const { url } of servers) {
    const kept = await admin.client
      .at(url)
      .fetch('/api/monitoring', { headers: { 'accept-encoding': 'identity' } });
    expect(withoutCursor(await kept.text())).toEqual(expected);
  }
}

type Step = (at: TestServer) => Promise<unknown>;
/** A refusal is fine, since a random history contains mistakes. */
const send = async (at: TestServer, { client }: Person, name: RouteName, input: object): Promise<void> => {
  const { status } = await client.at(at.url).send(name, input);
  expect(status).toBeLessThan(500);
};
const who = fc.nat();
const person = (which: number): Person => people[which % people.length] ?? admin;

const press = fc
  .record({
    which: who,
    route: fc.constantFrom<RouteName[]>(
      'clockIn',
      'clockIn',
      'startBreak',
      'endBreak',
      'clockOut',
      'clockOut',
    ),
  })
  .map(
    ({ which, route }): Step =>
      (at) =>
        send(at, person(which), route, { requestId: requestId() }),
  );
const pass = fc.constantFrom(1, 7, 90, 8 * 60, 13 * 60, 26 * 60, -30).map(
  (minutes): Step =>
    async ({ clock }) =>
      clock.advanceMinutes(minutes),
);
const see = fc.boolean().map((isAll): Step => async (at) => {
  const { notifications } = await admin.client.ask('activity', { limit: 5 });
  const seen = isAll
    ? { upTo: new Date(at.clock.now()).toISOString() }
    : { ids: notifications.map(({ id }) => id) };
  await send(at, admin, 'markActivityRead', seen);
});
const correct = fc
  .record({ which: who, isActive: fc.boolean(), name: fc.constantFrom('Ada', 'Zuse') })
  .map(({ which, ...changes }): Step => async (at) => {
    const { employees } = await admin.client.ask('employees', {});
    const user = employees.find(({ id }) => id === person(which).user.id) ?? person(which).user;
    await send(at, admin, 'updateEmployee', formOf(user, changes));
  });
const close = who.map((which): Step => async (at) => {
  const { openEntries } = await admin.client.ask('employees', {});
  const entry = openEntries[which % Math.max(1, openEntries.length)];
  const last =
    entry?.break?.at(-1)?.end ?? entry?.break?.at(-1)?.start ?? entry?.clockIn ?? '1970-01-01T00:00';
  const when = { day: last.slice(0, 10), time: last.slice(11, 16) };
  await send(at, admin, 'closeEntry', { entryId: entry?.id ?? requestId(), ...when, reason: 'Forgotten' });
});
const save = fc
  .record({ nightShiftHours: fc.constantFrom(4, 16), timeZone: fc.constantFrom('UTC', 'Asia/Kathmandu') })
  .map((changes): Step => async (at) => {
    const { settings } = await admin.client.ask('settings', {});
    await send(at, admin, 'updateSettings', settingsInput({ version: settings.version, ...changes }));
  });
/** Opens a transaction, which holds the feed back, or commits it. */
const hold = fc.boolean().map(
  (isBegin): Step =>
    async ({ test: { owner } }) =>
      isBegin
        ? owner.query('BEGIN').then(() => owner.query('SELECT pg_current_xact_id()'))
        : owner.query('COMMIT'),
);
const look: Step = () => expectPresentBoards();
const step = fc.oneof(
  { weight: 12, arbitrary: press },
  { weight: 5, arbitrary: pass },
  { weight: 5, arbitrary: fc.constant(look) },
  { weight: 2, arbitrary: close },
  { weight: 2, arbitrary: hold },
  { weight: 1, arbitrary: fc.oneof(see, correct, save) },
);

describe('the board in memory', () => {
  it('holds the times of closed entries and all details of open ones', async () => {
    const ada = await makeEmployee(servers[0]);
    const punches = ['clockIn', 'startBreak', 'endBreak', 'clockOut', 'clockIn'] as const;
    for (const route of punches) {
      await ada.client.ask(route, { requestId: requestId() });
      servers[0].clock.advanceMinutes(1);
    }
    const { entries } = await ada.client.ask('clock', {});
    const [open, closed] = entries;
    if (!closed) throw new Error('There is no closed entry.');
    const { id, userId, clockIn, clockOut, break: breaks } = closed;
    const board = await admin.client.ask('monitoring', {});
    expect(board.entries.filter((entry) => entry.userId === ada.user.id)).toEqual([
      open,
      { id, userId, clockIn, clockOut, break: breaks },
    ]);
  });

  it('counts entries once when an open transaction delays them in the feed', async () => {
    const [{ test, clock }] = servers;
    clock.set('2026-11-23T11:00:00.000Z');
    await expectPresentBoards();
    await test.owner.query('BEGIN');
    await test.owner.query('SELECT pg_current_xact_id()');
    for (let late = 0; late < 2; late += 1) {
      const { client } = await makeEmployee(servers[0]);
      await expectPresentBoards();
      for (const route of ['clockIn', 'startBreak'] as const) {
        await client.ask(route, { requestId: requestId() });
        await expectPresentBoards();
      }
    }
    await test.owner.query('COMMIT');
    await expectPresentBoards();
  });

  it('drops the open entry of a deactivated employee once it is closed', async () => {
    const [{ test, clock }] = servers;
    const { client, user } = await makeEmployee(servers[0]);
    const { entry } = await client.ask('clockIn', { requestId: requestId() });
    await setActive(test.database, clock.now(), admin.user.id, user.id, false);
    await expectPresentBoards();
    const [day, time] = [entry.clockIn.slice(0, 10), entry.clockIn.slice(11, 16)];
    await admin.client.ask('closeEntry', { entryId: entry.id, day, time, reason: 'Gone' });
    await expectPresentBoards();
  });

  it('drops entries after a day, and shows them again when the clock goes back', async () => {
    const [{ clock }] = servers;
    const { client } = await makeEmployee(servers[0]);
    await client.ask('clockIn', { requestId: requestId() });
    const then = clock.now();
    for (const minutes of [-5, 10, -5]) {
      clock.set(then);
      clock.advanceMinutes(24 * 60 + minutes);
      await expectPresentBoards();
    }
  });

  it('equals the board from the database, on each server and after any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.nat(1)), { minLength: 5, maxLength: 24 }),
        async (history) => {
          for (const [happens, which] of history) await happens(servers[which] ?? servers[0]);
          await expectPresentBoards();
          await servers[0].test.owner.query('ROLLBACK');
        },
      ),
      { numRuns: 12 },
    );
  });
});
