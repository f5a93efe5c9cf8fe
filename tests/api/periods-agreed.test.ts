/** Corrections of a period's hours, and what closing makes of them. */
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import { UNDO_REASON } from '#domain/period/pay-period';
import { PayrollPeriod } from '#contract/periods/payroll';
import {
  changeSettings,
  giveSession,
  makeEmployee,
  requestId,
  settingsInput,
  type Person,
} from '#tests/make';
import { decided } from './corrections-of.ts';
import {
  admin,
  close,
  faults,
  freshOctober,
  frozenOf,
  later,
  november,
  OCTOBER,
  own,
  reopen,
  seen,
  server,
  worked,
} from './october.ts';

const HOUR = 3_600_000;
freshOctober();

describe('corrections in a period', () => {
  it('a correction that moves an entry to another month also counts in the period it leaves', async () => {
    const ada = await worked();
    await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    const november = { day: '2026-11-01', time: '09:00' };
    const moved = { clockIn: november, clockOut: { ...november, time: '17:00' }, breaks: [] };
    const request = {
      day: november.day,
      reason: 'It was a month later',
      changes: later(ada, '17:00').changes.map((change) => ({ ...change, new: moved })),
    };
    const asked = (await ada.client.ask('askCorrection', request)).correction;
    for (const period of [await seen(ada), await own(ada)])
      expect(period).toMatchObject({ open: { entries: 0, requests: 1, objections: 0 } });
    expect(await close([ada])).toMatchObject({ closed: 0, refused: [{ message: 'Enter a reason.' }] });
    await decided(ada, asked, 'withdraw');
    expect(await seen(ada)).toMatchObject({ isReady: true });

    const made = await admin.client.ask('askCorrection', { userId: ada.user.id, ...request });
    await decided(ada, made.correction, 'object', 'I was there');
    expect(await seen(ada)).toMatchObject({ isReady: false, open: { requests: 0, objections: 1 } });
    expect(await close([ada], { reason: 'Payday' })).toMatchObject({ closed: 1 });
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({
      workedMinutes: 0,
      corrections: 1,
      objections: 1,
    });
    expect(await faults()).toEqual([]);
  });

  it('is marked as self-decided if the employee demoted the only other admin within a day before', async () => {
    const ada = await worked();
    const setRole = async (by: Person, { user }: Person, role: 'admin' | 'employee') => {
      await giveSession(server, by.client, by.user.id);
      await by.client.ask('setRole', { id: user.id, role });
    };
    const made = async (time: string) => {
      await giveSession(server, admin.client, admin.user.id);
      const { entries } = await ada.client.ask('myTimeEntries', { from: '2026-10-05', to: '2026-10-05' });
      const [entry = ada.entry] = entries;
      return (await admin.client.ask('askCorrection', { userId: ada.user.id, ...later({ entry }, time) }))
        .correction;
    };
    const first = await made('18:00');
    await setRole(admin, ada, 'admin');
    await setRole(ada, admin, 'employee');
    expect(await decided(ada, first, 'agree')).toMatchObject({ state: 'agreed', selfDecided: true });
    await setRole(ada, admin, 'admin');
    await setRole(admin, ada, 'employee');
    await giveSession(server, ada.client, ada.user.id);
    const second = await made('19:00');
    await setRole(admin, ada, 'admin');
    await setRole(ada, admin, 'employee');
    server.clock.set('2026-11-03T10:00:01.000Z');
    await giveSession(server, ada.client, ada.user.id);
    expect(await decided(ada, second, 'agree')).toMatchObject({ state: 'agreed', selfDecided: false });
    await setRole(ada, admin, 'admin');
    expect(await faults()).toEqual([]);
  });

  it('an answer after closing is shown next to the file and is part of the next one', async () => {
    const ada = await worked();
    const made = await admin.client.ask('askCorrection', { userId: ada.user.id, ...later(ada, '18:00') });
    await close([ada], { reason: 'Payday' });
    expect(await seen(ada)).toMatchObject({ state: 'closed', answeredSince: 0 });
    server.clock.set('2026-11-02T11:00:00.000Z');
    await decided(ada, made.correction, 'agree');
    expect(await seen(ada)).toMatchObject({ state: 'closed', answeredSince: 1 });
    const query = new URLSearchParams({ ...OCTOBER, kind: 'json' });
    const file = await admin.client.fetch(`${routes.payrollFile.path}?${String(query)}`);
    expect(file.headers.get('punctual-answered-since')).toBe('1');
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({ awaitingAgreement: 1 });
    await reopen(ada);
    await close([ada]);
    expect(await seen(ada)).toMatchObject({ answeredSince: 0 });
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({ corrections: 1, awaitingAgreement: 0 });
  });
});

it('a closed period without entries can be reopened and closed after its employee becomes an admin', async () => {
  const idle = await makeEmployee(server);
  await november();
  await close([idle]);
  await admin.client.ask('setRole', { id: idle.user.id, role: 'admin' });
  expect(await reopen(idle)).toEqual({ reopened: 1, refused: [] });
  expect(await close([idle])).toMatchObject({ closed: 1, refused: [] });
});

