/** A read checks its session in the same statement: the check is never left out, and costs no extra round trip. */
import type { EventEmitter } from 'node:events';
import fastifyCookie from '@fastify/cookie';
import Fastify from 'fastify';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_COOKIE } from '#texts/languages';
import { isPersonal, REQUEST_LIMIT_MS } from '#contract/route';
import { routes, type RouteName } from '#contract/routes';
import { createCookies, createSessions } from '#server/people/accounts/sessions';
import { systemClock } from '#server/platform/clock';
import type { Call, Handlers } from '#server/platform/http/handlers';
import { serveRoutes } from '#server/platform/http/serve-routes';
import { createLog } from '#server/platform/log';
import { makeLead } from '#tests/make-lead';
import { changeSettings, entry, makeEmployee, type Person } from '#tests/make';
import { setUpAdmin, setUpEmployee, setUpServer } from '#tests/set-up';
import { silentLog } from '#tests/support/silent-log';
import { parseProblem } from './client.ts';
import { writeEntries } from './report-data.ts';

const errors: string[] = [];
const server = setUpServer({ log: createLog('error', systemClock, (line) => void errors.push(line)) });
const admin = setUpAdmin(server);
const ada = setUpEmployee(server);

const READS = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].method === 'GET' && isPersonal(routes[name].access),
);
const RANGE = { startDate: '2026-11-01', endDate: '2026-11-30' };
const inputOf = (name: RouteName): Record<string, string> => {
  if (name === 'employeeReport') return { ...RANGE, userId: ada.user.id };
  if (name === 'myTimeEntries') return { from: RANGE.startDate, to: RANGE.endDate };
  if (['person', 'personBadges', 'correction', 'teamRequest'].includes(name)) return { id: ada.user.id };
  const days = { first: RANGE.startDate, last: RANGE.endDate };
  if (name === 'payrollFile' || name === 'payrollSignature') return { ...days, kind: 'csv' };
  if (name === 'payrollPreview') return days;
  if (name === 'leaveCost') return { ...days, kind: 'sick' };
  if (name === 'holidayProposal') return { region: 'AT', year: '2026' };
  if (name === 'reportFile') return { ...RANGE, kind: 'csv' };
  return name === 'teamReport' ? RANGE : {};
};

/** The answers of all read routes of a server that uses one handler for all. */
async function answeredBy(
  handler: (call: Call<'clock'>) => Promise<unknown>,
  who: Person,
): Promise<Map<RouteName, { status: number; text: string }>> {
  const app = Fastify();
  await app.register(fastifyCookie);
  const { config, clock, test } = server;
  const security = { note: () => {}, written: () => Promise.resolve() };
  const context = {
    config,
    clock,
    database: test.database,
    log: silentLog,
    requestLimitMs: REQUEST_LIMIT_MS,
    security,
    languageOf: () => 'en' as const,
  };
  const cookies = createCookies(config, '0a1b2c3d-0000-4000-8000-000000000000');
  const { of, proofOf } = createSessions(context, cookies);
  const handlers = Object.fromEntries(Object.keys(routes).map((name) => [name, handler]));
  serveRoutes(
    app,
    context,
    { of, ofPunches: of, cachedSession: () => null, proofOf },
    { of: () => Promise.resolve(null), hasToken: () => false },
    handlers as unknown as Handlers,
  );
  const answers = new Map<RouteName, { status: number; text: string }>();
  for (const name of READS) {
    const { statusCode, body } = await app.inject({
      url: routes[name].path,
      query: inputOf(name),
      headers: { cookie: who.client.cookie },
    });
    answers.set(name, { status: statusCode, text: body });
  }
  await app.close();
  return answers;
}

const SECRET = { secret: 'of somebody' };

describe('a read route', () => {
  it('answers nothing if its handler did not check the session', async () => {
    const answers = await answeredBy(async () => SECRET, admin);
    expect([...answers.keys()]).toEqual(READS);
    for (const { status, text } of answers.values()) {
      expect(status).toBe(500);
      expect(text).not.toContain('secret');
    }
  });

  it('refuses a caller without a session or the right role, even if the handler answers', async () => {
    const careless = async ({ reader }: Call<'clock'>) => {
      await reader().checkSession();
      return SECRET;
    };
    const ended = await makeEmployee(server);
    const stolen = ended.client.at(server.url);
    await ended.client.ask('signOut', {});
    const answers = await answeredBy(careless, { ...ended, client: stolen });
    for (const { status, text } of answers.values())
      expect([status, parseProblem(status, text).code]).toEqual([401, 'not_signed_in']);
    const ofEmployee = await answeredBy(careless, ada);
    for (const [name, { status }] of ofEmployee)
      expect([name, status]).toEqual([name, ['admin', 'lead'].includes(routes[name].access) ? 403 : 200]);
  });

  it('checks the session before the input', async () => {
    const stale = server.client();
    for (const name of ada.client.cookies.keys()) stale.cookies.set(name, 'x'.repeat(43));
    for (const client of [server.client(), stale])
      for (const name of READS) expect((await client.refusal(name, { nothing: '1' })).status).toBe(401);
    const lead = await makeEmployee(server);
    await makeLead(server, lead.user.id);
    for (const name of READS) {
      const { access } = routes[name];
      const mayCall = access === 'employee' ? ada : access === 'lead' ? lead : admin;
      expect((await mayCall.client.refusal(name, { nothing: '1' })).status).toBe(400);
    }
  });
});

