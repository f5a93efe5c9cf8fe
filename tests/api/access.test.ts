/** Calls every route as every kind of caller. No route may be missing. */
import { DEFAULT_LEAVE_KINDS } from '#domain/leave/leave';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { routes, type RouteName } from '#contract/routes';
import { makeKiosk } from '#tests/make-kiosk';
import { makeLead } from '#tests/make-lead';
import { makeAdmin, makeEmployee, PASSWORD, requestId, settingsInput } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { EXPECTED } from './access-table.ts';
import { KIOSK_INPUTS } from './kiosk-inputs.ts';
import type { ApiClient } from './client.ts';

type Who =
  | 'anonymous'
  | 'employee'
  | 'another employee'
  | 'lead'
  | 'admin'
  | 'deactivated'
  | 'revoked'
  | 'at first sign-in'
  | 'without a due second factor'
  | 'kiosk';
const EVERYBODY: readonly Who[] = [
  'anonymous',
  'employee',
  'another employee',
  'lead',
  'admin',
  'deactivated',
  'revoked',
  'at first sign-in',
  'without a due second factor',
  'kiosk',
];

const times = {
  clockIn: { day: '2026-11-20', time: '07:00' },
  clockOut: { day: '2026-11-20', time: '08:00' },
};
const changes = [{ entryId: null, old: null, new: { ...times, breaks: [] } }];

const november = { first: '2026-11-01', last: '2026-11-30', version: 0 };
const FREE_DAY = { kind: 'holiday', first: '2026-11-20', last: '2026-11-20', half: null };
const SCHEDULE = {
  name: 'Part-time',
  isRetired: false,
  from: '2026-11-20',
  days: [1, 2, 3, 4, 5, 6, 7].map(() => ({ minutes: 240 })),
};
const october = { first: '2026-10-01', last: '2026-10-31' };

