/** Fills a database through the application's commands, so the rules apply. The same `now` gives the same punches. */
import { randomUUID } from 'node:crypto';
import type { User } from '#contract/records';
import { expectedOn } from '#domain/expected/expected';
import { plannedDays } from '#domain/expected/schedules';
import { DEFAULT_LEAVE_KINDS } from '#domain/leave/leave';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { ZoneCalendar } from '#domain/time/calendar';
import { addDays, minuteOfDayAt, type WorkplaceDay } from '#domain/time/workplace-day';
import { markRead } from '../workplace/activity/commands.ts';
import { issueEmployeeId, registerEmployee } from '../people/accounts/commands.ts';
import { addAdmin } from '../people/accounts/first-admin.ts';
import { hashPassword } from '../people/credentials/passwords.ts';
import { calendarOf } from '../platform/calendars.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/pool.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { setActive, updateEmployee } from '../people/employees/commands.ts';
import { usersById } from '../people/employees/queries.ts';
import type { Session } from '../platform/http/caller.ts';
import {
  assignSchedule,
  saveHolidays,
  saveLeaveSettings,
  saveSchedule,
} from '../workplace/expected/commands.ts';
import { proposedHolidays } from '../workplace/expected/proposals.ts';
import { personalPlansOf } from '../workplace/expected/queries.ts';
import { ensureSettings, saveSettings } from '../workplace/settings/commands.ts';
import { readSettings } from '../workplace/settings/queries.ts';
import { writePunchesInOrder } from '../hours/punch-queue/queue.ts';
import type { PunchRequest } from '../hours/punch-queue/planned-punch.ts';
import { seedCorrectionsAndClosings, type DemoContext } from './agreements.ts';
import { seedAskedLeave, seedLeads, seedTakenLeave } from './leave.ts';
import {
  isAway,
  planPastDay,
  chooseStatus,
  planToday,
  type PlannedDay,
  type PlannedPunch,
  createSeededRandom,
  dayRandom,
  type SeededRandom,
} from './day-plan.ts';
import {
  DEMO_ADMIN,
  DEMO_PASSWORD,
  DEMO_REGION,
  DEMO_SCHEDULES,
  DEMO_WORKPLACE,
  demoPeople,
  HISTORY_DAYS,
  type DemoPerson,
} from './people.ts';
import { findDemoUserId, readDemoTraces } from './queries.ts';

const PARALLEL_WORKERS = 6;
const UNREAD_MS = 25 * MS_PER_MINUTE;
/** Index of the person who did not clock out, so that the board shows an entry left open. */
const FORGETFUL_INDEX = 17;
const PRINTED_PEOPLE: readonly { readonly index: number; readonly doing: string }[] = [
  { index: 0, doing: 'clocked in' },
  { index: 3, doing: 'on a break' },
  { index: 1, doing: 'clocked out for today' },
  { index: 5, doing: 'not in yet' },
];

export interface SeedOptions {
  readonly database: Database;
  readonly config: Pick<Config, 'timeZone'>;
  readonly now: EpochMs;
  readonly people?: readonly DemoPerson[];
}

