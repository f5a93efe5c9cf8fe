/** A workplace where people worked in October. It is November now. */
import { beforeAll, beforeEach } from 'vitest';
import type { TimeEntry } from '#contract/records';
import type { Config } from '#server/platform/config';
import { verifyIn } from '#server/record/verification/verify';
import { giveSession, makeEmployee, requestId, type Person, type TestServer } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

export let server: TestServer;
export let admin: Person;
/** Starts a server for the file, with the clock on October 5 before each test. */
export function freshOctober(config: Partial<Config> = {}): void {
  server = setUpServer({ config });
  beforeAll(() => server.clock.set('2026-10-01T06:00:00.000Z'));
  admin = setUpAdmin(server, { name: 'Grace Hopper' });
  beforeEach(() => server.clock.set('2026-10-05T08:00:00.000Z'));
}

export const OCTOBER = { first: '2026-10-01', last: '2026-10-31' };
export const NOVEMBER = '2026-11-02T10:00:00.000Z';

/** A person who worked on Monday, October 5, from nine to five. Afterwards the clock stands in November. */
export async function worked(name = 'Ada Lovelace'): Promise<Person & { entry: TimeEntry }> {
  server.clock.set('2026-10-05T08:00:00.000Z');
  const person = await makeEmployee(server, { name });
  server.clock.set('2026-10-05T09:00:00.000Z');
  await person.client.ask('clockIn', { requestId: requestId() });
  server.clock.set('2026-10-05T17:00:00.000Z');
  const { entry } = await person.client.ask('clockOut', { requestId: requestId() });
  await november(person);
  return { ...person, entry };
}
/** Moves the clock to November and gives everybody a new session. */
export async function november(...people: readonly Person[]): Promise<void> {
  server.clock.set(NOVEMBER);
  for (const { client, user } of [admin, ...people]) await giveSession(server, client, user.id);
}
export const own = async ({ client }: Person) =>
  (await client.ask('myPeriods', {})).periods.find(({ first }) => first === OCTOBER.first);
export const seen = async ({ user }: Person) =>
  (await admin.client.ask('periods', {})).people.find(({ userId }) => userId === user.id);
export const close = (people: readonly Person[], more: { reason?: string; requestId?: string } = {}) =>
  admin.client.ask('closePeriods', { ...OCTOBER, userIds: people.map(({ user }) => user.id), ...more });
export const reopen = (person: Person) =>
  admin.client.ask('reopenPeriods', { ...OCTOBER, userIds: [person.user.id], reason: 'A day was missing' });
export const later = ({ entry }: { entry: TimeEntry }, time: string) => ({
  day: '2026-10-05',
  reason: 'I left later',
  changes: [
    {
      entryId: entry.id,
      old: { clockIn: entry.clockIn, clockOut: entry.clockOut, breaks: [] },
      new: {
        clockIn: { day: '2026-10-05', time: '09:00' },
        clockOut: { day: '2026-10-05', time },
        breaks: [],
      },
    },
  ],
});
export const faults = async () => (await verifyIn(server.test.owner)).faults;
export const frozenOf = async ({ user }: Person) =>
  (
    await server.test.owner.query<{ frozen: { person: object }; hash: string }>(
      `SELECT frozen, encode(frozen_hash, 'hex') AS hash FROM period WHERE user_id = $1`,
      [user.id],
    )
  ).rows[0];