describe('an ended session while the settings are broken', () => {
  it('gets 401, creates no settings and logs no error', async () => {
    const stale = server.client();
    for (const name of ada.client.cookies.keys()) stale.cookies.set(name, 'x'.repeat(43));
    const statuses = async (): Promise<number[]> =>
      Promise.all(READS.map(async (name) => (await stale.refusal(name, inputOf(name))).status));
    const all401 = READS.map(() => 401);
    await server.test.owner.query('ALTER TABLE settings RENAME TO settings_elsewhere');
    try {
      expect(await statuses()).toEqual(all401);
      expect(errors).toEqual([]);
    } finally {
      await server.test.owner.query('ALTER TABLE settings_elsewhere RENAME TO settings');
    }
    await server.test.owner.query('DELETE FROM settings');
    expect(await statuses()).toEqual(all401);
    expect((await server.test.owner.query('SELECT FROM settings')).rowCount).toBe(0);
    await ada.client.ask('clock', {});
  });
});

describe('the database round trips of a read', () => {
  // With a language of its own, a request does not read the workplace's meanwhile.
  beforeAll(() => [ada, admin].forEach(({ client }) => client.cookies.set(LANGUAGE_COOKIE, 'en')));
  /** Counts round trips: PostgreSQL sends `ReadyForQuery` after each. */
  async function roundTripsOf(call: () => Promise<unknown>): Promise<number> {
    const { pool } = server.test.database;
    const heard = new Set<EventEmitter>();
    let roundTrips = 0;
    const count = (): void => void (roundTrips += 1);
    const listen = (client: pg.PoolClient): void => {
      const { connection } = client as unknown as { connection: EventEmitter };
      if (!heard.has(connection)) connection.on('readyForQuery', count);
      heard.add(connection);
    };
    pool.on('acquire', listen);
    await call();
    pool.off('acquire', listen);
    for (const connection of heard) connection.off('readyForQuery', count);
    return roundTrips;
  }

  it.each([
    ['clock', () => ada, 1],
    ['settings', () => ada, 1],
    ['employeeReport', () => admin, 1],
    ['person', () => admin, 1],
    ['nightlyWork', () => admin, 1],
    ['timeZones', () => admin, 1],
    // BEGIN, session, data, COMMIT.
    ['activity', () => admin, 4],
    ['timeEntries', () => admin, 5],
    ['myTimeEntries', () => ada, 4],
    ['reportEmployees', () => admin, 4],
    ['employees', () => admin, 5],
  ] as const)('%s checks the session without an extra round trip', async (name, who, expected) => {
    expect(await roundTripsOf(() => who().client.ask(name, inputOf(name) as never))).toBe(expected);
  });
});

describe('the days of the dashboard', () => {
  it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
    'the dashboard uses the days of the workplace in %s, and also shows the open entry',
    async (zone) => {
      await changeSettings(server, { time_zone: zone });
      const bo = await makeEmployee(server);
      const at = (instant: number) => new Date(instant).toISOString().slice(11, 16);
      const [first] = (await bo.client.ask('clock', {})).calendar.days;
      if (!first) throw new Error('There are no days.');
      const minute = 60_000;
      const [before, begin] = [first.start - minute, first.start];
      const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
      const open = entry('08:00', { day: '2025-01-02' });
      await writeEntries(server.test.owner, bo.user.id, [
        entry(`${at(before)}-${at(before)}`, { day: day(before) }),
        entry(`${at(begin)}-${at(begin)}`, { day: day(begin) }),
      ]);
      await server.test.owner.query(
        `INSERT INTO counted_entry (id, user_id, clock_in, created_at, updated_at, overlaps_earlier) VALUES ($1, $2, $3, $3, $3, true)`,
        [open.id, bo.user.id, new Date(open.clockIn)],
      );
      await server.test.owner.query(
        `INSERT INTO time_entry_detail (entry_id, ip_address, notes, salt) VALUES ($1, 'unknown', '', decode(repeat('00', 16), 'hex'))`,
        [open.id],
      );
      const { entries } = await bo.client.ask('clock', {});
      expect(entries.map(({ clockIn }) => Date.parse(clockIn))).toEqual([begin, open.clockIn]);
    },
  );
});
