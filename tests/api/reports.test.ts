import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDomainEntry } from '#contract/wire';
import type { TeamReportPage } from '#contract/reports';
import { buildReport } from '#domain/report';
import type { ReportRules } from '#domain/report-rules';
import { withPage } from '#domain/team-report';
import type { TimeEntry } from '#domain/time-entry';
import { setActive } from '#server/employees/commands';
import {
  changeSettings,
  entry,
  makeAdmin,
  makeEmployee,
  startTestServer,
  type Person,
  type TestServer,
} from '#tests/make';
import { historyFrom } from '../domain/histories.ts';
import { firstInstantOf, wallClock } from '../domain/oracle.ts';
import { createdAt, writeEntries } from './report-data.ts';

const ZONE = 'Europe/Berlin';
/** The last Sunday of October lies in it: a day of 25 hours. */
const RANGE = { startDate: '2026-10-12', endDate: '2026-11-22' };
const PEOPLE = 8;
const DAY = 86_400_000;

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  await changeSettings(server, { time_zone: ZONE });
  server.clock.set('2026-11-20T15:00:00.000Z');
  admin = await makeAdmin(server);
});
afterAll(() => server.stop());

/** Every page of the report over all employees, added up. */
async function wholeTeam(input: {
  startDate: string;
  endDate: string;
  rules?: ReportRules;
  includeFormer?: 'true';
}) {
  const pages = [await admin.client.ask('teamReport', input)];
  for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await admin.client.ask('teamReport', { ...input, from: next }));
  return pages.reduce<TeamReportPage['rows']>((rows, page) => withPage(rows, page.rows), []);
}

/** What a report must say, by the specification's words and wall clocks alone. */
function naive(entries: readonly TimeEntry[], created: number, rules: ReportRules, now: number) {
  const names: string[] = [];
  for (let ms = Date.parse(RANGE.startDate); ms <= Date.parse(RANGE.endDate); ms += DAY)
    names.push(new Date(ms).toISOString().slice(0, 10));
  const own = entries
    .map((one) => ({ one, ...wallClock(ZONE, one.clockIn) }))
    .filter(({ day }) => names.includes(day));
  const paused = ({ breaks }: TimeEntry) =>
    breaks.reduce((sum, pause) => sum + (pause.end ?? now) - pause.start, 0) / 60_000;
  const worked = (one: TimeEntry) => ((one.clockOut ?? now) - one.clockIn) / 60_000 - paused(one);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const daysWorked = [...new Set(own.map(({ day }) => day))];
  const ofDay = (day: string) => own.filter((each) => each.day === day);
  const firsts = daysWorked
    .map((day) => Math.min(...ofDay(day).map(({ one }) => one.clockIn)))
    .map((instant) => wallClock(ZONE, instant).minute);
  const today = wallClock(ZONE, now).day;
  return {
    totalMinutes: sum(own.map(({ one }) => worked(one))),
    breakMinutes: sum(own.map(({ one }) => paused(one))),
    lateArrivals: firsts.filter((minute) => minute > (rules === 'standard' ? 540 : 545)).length,
    absences: names.filter(
      (day) =>
        day <= today &&
        day >= wallClock(ZONE, created).day &&
        ![0, 6].includes(new Date(day).getUTCDay()) &&
        !daysWorked.includes(day),
    ).length,
    overtimeMinutes:
      rules === 'standard'
        ? sum(own.map(({ one }) => (one.clockOut === null ? 0 : Math.max(0, worked(one) - 480))))
        : sum(daysWorked.map((day) => Math.max(0, sum(ofDay(day).map(({ one }) => worked(one))) - 540))),
  };
}

