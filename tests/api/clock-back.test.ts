/** The server's clock was a day ahead, and has gone back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHousekeeping } from '#server/housekeeping';
import {
  FRIDAY,
  makeAdmin,
  makeEmployee,
  requestId,
  startTestServer,
  type Person,
  type TestServer,
} from '#tests/make';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let server: TestServer;
let ada: Person;
let bob: Person;
let admin: Person;

beforeEach(async () => {
  server = await startTestServer();
  [ada, bob, admin] = [await makeEmployee(server), await makeEmployee(server), await makeAdmin(server)];
});
afterEach(() => server.stop());

describe('a clock that was ahead and was set back', () => {
  it('everybody who clocks in or out sees a warning, and the punch is recorded', async () => {
    server.clock.set(FRIDAY + DAY);
    const early = await ada.client.ask('clockIn', { requestId: requestId() });
    expect(early.warnings.join()).not.toMatch(/clock/u);
    server.clock.set(FRIDAY + MINUTE);
    const [day, time] = [early.at.slice(0, 10), early.at.slice(11, 16)];
    for (const { client } of [bob, ada]) {
      const punched = await client.ask(client === bob.client ? 'clockIn' : 'clockOut', {
        requestId: requestId(),
      });
      expect(punched.warnings).toContain(
        `The server's clock was ahead and was set back. There are records until ${day} ${time}. Ask an administrator to check your times.`,
      );
    }
    expect((await ada.client.ask('clock', {})).entries[0]?.clockOut).toBe(early.at);
  });

  it('admins see a banner while records lie more than a minute in the future', async () => {
    server.clock.set(FRIDAY + DAY);
    const { at } = await ada.client.ask('clockIn', { requestId: requestId() });
    const untilAt = async (now: number): Promise<string | undefined> => {
      server.clock.set(now);
      return (await admin.client.ask('monitoring', {})).recordsUntil;
    };
    expect(await untilAt(FRIDAY)).toBe(at);
    expect(await untilAt(FRIDAY + DAY - 61_000)).toBe(at);
    expect(await untilAt(FRIDAY + DAY - MINUTE)).toBeUndefined();
  });

  it('a repeated punch gets the same answer after the clock was three days ahead', async () => {
    const pressed = { requestId: requestId() };
    const first = await ada.client.ask('clockIn', pressed);
    const round = await runHousekeeping({ ...server, ...server.test });
    server.clock.set(FRIDAY + 3 * DAY);
    await runHousekeeping({ ...server, ...server.test }, round);
    expect(await ada.client.ask('clockIn', pressed)).toEqual(first);
    // Bob's punch moves the record ahead, too. Answers are deleted only after two rounds found them old.
    await bob.client.ask('clockIn', { requestId: requestId() });
    await runHousekeeping({ ...server, ...server.test }, round);
    expect(await ada.client.ask('clockIn', pressed)).toEqual(first);
  });
});
