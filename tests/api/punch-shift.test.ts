/** Punches that a clock stamped wrongly, moved all together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WallTime } from '#contract/corrections';
import { verifyIn } from '#server/record/verification/verify';
import {
  makeAdmin,
  makeEmployee,
  requestId,
  startTestServer,
  type Person,
  type TestServer,
} from '../make.ts';

let server: TestServer;
let grace: Person;
beforeAll(async () => {
  server = await startTestServer();
  grace = await makeAdmin(server, { name: 'Grace' });
});
afterAll(() => server.stop());

const on = (time: string): WallTime => ({ day: '2026-11-20', time });
type Punched = readonly ['clockIn' | 'clockOut' | 'startBreak' | 'endBreak', string];

/** Somebody who punched on Friday; then it is 18:00. */
async function punched(name: string, ...punches: Punched[]): Promise<Person> {
  server.clock.set('2026-11-20T00:00:00.000Z');
  const person = await makeEmployee(server, { name });
  for (const [route, time] of punches) {
    server.clock.set(`2026-11-20T${time}.000Z`);
    await person.client.ask(route, { requestId: requestId() });
  }
  server.clock.set('2026-11-20T18:00:00.000Z');
  return person;
}
const timesOf = async ({ client }: Person) =>
  (await client.ask('clock', {})).entries.map(({ clockIn, clockOut, break: breaks }) =>
    [clockIn, ...(breaks ?? []).flatMap(({ start, end }) => [start, end]), clockOut].map(
      (at) => at?.slice(11, 19) ?? null,
    ),
  );
const shift = (people: readonly Person[], changes: object = {}) => ({
  from: on('08:00'),
  to: on('09:00'),
  minutes: 60,
  userIds: people.map(({ user }) => user.id),
  ...changes,
});
const move = (people: readonly Person[], changes: object = {}) => ({
  requestId: requestId(),
  reason: 'The clock was an hour slow',
  ...shift(people, changes),
});

