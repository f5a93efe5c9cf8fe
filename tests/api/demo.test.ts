import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { toDomainEntry } from '#contract/wire';
import { entriesByPerson, rowOf } from '#domain/day/monitoring';
import { demoState, seedDemo } from '#server/demo/seed';
import { defaultSettings } from '#domain/settings/settings';
import { expectedOfHours, expectedOn } from '#domain/expected/expected';
import { NO_PLANS, plannedDays } from '#domain/expected/schedules';
import { MS_PER_HOUR } from '#domain/time/units';
import { addDays, minuteOfDayAt, monthOf } from '#domain/time/workplace-day';
import { calendarOf } from '#server/platform/calendars';
import { planCorrection, THIS_MONTH } from '#server/demo/correction-plan';
import {
  dayRandom,
  planPastDay,
  type PlannedPunch,
  chooseStatus,
  planToday,
  createSeededRandom,
  type PlannedDay,
} from '#server/demo/day-plan';
import { DEMO_ADMIN, DEMO_REGION, DEMO_SCHEDULES, demoPeople } from '#server/demo/people';
import type { EndedEntry } from '#server/demo/queries';
import { proposedHolidays } from '#server/workplace/expected/proposals';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { startTestServer, TestClock, type TestServer } from '#tests/make';

/** Ten people; one of them has left. */
const people = demoPeople(10).map((person, index) => ({
  ...person,
  leftDaysAgo: index === 9 ? 4 : null,
}));

async function seeded(now: string): Promise<TestServer> {
  const made = await startTestServer({ clock: new TestClock(now) });
  await seedDemo({
    database: made.test.database,
    config: { timeZone: 'Asia/Kathmandu' },
    now: made.clock.now(),
    people,
  });
  return made;
}

const told = async ({ test }: TestServer): Promise<unknown[]> =>
  (
    await test.owner.query(
      `SELECT a.name, a.employee_id, e.clock_in, e.clock_out, d.notes, d.location FROM counted_entry e JOIN account a ON a.id = e.user_id JOIN time_entry_detail d ON d.entry_id = e.id ORDER BY a.name, e.clock_in`,
    )
  ).rows;

describe('the demo', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await seeded('2026-11-20T08:00:00.000Z');
  });
  afterAll(() => server.stop());

  it('two demos made at the same time are equal, and the ledger verifies', async () => {
    const first = await told(server);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    const second = await seeded('2026-11-20T08:00:00.000Z');
    expect(await told(second)).toEqual(first);
    await second.stop();
    expect(first.length).toBeGreaterThan(70);
  });

  it('shows one person on a break, several in and several out, and the named accounts can sign in', async () => {
    const admin = server.client();
    await admin.ask('signIn', { email: DEMO_ADMIN.email, password: DEMO_ADMIN.password });
    const view = await admin.ask('monitoring', {});
    const day = view.calendar.days.find(({ day: name }) => name === view.calendar.today);
    if (!day) throw new Error('Today is missing.');
    const entriesOf = entriesByPerson(view.entries.map(toDomainEntry));
    const present = {
      now: server.clock.now(),
      today: day,
      days: view.calendar.days,
      nightShiftHours: view.settings.nightShiftHours,
      settings: view.settings,
    };
    const rows = view.employees.map((person) =>
      rowOf({ ...person, createdAt: undefined }, entriesOf.get(person.id) ?? [], present),
    );
    const statuses = rows.map(({ status }) => status);
    expect(statuses.filter((status) => status === 'on-break')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'clocked-in').length).toBeGreaterThan(2);
    expect(statuses.filter((status) => status === 'clocked-out').length).toBeGreaterThan(2);
    const someone = server.client();
    expect(
      (await someone.ask('signIn', { email: people[0]?.email ?? '', password: DEMO_ADMIN.password })).user
        ?.name,
    ).toBe(people[0]?.name);
    expect(
      await server.client().refusal('signIn', { email: people[9]?.email, password: DEMO_ADMIN.password }),
    ).toMatchObject({ code: 'account_disabled' });
  });

  it('is rebuilt on another workplace day, or when it was interrupted', async () => {
    const { test, clock, stop } = await startTestServer({ clock: new TestClock('2026-11-20T08:00:00.000Z') });
    onTestFinished(stop);
    const { database } = test;
    expect(await demoState(database, clock.now())).toBe('empty');
    const all = demoPeople().map((person) => ({
      ...person,
      leftDaysAgo: person.leftDaysAgo === null ? null : 1,
    }));
    await seedDemo({
      database,
      config: { timeZone: 'UTC' },
      now: clock.now(),
      people: all.slice(0, 3),
    });
    expect(await demoState(database, clock.now())).toBe('outdated');
    await seedDemo({ database, config: { timeZone: 'UTC' }, now: clock.now(), people: all.slice(3) });
    expect(await demoState(database, clock.now())).toBe('current');
    expect(await demoState(database, Date.parse('2026-11-21T00:00:01.000Z'))).toBe('outdated');
  });
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Santiago',
];

