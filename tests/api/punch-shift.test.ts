/** `punctual shift-punches`: moves the punches that a wrong clock stamped. */
import { describe, expect, it } from 'vitest';
import type { PunchShift } from '#domain/entry/punch-shift';
import { previewPunchShift, shiftPunches } from '#server/hours/corrections/shift-commands';
import { parseCommand } from '../../src/cli/command.ts';
import { resultLines, parsePunchShift } from '../../src/cli/shift-punches.ts';
import { verifyIn } from '#server/record/verification/verify';
import { makeEmployee, requestId, type Person } from '../make.ts';
import { setUpAdmin, setUpServer } from '#tests/set-up';

const server = setUpServer();
const grace = setUpAdmin(server, { name: 'Grace' });

const on = (time: string, day = 20): number => Date.parse(`2026-11-${day}T${time}:00.000Z`);
type Punched = readonly ['clockIn' | 'clockOut' | 'startBreak' | 'endBreak', string];

/** A person with these punches on Friday. Then it is 18:00. */
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
const HOUR: PunchShift = { from: on('08:00'), to: on('09:00'), minutes: 60 };
const idsOf = (people: readonly Person[]) => people.map(({ user }) => user.id);
const requestOf = (shift: PunchShift, reason: string, by: Person) => ({
  shift,
  reason,
  actorId: by.user.id,
  now: server.clock.now(),
});
const preview = (people: readonly Person[], shift = HOUR) =>
  previewPunchShift(
    server.test.database,
    requestOf(shift, 'The clock was an hour slow', grace),
    idsOf(people),
  );
const move = (people: readonly Person[], shift = HOUR, reason = 'The clock was an hour slow', by = grace) =>
  shiftPunches(server.test.database, requestOf(shift, reason, by), idsOf(people));
const moved = ({ user: { id: userId, name } }: Person, entries = 1) => ({
  userId,
  name,
  entries,
  refusal: null,
});