describe('reports on generated histories', () => {
  const histories: { person: Person; entries: TimeEntry[]; created: number }[] = [];

  beforeAll(async () => {
    const generated = fc
      .sample(historyFrom(firstInstantOf(ZONE, '2026-10-10')), { numRuns: 60, seed: 4 })
      .filter((entries) => entries.length > 8 && (entries.at(-1)?.clockIn ?? 0) < server.clock.now())
      .slice(0, PEOPLE);
    if (generated.length < PEOPLE) throw new Error('Too few histories were generated.');
    for (const [index, entries] of generated.entries()) {
      const person = await makeEmployee(server, { name: `Person ${index}` });
      const created = Date.parse(index % 2 === 0 ? '2026-01-01T09:00:00.000Z' : '2026-10-21T22:30:00.000Z');
      await createdAt(server.test.owner, person.user.id, new Date(created).toISOString());
      await writeEntries(server.test.owner, person.user.id, entries);
      histories.push({ person, entries, created });
    }
  });

  it.each(['standard', 'settings'] as const)(
    'the report over all employees by the %s rules agrees with a naive recomputation',
    async (rules) => {
      const rows = await wholeTeam({ ...RANGE, rules });
      expect(rows).toHaveLength(PEOPLE);
      for (const { person, entries, created } of histories) {
        const row = rows.find(({ userId }) => userId === person.user.id);
        const expected = naive(entries, created, rules, server.clock.now());
        expect(row).toMatchObject({
          name: person.user.name,
          lateArrivals: expected.lateArrivals,
          absences: expected.absences,
        });
        for (const figure of ['totalMinutes', 'breakMinutes', 'overtimeMinutes'] as const)
          expect(row?.[figure], figure).toBeCloseTo(expected[figure], 6);
      }
    },
  );

  it.each(['standard', 'settings'] as const)(
    "one employee's report by the %s rules agrees with it too, and its totals with what they open to",
    async (rules) => {
      for (const { person, entries, created } of histories) {
        const view = await admin.client.ask('employeeReport', { ...RANGE, userId: person.user.id });
        const report = buildReport({
          employee: { ...view.employee, createdAt: Date.parse(view.employee.createdAt), leftAt: null },
          entries: view.entries.map(toDomainEntry),
          days: view.calendar.days,
          today: view.calendar.today,
          rules,
          settings: view.settings,
          now: Date.parse(view.now),
        });
        const expected = naive(entries, created, rules, server.clock.now());
        expect(report).toMatchObject({ lateArrivals: expected.lateArrivals, absences: expected.absences });
        expect(report.totalMinutes).toBeCloseTo(expected.totalMinutes, 6);
        expect(report.overtimeMinutes).toBeCloseTo(expected.overtimeMinutes, 6);
        const { workedDays, overtimeParts, lateArrivals, absentDays } = report.totals;
        expect(workedDays.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(report.totalMinutes, 6);
        expect(overtimeParts.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(
          report.overtimeMinutes,
          6,
        );
        expect([lateArrivals.length, absentDays.length]).toEqual([report.lateArrivals, report.absences]);
      }
    },
  );

  it('comes in pages of days that add up to the whole, wherever they begin', async () => {
    const whole = await wholeTeam(RANGE);
    const tail = await admin.client.ask('teamReport', { ...RANGE, from: '2026-11-03' });
    const head = await wholeTeam({ ...RANGE, endDate: '2026-11-02' });
    const sums = withPage(head, tail.rows);
    for (const { userId, totalMinutes, absences, lateArrivals } of whole) {
      const other = sums.find((row) => row.userId === userId);
      expect(other).toMatchObject({ absences, lateArrivals });
      expect(other?.totalMinutes).toBeCloseTo(totalMinutes, 6);
    }
    expect(tail).toMatchObject({ next: null, timeZone: ZONE });
  });
});

describe('who can be reported on', () => {
  it('is active and an employee: the select offers nobody else', async () => {
    const gone = await makeEmployee(server, { name: 'Zoe Gone' });
    await setActive(server.test.database, server.clock.now(), admin.user.id, gone.user.id, false);
    const { employees, today } = await admin.client.ask('reportEmployees', {});
    expect(today).toBe('2026-11-20');
    expect(employees).toHaveLength(PEOPLE);
    expect(employees[0]).toEqual({
      id: expect.any(String),
      name: 'Person 0',
      email: expect.any(String),
      employeeId: expect.stringMatching(/^NXBI-/),
    });
  });

  it("anybody else is answered 'Employee not found'", async () => {
    const gone = await makeEmployee(server);
    await setActive(server.test.database, server.clock.now(), admin.user.id, gone.user.id, false);
    for (const userId of [crypto.randomUUID(), admin.user.id, gone.user.id]) {
      expect(await admin.client.refusal('employeeReport', { ...RANGE, userId })).toEqual({
        status: 404,
        code: 'report_unknown_employee',
        message: 'Employee not found',
      });
    }
  });

  it('who has left is there when asked for, if they left within or after the range, and is not absent once gone', async () => {
    const leaver = await makeEmployee(server, { name: 'Lea Ver' });
    await createdAt(server.test.owner, leaver.user.id, '2026-01-01T09:00:00.000Z');
    await writeEntries(server.test.owner, leaver.user.id, [entry('09:00-17:00', { day: '2026-11-02' })]);
    // Thursday noon; before it two days without an entry, Tuesday and Wednesday.
    await setActive(
      server.test.database,
      Date.parse('2026-11-05T11:00:00.000Z'),
      admin.user.id,
      leaver.user.id,
      false,
    );
    const november = { startDate: '2026-11-02', endDate: '2026-11-20' };
    const named = (rows: readonly { name: string }[]) => rows.filter(({ name }) => name === 'Lea Ver');
    expect(named(await wholeTeam(november))).toEqual([]);
    expect(named(await wholeTeam({ ...november, includeFormer: 'true' }))).toMatchObject([
      { totalMinutes: 480, absences: 2, leftAt: '2026-11-05T11:00:00.000Z' },
    ]);
    expect(
      named(await wholeTeam({ startDate: '2026-11-06', endDate: '2026-11-20', includeFormer: 'true' })),
    ).toEqual([]);
    const view = await admin.client.ask('employeeReport', {
      ...november,
      userId: leaver.user.id,
      includeFormer: 'true',
    });
    expect(view.employee.leftAt).toBe('2026-11-05T11:00:00.000Z');
    expect(view.entries).toHaveLength(1);
  });

  it('nobody is reported on for a time before they began', async () => {
    expect(await wholeTeam({ startDate: '2025-01-01', endDate: '2025-01-31' })).toEqual([]);
  });
});

describe('a range that cannot be', () => {
  const asked = (changed: Record<string, unknown>) => ({ userId: admin.user.id, ...RANGE, ...changed });

  it.each([
    [
      'an end before its start',
      { startDate: '2026-11-02', endDate: '2026-11-01' },
      'endDate',
      'Start date must be before or equal to end date',
    ],
    [
      '50 years',
      { startDate: '1976-01-01', endDate: '2026-01-01' },
      'endDate',
      'A report covers at most 400 days',
    ],
    [
      '401 days',
      { startDate: '2025-01-01', endDate: '2026-02-05' },
      'endDate',
      'A report covers at most 400 days',
    ],
    ['30 February', { endDate: '2026-02-30' }, 'endDate', 'This date does not exist'],
    ['a date of long ago', { startDate: '0001-01-01' }, 'startDate', 'This date is out of range'],
    ['the end of time', { endDate: '9999-12-31' }, 'endDate', 'This date is out of range'],
    ['no start', { startDate: '' }, 'startDate', 'Please enter a start date'],
    ['something else than a date', { endDate: 'tomorrow' }, 'endDate', 'Please enter an end date'],
  ])('%s', async (_, changed, field, message) => {
    expect(await admin.client.refusal('employeeReport', asked(changed))).toEqual({
      status: 400,
      code: 'invalid_input',
      message,
      fields: { [field]: message },
    });
    const { userId: _left, ...range } = asked(changed);
    expect(await admin.client.refusal('teamReport', range)).toMatchObject({
      status: 400,
      message,
      fields: { [field]: message },
    });
  });

  it('400 days are fine, and so is one', async () => {
    const person = (await admin.client.ask('reportEmployees', {})).employees[0]?.id ?? '';
    expect(
      (
        await admin.client.ask('employeeReport', {
          userId: person,
          startDate: '2025-01-01',
          endDate: '2026-02-04',
        })
      ).calendar.days,
    ).toHaveLength(400);
    expect(
      (
        await admin.client.ask('employeeReport', {
          userId: person,
          startDate: '2026-11-20',
          endDate: '2026-11-20',
        })
      ).calendar.days,
    ).toHaveLength(1);
  });

  it.each([
    ['', 'Please select an employee'],
    ['1 OR 1=1', 'Please select an employee'],
  ])('no employee: %j', async (userId, message) => {
    expect(await admin.client.refusal('employeeReport', asked({ userId }))).toMatchObject({
      status: 400,
      message,
      fields: { userId: message },
    });
  });

  it('rules nobody knows, lists, and anything besides are refused', async () => {
    for (const path of [
      'rules=cruel',
      'includeFormer=maybe',
      'startDate=2026-10-12',
      'role=admin',
      'from=2026-10-11',
      'from=2026-11-23',
    ]) {
      const response = await admin.client.fetch(
        `/api/reports/all?startDate=${RANGE.startDate}&endDate=${RANGE.endDate}&${path}`,
      );
      expect([path, response.status]).toEqual([path, 400]);
    }
  });
});
