import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toDomainEntry } from '#contract/wire';
import { buildReport } from '#domain/report/report';
import type { ReportRules } from '#domain/report/rules';
import { withPage } from '#domain/report/team-report';
import type { TimeEntry } from '#domain/entry/time-entry';
import { changeSettings, makeAdmin, makeEmployee, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { historyFrom } from '../domain/histories.ts';
import { firstInstantOf, wallClock } from '../domain/oracle.ts';
import { createdAt, wholeTeamOf, writeEntries } from './report-data.ts';

const ZONE = 'Europe/Berlin';
/** Contains the last Sunday of October, a day of 25 hours. */
const RANGE = { startDate: '2026-10-12', endDate: '2026-11-22' };
const PEOPLE = 8;
const DAY = 86_400_000;

let admin: Person;

const server = setUpServer();
beforeAll(async () => {
  await changeSettings(server, { time_zone: ZONE });
  server.clock.set('2026-11-20T15:00:00.000Z');
  admin = await makeAdmin(server);
});

const wholeTeam = wholeTeamOf(() => admin);

/** Calculates a report from the specification and wall clocks alone. */
function naive(entries: readonly TimeEntry[], created: number, rules: ReportRules, now: number) {
  const names: string[] = [];
  const today = wallClock(ZONE, now).day;
  for (let ms = Date.parse(RANGE.startDate); ms <= Date.parse(RANGE.endDate); ms += DAY)
    names.push(new Date(ms).toISOString().slice(0, 10));
  const own = entries
    .map((one) => ({ one, ...wallClock(ZONE, one.clockIn) }))
    .filter(({ day }) => names.includes(day));
  // An open entry of an earlier day, 16 hours old, counts nothing.
  const counts = ({ clockIn, clockOut }: TimeEntry) =>
    clockOut !== null || wallClock(ZONE, clockIn).day === today || now - clockIn < 16 * 3_600_000;
  const paused = (one: TimeEntry) =>
    counts(one) ? one.breaks.reduce((sum, pause) => sum + (pause.end ?? now) - pause.start, 0) / 60_000 : 0;
  const worked = (one: TimeEntry) =>
    counts(one) ? ((one.clockOut ?? now) - one.clockIn) / 60_000 - paused(one) : 0;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const daysWorked = [...new Set(own.map(({ day }) => day))];
  const ofDay = (day: string) => own.filter((each) => each.day === day);
  const firsts = daysWorked
    .map((day) => Math.min(...ofDay(day).map(({ one }) => one.clockIn)))
    .map((instant) => wallClock(ZONE, instant));
  const isWeekday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());
  return {
    totalMinutes: sum(own.map(({ one }) => worked(one))),
    breakMinutes: sum(own.map(({ one }) => paused(one))),
    lateArrivals: firsts.filter(({ day, minute }) =>
      rules === 'standard' ? minute > 540 : isWeekday(day) && minute > 545,
    ).length,
    absences: names.filter(
      (day) =>
        day <= today && day >= wallClock(ZONE, created).day && isWeekday(day) && !daysWorked.includes(day),
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
    'the report on all employees by the %s rules equals a naive calculation',
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
    'the report on one employee by the %s rules equals it too, and its details add up to its totals',
    async (rules) => {
      for (const { person, entries, created } of histories) {
        const view = await admin.client.ask('employeeReport', { ...RANGE, userId: person.user.id });
        const report = buildReport({
          employee: {
            ...view.employee,
            employment: [{ from: Date.parse(view.employee.employment[0]?.from ?? ''), to: null }],
          },
          entries: view.entries.map(toDomainEntry),
          days: view.calendar.days,
          today: view.calendar.today,
          rules,
          settings: view.settings ?? undefined,
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

  it('the pages of a report add up to the whole, wherever they begin', async () => {
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
