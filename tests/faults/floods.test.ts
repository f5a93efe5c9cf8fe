/** Punches while a stranger or an employee floods the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#contract/routes';
import { ApiClient } from '#tests/api/client';
import { findViolations } from './checker.ts';
import {
  ADMIN,
  cookieOf,
  manySignedIn,
  only,
  openPunching,
  REGISTRATION,
  startFlooded,
  type Flooded,
  type Punching,
  type SignedIn,
} from './flooded.ts';
import { everyRange } from './ranges.ts';
import { cycles, isSmall, report, seed } from './size.ts';

const SEED = seed();
const PUNCHES_PER_HOUR = cycles(150, 600, 600);
const REGISTRATIONS_PER_HOUR = cycles(10, 300, 300);
const OFFICE = '203.0.113.1';
/** Limit if many requests arrive at once, since each must be refused first, in about a millisecond. */
const AT_ONCE_MS = 1_500;

let server: Flooded;
let punching: Punching;
/** Bob and Eve sign in so often that their first sessions end. */
let eve: SignedIn;
let bob: SignedIn;
let mallory: SignedIn;
let trudy: SignedIn;

beforeAll(async () => {
  server = await startFlooded({
    PUNCHES_PER_HOUR: String(PUNCHES_PER_HOUR),
    REGISTRATIONS_PER_HOUR: String(REGISTRATIONS_PER_HOUR),
  });
  punching = await openPunching(server.url, cycles(3, 30, 30), SEED);
  [eve, bob, mallory, trudy] = (await manySignedIn(server.url, 4, OFFICE)) as [
    SignedIn,
    SignedIn,
    SignedIn,
    SignedIn,
  ];
});
afterAll(async () => {
  await punching.crowd.close();
  await server.stop();
});

const during: Punching['during'] = (...flood) => punching.during(...flood);
const json = (value: object): string => JSON.stringify(value);
/** A browser at an IP address. */
function browser(address: string, known?: SignedIn): ApiClient {
  const client = known ? known.client.at(server.url) : new ApiClient(server.url);
  client.headers = { 'x-forwarded-for': address };
  return client;
}
const signsIn = async (client: ApiClient, { email }: SignedIn): Promise<number> =>
  (await client.send('signIn', { email, password: REGISTRATION.password })).status;
/** Runs `other` in the middle of a flood. */
const meanwhile = async <Result, Other>(
  flood: Promise<Result>,
  other: () => Promise<Other>,
): Promise<[Result, Other]> => {
  await wait(cycles(50, 500, 500));
  const found = await other();
  return [await flood, found];
};
const sum = (statuses: Readonly<Record<string, number>>): number =>
  Object.values(statuses).reduce((all, count) => all + count, 0);

