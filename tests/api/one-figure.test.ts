/** For any history, all screens and files show the same figure for a person and day. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import { PayrollPeriod } from '#contract/periods/payroll';
import { toDomainEmployment, toDomainEntry } from '#contract/wire';
import { countByState } from '#domain/day/attention';
import { dayBar } from '#domain/day/day-bar';
import {
  entriesByPerson,
  headCount,
  markLeftOpen,
  type MonitoringRow,
  rowOf,
  todayMinutes,
} from '#domain/day/monitoring';
import { timesheetRows } from '#domain/entry/timesheet';
import { weeksOfRows } from '#domain/report/groups';
import { buildReport } from '#domain/report/report';
import { summarise, workedMsByDay } from '#domain/day/summary';
import { endMissingText, isEndMissing, isRunning, type TimeEntry } from '#domain/entry/time-entry';
import {
  MS_PER_HOUR,
  MS_PER_MINUTE,
  shownHours,
  type Day,
  type EpochMs,
  type Minutes,
} from '#domain/time/units';
import { addDays, monthOf, type WorkplaceDay } from '#domain/time/workplace-day';
import { timeContextAt } from '#server/platform/calendars';
import { isEmployedOn } from '#domain/people/employment';
import { setActive } from '#server/people/employees/commands';
import { verifyIn } from '#server/record/verification/verify';
import { giveSession, makeAdmin, makeEmployee, settingsInput, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { dayOf, DAY_MS, DAYS, deedsOf, FRIDAY, isoOf, weeks } from './weeks.ts';

const MONDAY = Date.parse('2026-10-12T00:00:00.000Z');

let admin: Person;
const server = setUpServer();
beforeAll(async () => {
  server.clock.set(MONDAY - DAY_MS);
  admin = await makeAdmin(server);
  const { version } = (await admin.client.ask('settings', {})).settings;
  const weekly = { payPeriod: 'weekly', payPeriodFrom: '2026-10-12' } as const;
  await admin.client.ask('updateSettings', settingsInput({ version, ...weekly }));
});

type Worker = Person & { isActive: boolean };
type Figures = ReadonlyMap<Day, Minutes>;
const figuresOf = (entries: readonly TimeEntry[], days: readonly WorkplaceDay[], now: EpochMs): Figures =>
  new Map([...workedMsByDay(entries, days, now)].map(([day, ms]) => [day, ms / MS_PER_MINUTE]));

describe('figures at the same instant', () => {
  /** Compares the figures of each screen and file with those of each person's own report. */
  async function compare(people: readonly Worker[], first: Day, last: Day) {
    const now = server.clock.now();
    const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index)).filter(
      (day) => day <= last,
    );
    const seen = new Set<string>();
    const range = { startDate: first, endDate: last };
    const sums = new Map<Day, ReadonlyMap<string, Minutes>>();
    for (const day of days) {
      const only = { startDate: day, endDate: day, includeFormer: 'true' } as const;
      const { rows } = await admin.client.ask('teamReport', only);
      sums.set(day, new Map(rows.map(({ userId, totalMinutes }) => [userId, totalMinutes])));
    }
    const board = await admin.client.ask('monitoring', {});
    const boardEntries = entriesByPerson(board.entries.map(toDomainEntry));
    const { first: from, last: to, people: paid } = await admin.client.ask('periods', { first });
    const all = new Map<string, Figures>();
    const onBoard: MonitoringRow[] = [];
    let running = 0;
    for (const { user, client, isActive } of people) {
      const own = { userId: user.id, ...range, includeFormer: 'true' } as const;
      const view = await admin.client.ask('employeeReport', own);
      const { totals, entries } = buildReport({
        employee: {
          id: user.id,
          name: user.name,
          employment: [{ from: Date.parse(user.createdAt), to: null }],
        },
        entries: view.entries.map(toDomainEntry),
        days: view.calendar.days,
        today: view.calendar.today,
        rules: 'standard',
        settings: view.settings ?? undefined,
        now,
      });
      const report = new Map(totals.workedDays.map(({ day, minutes }) => [day, minutes]));
      all.set(user.id, report);
      const whole = (within: (day: Day) => boolean): Minutes =>
        days.reduce((sum, day) => sum + (within(day) ? (report.get(day) ?? 0) : 0), 0);
      const same = (where: string, day: Day, minutes: Minutes | undefined, expected = report.get(day)) =>
        expect(
          Math.round((minutes ?? 0) * MS_PER_MINUTE),
          `${where}, ${day}, of ${user.name} at ${isoOf(now)}`,
        ).toBe(Math.round((expected ?? 0) * MS_PER_MINUTE));
      const sameOfDays = (where: string, figures: Figures, known = days) => {
        for (const day of known) same(where, day, figures.get(day));
      };
      for (const { entry } of entries) seen.add(stateOf(entry, isActive, dayOf(now)));
      running += entries.filter(({ entry }) => isRunning(entry)).length;
      const summed = weeksOfRows(entries, 1).flatMap((week) => week.days);
      sameOfDays("a report's XLSX and PDF", new Map(summed.map(({ day, minutes }) => [day, minutes])));
      const lines = timesheetRows(
        entries.map(({ entry }) => entry),
        view.calendar.timeZone,
      );
      expect(lines.slice(0, entries.length)).toMatchObject(
        entries.map(({ entry, minutes }) => ({
          clockOut: isEndMissing(entry)
            ? endMissingText()
            : isRunning(entry)
              ? ''
              : expect.stringMatching(/^\d/),
          hours: entry.clockOut === null ? '0' : shownHours(minutes),
        })),
      );

      sameOfDays('the database', new Map(days.map((day) => [day, sums.get(day)?.get(user.id) ?? 0])));
      const listed = await admin.client.ask('timeEntries', {
        userId: user.id,
        from: first,
        to: last,
        limit: 200,
      });
      const rows = listed.rows.map(({ entry }) => toDomainEntry(entry));
      sameOfDays('the list of entries', figuresOf(rows, view.calendar.days, now));
      const corrections = new Set<string>();
      for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
        const shown = await admin.client.ask('person', { id: user.id, ...monthOf(`${month}-01`) });
        for (const { id } of shown.corrections) corrections.add(id);
        const present = timeContextAt(shown.settings, now);
        const marked = markLeftOpen({ isActive }, shown.entries.map(toDomainEntry), present);
        sameOfDays(
          "the person's page",
          figuresOf(marked, view.calendar.days, now),
          days.filter((day) => day.startsWith(month)),
        );
      }
      const watched = [...board.employees, ...board.former].find(({ id }) => id === user.id);
      if (watched) {
        const { nightShiftHours } = board.settings;
        const todays = board.calendar.days.find(({ day }) => day === board.calendar.today);
        if (!todays) throw new Error('The board has no today.');
        const basis = {
          now,
          today: todays,
          days: board.calendar.days,
          settings: board.settings,
          nightShiftHours,
        };
        const { createdAt: _, ...person } = watched;
        const row = rowOf(person, boardEntries.get(user.id) ?? [], basis);
        same('the board', row.day.day, todayMinutes(row, now));
        onBoard.push(row);
      } else expect(isActive).toBe(false);
      const period = paid.find(({ userId }) => userId === user.id);
      same(
        'the periods',
        from,
        period?.hours.workedMinutes,
        whole((day) => day <= to),
      );
      const bars = view.calendar.days
        .filter(({ day }) => day >= from && day <= to)
        .map((day) =>
          dayBar({
            day,
            entries: view.entries.map(toDomainEntry),
            settings: board.settings,
            isEmployed: isEmployedOn(toDomainEmployment(view.employee.employment), day),
            now,
          }),
        );
      const balance = period?.hours.balanceMinutes ?? null;
      if (balance !== null)
        same(
          'the bars of the period',
          from,
          balance,
          bars.reduce((sum, bar) => sum + (bar.balanceMinutes ?? 0), 0),
        );
      for (const id of corrections) {
        const { correction, effect } = await admin.client.ask('correction', { id });
        for (const { day, before, after } of effect.days)
          if (days.includes(day))
            same('a correction', day, (correction.state === 'asked' ? before : after).totalMinutes);
      }
      if (!isActive) continue;

      const clock = await client.ask('clock', {});
      const recorded = markLeftOpen(
        { isActive },
        clock.entries.map(toDomainEntry),
        timeContextAt(clock.settings, now),
      );
      const { calendar, settings } = clock;
      const asked = { entries: recorded, days: calendar.days, today: calendar.today, settings, now };
      const summary = summarise(asked);
      same('today', summary.shownDay, summary.todayMinutes);
      for (const { day, minutes } of [...summary.weekByDay, ...summary.monthByDay]) {
        if (days.includes(day)) same('the dashboard', day, minutes);
      }
      const sheet = await client.ask('myTimeEntries', { from: first, to: last });
      const written = markLeftOpen(
        { isActive },
        sheet.entries.map(toDomainEntry),
        timeContextAt(settings, now),
      );
      sameOfDays('the timesheet', figuresOf(written, sheet.calendar.days, now));
      const { periods } = await client.ask('myPeriods', {});
      for (const mine of periods.filter((one) => one.first >= first)) {
        const within = whole((day) => day >= mine.first && day <= mine.last);
        same('the own periods', mine.first, mine.workedMinutes, within);
      }
    }
    const { in: working, 'on-break': paused } = countByState(onBoard);
    expect([headCount(onBoard).clockedIn, working + paused]).toEqual([running, running]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
    return { seen, all };
  }

  const stateOf = ({ breaks, closedBy, ...entry }: TimeEntry, isActive: boolean, today: Day): string => {
    if (entry.clockOut !== null) return closedBy ? 'stated' : 'closed';
    if (isEndMissing(entry)) return entry.setAsideAt ? 'set aside' : isActive ? 'left open' : 'deactivated';
    if (!isRunning(entry)) throw new Error('An entry is in no state.');
    if (dayOf(entry.clockIn) < today) return 'night shift';
    return breaks.at(-1)?.end === null ? 'on a break' : 'running';
  };

  /** The minutes of each person in the file of a closed period. */
  async function payrollOf(first: Day, last: Day): Promise<ReadonlyMap<string, Minutes>> {
    const query = new URLSearchParams({ first, last, kind: 'json' });
    const response = await admin.client.fetch(`${routes.payrollFile.path}?${String(query)}`);
    const { people } = PayrollPeriod.parse(await response.json());
    return new Map(people.map(({ userId, workedMinutes }) => [userId, workedMinutes]));
  }

  let runs = 0;
  it('each person has one figure for each day on all screens and in all reports, files and payroll', async () => {
    await fc.assert(
      fc.asyncProperty(weeks, fc.integer({ min: 0, max: 50 * MS_PER_MINUTE }), async (plans, later) => {
        const start = MONDAY + runs++ * 14 * DAY_MS;
        const first = dayOf(start);
        server.clock.set(start);
        await giveSession(server, admin.client, admin.user.id);
        const people: Worker[] = [];
        for (const _ of plans) people.push({ ...(await makeEmployee(server)), isActive: true });
        const friday = start + FRIDAY * DAY_MS + 14 * MS_PER_HOUR + later;
        const leave = async () => {
          const [leaver] = people;
          if (!leaver) throw new Error('Nobody leaves.');
          leaver.isActive = false;
          await setActive(server.test.database, server.clock.now(), admin.user.id, leaver.user.id, false);
        };
        const deeds = people
          .flatMap((person, index) => deedsOf(admin, person, start, plans[index] ?? []))
          .concat({ at: friday - MS_PER_MINUTE, run: leave })
          .toSorted((one, other) => one.at - other.at);
        const live = async (from: EpochMs, to: EpochMs) => {
          for (const { at, run } of deeds.filter((deed) => deed.at > from && deed.at <= to)) {
            server.clock.set(at);
            await run();
          }
          server.clock.set(to);
        };

        await live(start, friday);
        const { seen } = await compare(people, first, addDays(first, FRIDAY));
        for (const state of ['closed', 'running', 'on a break', 'night shift', 'left open', 'set aside'])
          expect(seen).toContain(state);
        expect(seen).toContain('stated');
        expect(seen).toContain('deactivated');

        const tuesday = start + 8 * DAY_MS + 14 * MS_PER_HOUR + later;
        await live(friday, tuesday);
        const sunday = addDays(first, 6);
        const userIds = people.map(({ user }) => user.id);
        const closing = { first, last: sunday, userIds, reason: 'The week is over' };
        const { closed } = await admin.client.ask('closePeriods', closing);
        const { all } = await compare(people, first, addDays(first, DAYS - 1));
        const paid = closed > 0 ? await payrollOf(first, sunday) : new Map<string, Minutes>();
        expect(paid.size).toBe(closed);
        for (const [id, minutes] of paid) {
          const own = [...(all.get(id) ?? [])].filter(([day]) => day <= sunday);
          expect(minutes).toBeCloseTo(
            own.reduce((sum, [, one]) => sum + one, 0),
            6,
          );
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