/** Entries that the punches of a day make. */
function endedEntries(punches: readonly PlannedPunch[]): EndedEntry[] {
  const entries: EndedEntry[] = [];
  for (const { punch, at } of punches) {
    const last = entries.at(-1);
    if (punch === 'clock_in') entries.push({ id: `${at}`, clockIn: at, clockOut: at, breaks: [] });
    else if (last && punch === 'clock_out') entries.splice(-1, 1, { ...last, clockOut: at });
    else if (last && punch === 'break_start')
      entries.splice(-1, 1, { ...last, breaks: [...last.breaks, { start: at, end: at }] });
    else if (last)
      entries.splice(-1, 1, {
        ...last,
        breaks: last.breaks.map((one, n) => (n === last.breaks.length - 1 ? { ...one, end: at } : one)),
      });
  }
  return entries;
}

const dayOf = (weekday: number): PlannedDay => ({
  ...calendarOf({ timeZone: 'UTC', zoneRules: [] }).day('2026-11-20'),
  weekday,
  expected: expectedOfHours(defaultSettings('UTC'), weekday < 6),
});
const FRIDAY = dayOf(5);

describe('the days of the demo', () => {
  it('punches are in order at any hour of the day', () => {
    const dayStart = Date.parse('2026-11-20T00:00:00.000Z');
    for (let minuteNow = 0; minuteNow < 1440; minuteNow += 7) {
      demoPeople().forEach((person, index) => {
        const now = dayStart + minuteNow * 60_000;
        const punches = planToday(
          person,
          chooseStatus(index, minuteNow, FRIDAY.expected),
          FRIDAY,
          { now, minuteNow },
          createSeededRandom(minuteNow * 100 + index),
        );
        const instants = punches.map(({ at }) => at);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
        expect(instants.every((at) => at >= dayStart && at <= now)).toBe(true);
        const last = punches.at(-1)?.punch;
        expect(last).toBe(
          {
            in: instants.length === 1 ? 'clock_in' : 'break_end',
            'on-break': 'break_start',
            left: 'clock_out',
            'not-yet': undefined,
          }[chooseStatus(index, minuteNow, FRIDAY.expected)],
        );
      });
    }
  });

  it.each([
    ['at noon', 12 * 60, 18],
    ['in the evening', 18 * 60, 4],
    ['before midnight', 23 * 60 + 59, 4],
  ])('%s people have come in the morning, and some are still there', (_when, minuteNow, atLeast) => {
    const dayStart = Date.parse('2026-11-20T00:00:00.000Z');
    const now = dayStart + minuteNow * 60_000;
    const days = demoPeople().map((person, index) =>
      planToday(
        person,
        chooseStatus(index, minuteNow, FRIDAY.expected),
        FRIDAY,
        { now, minuteNow },
        createSeededRandom(index),
      ),
    );
    for (const [first] of days) if (first) expect(first.at).toBeLessThan(dayStart + (9 * 60 + 33) * 60_000);
    const stillIn = days.filter((punches) => punches.length > 0 && punches.at(-1)?.punch !== 'clock_out');
    expect(stillIn.length).toBeGreaterThanOrEqual(atLeast);
  });

  it('past days end with a clock-out', () => {
    demoPeople().forEach((person, index) => {
      for (let round = 0; round < 60; round += 1) {
        const punches = planPastDay(person, dayOf(1 + (round % 7)), createSeededRandom(round * 50 + index));
        const instants = punches.map(({ at }) => at);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
        if (punches.length > 0)
          expect([punches[0]?.punch, punches.at(-1)?.punch]).toEqual(['clock_in', 'clock_out']);
      }
    });
  });

  it('its punches are in order and its corrections are allowed, at each hour of 400 days in six zones', async () => {
    const holidays = (
      await Promise.all([2026, 2027, 2028].map((year) => proposedHolidays(DEMO_REGION, year)))
    )
      .flat()
      .filter(({ isPublic }) => isPublic);
    const schedules = Object.entries(DEMO_SCHEDULES).map(([name, days]) => ({
      id: name,
      name,
      isRetired: false,
      holidays: null,
      versions: [{ from: '' as const, days }],
    }));
    const everybody = demoPeople();
    const assignments = new Map(
      everybody.map(({ email, schedule }) => [email, [{ from: '2026-01-01', scheduleId: schedule }]]),
    );
    const plans = { ...NO_PLANS, holidays, schedules, assignments };
    const faults: string[] = [];
    const isInOrder = (punches: readonly PlannedPunch[]) =>
      punches.every(({ at }, index) => at >= (punches[index - 1]?.at ?? 0));
    for (const zone of ZONES) {
      const settings = defaultSettings(zone);
      const days = calendarOf({ timeZone: zone, zoneRules: [] }).days('2026-08-01', '2028-01-06');
      const today = days.findIndex(({ day }) => day === '2026-12-02');
      const people = everybody.map((person, index) => {
        const planned = plannedDays(plans, person.email, days).map((day) => ({
          ...day,
          expected: expectedOn(day, settings),
        }));
        const past = planned.map((day) => planPastDay(person, day, dayRandom(index, day.day)));
        if (!past.every(isInOrder)) faults.push(`${zone}: ${person.name} has punches out of order`);
        return { person, index, planned, past, entries: past.map(endedEntries) };
      });
      // The status goes by the position; the rest by schedule and chance.
      const ofEachKind = people.filter(({ person, index }) => index < 7 || person.schedule);
      for (let at = today; at < today + 400; at += 1) {
        const day = days[at];
        if (!day) throw new Error('The test has too few days.');
        const { first } = monthOf(addDays(day.day, -3));
        const month = days.slice(at - 34, at).filter((one) => one.day >= first);
        for (const one of THIS_MONTH) {
          const entries = people[one.index]?.entries.slice(at - month.length, at).flat() ?? [];
          const request = planCorrection(month, entries, one);
          if (!request && month.length > 12) faults.push(`${zone} ${day.day}: nothing for '${one.reason}'`);
        }
        for (let now = day.start; now < day.end; now += MS_PER_HOUR) {
          const minuteNow = minuteOfDayAt(now, day);
          for (const { person, index, planned } of ofEachKind) {
            const plan = planned[at];
            if (!plan) continue;
            const status = chooseStatus(index, minuteNow, plan.expected);
            const punches = planToday(person, status, plan, { now, minuteNow }, dayRandom(index, day.day));
            if (!isInOrder(punches) || punches.some((punch) => punch.at < day.start || punch.at > now))
              faults.push(`${zone} ${new Date(now).toISOString()}: ${person.name}'s punches`);
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('40 people work in the three studios, each with their own address', () => {
    const all = demoPeople();
    expect(all).toHaveLength(40);
    expect(new Set(all.map(({ email }) => email)).size).toBe(40);
    expect(new Set(all.map(({ department }) => department)).size).toBe(3);
    for (const { email } of all) expect(email).toMatch(/^[a-z.]+@punctual\.example$/);
  });
});