const inputOf: Partial<Record<RouteName, () => unknown>> = {
  confirmPeriod: () => november,
  objectToPeriod: () => ({ ...november, reason: 'No' }),
  closePeriods: () => october,
  reopenPeriods: () => ({ ...october, userIds: [requestId()], reason: 'Forgotten' }),
  payrollFile: () => ({ ...october, kind: 'csv' }),
  payrollPreview: () => october,
  payrollSignature: () => ({ ...october, kind: 'csv' }),
  updatePayrollProfiles: () => ({ version: 0, profiles: [] }),
  signIn: () => ({ email: 'nobody@example.com', password: 'wrong password' }),
  passSecondStep: () => ({ challenge: 'none', code: '123456', isOwnDevice: false }),
  addApp: () => ({ secret: 'A'.repeat(32), code: '123456' }),
  addPasskey: () => ({ challenge: 'none', name: 'Phone', passkey: { id: 'none' } }),
  removeFactor: () => ({ id: requestId() }),
  resetSecondFactor: () => ({ id: requestId() }),
  register: () => ({
    name: 'Nobody',
    email: 'nobody@example.com',
    password: 'long enough',
    employeeId: 'NXBI-00000',
    department: 'Business Studio',
    hub: 'Core operations hub',
    position: 'Lead',
  }),
  requestPasswordReset: () => ({ email: `nobody-${requestId()}@example.com` }),
  openPasswordReset: () => ({ token: 'none' }),
  completePasswordReset: () => ({ token: 'none', password: 'long enough' }),
  chooseFirstPassword: () => ({ password: 'my very own' }),
  confirmIdentity: () => ({ currentPassword: PASSWORD }),
  changePassword: () => ({ currentPassword: PASSWORD, password: 'my very own' }),
  reportBrowserFailures: () => ({
    failures: [{ kind: 'load', code: 'offline', at: '2026-11-20T09:00:00.000Z' }],
  }),
  updateProfile: () => ({ name: 'Somebody Else' }),
  chooseLanguage: () => ({ language: 'en' }),
  updateStudios: () => ({ version: 0, studios: [] }),
  updateHolidays: () => ({ version: 0, region: '', holidays: [] }),
  saveSchedule: () => ({ version: 0, schedule: { id: requestId(), ...SCHEDULE } }),
  assignSchedule: () => ({
    version: 0,
    assignment: { userIds: [requestId()], scheduleId: null, from: '2026-11-20' },
  }),
  scheduleEffect: () => ({ schedule: { id: requestId(), ...SCHEDULE } }),
  holidayProposal: () => ({ region: 'AT', year: 2026 }),
  finishSetUp: () => ({ isSetUp: true }),
  decideRegistration: () => ({ id: requestId(), isApproved: true }),
  clockIn: () => ({ requestId: requestId() }),
  startBreak: () => ({ requestId: requestId() }),
  endBreak: () => ({ requestId: requestId() }),
  clockOut: () => ({ requestId: requestId() }),
  markActivityRead: () => ({ upTo: '2026-11-20T09:00:00.000Z' }),
  myTimeEntries: () => ({ from: '2026-11-01', to: '2026-11-30' }),
  updateEmployee: () => ({
    id: requestId(),
    version: 1,
    name: 'Nobody',
    email: 'nobody@example.com',
    employeeId: 'EMP1',
    department: 'General',
    hub: '',
    position: 'Employee',
    role: 'employee',
    isActive: true,
  }),
  addEmployee: () => ({ name: 'Somebody', email: `${requestId()}@example.com` }),
  person: () => ({ id: requestId() }),
  saveLeads: () => ({ id: requestId(), before: [], leads: [] }),
  ...KIOSK_INPUTS,
  teamRequest: () => ({ id: requestId() }),
  setRole: () => ({ id: requestId(), role: 'admin' }),
  giveTemporaryPassword: () => ({ id: requestId() }),
  giveResetLink: () => ({ id: requestId() }),
  stateLeaving: () => ({ entryId: requestId(), day: '2026-11-19', time: '17:00' }),
  closeEntry: () => ({ entryId: requestId(), day: '2026-11-19', time: '17:00', reason: 'Forgotten' }),
  updateSettings: () => settingsInput({ version: 1 }),
  employeeReport: () => ({
    userId: '00000000-0000-4000-8000-000000000000',
    startDate: '2026-11-01',
    endDate: '2026-11-30',
  }),
  leaveCost: () => ({ kind: 'holiday', first: '2026-11-20', last: '2026-11-20' }),
  grantLeave: () => ({
    userId: requestId(),
    year: 2000,
    before: { amount: null, carried: null },
    amount: 0,
    carried: null,
    reason: 'Law',
  }),
  leaveCalendar: () => ({ day: '2026-11-01' }),
  makeCalendarAddress: () => ({ scope: 'own' }),
  endCalendarAddress: () => ({ scope: 'own' }),
  leaveFile: () => ({ key: 'none' }),
  askLeave: () => ({ old: null, new: { ...FREE_DAY }, reason: '' }),
  saveLeaveSettings: () => ({
    version: 0,
    kinds: DEFAULT_LEAVE_KINDS,
    allowance: { unit: 'days', amount: 0, carriedMonths: 3 },
  }),
  askCorrection: () => ({ day: '2026-11-20', reason: 'Forgotten', changes }),
  decideCorrections: () => ({ action: 'agree', corrections: [{ id: requestId(), version: 1 }] }),
  sendBackCorrection: () => ({ id: requestId(), version: 1, reason: 'Forgotten', changes }),
  correction: () => ({ id: requestId() }),
  teamReport: () => ({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  reportFile: () => ({ startDate: '2026-11-01', endDate: '2026-11-30', kind: 'csv' }),
};

/** Folder for the key that signs payroll files. */
const root = mkdtempSync(path.join(tmpdir(), 'punctual-access-'));

const READY: Partial<Record<RouteName, readonly RouteName[]>> = {
  clockIn: [],
  startBreak: ['clockIn'],
  endBreak: ['clockIn', 'startBreak'],
  clockOut: ['clockIn'],
};
const kept = new Map<Who, Promise<ApiClient>>();

/** A browser of that kind: one for all reads, and a new one for each change. */
function browserOf(who: Who, name: RouteName): Promise<ApiClient> {
  if (routes[name].method === 'POST') return newBrowser(who, name);
  const known = kept.get(who) ?? newBrowser(who, name);
  kept.set(who, known);
  return known;
}

async function newBrowser(who: Who, name: RouteName): Promise<ApiClient> {
  if (who === 'anonymous') return server.client();
  if (who === 'admin') return (await makeAdmin(server)).client;
  if (who === 'kiosk') return (await makeKiosk(server, await makeAdmin(server))).client;
  const { client, user } = await makeEmployee(server);
  for (const earlier of READY[name] ?? []) await client.send(earlier, { requestId: requestId() });
  if (who === 'lead') {
    await makeEmployee(server);
    await makeLead(server, user.id);
  }
  if (who === 'deactivated') await setActive(server.test.database, server.clock.now(), null, user.id, false);
  if (who === 'at first sign-in')
    await server.test.owner.query('UPDATE account SET must_change_password = true WHERE id = $1', [user.id]);
  if (who === 'without a due second factor')
    await server.test.owner.query('UPDATE account SET second_factor_by = created_at WHERE id = $1', [
      user.id,
    ]);
  if (who === 'revoked') {
    const stolen = client.at(server.url);
    await client.ask('signOut', {});
    return stolen;
  }
  return client;
}

afterAll(() => rmSync(root, { recursive: true }));
const server = setUpServer({ config: { dataDir: root } });

/** With a temporary password every route that needs a session is refused, except choosing a new one. */
function expectedOf(name: RouteName, who: Who): number {
  if (who === 'kiosk')
    return EXPECTED[name].kiosk ?? (routes[name].access === 'public' ? EXPECTED[name].nobody : 403);
  if (routes[name].access === 'kiosk') return EXPECTED[name].nobody;
  if (who === 'at first sign-in' && routes[name].access !== 'public')
    return routes[name].access === 'first-sign-in' ? 200 : 403;
  const isShut = !['public', 'second-factor'].includes(routes[name].access);
  if (who === 'without a due second factor') return isShut ? 403 : EXPECTED[name].employee;
  const expected = EXPECTED[name];
  if (who === 'lead') return expected.lead ?? expected.employee;
  return expected[
    who === 'admin' ? 'admin' : who === 'employee' || who === 'another employee' ? 'employee' : 'nobody'
  ];
}

describe('the table of routes', () => {
  it('this test has an expectation for each route', () => {
    expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it.each((Object.keys(routes) as RouteName[]).flatMap((name) => EVERYBODY.map((who) => ({ name, who }))))(
    '$name answers $who as the table says',
    async ({ name, who }) => {
      const client = await browserOf(who, name);
      const expected = expectedOf(name, who);
      if (routes[name].kind === 'stream') {
        const reader = await client.live();
        expect(reader.status).toBe(expected);
        reader.close();
        return;
      }
      const input = inputOf[name]?.() ?? {};
      const { status } = await client.call(name, input);
      expect(status).toBe(expected);
    },
  );

  it('an anonymous caller gets the code and message of the specification', async () => {
    expect(await server.client().refusal('clockIn', { requestId: requestId() })).toMatchObject({
      code: 'clock_in_without_user',
      message: 'No authenticated user found. Please log in first.',
    });
    expect((await server.client().ask('whoAmI', {})).user).toBeNull();
  });

  it('an employee cannot see the entries of another employee', async () => {
    const one = await makeEmployee(server);
    const other = await makeEmployee(server);
    await one.client.ask('clockIn', { requestId: requestId() });
    expect((await other.client.ask('clock', {})).entries).toEqual([]);
    expect(
      (await other.client.ask('myTimeEntries', { from: '2026-11-01', to: '2026-11-30' })).entries,
    ).toEqual([]);
  });

  it("an employee's request that names a user is refused, since the session identifies them", async () => {
    const { client, user } = await makeEmployee(server);
    expect(await client.refusal('clock', { userId: user.id })).toMatchObject({
      status: 400,
      fields: { userId: 'This cannot be set.' },
    });
    expect(
      await client.refusal('myTimeEntries', { from: '2026-11-01', to: '2026-11-02', userId: user.id }),
    ).toMatchObject({ status: 400 });
  });

  it('a demoted admin loses access at once, in the middle of a session', async () => {
    const { client, user } = await makeAdmin(server);
    await client.ask('monitoring', {});
    await server.test.owner.query(`UPDATE account SET role = 'employee' WHERE id = $1`, [user.id]);
    expect(await client.refusal('monitoring', {})).toMatchObject({ status: 403 });
  });
});