describe('punches during a flood', () => {
  it('the comparison without a flood passes', () =>
    during('no flood', () => wait(cycles(100, 5_000, 10_000))));

  it('hundreds of sign-ins to one account do not stop others, and the account has at most ten sessions', async () => {
    const count = cycles(40, 900, 900);
    const signIn = {
      path: routes.signIn.path,
      headers: { 'x-forwarded-for': OFFICE },
      body: json({ email: eve.email, password: REGISTRATION.password }),
    };
    const [flood, others] = await during(
      `${count} sign-ins at once with one's own password`,
      () =>
        meanwhile(server.flood('hammer', { requests: [signIn], connections: count, count }), () =>
          Promise.all([signsIn(browser(OFFICE), bob), signsIn(browser('198.51.100.1'), bob)]),
        ),
      AT_ONCE_MS,
    );
    expect(others).toEqual([200, 200]);
    expect(only(flood, 200, 503)).toBe(count);
    expect(flood.untold).toBe(0);
    const { rows } = await server.owner.query(
      'SELECT count(*)::int AS sessions FROM session s JOIN account a ON a.id = s.user_id WHERE a.email = $1',
      [eve.email],
    );
    expect(rows).toEqual([{ sessions: Math.min(10, flood.statuses['200'] ?? 0) }]);
  });

  it('colleagues can sign in during and after password guesses from their office', async () => {
    const count = cycles(10, 1_100, 2_000);
    const guess = {
      path: routes.signIn.path,
      headers: { 'x-forwarded-for': OFFICE },
      body: json({ email: 'made.up.#n@example.com', password: 'a guess' }),
    };
    const [flood, others] = await during(`${count} guesses from one address`, () =>
      meanwhile(server.flood('hammer', { requests: [guess], connections: 50, count }), () =>
        Promise.all([signsIn(browser(OFFICE, bob), bob), signsIn(browser('198.51.100.1'), bob)]),
      ),
    );
    expect(others).toEqual([200, 200]);
    expect(only(flood, 401, 429, 503)).toBe(count);
    expect(flood.untold).toBe(0);
    expect(await signsIn(browser(OFFICE, bob), bob)).toBe(200);
  });

  it('many requests for ids, accounts and reset links are rate limited', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const { employeeId } = await browser('198.51.100.8').ask('issueEmployeeId', {});
    const flood = await during('strangers asking for ids, accounts and reset links', () =>
      server.flood('hammer', {
        requests: [
          { path: routes.issueEmployeeId.path, headers, body: '{}' },
          { path: routes.requestPasswordReset.path, headers, body: json({ email: eve.email }) },
          {
            path: routes.register.path,
            headers,
            body: json({ ...REGISTRATION, name: 'Stranger', email: 'stranger#n@example.com', employeeId }),
          },
        ],
        connections: 30,
        count: 3 * (REGISTRATIONS_PER_HOUR + cycles(10, 50, 50)),
      }),
    );
    only(flood, 200, 400, 409, 429, 503);
    expect(flood.statuses['429']).toBeGreaterThanOrEqual(10);
    expect(flood.untold).toBe(0);
    const { rows } = await server.owner.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM account WHERE email LIKE 'stranger%'`,
    );
    expect(rows[0]?.n).toBeLessThanOrEqual(REGISTRATIONS_PER_HOUR);
  });

  it('memory is bounded when more addresses arrive than a rate limit stores', async () => {
    const count = cycles(20, 11_000, 23_000);
    const reset = {
      path: routes.requestPasswordReset.path,
      headers: { 'x-forwarded-for': '#address' },
      body: json({ email: 'nobody.#n@example.com' }),
    };
    const start = server.memory();
    const ask = (firstNumber: number) =>
      server.flood('hammer', { requests: [reset], connections: 20, count, firstNumber });
    const [first, between, second] = await during(`${2 * count} unknown addresses`, async () => {
      const one = await ask(0);
      const megabytes = server.memory();
      return [one, megabytes, await ask(count)] as const;
    });
    only(first, 404);
    only(second, 404);
    server.tellMemory(`with ${count} unknown addresses`, start, between);
    server.tellMemory('with as many more', start);
  });

  it('a person who punches without end is limited per hour', async () => {
    const headers = { cookie: mallory.cookie };
    const clocks = [routes.clockIn, routes.clockOut].map(({ path }) => ({
      path,
      headers,
      body: json({ requestId: '#id' }),
    }));
    const { flood, more } = await during('one person punching for ever', async () => ({
      flood: await server.flood('hammer', { requests: clocks, connections: 1, count: 2 * PUNCHES_PER_HOUR }),
      more: await server.flood('hammer', {
        requests: clocks,
        connections: cycles(20, 300, 300),
        ms: cycles(100, 5_000, 10_000),
      }),
    }));
    // 409 follows a punch that a busy machine answered with 503.
    only(flood, 200, 409, 429, 503);
    expect(flood.statuses['200']).toBe(PUNCHES_PER_HOUR);
    only(more, 429, 503);
    expect(flood.untold + more.untold).toBe(0);
  });

  it('a person who renames themselves without end is limited to ten changes an hour', async () => {
    const flood = await during('one person renaming for ever', () =>
      server.flood('hammer', {
        requests: [
          {
            path: routes.updateProfile.path,
            headers: { cookie: trudy.cookie },
            body: json({ name: 'Trudy #n' }),
          },
        ],
        connections: cycles(20, 100, 100),
        ms: cycles(100, 5_000, 10_000),
      }),
    );
    only(flood, 200, 429, 503);
    expect(flood.statuses['200']).toBeGreaterThan(0);
    expect(flood.statuses['200']).toBeLessThanOrEqual(10);
    expect(flood.untold).toBe(0);
  });

  it('ranges of days, as wide as any route takes and wider, do not delay others', async () => {
    const admin = browser(OFFICE);
    await admin.ask('signIn', ADMIN);
    const requests = everyRange({ employee: trudy.cookie, admin: cookieOf(admin) });
    const flood = await during(`${requests.length} ranges of days, again and again`, () =>
      server.flood('hammer', { requests, connections: 4, count: requests.length * cycles(1, 20, 60) }),
    );
    only(flood, 200, 400, 401, 403, 404, 409, 429, 503);
  });

  it('bodies that are too large or nested too deeply are refused', async () => {
    const headers = { cookie: trudy.cookie };
    const { path } = routes.updateProfile;
    const large = await during('bodies of 10 MB', () =>
      server.flood('hammer', {
        requests: [
          { path, headers, body: ' '.repeat(1024), times: 10_240 },
          {
            path,
            headers: { ...headers, 'transfer-encoding': 'chunked' },
            body: ' '.repeat(1024),
            times: 10_240,
          },
        ],
        connections: 10,
        count: cycles(4, 150, 400),
      }),
    );
    // 0 means that the connection was closed before the whole body was sent.
    only(large, 0, 413);
    const deep = await during('deep JSON', () =>
      server.flood('hammer', {
        requests: [{ path, headers, body: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }],
        connections: 20,
        count: cycles(4, 1_500, 4_000),
      }),
    );
    only(deep, 400);
  });

  it.skipIf(isSmall)('hundreds of senders of one byte a second get 408', async () => {
    const headers = { cookie: trudy.cookie, 'Content-Type': 'application/json' };
    const { path } = routes.updateProfile;
    const connections = cycles(0, 400, 1_000);
    const [heads, bodies] = await during(`${2 * connections} slow senders`, () =>
      Promise.all([
        server.flood('trickle', { connections, path, headers, part: 'headers' }),
        server.flood('trickle', { connections, path, headers, part: 'body' }),
      ]),
    );
    expect(only(heads, 408)).toBe(connections);
    expect(only(bodies, 408)).toBe(connections);
    report(
      `slow senders were answered within ${(Math.max(heads.longestMs, bodies.longestMs) / 1000).toFixed(0)} s`,
    );
  });

  it('40 strangers who wait for a locked table do not delay punches', async () => {
    await server.owner.query('BEGIN; LOCK TABLE issued_employee_id');
    const flood = await during('40 strangers at a locked table', () =>
      server.flood('hammer', {
        requests: [
          {
            path: routes.issueEmployeeId.path,
            headers: { 'x-forwarded-for': '198.51.100.9' },
            body: '{}',
          },
        ],
        connections: 40,
        ms: cycles(100, 6_000, 15_000),
      }),
    ).finally(() => server.owner.query('ROLLBACK'));
    expect(sum(flood.statuses)).toBe(flood.statuses['503']);
    expect(flood.untold).toBe(0);
  });

  it('no punch is lost or doubled, and each is answered in time', async () => {
    const { presses } = punching.crowd;
    const violations = [...(await findViolations({ presses }, server.owner)), ...punching.violations()];
    report(
      `floods: ${punching.crowd.acknowledged()} punches acknowledged, ${violations.length} violations, seed ${SEED}`,
    );
    expect(violations).toEqual([]);
  });
});