describe('moving the punches between two instants', () => {
  it('is a correction of each person and day, counts at once, and waits for everybody; what it would do is told before', async () => {
    const ada = await punched(
      'Ada',
      ['clockIn', '08:00:10'],
      ['startBreak', '08:30:00'],
      ['endBreak', '09:00:59'],
      ['clockOut', '16:00:00'],
    );
    const bo = await punched('Bo', ['clockIn', '08:59:00']);
    const outside = await punched('Eve', ['clockIn', '09:01:00'], ['clockOut', '10:00:00']);
    const preview = await grace.client.ask('previewPunchShift', shift([ada, bo, outside]));
    expect(preview).toEqual({ userIds: [ada.user.id, bo.user.id], entries: 2, refused: [] });
    expect(await timesOf(bo)).toEqual([['08:59:00', null]]);

    const moved = move([ada, bo, outside]);
    expect(await grace.client.ask('shiftPunches', moved)).toEqual(preview);
    // Sent once more, nothing is moved again.
    expect(await grace.client.ask('shiftPunches', moved)).toEqual(preview);
    expect([await timesOf(ada), await timesOf(bo), await timesOf(outside)]).toEqual([
      [['09:00:10', '09:30:00', '10:00:59', '16:00:00']],
      [['09:59:00', null]],
      [['09:01:00', '10:00:00']],
    ]);
    const { corrections } = await bo.client.ask('clock', {});
    expect(corrections).toMatchObject([
      { state: 'made', askedBy: { name: 'Grace' }, reason: 'The clock was an hour slow', day: '2026-11-20' },
    ]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('tells by name and sentence whose cannot be moved, and leaves all of theirs', async () => {
    const ada = await punched(
      'Ada Lovelace',
      ['clockIn', '08:10:00'],
      ['clockOut', '09:00:00'],
      ['clockIn', '09:30:00'],
      ['clockOut', '10:00:00'],
    );
    const bo = await punched('Bo Diddley', ['clockIn', '08:00:00'], ['startBreak', '08:10:00']);
    const eve = await punched('Eve Arden', ['clockIn', '08:05:00'], ['clockOut', '12:00:00']);
    const expected = {
      userIds: [eve.user.id],
      entries: 1,
      refused: [
        {
          userId: ada.user.id,
          name: 'Ada Lovelace',
          message: 'These times overlap another entry, Nov 20, 2026 09:30 to 10:00.',
        },
        {
          userId: bo.user.id,
          name: 'Bo Diddley',
          message: 'This entry is still running. Clock out to end it.',
        },
      ],
    };
    expect(await grace.client.ask('previewPunchShift', shift([ada, bo, eve]))).toEqual(expected);
    expect(await grace.client.ask('shiftPunches', move([ada, bo, eve]))).toEqual(expected);
    expect([await timesOf(ada), await timesOf(eve)]).toEqual([
      [
        ['09:30:00', '10:00:00'],
        ['08:10:00', '09:00:00'],
      ],
      [['09:05:00', '12:00:00']],
    ]);
  });

  it('moves a night of two days, of which each begins where the other ended, and the punches of many with it', async () => {
    const people = [];
    for (const name of ['Ada', 'Bo', 'Cy', 'Di']) {
      const person = await punched(name, ['clockIn', '00:30:00'], ['clockOut', '02:00:00']);
      people.push(person);
      await grace.client.ask('askCorrection', {
        requestId: requestId(),
        userId: person.user.id,
        day: '2026-11-19',
        reason: 'Forgotten',
        changes: [
          {
            entryId: null,
            old: null,
            new: {
              clockIn: { day: '2026-11-19', time: '22:00' },
              clockOut: on('00:30'),
              breaks: [],
            },
          },
        ],
      });
    }
    const night = { from: { day: '2026-11-19', time: '21:00' }, to: on('04:00') };
    for (const minutes of [90, -90])
      expect(await grace.client.ask('shiftPunches', move(people, { ...night, minutes }))).toEqual({
        userIds: people.map(({ user }) => user.id),
        entries: 8,
        refused: [],
      });
    expect(await timesOf(people[0] as Person)).toEqual([
      ['00:30:00', '02:00:00'],
      ['22:00:00', '00:30:00'],
    ]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('puts back what was stamped days ahead, beside what was stamped right', async () => {
    const ada = await punched('Ada', ['clockIn', '08:00:00'], ['clockOut', '09:00:00']);
    for (const [route, time] of [
      ['clockIn', '10:00'],
      ['clockOut', '12:00'],
    ] as const) {
      server.clock.set(`2026-11-23T${time}:00.000Z`);
      await ada.client.ask(route, { requestId: requestId() });
    }
    server.clock.set('2026-11-20T18:00:00.000Z');
    const day = '2026-11-23';
    const ahead = { from: { day, time: '00:00' }, to: { day, time: '23:59' } };
    const moved = (days: number) => move([ada], { ...ahead, minutes: -days * 1_440 });
    expect((await grace.client.ask('shiftPunches', moved(2))).refused).toMatchObject([
      { message: 'This time is in the future.' },
    ]);
    expect(await grace.client.ask('shiftPunches', moved(3))).toMatchObject({ entries: 1, refused: [] });
    expect(await timesOf(ada)).toEqual([
      ['10:00:00', '12:00:00'],
      ['08:00:00', '09:00:00'],
    ]);
  });

  it("of an admin's own hours is only asked for", async () => {
    const lin = await punched('Lin', ['clockIn', '08:00:00'], ['clockOut', '12:00:00']);
    await server.test.owner.query(`UPDATE account SET role = 'admin' WHERE id = $1`, [lin.user.id]);
    const asked = await lin.client.ask('shiftPunches', move([lin]));
    expect(asked).toEqual({ userIds: [lin.user.id], entries: 1, refused: [] });
    const { rows } = await lin.client.ask('corrections', {});
    const own = rows.filter(({ correction }) => correction.userId === lin.user.id);
    expect(own.map(({ correction }) => correction)).toMatchObject([
      { state: 'asked', items: [{ new: { clockIn: expect.stringContaining('T09:00') } }] },
    ]);
    expect(
      (await server.test.owner.query('SELECT clock_in FROM counted_entry WHERE user_id = $1', [lin.user.id]))
        .rows,
    ).toEqual([{ clock_in: Date.parse('2026-11-20T08:00:00Z') }]);
  });

  it('refuses an end before the beginning, and more than a month', async () => {
    const ada = await punched('Ada');
    const refusal = (changes: object) => grace.client.refusal('shiftPunches', move([ada], changes));
    expect(await refusal({ to: on('07:59') })).toMatchObject({
      code: 'invalid_input',
      fields: { to: 'The end must not be before the beginning' },
    });
    expect(await refusal({ from: { day: '2026-10-19', time: '08:00' } })).toMatchObject({
      fields: { to: 'At most 31 days can be moved at once' },
    });
  });
});