describe('closing', () => {
  it('can be undone by reopening, and the confirmation is still valid', async () => {
    const ada = await worked();
    await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    // No other test has fetched a file since.
    server.clock.set('2026-11-02T12:00:00.000Z');
    await close([ada]);
    server.clock.set('2026-11-02T12:00:30.000Z');
    const reason = UNDO_REASON;
    await admin.client.ask('reopenPeriods', { ...OCTOBER, userIds: [ada.user.id], reason });
    expect(await seen(ada)).toMatchObject({ state: 'confirmed', isReady: true, reopeningReason: reason });
    await close([ada]);
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({ isConfirmed: true, reopenings: 1 });
    expect(await faults()).toEqual([]);
  });

  it('shows the admin current hours, frozen hours once closed, and who is clocked in', async () => {
    const ada = await worked();
    const hours = {
      workedMinutes: 480,
      targetMinutes: 20 * 480,
      overtimeMinutes: 0,
      absences: 19,
      corrections: 0,
    };
    expect(await seen(ada)).toMatchObject({ hours, isClockedIn: false });
    await close([ada]);
    expect(await seen(ada)).toMatchObject({ hours });
    await ada.client.ask('clockIn', { requestId: requestId() });
    const { people } = await admin.client.ask('periods', { first: '2026-11-01' });
    expect(people.find(({ userId }) => userId === ada.user.id)).toMatchObject({
      isClockedIn: true,
      open: { entries: 1 },
      // It is Monday, November 2, so no working day of November is over.
      hours: { absences: 0, workedMinutes: 0 },
    });
  });
});

describe('a time zone change after closing', () => {
  const NOVEMBER = { first: '2026-11-01', last: '2026-11-30' };
  const fileOf = async (period: typeof NOVEMBER, { user }: Person): Promise<number | undefined> => {
    const query = new URLSearchParams({ ...period, kind: 'json' });
    const file = await admin.client.fetch(`${routes.payrollFile.path}?${String(query)}`);
    const { people } = PayrollPeriod.parse(await file.json());
    return people.find(({ userId }) => userId === user.id)?.workedMinutes;
  };

  it.each(['America/New_York', 'Asia/Tokyo'])(
    'to %s keeps each minute in one day and in the file of one month',
    async (timeZone) => {
      await changeSettings(server, { time_zone: 'Europe/Berlin', zone_rules: '[]' });
      const ada = await makeEmployee(server);
      const entries: string[] = [];
      const work = async (from: string, until: string): Promise<void> => {
        server.clock.set(from);
        await giveSession(server, ada.client, ada.user.id);
        for (let at = Date.parse(from); at < Date.parse(until); at += 2 * HOUR) {
          server.clock.set(at);
          entries.push((await ada.client.ask('clockIn', { requestId: requestId() })).entry.id);
          server.clock.set(at + HOUR / 2);
          await ada.client.ask('clockOut', { requestId: requestId() });
        }
      };
      await work('2026-10-30T20:00:00.000Z', '2026-10-31T23:00:00.000Z');
      // 00:30 in Berlin, and still October in New York.
      server.clock.set('2026-10-31T23:30:00.000Z');
      await giveSession(server, admin.client, admin.user.id);
      await close([ada]);
      const { settings } = await admin.client.ask('settings', {});
      await admin.client.ask('updateSettings', settingsInput({ version: settings.version, timeZone }));
      const added = (day: string, time: string, until: string) =>
        admin.client.refusal('askCorrection', {
          userId: ada.user.id,
          day,
          reason: 'Forgotten',
          changes: [
            {
              entryId: null,
              old: null,
              new: { clockIn: { day, time }, clockOut: { day, time: until }, breaks: [] },
            },
          ],
        });
      for (const refused of [
        await added('2026-10-01', '00:30', '01:00'),
        await added('2026-10-31', '23:30', '23:45'),
      ])
        expect(refused).toMatchObject({ code: 'period_closed', status: 409 });

      await work('2026-11-01T00:00:00.000Z', '2026-11-04T00:00:00.000Z');
      const listed = await Promise.all(
        ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map(
          async (day) => (await ada.client.ask('myTimeEntries', { from: day, to: day })).entries,
        ),
      );
      expect(listed.flatMap((day) => day.map(({ id }) => id).toSorted())).toEqual(entries);
      server.clock.set('2026-12-02T12:00:00.000Z');
      await giveSession(server, admin.client, admin.user.id);
      const november = { ...NOVEMBER, userIds: [ada.user.id] };
      await admin.client.ask('closePeriods', november);
      expect([await fileOf(OCTOBER, ada), await fileOf(NOVEMBER, ada)]).toEqual([14 * 30, 36 * 30]);
      await admin.client.ask('reopenPeriods', { ...november, reason: 'For the next zone' });
    },
  );
});