describe('moving punches between two instants', () => {
  it('makes a correction for each person and day, which counts at once, and can be previewed', async () => {
    const ada = await punched(
      'Ada',
      ['clockIn', '08:00:10'],
      ['startBreak', '08:30:00'],
      ['endBreak', '09:00:59'],
      ['clockOut', '16:00:00'],
    );
    const bo = await punched('Bo', ['clockIn', '08:59:00']);
    const outside = await punched('Eve', ['clockIn', '09:01:00'], ['clockOut', '10:00:00']);
    expect(await preview([ada, bo, outside])).toEqual([moved(ada), moved(bo)]);
    expect(await timesOf(bo)).toEqual([['08:59:00', null]]);

    expect(await move([ada, bo, outside])).toEqual([moved(ada), moved(bo)]);
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

  it('reports each person whose punches cannot be moved, with the reason, and moves none of theirs', async () => {
    const ada = await punched(
      'Ada Lovelace',
      ['clockIn', '08:10:00'],
      ['clockOut', '09:00:00'],
      ['clockIn', '09:30:00'],
      ['clockOut', '10:00:00'],
    );
    const bo = await punched('Bo Diddley', ['clockIn', '08:00:00'], ['startBreak', '08:10:00']);
    const eve = await punched('Eve Arden', ['clockIn', '08:05:00'], ['clockOut', '12:00:00']);
    const expected = [
      { ...moved(ada), refusal: 'These times overlap another entry, Nov 20, 2026 09:30 to 10:00.' },
      { ...moved(bo), refusal: 'This entry is still running. Clock out to end it.' },
      moved(eve),
    ];
    expect(await preview([ada, bo, eve])).toEqual(expected);
    expect(await move([ada, bo, eve])).toEqual(expected);
    expect([await timesOf(ada), await timesOf(eve)]).toEqual([
      [
        ['09:30:00', '10:00:00'],
        ['08:10:00', '09:00:00'],
      ],
      [['09:05:00', '12:00:00']],
    ]);
  });

  it('moves adjacent entries of a night across two days, for many people', async () => {
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
              clockOut: { day: '2026-11-20', time: '00:30' },
              breaks: [],
            },
          },
        ],
      });
    }
    const night = { from: on('21:00', 19), to: on('04:00') };
    for (const minutes of [90, -90])
      expect(await move(people, { ...night, minutes }, `Off by ${minutes}`)).toEqual(
        people.map((person) => moved(person, 2)),
      );
    expect(await timesOf(people[0] as Person)).toEqual([
      ['00:30:00', '02:00:00'],
      ['22:00:00', '00:30:00'],
    ]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('moves punches that were stamped days ahead, and leaves the right ones', async () => {
    const ada = await punched('Ada', ['clockIn', '08:00:00'], ['clockOut', '09:00:00']);
    for (const [route, time] of [
      ['clockIn', '10:00'],
      ['clockOut', '12:00'],
    ] as const) {
      server.clock.set(`2026-11-23T${time}:00.000Z`);
      await ada.client.ask(route, { requestId: requestId() });
    }
    server.clock.set('2026-11-20T18:00:00.000Z');
    const ahead = { from: on('00:00', 23), to: on('23:59', 23) };
    const back = (days: number) => move([ada], { ...ahead, minutes: -days * 1_440 });
    expect(await back(2)).toMatchObject([{ refusal: 'This time is in the future.' }]);
    expect(await back(3)).toEqual([moved(ada)]);
    expect(await timesOf(ada)).toEqual([
      ['10:00:00', '12:00:00'],
      ['08:00:00', '09:00:00'],
    ]);
  });

  it("only makes a request for an admin's own punches", async () => {
    const lin = await punched('Lin', ['clockIn', '08:00:00'], ['clockOut', '12:00:00']);
    await server.test.owner.query(`UPDATE account SET role = 'admin' WHERE id = $1`, [lin.user.id]);
    expect(await move([lin], HOUR, 'The clock was an hour slow', lin)).toEqual([moved(lin)]);
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

  it('moves nobody twice for the same reason, so the command is safe to repeat', async () => {
    const ada = await punched('Ada', ['clockIn', '08:00:00'], ['clockOut', '12:00:00']);
    await move([ada], { ...HOUR, minutes: 10 });
    const bo = await punched('Bo', ['clockIn', '08:10:00'], ['clockOut', '12:00:00']);
    expect(await move([ada, bo], { ...HOUR, minutes: 10 })).toEqual([
      { ...moved(ada), refusal: 'Already corrected for this reason.' },
      moved(bo),
    ]);
    expect(await timesOf(ada)).toEqual([['08:10:00', '12:00:00']]);
  });
});

describe('the options of shift-punches', () => {
  const typed = { from: '2026-11-20T08:00', until: '2026-11-20 09:00', by: '-30', isDryRun: true };
  const shift = (changes: object = {}, zone = 'UTC') => parsePunchShift({ ...typed, ...changes }, zone);

  it('take workplace times or times with an offset, and minutes', () => {
    expect(shift()).toEqual({ from: on('08:00'), to: on('09:00'), minutes: -30 });
    expect(shift({ by: '+5' }, 'Asia/Kathmandu').from).toBe(on('02:15'));
    expect(shift({ from: '2026-11-20T08:00+05:00' }).from).toBe(on('03:00'));
  });

  it.each([
    [{ until: '2026-11-20T07:59' }, '--until must not be before --from.'],
    [{ from: '2026-10-19T08:00' }, 'At most 31 days can be moved at once.'],
    [{ by: '0' }, '--by must be minutes'],
    [{ by: '44641' }, '--by must be minutes, at most 44640'],
    [{ by: 'ten' }, '--by must be minutes'],
    [{ from: '8:00' }, '--from must be a time that exists'],
    [{ until: '2026-03-29T02:30' }, '--until must be a time that exists'],
    [{ from: '2026-10-25T02:30' }, '--from comes twice that night: give its offset'],
  ])('are refused: %j', (changes, message) => {
    expect(() => shift(changes, 'Europe/Berlin')).toThrow(message);
  });

  it('are all required, and other commands refuse them', () => {
    const args = [
      'shift-punches',
      '--from=2026-11-20T08:00',
      '--until=2026-11-20T09:00',
      '--by=-30',
      '--admin=a@example.com',
      '--reason=Slow',
    ];
    expect(parseCommand([...args, '--dry-run'])).toEqual({
      name: 'shift-punches',
      values: {
        from: '2026-11-20T08:00',
        until: '2026-11-20T09:00',
        by: '-30',
        admin: 'a@example.com',
        reason: 'Slow',
        isDryRun: true,
      },
    });
    for (const missing of args.slice(1))
      expect(() => parseCommand(args.filter((arg) => arg !== missing))).toThrow('shift-punches needs');
    for (const command of ['verify', 'migrate', 'backup x'])
      expect(() => parseCommand([...command.split(' '), '--dry-run'])).toThrow('takes no such option');
  });

  it('the output lists what was moved and who was not', () => {
    const ada = { userId: 'a', name: 'Ada', entries: 2, refusal: null };
    const bo = { userId: 'b', name: 'Bo', entries: 1, refusal: 'This time is in the future.' };
    expect(resultLines([ada, bo], -30, true)).toEqual([
      'Would move 2 entries of 1 person 30 min earlier.',
      'Not moved: Bo. This time is in the future.',
      'Nothing was changed. Leave out --dry-run to move them.',
    ]);
    expect(resultLines([ada], 30, false)[0]).toBe('Moved 2 entries of 1 person 30 min later.');
  });
});
