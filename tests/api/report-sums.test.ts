import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toDomainEntry } from '#contract/wire';
import { calendarOf } from '#server/platform/calendars';
import { buildReport } from '#domain/report/report';
import { sumOfFigures } from '#domain/report/team-report';
import type { Break, TimeEntry } from '#domain/entry/time-entry';
import { timeText } from '#domain/time/units';
import { changeSettings, makeEmployee, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { figuresOf } from '../domain/oracle.ts';
import { EXAMPLE_NOW, EXAMPLE_RANGE, exampleFigures, REPORT_EXAMPLES } from '../domain/report-examples.ts';
import { ZONE } from '../domain/timeline.ts';
import { createdAt, wholeTeamOf, writeEntries } from './report-data.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Ranges with clock changes, some at midnight, and one that skips a day. */
const PLACES = [
  { zone: 'Europe/Berlin', startDate: '2026-10-21', endDate: '2026-10-29' },
  { zone: 'America/New_York', startDate: '2026-03-05', endDate: '2026-03-12' },
  { zone: 'Australia/Lord_Howe', startDate: '2026-04-02', endDate: '2026-04-08' },
  { zone: 'America/Havana', startDate: '2026-10-29', endDate: '2026-11-04' },
  { zone: 'America/Sao_Paulo', startDate: '2018-02-15', endDate: '2018-02-21' },
  { zone: 'America/Sao_Paulo', startDate: '2018-11-01', endDate: '2018-11-07' },
  { zone: 'Pacific/Apia', startDate: '2011-12-27', endDate: '2012-01-04' },
  { zone: 'Asia/Kathmandu', startDate: '2026-11-16', endDate: '2026-11-22' },
] as const;

interface Step {
  readonly gap: number;
  readonly length: number;
  /** Starts and ends of breaks, in thousandths of the length. */
  readonly breaks: readonly number[];
}

/** Those of a new workplace. */
const DEFAULT_HOURS = {
  work_start_time: '09:00',
  late_threshold_minutes: 5,
  overtime_threshold_hours: 1,
  allow_flexible_hours: false,
};

/** The fields of an entry other than its times. */
const ENTRY = { id: '', userId: '', breaks: [], notes: '', ipAddress: '', location: null };

/** Lengths at the limits of rules, and random ones. */
const duration = (max: number) =>
  fc.oneof(
    fc.constantFrom(0, 1, MINUTE, 8 * HOUR, 8 * HOUR + 1, 9 * HOUR, 26 * HOUR),
    fc.integer({ min: 0, max }),
  );
const history = fc.record({
  offset: fc.integer({ min: -60 * HOUR, max: 30 * HOUR }),
  steps: fc.array(
    fc.record({
      gap: duration(20 * HOUR),
      length: duration(12 * HOUR),
      breaks: fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 6 }),
    }),
    { maxLength: 14 },
  ),
  end: fc.constantFrom('closed', 'open', 'on a break'),
  created: fc.integer({ min: -40 * HOUR, max: 100 * HOUR }),
});

/** Entries in order, without overlap. The last may be open, and on a break. */
function entriesOf(from: number, { steps, end }: { steps: readonly Step[]; end: string }): TimeEntry[] {
  let at = from;
  return steps.map(({ gap, length, breaks }, index) => {
    const clockIn = at + gap;
    at = clockIn + length;
    const points = breaks
      .map((part) => clockIn + Math.floor((length * part) / 1000))
      .toSorted((a, b) => a - b);
    const pauses: Break[] = [];
    for (let n = 0; n + 1 < points.length; n += 2)
      pauses.push({ start: points[n] ?? 0, end: points[n + 1] ?? 0 });
    const isOpen = index === steps.length - 1 && end !== 'closed';
    if (isOpen && end === 'on a break') pauses.push({ start: at, end: null });
    const clockOut = isOpen ? null : at;
    return { ...ENTRY, clockIn, clockOut, breaks: pauses };
  });
}

let people: Person[];

const server = setUpServer();
const admin = setUpAdmin(server);
beforeAll(async () => {
  people = [await makeEmployee(server), await makeEmployee(server), await makeEmployee(server)];
});

