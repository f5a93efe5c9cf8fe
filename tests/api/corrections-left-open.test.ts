/** Corrections of hours after an entry without a clock-out, which counts nothing and blocks nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { shiftPunches } from '#server/hours/corrections/shift-commands';
import { setActive } from '#server/people/employees/commands';
import { verifyIn } from '#server/record/verification/verify';
import { makeEmployee, requestId, TestClock, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { asking, changed, decided, deciding, missing, wall } from './corrections-of.ts';

const EVENING = '2026-11-17T20:00:00.000Z';
/** Starts at the tests' time: housekeeping of a later one would delete what is issued then. */
const server = setUpServer({ clock: new TestClock(EVENING) });
const grace = setUpAdmin(server, { name: 'Grace' });
beforeEach(() => server.clock.set(EVENING));

const [TUESDAY, WEDNESDAY, THURSDAY] = ['2026-11-17', '2026-11-18', '2026-11-19'];

/** Ada, who came on Tuesday at 20:00, paused, was back at 23:00 and did not clock out; now it is Friday, 12:00. */
async function forgetful(): Promise<Person & { readonly left: string }> {
  const person = await makeEmployee(server, { name: 'Ada' });
  const { entry } = await person.client.ask('clockIn', { requestId: requestId() });
  server.clock.set(`${TUESDAY}T22:30:00.000Z`);
  await person.client.ask('startBreak', { requestId: requestId() });
  server.clock.set(`${TUESDAY}T23:00:00.000Z`);
  await person.client.ask('endBreak', { requestId: requestId() });
  server.clock.set('2026-11-20T12:00:00.000Z');
  return { ...person, left: entry.id };
}
const worked = (day: string, from = '09:00', to = '17:00', of: Person | null = null) => ({
  ...asking([missing(from, to, day)], of),
  day,
});
const entriesOf = async ({ client }: Person) =>
  (await client.ask('myTimeEntries', { from: TUESDAY, to: '2026-11-20' })).entries;
const minutesOf = async (person: Person) => {
  const range = { startDate: TUESDAY, endDate: '2026-11-20', rules: 'standard' } as const;
  const { rows } = await grace.client.ask('teamReport', range);
  return rows.find(({ userId }) => userId === person.user.id)?.totalMinutes;
};
const stating = (entryId: string, day: string, time: string) => ({
  requestId: requestId(),
  entryId,
  day,
  time,
});
const isVerified = async () => expect((await verifyIn(server.test.owner)).faults).toEqual([]);

