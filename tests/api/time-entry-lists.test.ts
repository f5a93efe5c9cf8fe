/** Paged lists of time entries (spec §7): all entries for an admin, and their own for an employee. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/routes';
import type { TimeEntry } from '#domain/entry/time-entry';
import { setActive } from '#server/people/employees/commands';
import { changeSettings, entry, makeAdmin, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { writeEntries } from './report-data.ts';

let admin: Person;
let ada: Person;
let bo: Person;
let gone: Person;

/** Clock-ins as 'name day time', in the order of the answer. */
async function listed(input: InputOf<'timeEntries'> = {}): Promise<string[]> {
  const { rows } = await admin.client.ask('timeEntries', input);
  return rows.map(
    ({ employee, day, entry: { clockIn } }) => `${employee.name} ${day} ${clockIn.slice(11, 16)}`,
  );
}

/** All pages, with two entries each. */
async function paged(input: InputOf<'timeEntries'> = {}) {
  const pages = [await admin.client.ask('timeEntries', { ...input, limit: 2 })];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await admin.client.ask('timeEntries', { ...input, limit: 2, before: next }));
  return pages;
}

const ADAS: TimeEntry[] = [
  entry('08:55-12:00', { day: '2026-11-18' }),
  // Late: after 09:05 and the first clock-in of its day. The one after lunch is not the first.
  entry('09:30-12:00', { day: '2026-11-19', break: '10:00-10:15' }),
  entry('13:00-17:00', { day: '2026-11-19' }),
];

const server = setUpServer();
beforeAll(async () => {
  server.clock.set('2026-11-20T08:30:00.000Z');
  admin = await makeAdmin(server);
  ada = await makeEmployee(server, { name: 'Ada' });
  bo = await makeEmployee(server, { name: 'Bo' });
  gone = await makeEmployee(server, { name: 'Carla' });
  const { owner } = server.test;
  await owner.query(`UPDATE account SET department = 'Corporate Services Studio' WHERE id = $1`, [
    bo.user.id,
  ]);
  await writeEntries(owner, ada.user.id, ADAS);
  await writeEntries(owner, bo.user.id, [entry('08:55-17:00', { day: '2026-11-18' })]);
  await writeEntries(owner, gone.user.id, [entry('22:00-23:00', { day: '2026-11-17' })]);
  await setActive(server.test.database, server.clock.now(), admin.user.id, gone.user.id, false);
  await ada.client.ask('clockIn', { requestId: requestId(), notes: 'early' });
});

describe('the list of all time entries', () => {
  it("is sorted newest first and includes deactivated people, with each person's details", async () => {
    const { rows, now, calendar, next, tag } = await admin.client.ask('timeEntries', {});
    expect(rows.map(({ employee }) => employee.name)).toHaveLength(6);
    expect(rows[0]).toMatchObject({
      entry: { userId: ada.user.id, clockIn: '2026-11-20T08:30:00.000Z', clockOut: null, notes: 'early' },
      employee: {
        id: ada.user.id,
        name: 'Ada',
        employeeId: ada.user.employeeId,
        department: 'Business Studio',
        isActive: true,
      },
      day: '2026-11-20',
      isLate: false,
    });
    expect(rows.at(-1)?.employee).toMatchObject({ name: 'Carla', isActive: false });
    expect(rows.map(({ entry: { clockIn } }) => clockIn)).toEqual(
      rows
        .map(({ entry: { clockIn } }) => clockIn)
        .toSorted()
        .toReversed(),
    );
    expect({ now, next, today: calendar.today, zone: calendar.timeZone, tag }).toEqual({
      now: '2026-11-20T08:30:00.000Z',
      next: null,
      today: '2026-11-20',
      zone: 'UTC',
      tag: 'first clock-in after 09:05',
    });
  });

  it("contains breaks, and tags only the first clock-in of a day as 'Late'", async () => {
    const { rows } = await admin.client.ask('timeEntries', { userId: ada.user.id });
    expect(rows.map(({ isLate }) => isLate)).toEqual([false, false, true, false]);
    expect(rows[2]?.entry.break).toEqual([
      { start: '2026-11-19T10:00:00.000Z', end: '2026-11-19T10:15:00.000Z' },
    ]);
  });

  it.each<[string, () => InputOf<'timeEntries'>, string[]]>([
    ['of one person', () => ({ userId: bo.user.id }), ['Bo 2026-11-18 08:55']],
    ['of an unknown person', () => ({ userId: requestId() }), []],
    ['of one studio', () => ({ department: 'Corporate Services Studio' }), ['Bo 2026-11-18 08:55']],
    ['of a studio without people', () => ({ department: 'Regulatory Reporting Studio' }), []],
    ['only open ones', () => ({ status: 'open' }), ['Ada 2026-11-20 08:30']],
    [
      'closed ones of a person in a studio from a day on',
      () => ({ status: 'closed', userId: ada.user.id, department: 'Business Studio', from: '2026-11-19' }),
      ['Ada 2026-11-19 13:00', 'Ada 2026-11-19 09:30'],
    ],
    ['up to and including a day', () => ({ to: '2026-11-17' }), ['Carla 2026-11-17 22:00']],
    [
      'of one day',
      () => ({ from: '2026-11-19', to: '2026-11-19' }),
      ['Ada 2026-11-19 13:00', 'Ada 2026-11-19 09:30'],
    ],
    ['of 400 days', () => ({ from: '2025-10-14', to: '2026-11-17' }), ['Carla 2026-11-17 22:00']],
  ])('can be filtered: %s', async (_, input, expected) => {
    expect(await listed(input())).toEqual(expected);
  });

  it('has pages that add up to the whole, each entry once, even with equal clock-in times', async () => {
    const whole = (await admin.client.ask('timeEntries', {})).rows.map(({ entry: { id } }) => id);
    const pages = await paged();
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 2]);
    expect(pages.flatMap(({ rows }) => rows.map(({ entry: { id } }) => id))).toEqual(whole);
    const ofAda = await paged({ userId: ada.user.id, status: 'closed' });
    expect(ofAda.map(({ rows }) => rows.length)).toEqual([2, 1]);
  });

  it('continues after the last page, even when somebody clocks in meanwhile', async () => {
    const first = await admin.client.ask('timeEntries', { limit: 2 });
    await bo.client.ask('clockIn', { requestId: requestId() });
    const second = await admin.client.ask('timeEntries', { limit: 2, before: first.next ?? '' });
    expect(second.rows[0]).toMatchObject({ day: '2026-11-19', employee: { name: 'Ada' } });
    expect(second.rows[0]?.entry.clockIn).toBe('2026-11-19T09:30:00.000Z');
  });

  it('uses the days of the workplace, not of UTC', async () => {
    await changeSettings(server, { time_zone: 'Asia/Kathmandu' });
    try {
      // 22:00 in UTC is 03:45 of the next day in Kathmandu.
      expect(await listed({ from: '2026-11-17', to: '2026-11-17' })).toEqual([]);
      expect(await listed({ to: '2026-11-18', userId: gone.user.id })).toEqual(['Carla 2026-11-18 22:00']);
    } finally {
      await changeSettings(server, { time_zone: 'UTC' });
    }
  });
});

