/** The people, ranges and instants that reports accept. */
import { beforeAll, describe, expect, it } from 'vitest';
import { employeeReportResult, figuresVersion, teamReportResult } from '#contract/reports/result';
import type { InputOf } from '#contract/routes';
import { setActive } from '#server/people/employees/commands';
import { changeSettings, entry, makeAdmin, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { createdAt, wholeTeamOf, writeEntries } from './report-data.ts';

const RANGE = { startDate: '2026-10-12', endDate: '2026-11-22' };

let admin: Person;

const server = setUpServer();
beforeAll(async () => {
  await changeSettings(server, { time_zone: 'Europe/Berlin' });
  server.clock.set('2026-11-20T15:00:00.000Z');
  admin = await makeAdmin(server);
  await makeEmployee(server, { name: 'Ada' });
});

const wholeTeam = wholeTeamOf(() => admin);

describe('the people in reports', () => {
  it('the list offers only active employees', async () => {
    const gone = await makeEmployee(server, { name: 'Zoe Gone' });
    await setActive(server.test.database, server.clock.now(), admin.user.id, gone.user.id, false);
    const { employees, today } = await admin.client.ask('reportEmployees', {});
    expect(today).toBe('2026-11-20');
    expect(employees.map(({ name }) => name)).toEqual(['Ada']);
    expect(employees[0]).toEqual({
      id: expect.any(String),
      name: 'Ada',
      email: expect.any(String),
      employeeId: expect.stringMatching(/^NXBI-/),
    });
  });

  it("a report on anybody else answers 'Employee not found'", async () => {
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

  it('a person who left in or after the range is included on request, with no absences after leaving', async () => {
    const leaver = await makeEmployee(server, { name: 'Lea Ver' });
    await createdAt(server.test.owner, leaver.user.id, '2026-01-01T09:00:00.000Z');
    await writeEntries(server.test.owner, leaver.user.id, [entry('09:00-17:00', { day: '2026-11-02' })]);
    // Thursday noon, after two days without an entry: Tuesday and Wednesday.
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
    expect(view.employee.employment[0]?.to).toBe('2026-11-05T11:00:00.000Z');
    expect(view.entries).toHaveLength(1);
  });

  it('nobody is in a report on a time before they joined', async () => {
    expect(await wholeTeam({ startDate: '2025-01-01', endDate: '2025-01-31' })).toEqual([]);
  });

  it('a person added after the range is included only if they have entries in it, without absences', async () => {
    const added = await makeEmployee(server, { name: 'Nia New' });
    await createdAt(server.test.owner, added.user.id, '2026-11-19T09:00:00.000Z');
    await writeEntries(server.test.owner, added.user.id, [entry('09:00-17:00', { day: '2024-03-05' })]);
    const march = { startDate: '2024-03-04', endDate: '2024-03-08' };
    expect(await wholeTeam(march)).toMatchObject([{ name: 'Nia New', totalMinutes: 480, absences: 0 }]);
    expect(await wholeTeam({ ...march, startDate: '2024-03-06' })).toEqual([]);
  });
});

describe('the pages of one report', () => {
  it('all use the instant of the first page', async () => {
    const running = await makeEmployee(server, { name: 'Rita Running' });
    await createdAt(server.test.owner, running.user.id, '2026-11-01T09:00:00.000Z');
    await writeEntries(server.test.owner, running.user.id, [entry('13:00-', { day: '2026-11-20' })]);
    const today = { startDate: '2026-11-20', endDate: '2026-11-20' };
    const minutes = async (now?: string) => {
      const page = await admin.client.ask('teamReport', { ...today, ...(now ? { now } : {}) });
      return [page.now, page.rows.find(({ name }) => name === 'Rita Running')?.totalMinutes];
    };
    const [now] = await minutes();
    server.clock.advanceMinutes(45);
    expect(await minutes(String(now))).toEqual(['2026-11-20T15:00:00.000Z', 120]);
    expect(await minutes()).toEqual(['2026-11-20T15:45:00.000Z', 165]);
    server.clock.advanceMinutes(-45);
  });

  it.each([
    ['in the future', '2026-11-20T15:00:05.001Z'],
    ['more than an hour ago', '2026-11-20T13:59:59.999Z'],
    ['that is not a time', 'now'],
    ['in month 13', '2026-13-20T15:00:00.000Z'],
  ])('cannot use an instant %s', async (_, now) => {
    expect(await admin.client.refusal('teamReport', { ...RANGE, now })).toMatchObject({
      status: 400,
      fields: { now: expect.any(String) },
    });
  });
});

describe('invalid report requests', () => {
  const asked = (changed: Record<string, unknown>) => ({ userId: admin.user.id, ...RANGE, ...changed });

  it.each([
    [
      'an end before its start',
      { startDate: '2026-11-02', endDate: '2026-11-01' },
      'endDate',
      'Start date must be before or equal to end date',
    ],
    ['20 years', { startDate: '2006-01-01', endDate: '2026-01-01' }, 'endDate', 'At most 400 days at a time'],
    ['401 days', { startDate: '2025-01-01', endDate: '2026-02-05' }, 'endDate', 'At most 400 days at a time'],
    ['30 February', { endDate: '2026-02-30' }, 'endDate', 'This date does not exist'],
    ['a date that is too early', { startDate: '0001-01-01' }, 'startDate', 'This date is out of range'],
    ['a date that is too late', { endDate: '9999-12-31' }, 'endDate', 'This date is out of range'],
    ['no start', { startDate: '' }, 'startDate', 'Enter a start date'],
    ['a text that is not a date', { endDate: 'tomorrow' }, 'endDate', 'Enter an end date'],
  ])('refuses %s', async (_, changed, field, message) => {
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

  it('a range of 1 to 400 days is valid', async () => {
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
  ])('refuses an employee ID of %j', async (userId, message) => {
    expect(await admin.client.refusal('employeeReport', asked({ userId }))).toMatchObject({
      status: 400,
      message,
      fields: { userId: message },
    });
  });

  it('refuses unknown rules, lists and unknown fields', async () => {
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

describe('files of reports', () => {
  const DAY = { startDate: '2026-11-20', endDate: '2026-11-20' };
  const request = { ...DAY, rules: 'standard', includeFormer: false } as const;
  const csvOf = async (input: Omit<InputOf<'reportFile'>, 'kind' | 'startDate' | 'endDate'>) => {
    const answer = await admin.client.call('reportFile', { ...DAY, kind: 'csv', ...input });
    return answer.ok ? answer.text : { status: answer.status, code: answer.problem.code };
  };

  it('hold the figures of the report as it was shown, and are refused once these have changed', async () => {
    const { user } = await makeEmployee(server, { name: 'Fil Ed' });
    await writeEntries(server.test.owner, user.id, [entry('09:00-12:00', { day: DAY.startDate })]);
    const view = await admin.client.ask('employeeReport', { ...DAY, userId: user.id });
    const page = await admin.client.ask('teamReport', DAY);
    const own = {
      userId: user.id,
      generatedAt: view.now,
      figures: figuresVersion(employeeReportResult(view, request, 'id')),
    };
    const all = {
      generatedAt: page.now,
      figures: figuresVersion(teamReportResult(page.rows, page, request, 'id')),
    };
    server.clock.set(server.clock.now() + 3_600_000);
    expect(await csvOf(own)).toBe(
      'Date,Clock In,Clock Out,Hours,Notes\r\n"Nov 20, 2026",10:00,13:00,3.00,\r\n',
    );
    expect(await csvOf(all)).toContain('Fil Ed');
    await writeEntries(server.test.owner, user.id, [entry('13:00-14:00', { day: DAY.startDate })]);
    const changed = { status: 409, code: 'report_changed' };
    expect([await csvOf(own), await csvOf(all)]).toEqual([changed, changed]);
    expect(await csvOf({ userId: user.id })).toContain('14:00,15:00,1.00');
  });

  it('count a running entry until the report was generated, and none of a time to come', async () => {
    const { client, user } = await makeEmployee(server, { name: 'Run Ning' });
    await client.ask('clockIn', { requestId: requestId() });
    server.clock.set(server.clock.now() + 600_000);
    const view = await admin.client.ask('employeeReport', { ...DAY, userId: user.id });
    const figures = figuresVersion(employeeReportResult(view, request, 'id'));
    const asked = { userId: user.id, generatedAt: view.now, figures };
    server.clock.set(server.clock.now() + 600_000);
    expect(await csvOf(asked)).toContain('\r\n');
    const later = new Date(server.clock.now() + 60_000).toISOString();
    expect(await csvOf({ userId: user.id, generatedAt: later })).toMatchObject({ code: 'report_changed' });
    await client.ask('clockOut', { requestId: requestId() });
    expect(await csvOf(asked)).toMatchObject({ code: 'report_changed' });
  });

  it('over all have the rows in the order that was asked for', async () => {
    const namesOf = async (input: object) => {
      const text = await csvOf(input);
      return typeof text === 'string' ? text.match(/Fil Ed|Run Ning/gu) : text;
    };
    expect(await namesOf({})).toEqual(['Fil Ed', 'Run Ning']);
    expect(await namesOf({ descending: 'true' })).toEqual(['Run Ning', 'Fil Ed']);
    expect(await namesOf({ sort: 'totalMinutes' })).toEqual(['Run Ning', 'Fil Ed']);
  });
});
