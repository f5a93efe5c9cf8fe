/** Pay periods: confirming, objecting, closing and reopening, each with its ledger row. */
import { describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { giveSession, makeEmployee, requestId, settingsInput, type Person } from '#tests/make';
import {
  admin,
  close,
  faults,
  freshOctober,
  frozenOf,
  later,
  NOVEMBER,
  november,
  OCTOBER,
  own,
  reopen,
  seen,
  server,
  worked,
} from './october.ts';

freshOctober();

describe("an employee's own period", () => {
  it('shows its hours and can be confirmed once', async () => {
    const ada = await worked();
    expect(await own(ada)).toMatchObject({
      ...OCTOBER,
      state: 'to-be-confirmed',
      version: 0,
      open: { entries: 0, requests: 0, objections: 0 },
      workedMinutes: 480,
      // Counts from the day she joined, Monday, October 5.
      targetMinutes: 20 * 480,
    });
    const { period } = await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    expect(period).toMatchObject({ state: 'confirmed', confirmedAt: NOVEMBER, version: 1 });
    expect(await own(ada)).toEqual(period);
    expect(await ada.client.refusal('confirmPeriod', { ...OCTOBER, version: 1 })).toMatchObject({
      code: 'period_confirmed',
      status: 409,
    });
    expect(await faults()).toEqual([]);
  });

  it('keeps an objection until the period is confirmed', async () => {
    const ada = await worked();
    expect(await ada.client.refusal('objectToPeriod', { ...OCTOBER, version: 0, reason: ' ' })).toMatchObject(
      { status: 400, fields: { reason: 'Enter a reason' } },
    );
    await ada.client.ask('objectToPeriod', { ...OCTOBER, version: 0, reason: 'Thursday is missing' });
    expect(await seen(ada)).toMatchObject({
      state: 'objected',
      isObjected: true,
      objection: 'Thursday is missing',
      isReady: false,
    });
    server.clock.set('2026-11-02T11:00:00.000Z');
    const { period } = await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 1 });
    expect(period).toMatchObject({ state: 'confirmed', isObjected: false });
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['while it runs', { first: '2026-11-01', last: '2026-11-30', version: 0 }, 'period_running'],
    ['with days of no period', { first: '2026-10-02', last: '2026-10-31', version: 0 }, 'period_changed'],
    ['with a stale version', { ...OCTOBER, version: 3 }, 'period_changed'],
  ])('cannot be confirmed %s', async (_which, input, code) => {
    const ada = await worked();
    expect(await ada.client.refusal('confirmPeriod', input)).toMatchObject({ code, status: 409 });
  });

  it('can be neither confirmed nor ready to close while an entry is open or a request waits', async () => {
    const ada = await worked();
    await ada.client.ask('askCorrection', later(ada, '18:00'));
    expect(await ada.client.refusal('confirmPeriod', { ...OCTOBER, version: 0 })).toMatchObject({
      code: 'period_not_settled',
    });
    server.clock.set('2026-10-06T09:00:00.000Z');
    const bo = await makeEmployee(server, { name: 'Bo' });
    await bo.client.ask('clockIn', { requestId: requestId() });
    await november(ada, bo);
    expect(await bo.client.refusal('confirmPeriod', { ...OCTOBER, version: 0 })).toMatchObject({
      code: 'period_entry_open',
    });
    expect(await seen(ada)).toMatchObject({
      isReady: false,
      open: { entries: 0, requests: 1, objections: 0 },
    });
    expect(await seen(bo)).toMatchObject({
      isReady: false,
      open: { entries: 1, requests: 0, objections: 0 },
    });
    expect(await close([ada, bo])).toMatchObject({ closed: 0 });
    const outcome = await close([ada, bo], { reason: 'Payday' });
    expect(outcome).toMatchObject({ closed: 1, refused: [{ userId: bo.user.id, name: 'Bo' }] });
    expect(await seen(ada)).toMatchObject({ state: 'closed', closingReason: 'Payday' });
    expect(await faults()).toEqual([]);
  });
});