describe("an employee's own time entries", () => {
  const own = (input: InputOf<'myTimeEntries'>) => ada.client.ask('myTimeEntries', input);

  it("need no range, come in pages, and include nobody else's", async () => {
    const first = await own({ limit: 3 });
    expect(first.entries.map(({ userId }) => userId)).toEqual(Array(3).fill(ada.user.id));
    expect(first.calendar).toMatchObject({ today: '2026-11-20' });
    expect(first.calendar.days.map(({ day }) => day)).toContain('2026-11-01');
    const second = await own({ limit: 3, before: first.next ?? '' });
    expect(second.entries.map(({ clockIn }) => clockIn)).toEqual(['2026-11-18T08:55:00.000Z']);
    expect(second.next).toBeNull();
  });

  it('can be limited by a start or an end alone', async () => {
    expect((await own({ from: '2026-11-20' })).entries).toHaveLength(1);
    expect((await own({ to: '2026-11-18' })).entries).toHaveLength(1);
  });

  it('of a given range arrive in one answer with its days', async () => {
    const person = await makeEmployee(server);
    await writeEntries(
      server.test.owner,
      person.user.id,
      Array.from({ length: 60 }, (_, n) => {
        const minute = String(n).padStart(2, '0');
        return entry(`10:${minute}-10:${minute}`, { day: '2026-11-10' });
      }),
    );
    const ask = (input: InputOf<'myTimeEntries'>) => person.client.ask('myTimeEntries', input);
    const whole = await ask({ from: '2026-11-09', to: '2026-11-10' });
    expect(whole.entries).toHaveLength(60);
    expect(whole).toMatchObject({
      next: null,
      calendar: { days: [{ day: '2026-11-09' }, { day: '2026-11-10' }] },
    });
    const page = await ask({});
    expect(page.entries).toHaveLength(50);
    expect((await ask({ before: page.next ?? '' })).entries).toHaveLength(10);
  });
});

describe('an invalid list request', () => {
  it.each([
    ['a limit of 0', { limit: '0' }, 'limit'],
    ['a limit that is too high', { limit: '201' }, 'limit'],
    ['a limit of 1.5', { limit: '1.5' }, 'limit'],
    ['a limit in words', { limit: 'all' }, 'limit'],
    ['an invalid cursor', { before: 'yesterday' }, 'before'],
    [
      'a cursor in month 13',
      { before: '2026-13-01T00:00:00.000Z_00000000-0000-4000-8000-000000000000' },
      'before',
    ],
    [
      'a cursor on 30 February',
      { before: '2026-02-30T00:00:00.000Z_00000000-0000-4000-8000-000000000000' },
      'before',
    ],
    [
      'a cursor in year 0',
      { before: '0000-01-01T00:00:00.000Z_00000000-0000-4000-8000-000000000000' },
      'before',
    ],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
    ['a day that is too early', { from: '0001-01-01' }, 'from'],
    ['a day that is too late', { to: '9999-12-31' }, 'to'],
    ['an end before its start', { from: '2026-11-02', to: '2026-11-01' }, 'to'],
  ])('with %s answers 400 to admins and employees', async (_, input, field) => {
    for (const [client, route] of [
      [admin.client, 'timeEntries'],
      [ada.client, 'myTimeEntries'],
    ] as const)
      expect(await client.refusal(route, input)).toMatchObject({
        status: 400,
        code: 'invalid_input',
        fields: { [field]: expect.any(String) },
      });
  });

  it.each([{ userId: 'me' }, { department: '' }, { status: 'lost' }, { offset: '10' }])(
    'with %o is refused',
    async (input) => {
      expect(await admin.client.refusal('timeEntries', input)).toMatchObject({ status: 400 });
    },
  );

  it("for 401 own days or for other people's entries is refused", async () => {
    expect(await ada.client.refusal('myTimeEntries', { from: '2025-01-01', to: '2026-02-05' })).toMatchObject(
      {
        status: 400,
        fields: { to: 'At most 400 days at a time' },
      },
    );
    expect(await ada.client.refusal('myTimeEntries', { userId: bo.user.id })).toMatchObject({ status: 400 });
    expect(await ada.client.refusal('timeEntries', {})).toMatchObject({ status: 403 });
    expect(await server.client().refusal('timeEntries', {})).toMatchObject({ status: 401 });
  });
});
