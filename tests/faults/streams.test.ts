/** Punches while thousands of live streams are open, and while some readers do not read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#contract/routes';
import { addAdmin } from '#server/people/accounts/first-admin';
import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/database/pool';
import { STREAM_LIMITS } from '#server/live/hub';
import { ApiClient } from '#tests/api/client';
import { silentLog } from '#tests/support/silent-log';
import { findViolations } from './checker.ts';
import {
  ADMIN,
  cookieOf,
  manySignedIn,
  only,
  openPunching,
  startFlooded,
  type Flooded,
  type Punching,
  type SignedIn,
} from './flooded.ts';
import { openFollower, type Follower } from './follower.ts';
import { cycles, isSmall, report, seed } from './size.ts';

const SEED = seed();
/** The most streams of an account that nobody added or approved. */
const SHARE = STREAM_LIMITS.perUnapproved;
/** The most streams of all people except admins. */
const PLACES = 3_800;
const STREAMS = cycles(30, 4_200, 5_000);
/** Memory for streams that nobody reads: unread bytes, and garbage not collected yet. */
const UNREAD_MB = 100;
const ACCOUNTS = Math.ceil(STREAMS / SHARE);

let server: Flooded;
let punching: Punching;
let boss: ApiClient;
let board: Follower;
let people: SignedIn[];
let before: number;
const wrongs: string[] = [];

beforeAll(async () => {
  server = await startFlooded({ PUNCHES_PER_HOUR: '0', REGISTRATIONS_PER_HOUR: '5000' });
  punching = await openPunching(server.url, cycles(3, 30, 30), SEED);
  boss = await signedInAdmin(ADMIN.email);
  const { user } = await boss.ask('whoAmI', {});
  board = await openFollower({ servers: [server.url], client: boss, userId: user?.id ?? '', scope: 'all' });
  people = await manySignedIn(server.url, ACCOUNTS, '203.0.113.1');
  before = server.memory();
});
afterAll(async () => {
  await board.close();
  await punching.crowd.close();
  await server.stop();
});

async function signedInAdmin(email: string): Promise<ApiClient> {
  const client = new ApiClient(server.url);
  await client.ask('signIn', { email, password: ADMIN.password });
  return client;
}

async function moreAdmins(count: number): Promise<ApiClient[]> {
  const database = openDatabase({ target: server.target, log: silentLog });
  const emails = Array.from({ length: count }, (_, index) => `admin${index}@example.com`);
  for (const email of emails)
    await addAdmin({ database, clock: systemClock }, { ...ADMIN, email, name: email });
  await database.close();
  return Promise.all(emails.map(signedInAdmin));
}

describe('punches during many streams', () => {
  it(`at most ${PLACES} of ${STREAMS} streams stay open, and admins get theirs`, async () => {
    const opened = await punching.during(`${STREAMS} live streams`, async () => {
      const flood = await server.flood('streams', {
        cookies: people.map(({ cookie }) => cookie),
        each: SHARE,
        reads: true,
      });
      await wait(cycles(0, 3_000, 15_000));
      return flood;
    });
    expect(only(opened, 200)).toBe(ACCOUNTS * SHARE);
    // Includes the admin's own stream. At the limit the account with the most streams loses its oldest.
    await expect
      .poll(
        async () =>
          Object.values(await server.flood('streamsNow', {}))
            .join('')
            .replaceAll('0', '').length,
      )
      .toBe(Math.min(ACCOUNTS * SHARE, PLACES - 1));
    const own = await boss.live();
    await own.hello();
    own.close();
    server.tellMemory(`with ${opened.statuses['200']} streams`, before);
  });

  it('an account that opens more streams than its share loses its oldest ones', async () => {
    const [one] = people;
    if (!one) throw new Error('There is nobody.');
    const more = cycles(30, 300, 300);
    await punching.during(`${more} streams beyond an account's share`, () =>
      server.flood('streams', { cookies: [one.cookie], each: more, reads: true }),
    );
    // Oldest first: the earlier streams have ended, and only `SHARE` of the new ones are open.
    await expect
      .poll(async () => String((await server.flood('streamsNow', {}))[one.cookie]), { timeout: 20_000 })
      .toMatch(new RegExp(`^0{${SHARE}}(0*1){${SHARE}}0*$`, 'u'));
  });

  it('the memory of closed streams is freed', async () => {
    await server.flood('endStreams', {});
    await punching.during('after the streams', () => wait(cycles(100, 5_000, 20_000)));
    server.tellMemory('after the streams', before);
  });

  // Needs more data than the operating system buffers. The small version is tests/server/slow-readers.test.ts.
  it.skipIf(isSmall)(
    'readers that never read are disconnected, and nobody else misses a change',
    async () => {
      const admins = await moreAdmins(cycles(0, 3, 12));
      const start = server.memory();
      await server.flood('streams', { cookies: admins.map(cookieOf), each: SHARE, reads: false });
      // Each character has three bytes.
      const notes = '\u5B57'.repeat(500);
      let most = 0;
      const watching = setInterval(() => (most = Math.max(most, server.memory())), 200);
      await punching.during(`${admins.length * SHARE} streams that nobody reads`, () =>
        Promise.all(
          people.slice(0, 4).map(({ cookie }) =>
            server.flood('hammer', {
              requests: [routes.clockIn, routes.clockOut].map(({ path }) => ({
                path,
                headers: { cookie },
                body: JSON.stringify({
                  requestId: '#id',
                  ...(path === routes.clockIn.path ? { notes } : {}),
                }),
              })),
              connections: 1,
              ms: cycles(0, 12_000, 30_000),
            }),
          ),
        ),
      );
      clearInterval(watching);
      await server.flood('endStreams', {});
      server.tellMemory('with streams that nobody reads, at most', start, most);
      if (most > start + UNREAD_MB) wrongs.push(`Unread changes took ${most - start} MB.`);
    },
  );

  it('no punch is lost, doubled or missed by a stream, and each is answered in time', async () => {
    const { presses } = punching.crowd;
    const violations = [
      ...(await findViolations({ presses, followers: [board] }, server.owner)),
      ...punching.violations(),
      ...wrongs,
    ];
    report(
      `streams: ${punching.crowd.acknowledged()} punches acknowledged, ${violations.length} violations, seed ${SEED}`,
    );
    expect(violations).toEqual([]);
  });
});