describe('closing periods', () => {
  it('one click closes all ready periods, freezes their figures, and both sides see it live', async () => {
    const [ada, cy] = [await worked(), await worked('Cy')];
    const [hers, admins] = await Promise.all([ada.client.live(), admin.client.live()]);
    await Promise.all([hers.hello(), admins.hello()]);
    const id = requestId();
    const closed = await admin.client.ask('closePeriods', { ...OCTOBER, requestId: id });
    expect(closed).toMatchObject({ left: 0, refused: [] });
    expect(closed.closed).toBeGreaterThanOrEqual(2);
    expect(await admin.client.ask('closePeriods', { ...OCTOBER, requestId: id })).toEqual(closed);
    for (const stream of [hers, admins]) {
      await stream.until(({ changes }) =>
        changes.some(({ period, userId }) => period?.state === 'closed' && userId === ada.user.id),
      );
      stream.close();
    }
    const period = await own(ada);
    expect(period).toMatchObject({ state: 'closed', closedBy: 'Grace Hopper' });
    expect(await seen(cy)).toMatchObject({ state: 'closed', isReady: false });
    expect((await frozenOf(ada))?.frozen).toMatchObject({
      timeZone: 'UTC',
      person: {
        name: 'Ada Lovelace',
        ...OCTOBER,
        workedMinutes: 480,
        targetMinutes: 20 * 480,
        overtimeMinutes: { standard: 0, settings: 0 },
        absences: 19,
        isConfirmed: false,
        closedAt: period?.closedAt,
        closedBy: 'Grace Hopper',
        reopenings: 0,
      },
    });
    expect(await faults()).toEqual([]);
  });

  it('a closed period refuses corrections, and a waiting request can be approved once it is reopened', async () => {
    const ada = await worked();
    const { correction } = await ada.client.ask('askCorrection', later(ada, '18:00'));
    await close([ada], { reason: 'Payday' });
    const before = await frozenOf(ada);
    const agree = {
      action: 'agree' as const,
      corrections: [{ id: correction.id, version: correction.version }],
    };
    const refusal = { code: 'period_closed', status: 409 };
    expect(await admin.client.refusal('decideCorrections', agree)).toMatchObject(refusal);
    expect(
      await admin.client.refusal('askCorrection', { userId: ada.user.id, ...later(ada, '19:00') }),
    ).toMatchObject(refusal);
    expect(
      await ada.client.refusal('objectToPeriod', { ...OCTOBER, version: 1, reason: 'No' }),
    ).toMatchObject(refusal);
    expect(await frozenOf(ada)).toEqual(before);
    server.clock.set('2026-11-03T10:00:00.000Z');
    expect(await reopen(ada)).toEqual({ reopened: 1, refused: [] });
    expect(await own(ada)).toMatchObject({
      state: 'reopened',
      reopenedBy: 'Grace Hopper',
      reopeningReason: 'A day was missing',
    });
    await admin.client.ask('decideCorrections', agree);
    await close([ada]);
    const after = await frozenOf(ada);
    expect(after?.hash).not.toBe(before?.hash);
    expect(after?.frozen.person).toMatchObject({ workedMinutes: 540, corrections: 1, reopenings: 1 });
    expect((await reopen(await worked('Dee'))).refused).toMatchObject([
      { name: 'Dee', message: 'This period is not closed.' },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('needs a reason if there is an objection, and the summary shows it', async () => {
    const ada = await worked();
    await ada.client.ask('objectToPeriod', { ...OCTOBER, version: 0, reason: 'No' });
    expect(await close([ada])).toMatchObject({ closed: 0, refused: [{ message: 'Enter a reason.' }] });
    expect(await close([ada], { reason: 'Looked into' })).toMatchObject({ closed: 1 });
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({ objections: 1, isConfirmed: false });
  });

  it('includes people who left, joined later, never clocked in, or have become admins', async () => {
    const [left, promoted] = [await worked('Lea'), await worked('Pam')];
    server.clock.set('2026-10-19T08:00:00.000Z');
    const idle = await makeEmployee(server, { name: 'Ida' });
    await november(left, idle);
    await setActive(server.test.database, server.clock.now(), admin.user.id, left.user.id, false);
    await admin.client.ask('setRole', { id: promoted.user.id, role: 'admin' });
    expect(await close([left, idle, promoted])).toMatchObject({ closed: 3, refused: [] });
    const told = async (person: Person) => (await frozenOf(person))?.frozen.person;
    // Days count from the day a person joined until the day they left.
    expect(await told(left)).toMatchObject({ workedMinutes: 480, targetMinutes: 20 * 480, absences: 19 });
    expect(await told(idle)).toMatchObject({ workedMinutes: 0, targetMinutes: 10 * 480, absences: 10 });
    expect(await told(promoted)).toMatchObject({ workedMinutes: 480 });
    expect(await faults()).toEqual([]);
  });

  it('the employee sees the figures of payroll, even after the settings change', async () => {
    const ada = await worked();
    await close([ada]);
    const before = await own(ada);
    const { settings } = await admin.client.ask('settings', {});
    await admin.client.ask(
      'updateSettings',
      settingsInput({ version: settings.version, workEndTime: '13:00', breakDuration: 0 }),
    );
    expect(await own(ada)).toEqual(before);
    const now = await admin.client.ask('settings', {});
    await admin.client.ask('updateSettings', settingsInput({ version: now.settings.version }));
  });

  it('is refused for a running period and for an unknown employee', async () => {
    await giveSession(server, admin.client, admin.user.id);
    expect(
      await admin.client.refusal('closePeriods', { first: '2026-10-01', last: '2026-10-31' }),
    ).toMatchObject({ code: 'period_running' });
    await november();
    const nobody = requestId();
    expect(await admin.client.ask('closePeriods', { ...OCTOBER, userIds: [nobody] })).toMatchObject({
      closed: 0,
      refused: [{ userId: nobody, message: 'Employee not found' }],
    });
  });

  it('the last action counts, even when the clock was set back', async () => {
    const ada = await worked();
    await close([ada]);
    server.clock.set('2026-11-01T12:00:00.000Z');
    await reopen(ada);
    expect(await own(ada)).toMatchObject({ state: 'reopened' });
    await close([ada]);
    expect(await own(ada)).toMatchObject({ state: 'closed' });
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['frozen', `frozen = jsonb_set(frozen, '{person,workedMinutes}', '999')`],
    ['closing_reason', `closing_reason = 'Another'`],
    ['closed_at', `closed_at = closed_at + interval '1 hour'`],
    ['reopenings', 'reopenings = 7'],
  ])('verification finds a changed %s', async (column, change) => {
    const ada = await worked();
    await close([ada]);
    const as = (sql: string) =>
      server.test.owner.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
    await as(`CREATE TABLE kept AS SELECT * FROM period WHERE user_id = '${ada.user.id}'`);
    await as(`UPDATE period SET ${change} WHERE user_id = '${ada.user.id}'`);
    expect((await faults()).map(({ fault }) => fault)).toEqual([`period: ${column} is not as recorded`]);
    await as(
      `UPDATE period p SET frozen = k.frozen, closing_reason = k.closing_reason, closed_at = k.closed_at, reopenings = k.reopenings
       FROM kept k WHERE p.user_id = k.user_id; DROP TABLE kept`,
    );
    expect(await faults()).toEqual([]);
  });
});

describe('the pay periods', () => {
  it('a new pay period starts after all confirmed or closed ones, and earlier ones stay', async () => {
    await close([await worked()]);
    const { settings } = await admin.client.ask('settings', {});
    expect(settings).toMatchObject({ payPeriod: 'monthly', payPeriodFrom: '', payRules: [] });
    const save = (payPeriodFrom: string) =>
      settingsInput({ version: settings.version, payPeriod: 'weekly', payPeriodFrom });
    expect(await admin.client.refusal('updateSettings', save('2026-10-31'))).toMatchObject({
      status: 400,
      fields: {
        payPeriodFrom:
          'A period that ends on Oct 31, 2026 is already confirmed or closed. Choose a later day',
      },
    });
    const saved = await admin.client.ask('updateSettings', save('2026-11-02'));
    expect(saved.settings).toMatchObject({
      payPeriod: 'weekly',
      payPeriodFrom: '2026-11-02',
      payRules: [{ period: 'weekly', from: '2026-11-02', firstWeekday: 1 }],
    });
    // Saving the same period with another first weekday does not change the rule.
    const again = await admin.client.ask('updateSettings', {
      ...save('2026-11-02'),
      version: saved.settings.version,
      firstWeekday: 7,
    });
    expect(again.settings.payRules).toEqual(saved.settings.payRules);
    server.clock.set('2026-11-20T10:00:00.000Z');
    await giveSession(server, admin.client, admin.user.id);
    const view = await admin.client.ask('periods', {});
    expect(view).toMatchObject({ first: '2026-11-09', last: '2026-11-15', isOver: true });
    expect(view.ranges.slice(0, 5)).toEqual([
      { first: '2026-11-16', last: '2026-11-22' },
      { first: '2026-11-09', last: '2026-11-15' },
      { first: '2026-11-02', last: '2026-11-08' },
      { first: '2026-11-01', last: '2026-11-01' },
      OCTOBER,
    ]);
    expect(await faults()).toEqual([]);
  });
});