const forgetEntries = () =>
  server.test.owner.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
     DELETE FROM counted_break; DELETE FROM time_entry_detail; DELETE FROM counted_entry; COMMIT`,
  );

describe('examples that also hold for the report on one employee', () => {
  it.each(REPORT_EXAMPLES)('$rule', async ({ entries, ...expected }) => {
    await forgetEntries();
    await changeSettings(server, { ...DEFAULT_HOURS, time_zone: ZONE });
    server.clock.set(EXAMPLE_NOW);
    const { id } = people[0]?.user ?? { id: '' };
    await createdAt(server.test.owner, id, '2026-01-01T08:00:00Z');
    await writeEntries(server.test.owner, id, entries);
    for (const rules of ['standard', 'settings'] as const) {
      const { rows } = await admin.client.ask('teamReport', { ...EXAMPLE_RANGE, rules });
      const own = rows.find(({ userId }) => userId === id);
      expect(own, rules).toMatchObject(exampleFigures(expected[rules]));
    }
  });
});

describe('the totals computed by the database', () => {
  it("equal each employee's own report, for any history, zone, rules, settings and instant", async () => {
    const wholeTeam = wholeTeamOf(() => admin);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PLACES),
        fc.array(history, { minLength: 3, maxLength: 3 }),
        fc.record({
          work_start_time: fc.integer({ min: 0, max: 1439 }).map(timeText),
          late_threshold_minutes: fc.integer({ min: 0, max: 60 }),
          overtime_threshold_hours: fc.integer({ min: 0, max: 4 }).map((halves) => halves / 2),
          allow_flexible_hours: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
        }),
        fc.integer({ min: -2 * 24 * HOUR, max: 12 * 24 * HOUR }),
        async ({ zone, startDate, endDate }, histories, settings, since) => {
          await forgetEntries();
          await changeSettings(server, { time_zone: zone, ...settings });
          const { start } = calendarOf({ timeZone: zone, zoneRules: [] }).day(startDate);
          server.clock.set(start + since);
          for (const [index, one] of histories.entries()) {
            const { id } = people[index]?.user ?? { id: '' };
            await createdAt(server.test.owner, id, new Date(start + one.created).toISOString());
            await writeEntries(server.test.owner, id, entriesOf(start + one.offset, one));
          }
          const views = await Promise.all(
            people.map(({ user }) =>
              admin.client.ask('employeeReport', { userId: user.id, startDate, endDate }),
            ),
          );
          for (const rules of ['standard', 'settings'] as const) {
            const rows = await wholeTeam({ startDate, endDate, rules, includeFormer: 'true' });
            for (const view of views) {
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
              const own = rows.find(({ userId }) => userId === view.employee.id);
              // A person who joined after the range and has no entry in it is not in the report.
              const expected =
                own || report.entries.length > 0 || report.absences > 0
                  ? {
                      ...sumOfFigures([figuresOf(report)]),
                      isRunning: report.entries.some(({ status }) => status === 'In Progress'),
                      isEndMissing: report.entries.some(({ status }) => status === 'End missing'),
                    }
                  : undefined;
              expect(own).toEqual(expected && { ...own, ...expected });
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('include every day of a range that is processed in several parts', async () => {
    const [zone, startDate, endDate] = ['Europe/Berlin', '2026-10-01', '2026-11-30'];
    await forgetEntries();
    await changeSettings(server, { time_zone: zone });
    const days = calendarOf({ timeZone: zone, zoneRules: [] }).days(startDate, endDate);
    server.clock.set((days.at(-1)?.end ?? 0) - 1);
    const { id } = people[0]?.user ?? { id: '' };
    const tens = days.map(({ end }) => end - 14 * HOUR);
    await writeEntries(
      server.test.owner,
      id,
      tens.map((clockIn) => ({ ...ENTRY, clockIn, clockOut: clockIn + HOUR })),
    );
    const rows = await wholeTeamOf(() => admin)({ startDate, endDate });
    expect(rows.find(({ userId }) => userId === id)).toMatchObject({
      totalMinutes: days.length * 60,
      lateArrivals: days.length,
      absences: 0,
    });
  });
});