export async function seedDemo({ database, config, now, people = demoPeople() }: SeedOptions) {
  await ensureSettings(database, { now: () => now }, config.timeZone);
  await addAdmin({ database, clock: { now: () => now } }, DEMO_ADMIN);
  const admin = await findDemoUserId(database.pool, DEMO_ADMIN.email);
  const wanted = { workplaceName: DEMO_WORKPLACE, isSetUp: true, registration: 'invitation' } as const;
  await saveSettings(database, { at: now, actor: admin }, null, wanted);
  const calendar = calendarOf(await readSettings(database.pool));
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const [adminUser] = await usersById(database.pool, [admin]);
  if (!adminUser) throw new Error("The demo's admin is not there.");
  const demoContext = { database, calendar, now, admin: adminUser };
  const joined = await inParallel(people, (person, index) =>
    registerPerson(demoContext, passwordHash, person, index),
  );
  const accounts = joined.map(({ user }) => user.id);
  await saveSettings(database, { at: now, actor: admin }, null, { registration: 'open' });
  await seedPlans(demoContext, joined);
  const onLeave = joined.map(({ user, joinedAt }) => ({ id: user.id, joinedAt }));
  await seedTakenLeave(demoContext, onLeave);
  const settings = await readSettings(database.pool);
  const always = [{ day: '2000-01-01' }, { day: '9999-12-31' }];
  const plans = await personalPlansOf(database.pool, settings, always);
  await inParallel(joined, (one) =>
    seedPunches(demoContext, one, (day) => {
      const [planned = day] = plannedDays(plans, one.user.id, [day]);
      return { ...planned, expected: expectedOn(planned, settings) };
    }),
  );
  await seedAskedLeave(demoContext, onLeave);
  await seedLeads(demoContext, onLeave);
  await seedCorrectionsAndClosings(demoContext, accounts);
  await markRead(database, now, admin, { upTo: now - UNREAD_MS });
  // Deactivations come last: they mark the demo as complete, see `demoState`.
  for (const [index, { leftDaysAgo }] of people.entries())
    if (leftDaysAgo !== null)
      await setActive(
        database,
        deactivationTime(calendar, now, leftDaysAgo),
        null,
        accounts[index] ?? '',
        false,
      );
  return demoAccounts(people);
}

export const demoAccounts = (people: readonly DemoPerson[] = demoPeople()) => ({
  password: DEMO_PASSWORD,
  admin: { name: DEMO_ADMIN.name, email: DEMO_ADMIN.email },
  employees: PRINTED_PEOPLE.flatMap(({ index, doing }) => {
    const person = people[index];
    return person ? [{ name: person.name, email: person.email, doing }] : [];
  }),
});

/** 'current': made today. Older or incomplete demos are 'outdated': make a new demo in an empty database. */
export async function demoState(database: Database, now: EpochMs): Promise<'empty' | 'current' | 'outdated'> {
  const former = demoPeople().find(({ leftDaysAgo }) => leftDaysAgo !== null);
  const traces = await readDemoTraces(database.pool, former?.email ?? '');
  if (traces.employees === 0) return 'empty';
  if (!traces.isWhole || traces.madeAt === null) return 'outdated';
  const calendar = calendarOf(await readSettings(database.pool));
  return calendar.dayAt(traces.madeAt).day === calendar.dayAt(now).day ? 'current' : 'outdated';
}

async function inParallel<Item, Done>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      done[next[0]] = await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: PARALLEL_WORKERS }, worker));
  return done;
}

interface JoinedPerson {
  readonly person: DemoPerson;
  readonly index: number;
  readonly user: User;
  readonly joinedAt: EpochMs;
  readonly chance: SeededRandom;
}

async function registerPerson(
  { database, calendar, now }: DemoContext,
  passwordHash: string,
  person: DemoPerson,
  index: number,
): Promise<JoinedPerson> {
  const chance = createSeededRandom(7_000 + index);
  const first = addDays(calendar.dayAt(now).day, -person.joinedDaysAgo);
  const joinedAt = Math.min(
    calendar.instantAt(first, 6 * 60 + 30) + index * MS_PER_MINUTE,
    now - MS_PER_MINUTE,
  );
  const employeeId = await issueEmployeeId(database.pool, joinedAt, chance.bytes);
  const { name, email, department, hub, position } = person;
  const account = { name, email, department, hub, position, employeeId, passwordHash };
  const registered = await registerEmployee(database, { now: () => joinedAt }, account);
  if (!registered.ok) throw new Error(`The demo's ${name} could not be registered.`);
  return { person, index, user: registered.user, joinedAt, chance };
}