describe('an entry whose end is missing', () => {
  it("allows an admin's correction of a later day, and its end can then be stated up to that time", async () => {
    const ada = await forgetful();
    const stream = await ada.client.live();
    await stream.hello();
    await grace.client.ask('askCorrection', worked(THURSDAY, '09:00', '17:00', ada));
    const aside = { id: ada.left, clockOut: null, setAsideAt: `${THURSDAY}T09:00:00.000Z` };
    await stream.until(({ changes }) =>
      changes.some(({ entries }) => entries?.some(({ setAsideAt }) => setAsideAt === aside.setAsideAt)),
    );
    stream.close();
    expect(await entriesOf(ada)).toMatchObject([{ clockIn: aside.setAsideAt }, aside]);
    expect(await minutesOf(ada)).toBe(480);
    await isVerified();

    expect((await ada.client.ask('forgottenClockOut', {})).forgotten).toMatchObject({ day: TUESDAY });
    expect(await ada.client.refusal('stateLeaving', stating(ada.left, THURSDAY, '09:30'))).toMatchObject({
      fields: { time: 'The time must not be after you clocked in again, Nov 19, 2026, 09:00' },
    });
    await ada.client.ask('stateLeaving', stating(ada.left, WEDNESDAY, '02:00'));
    expect(await minutesOf(ada)).toBe(480 + 330);
    await isVerified();
  });

  it('an approval that set it aside cannot be undone', async () => {
    const ada = await forgetful();
    const asked = await ada.client.ask('askCorrection', worked(THURSDAY));
    const agreed = await decided(grace, asked.correction, 'agree');
    expect(await grace.client.refusal('decideCorrections', deciding(agreed, 'undo'))).toMatchObject({
      message: 'This can no longer be undone.',
    });
    const second = await ada.client.ask('askCorrection', worked('2026-11-20', '09:00', '11:00'));
    server.clock.advanceMinutes(1);
    await decided(grace, await decided(grace, second.correction, 'agree'), 'undo');
    await isVerified();
  });

  it('a request for a later day changes nothing until it is approved', async () => {
    const ada = await forgetful();
    const { correction } = await ada.client.ask('askCorrection', worked(WEDNESDAY));
    expect(await entriesOf(ada)).toMatchObject([{ id: ada.left }]);
    expect(await entriesOf(ada)).not.toMatchObject([{ setAsideAt: expect.anything() }]);
    await decided(grace, correction, 'agree');
    expect(await entriesOf(ada)).toMatchObject([
      { clockOut: `${WEDNESDAY}T17:00:00.000Z` },
      { id: ada.left, clockOut: null, setAsideAt: `${WEDNESDAY}T09:00:00.000Z` },
    ]);
    await isVerified();
  });

  it('allows another correction before the one that set it aside, and keeps that earlier limit', async () => {
    const ada = await forgetful();
    await ada.client.ask('clockIn', { requestId: requestId() });
    server.clock.advanceMinutes(60);
    await ada.client.ask('clockOut', { requestId: requestId() });
    await grace.client.ask('askCorrection', worked(THURSDAY, '09:00', '17:00', ada));
    const earlier = worked(WEDNESDAY, '09:00', '17:00', ada);
    const { correction } = await grace.client.ask('askCorrection', earlier);
    const aside = { id: ada.left, clockOut: null, setAsideAt: `${WEDNESDAY}T09:00:00.000Z` };
    expect((await entriesOf(ada)).at(-1)).toMatchObject(aside);
    expect(await minutesOf(ada)).toBe(2 * 480 + 60);
    await isVerified();
    // The earlier limit stays, even if the correction is taken back.
    await decided(grace, await decided(ada, correction, 'object', 'I was ill'), 'take-back');
    expect((await entriesOf(ada)).at(-1)).toMatchObject(aside);
    expect(await minutesOf(ada)).toBe(480 + 60);
    await isVerified();
    const later = 'UPDATE counted_entry SET set_aside_at = $2 WHERE id = $1';
    for (const at of [null, `${WEDNESDAY}T09:00:01.000Z`])
      await expect(server.test.owner.query(later, [ada.left, at])).rejects.toThrow('stays');
  });

  it('blocks times before its last punch, and the message names its day and time', async () => {
    const ada = await forgetful();
    const message = 'These times overlap another entry, Nov 17, 2026 20:00 (end missing).';
    for (const [from, to] of [
      ['19:00', '20:01'],
      ['20:00', '20:01'],
      ['22:59', '23:30'],
    ] as const) {
      const asked = worked(TUESDAY, from, to);
      expect(await ada.client.refusal('askCorrection', asked)).toMatchObject({ message });
      expect(await grace.client.refusal('askCorrection', { ...asked, userId: ada.user.id })).toMatchObject({
        message,
      });
    }
    await grace.client.ask('askCorrection', worked(TUESDAY, '19:00', '20:00', ada));
    await grace.client.ask('askCorrection', worked(TUESDAY, '23:00', '23:30', ada));
    await isVerified();
  });

  it('a request that changes it cannot also add a later entry, and its limit follows moved punches', async () => {
    const ada = await forgetful();
    const [left] = await entriesOf(ada);
    const asked = { ...asking([changed(left, { clockIn: wall('20:10', TUESDAY) })], ada), day: TUESDAY };
    const both = { ...asked, changes: [...asked.changes, missing('23:30', '23:40', TUESDAY)] };
    expect(await grace.client.refusal('askCorrection', both)).toMatchObject({ code: 'correction_overlap' });
    await grace.client.ask('askCorrection', asked);
    await grace.client.ask('askCorrection', worked(THURSDAY, '09:00', '17:00', ada));
    const at = (time: string) => Date.parse(`${THURSDAY}T${time}:00.000Z`);
    const shift = { from: at('08:00'), to: at('18:00'), minutes: -60 };
    const request = { shift, actorId: grace.user.id, now: server.clock.now(), reason: 'The clock was wrong' };
    await shiftPunches(server.test.database, request, [ada.user.id]);
    expect((await entriesOf(ada)).at(-1)).toMatchObject({ setAsideAt: `${THURSDAY}T08:00:00.000Z` });
    await isVerified();
  });
});

it('a running entry blocks all later times, also in a night shift', async () => {
  const ada = await makeEmployee(server);
  await ada.client.ask('clockIn', { requestId: requestId() });
  server.clock.set(`${WEDNESDAY}T03:00:00.000Z`);
  expect(await ada.client.refusal('askCorrection', worked(WEDNESDAY, '01:00', '02:00'))).toMatchObject({
    message: 'These times overlap another entry, Nov 17, 2026 20:00 to now.',
  });
});

it('an open entry of a deactivated employee blocks nothing after its last punch', async () => {
  const ada = await makeEmployee(server);
  await ada.client.ask('clockIn', { requestId: requestId() });
  server.clock.set(`${WEDNESDAY}T03:00:00.000Z`);
  await setActive(server.test.database, server.clock.now(), grace.user.id, ada.user.id, false);
  await grace.client.ask('askCorrection', worked(WEDNESDAY, '01:00', '02:00', ada));
  await isVerified();
});
