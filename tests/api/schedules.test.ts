/** Schedules: who may change them, and which hours then apply to people. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/routes';
import { daysBetween, weekdayOf } from '#domain/time/workplace-day';
import { entry, makeEmployee, registerUser, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { createdAt, wholeTeamOf, writeEntries } from './report-data.ts';

type Change = InputOf<'saveSchedule'>['schedule'];
type Day = Change['days'][number];

const OFF: Day = { minutes: 0 };
const SHORT: Day = { minutes: 300, start: '08:00', end: '13:00' };
const PART_TIME: Change = {
  id: requestId(),
  name: 'Part-time',
  isRetired: false,
  from: '2026-11-19',
  days: [SHORT, SHORT, SHORT, SHORT, OFF, OFF, OFF],
};

const server = setUpServer();
const admin = setUpAdmin(server);
const wholeTeam = wholeTeamOf(() => admin);
let ada: Person;
beforeAll(async () => {
  server.clock.set('2026-11-19T07:00:00.000Z');
  ada = await makeEmployee(server, { name: 'Ada Lovelace' });
});

const current = () => admin.client.ask('schedules', {});
const save = async (schedule: Change) =>
  admin.client.ask('saveSchedule', { version: (await current()).version, schedule });
const assignment = (userIds: string[], scheduleId: string | null, from: string) => ({
  userIds,
  scheduleId,
  from,
});
const assign = async (...of: Parameters<typeof assignment>) =>
  admin.client.ask('assignSchedule', { version: (await current()).version, assignment: assignment(...of) });

describe('schedules', () => {
  it('are none at first', async () => {
    expect(await current()).toMatchObject({ today: '2026-11-19', schedules: [], people: [] });
  });

  it('people who have one are judged by it, from its day on, and others by the settings', async () => {
    await save(PART_TIME);
    await assign([ada.user.id], PART_TIME.id, '2026-11-19');
    const bob = await makeEmployee(server);
    server.clock.set('2026-11-19T08:10:00.000Z');
    const { lateness } = await ada.client.ask('clockIn', { requestId: requestId() });
    expect(lateness).toEqual({ late: true, minutes: 5 });
    expect((await bob.client.ask('clockIn', { requestId: requestId() })).lateness).toMatchObject({
      late: false,
    });
    const { calendar } = await ada.client.ask('clock', {});
    const dayOf = (name: string) => calendar.days.find(({ day }) => day === name);
    expect(dayOf('2026-11-18')?.schedule).toBeUndefined();
    expect(dayOf('2026-11-20')?.schedule).toEqual({ ...OFF, name: 'Part-time' });
    const { employees } = await admin.client.ask('monitoring', {});
    const onBoard = new Map(employees.map(({ id, planned }) => [id, planned?.schedule]));
    expect(onBoard.get(ada.user.id)).toEqual({ ...SHORT, name: 'Part-time' });
    expect(onBoard.get(bob.user.id)).toBeUndefined();
    const { schedules } = await admin.client.ask('person', { id: ada.user.id });
    expect(schedules).toEqual([{ from: '2026-11-19', name: 'Part-time' }]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('a day off is no absence by the work settings, and one by the standard rules', async () => {
    server.clock.set('2026-11-23T18:00:00.000Z');
    const range = { startDate: '2026-11-20', endDate: '2026-11-20', includeFormer: 'false' } as const;
    for (const [rules, absences] of [
      ['standard', 1],
      ['settings', 0],
    ] as const) {
      const rows = await wholeTeam({ ...range, rules });
      expect(rows.find(({ userId }) => userId === ada.user.id)?.absences).toBe(absences);
    }
    const { hasSchedules } = await admin.client.ask('teamReport', { ...range, rules: 'settings' });
    expect(hasSchedules).toBe(true);
  });

  it('an administrator is told before saving whose past targets a change moves', async () => {
    const effect = await admin.client.ask('scheduleEffect', {
      assignment: assignment([ada.user.id], null, '2026-11-20'),
    });
    // Friday has 8 h instead of none, and Monday 8 h instead of 5 h.
    expect(effect).toEqual({
      closed: null,
      count: 1,
      people: [{ id: ada.user.id, name: 'Ada Lovelace', before: 300, after: 960 }],
    });
    const unchanged = await admin.client.ask('scheduleEffect', {
      schedule: { ...PART_TIME, name: 'Four days' },
    });
    expect(unchanged).toEqual({ closed: null, count: 0, people: [] });
    expect((await current()).schedules[0]?.name).toBe('Part-time');
  });

  it('saving what is there changes nothing', async () => {
    const { version } = await current();
    expect((await save(PART_TIME)).version).toBe(version);
    expect((await assign([ada.user.id], PART_TIME.id, '2026-11-19')).version).toBe(version);
  });

  it('new days hold from their day on, and the assignment can end', async () => {
    const longer: Day = { ...SHORT, minutes: 360, end: '14:00' };
    const before = (await ada.client.ask('clock', {})).settings.plansId;
    await save({ ...PART_TIME, from: '2026-11-23', days: [longer, SHORT, SHORT, SHORT, OFF, OFF, OFF] });
    await assign([ada.user.id], null, '2026-11-25');
    const { calendar, settings } = await ada.client.ask('clock', {});
    expect(settings.plansId).not.toBe(before);
    const minutesOn = (name: string) => calendar.days.find(({ day }) => day === name)?.schedule?.minutes;
    expect(['2026-11-19', '2026-11-23', '2026-11-24', '2026-11-25'].map(minutesOn)).toEqual([
      300,
      360,
      300,
      undefined,
    ]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('are refused with an old version, for unknown people, far days, taken names and retired ones', async () => {
    const { version } = await current();
    const of = assignment([ada.user.id], PART_TIME.id, '2026-11-30');
    const refused = async (changed: Partial<typeof of>, wanted = version) =>
      admin.client.refusal('assignSchedule', { version: wanted, assignment: { ...of, ...changed } });
    expect(await ada.client.refusal('assignSchedule', { version, assignment: of })).toMatchObject({
      status: 403,
    });
    expect(await refused({}, version - 1)).toMatchObject({ status: 409, code: 'settings_changed' });
    expect(await refused({ userIds: [requestId()] })).toMatchObject({ code: 'employee_not_found' });
    expect(await refused({ from: '2020-01-01' })).toMatchObject({
      fields: { from: 'Choose a day within 400 days of today' },
    });
    expect(await refused({ scheduleId: requestId() })).toMatchObject({
      fields: { scheduleId: 'This schedule is retired' },
    });
    const another = { ...PART_TIME, id: requestId(), from: '2026-11-23' };
    expect(await admin.client.refusal('saveSchedule', { version, schedule: another })).toMatchObject({
      fields: { name: 'Another schedule has this name' },
    });
    for (const days of [[SHORT], [{ ...SHORT, end: '08:00' }, OFF, OFF, OFF, OFF, OFF, OFF]])
      expect(
        await admin.client.refusal('saveSchedule', { version, schedule: { ...another, name: 'Odd', days } }),
      ).toMatchObject({ status: 400 });
    expect((await current()).version).toBe(version);
  });

  it('a direct change of the tables is found by the verification', async () => {
    const { owner } = server.test;
    await owner.query(`UPDATE schedule_of SET from_day = '2026-11-18' WHERE from_day = '2026-11-19'`);
    expect(await ledgerFaults(owner)).toHaveLength(1);
    await owner.query(`UPDATE schedule_of SET from_day = '2026-11-19' WHERE from_day = '2026-11-18'`);
    await owner.query(`UPDATE schedule SET name = 'Other'`);
    expect(await ledgerFaults(owner)).toHaveLength(1);
    await owner.query(`UPDATE schedule SET name = 'Part-time'`);
    expect(await ledgerFaults(owner)).toEqual([]);
  });
});

/** Expected values are computed here from dates and minutes, without the product's code. */
describe('a month of many schedules', () => {
  const FIRST = '2026-09-01';
  const LAST = '2026-09-30';
  const TWO_WEEKS: Change = {
    id: requestId(),
    name: 'Two weeks',
    isRetired: false,
    from: FIRST,
    days: [SHORT, SHORT, OFF, OFF, OFF, OFF, OFF, OFF, OFF, SHORT, SHORT, { minutes: 240 }, OFF, OFF],
  };
  const CHANGE = '2026-09-16';
  /** A first Monday of a two-week rhythm: 138 weeks after January 1, 2024. */
  const RHYTHM = '2026-08-24';

  /** Expected hours of a day. By the settings a weekend has the hours of a workday, but nobody is absent. */
  function dayBy(schedule: Change | null, day: string): Day {
    if (schedule === null) return { minutes: 480, start: '09:00', end: '17:00' };
    const since = daysBetween(RHYTHM, day).length - 1;
    return schedule.days[since % schedule.days.length] ?? OFF;
  }

  const minute = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

  it('the sums of all are those of each day of each person', async () => {
    server.clock.set('2026-11-25T12:00:00.000Z');
    await save(TWO_WEEKS);
    const choices: (Change | null)[] = [null, PART_TIME, TWO_WEEKS];
    const wanted = new Map<string, { lateArrivals: number; absences: number; overtimeMinutes: number }>();
    for (const [number, [first, second]] of choices
      .flatMap((one) => choices.map((other) => [one, other] as const))
      .entries()) {
      const { id } = await registerUser(server);
      await createdAt(server.test.owner, id, `${FIRST}T00:00:00.000Z`);
      if (first) await assign([id], first.id, FIRST);
      if (second !== first) await assign([id], second?.id ?? null, CHANGE);
      const sums = { lateArrivals: 0, absences: 0, overtimeMinutes: 0 };
      const entries = [];
      for (const [at, day] of daysBetween(FIRST, LAST).entries()) {
        const schedule = day < CHANGE ? first : second;
        const { minutes, start } = dayBy(schedule, day);
        const isWorkday = minutes > 0 && (schedule || weekdayOf(day) < 6);
        // Some days people come early, some days late, some days not at all, by a fixed pattern.
        const pattern = (at * 7 + number * 3) % 5;
        if (pattern === 0) {
          if (isWorkday) sums.absences += 1;
          continue;
        }
        const [from, to] = [`0${5 + pattern}:0${pattern + 3}`, `1${4 + pattern}:30`];
        entries.push(entry(`${from}-${to}`, { day, userId: id }));
        if (isWorkday && start !== undefined && minute(from) > minute(start) + 5) sums.lateArrivals += 1;
        sums.overtimeMinutes += Math.max(0, minute(to) - minute(from) - minutes - 60);
      }
      await writeEntries(server.test.owner, id, entries);
      wanted.set(id, sums);
    }
    const rows = await wholeTeam({
      startDate: FIRST,
      endDate: LAST,
      rules: 'settings',
      includeFormer: 'false',
    });
    for (const [id, sums] of wanted) expect(rows.find(({ userId }) => userId === id)).toMatchObject(sums);
  });
});