/** Saves a region's holidays, an allowance of leave, and schedules from the first day of the demo on. */
async function seedPlans({ database, calendar, now, admin }: DemoContext, joined: readonly JoinedPerson[]) {
  const today = calendar.dayAt(now).day;
  const currentSender = async () => ({
    at: now,
    actor: admin.id,
    version: (await readSettings(database.pool)).version,
  });
  const years = [-1, 0, 1].map((step) => Number(today.slice(0, 4)) + step);
  const proposed = await Promise.all(years.map((year) => proposedHolidays(DEMO_REGION, year)));
  const holidays = proposed.flat().flatMap(({ isPublic, ...holiday }) => (isPublic ? [holiday] : []));
  await saveHolidays(database, await currentSender(), { region: DEMO_REGION, holidays });
  const allowance = { unit: 'days', amount: 30, carriedMonths: 3 } as const;
  await saveLeaveSettings(database, await currentSender(), { kinds: DEFAULT_LEAVE_KINDS, allowance });
  const from = addDays(today, -HISTORY_DAYS);
  for (const [name, days] of Object.entries(DEMO_SCHEDULES)) {
    const id = randomUUID();
    const userIds = joined.filter(({ person }) => person.schedule === name).map(({ user }) => user.id);
    await saveSchedule(database, await currentSender(), { id, name, isRetired: false, from, days });
    if (userIds.length > 0)
      await assignSchedule(database, await currentSender(), { userIds, scheduleId: id, from });
  }
}

async function seedPunches(
  { database, calendar, now, admin }: DemoContext,
  { person, index, user, joinedAt, chance }: JoinedPerson,
  plannedOf: (day: WorkplaceDay) => PlannedDay,
): Promise<void> {
  const lastDay = plannedOf(calendar.dayAt(now));
  const first = addDays(lastDay.day, -person.joinedDaysAgo);
  const end = addDays(lastDay.day, -(person.leftDaysAgo ?? 1));
  const punches = calendar
    .days(first, end)
    .map(plannedOf)
    .flatMap((day) => planPastDay(person, day, dayRandom(index, day.day)));
  const lastOut = punches.findLastIndex((planned) => planned.punch === 'clock_out');
  if (index === FORGETFUL_INDEX) punches.splice(lastOut, 1);
  else if (person.leftDaysAgo === null && !isAway(lastDay)) {
    const minuteNow = minuteOfDayAt(now, lastDay);
    const status = chooseStatus(index, minuteNow, lastDay.expected);
    punches.push(...planToday(person, status, lastDay, { now, minuteNow }, dayRandom(index, lastDay.day)));
  }
  await assignPayrollNumber(database, joinedAt + MS_PER_MINUTE, admin, user, index);
  const ipAddress = `203.0.113.${chance.between(2, 250)}`;
  const requests = punches.map((planned) => ({
    at: planned.at,
    request: requestFor(planned, user.id, ipAddress, chance),
  }));
  // One transaction for all punches is safe, since nothing else punches for this person.
  await inTransaction(database, (tx) => writePunchesInOrder(tx, requests));
}

const deactivationTime = (calendar: ZoneCalendar, now: EpochMs, daysAgo: number): EpochMs =>
  calendar.instantAt(addDays(calendar.dayAt(now).day, -daysAgo), 18 * 60 + 30);

const FIRST_PAYROLL_NUMBER = 1001;

async function assignPayrollNumber(database: Database, at: EpochMs, admin: User, user: User, index: number) {
  const session: Session = {
    id: randomUUID(),
    tokenHash: Buffer.alloc(0),
    user: admin,
    mustChangePassword: false,
    isFactorOverdue: false,
    passwordEnteredAt: at,
  };
  const payrollNumber = String(FIRST_PAYROLL_NUMBER + index);
  const wanted = { ...user, payrollNumber };
  const updated = await updateEmployee(database, { at, actor: admin.id }, session, wanted);
  if (!updated.ok) throw new Error(`The demo's ${user.name} got no payroll number.`);
}

function requestFor(
  { punch: kind, at, notes }: PlannedPunch,
  userId: string,
  ipAddress: string,
  chance: SeededRandom,
): PunchRequest {
  if (kind !== 'clock_in') return { userId, punch: kind, input: { requestId: randomUUID() } };
  const isLocated = chance.percent(85);
  const near = (degrees: number): number => Number((degrees + (chance.next() - 0.5) / 500).toFixed(6));
  const location = isLocated
    ? {
        location: { latitude: near(27.7172), longitude: near(85.324), timestamp: new Date(at).toISOString() },
      }
    : {};
  return {
    userId,
    ipAddress,
    seenAddress: ipAddress,
    punch: kind,
    input: { requestId: randomUUID(), ...(notes === undefined ? {} : { notes }), ...location },
  };
}
