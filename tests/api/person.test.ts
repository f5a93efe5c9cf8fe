/** The view that an admin has of one person. */
import { describe, expect, it } from 'vitest';
import type { PersonView } from '#contract/people/employees';
import { monthOf } from '#domain/time/workplace-day';
import {
  changeSettings,
  entry,
  makeAdmin,
  makeEmployee,
  requestId,
  startTestServer,
  type Person,
} from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { formOf } from './edit-form.ts';
import { createdAt, writeEntries } from './report-data.ts';

const DAY = 24 * 60;

// Friday, November 20, 2026, 09:00.
const server = setUpServer();
const admin = setUpAdmin(server, { name: 'Grace Hopper' });

const tell = (who: Pick<Person, 'user'>): Promise<PersonView> =>
  admin.client.ask('person', { id: who.user.id });

describe("an admin's view of a person", () => {
  it('shows the entries of this month and the open one, however old', async () => {
    const ada = await makeEmployee(server);
    await createdAt(server.test.owner, ada.user.id, '2026-01-01T00:00:00Z');
    await writeEntries(server.test.owner, ada.user.id, [entry('08:00', { day: '2026-10-01' })]);
    const bo = await makeEmployee(server);
    await writeEntries(server.test.owner, bo.user.id, [
      entry('23:00-23:30', { day: '2026-10-31' }),
      entry('00:10-01:00', { day: '2026-11-01' }),
      entry('08:00-09:00', { day: '2026-11-20' }),
    ]);
    expect((await tell(ada)).entries.map(({ clockIn }) => clockIn)).toEqual(['2026-10-01T08:00:00.000Z']);
    const view = await tell(bo);
    expect(view.entries.map(({ clockIn }) => clockIn)).toEqual([
      '2026-11-20T08:00:00.000Z',
      '2026-11-01T00:10:00.000Z',
    ]);
    expect(view.user).toEqual(bo.user);
    expect(view.calendar.today).toBe('2026-11-20');
    expect([view.calendar.days[0]?.day, view.calendar.days.at(-1)?.day]).toEqual([
      '2026-11-01',
      '2026-11-30',
    ]);
    expect(view).toMatchObject({ isLastAdmin: false, mailsBy: 'outbox', settingsLoaded: true });
  });

  it('adds the days, entries, changes and closed periods of another range, and of none between', async () => {
    const { user } = await makeEmployee(server);
    await createdAt(server.test.owner, user.id, '2026-01-01T00:00:00Z');
    await writeEntries(server.test.owner, user.id, [
      entry('08:00-09:00', { day: '2026-08-31' }),
      entry('08:00-09:00', { day: '2026-09-01' }),
      entry('08:00-09:00', { day: '2026-11-20' }),
    ]);
    await admin.client.ask('closePeriods', {
      first: '2026-08-01',
      last: '2026-08-31',
      userIds: [user.id],
      requestId: requestId(),
    });
    const { calendar, entries, closed } = await admin.client.ask('person', {
      id: user.id,
      ...monthOf('2026-08-01'),
    });
    expect(entries.map(({ clockIn }) => clockIn.slice(0, 10))).toEqual(['2026-11-20', '2026-08-31']);
    expect([...new Set(calendar.days.map(({ day }) => day.slice(0, 7)))]).toEqual(['2026-08', '2026-11']);
    expect(calendar.days).toHaveLength(31 + 30);
    expect(closed).toMatchObject([{ first: '2026-08-01', last: '2026-08-31' }]);
    const range = { first: '2026-12-28', last: '2027-01-10' };
    const { calendar: future } = await admin.client.ask('person', { id: user.id, ...range });
    expect([future.days.length, future.days[0]?.day, future.days.at(-1)?.day]).toEqual([
      30 + 14,
      '2026-11-01',
      '2027-01-10',
    ]);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-10-31T09:59:00.000Z', '2026-10-31T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-11-01T11:59:00.000Z', '2026-11-01T12:00:00.000Z'],
  ])('uses the days of the workplace in %s', async (zone, before, first) => {
    const there = await startTestServer({ config: { timeZone: zone } });
    try {
      await changeSettings(there, { time_zone: zone });
      const boss = await makeAdmin(there);
      const { user } = await makeEmployee(there);
      for (const at of [before, first])
        await writeEntries(there.test.owner, user.id, [
          { ...entry('08:00'), clockIn: Date.parse(at), clockOut: Date.parse(at) },
        ]);
      const { entries } = await boss.client.ask('person', { id: user.id });
      expect(entries.map(({ clockIn }) => clockIn)).toEqual([first]);
    } finally {
      await there.stop();
    }
  });

  it('shows all days of this week, whatever its first day is', async () => {
    const { user } = await makeEmployee(server);
    await changeSettings(server, { first_weekday: 6 });
    server.clock.advanceMinutes(10 * DAY);
    try {
      const { calendar } = await admin.client.ask('person', { id: user.id });
      expect(calendar.days.at(-1)?.day).toBe('2026-12-04');
    } finally {
      server.clock.advanceMinutes(-10 * DAY);
      await changeSettings(server, { first_weekday: 1 });
    }
  });

  it('lists changes with their author, old and new values, but without the values of names', async () => {
    const ada = await makeEmployee(server, { name: 'Ada Byron' });
    const update = await admin.client.ask(
      'updateEmployee',
      formOf(ada.user, { name: 'Ada Lovelace', hub: '', isActive: false }),
    );
    await admin.client.ask('updateEmployee', formOf(update.user, { isActive: true }));
    await admin.client.ask('giveTemporaryPassword', { id: ada.user.id });
    const { changes } = await tell(ada);
    const by = { id: admin.user.id, name: 'Grace Hopper' };
    expect(changes.map(({ kind }) => kind)).toEqual([
      'password_changed',
      'employee_reactivated',
      'employee_deactivated',
      'employee_updated',
      'employee_registered',
    ]);
    expect(changes[0]).toMatchObject({ by, how: 'set', details: [] });
    expect(changes[3]).toMatchObject({
      by,
      details: [{ name: 'hub', from: 'Core operations hub', to: '' }, { name: 'name' }],
    });
    expect(JSON.stringify(changes[3]?.details[1])).toBe('{"name":"name"}');
  });

  it('lists entries that an admin closed, but neither punches nor changes of earlier months', async () => {
    const ada = await makeEmployee(server);
    const { client, user } = ada;
    const punched = await client.ask('clockIn', { requestId: requestId() });
    server.clock.advanceMinutes(DAY);
    await admin.client.ask('closeEntry', {
      entryId: punched.entry.id,
      day: '2026-11-20',
      time: '17:00',
      reason: 'Forgotten',
    });
    const { changes, entries } = await tell(ada);
    expect(changes.map(({ kind, entryId }) => [kind, entryId])).toEqual([
      ['entry_closed', punched.entry.id],
      ['employee_registered', undefined],
    ]);
    expect(entries[0]?.closedBy).toMatchObject({ name: 'Grace Hopper', reason: 'Forgotten' });
    server.clock.advanceMinutes(14 * DAY);
    const later = await makeAdmin(server);
    expect((await later.client.ask('person', { id: user.id })).changes).toEqual([]);
    server.clock.advanceMinutes(-15 * DAY);
  });

  it('answers 404 for an unknown id', async () => {
    expect(await admin.client.refusal('person', { id: requestId() })).toMatchObject({
      status: 404,
      code: 'employee_not_found',
    });
  });

  it('uses the defaults when the settings cannot be loaded', async () => {
    const ada = await makeEmployee(server);
    await server.test.owner.query('ALTER TABLE settings RENAME TO settings_elsewhere');
    try {
      expect(await tell(ada)).toMatchObject({ settingsLoaded: false, user: { id: ada.user.id } });
    } finally {
      await server.test.owner.query('ALTER TABLE settings_elsewhere RENAME TO settings');
    }
  });
});
