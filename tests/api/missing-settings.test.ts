/** Settings whose row is gone, or that cannot be loaded (spec §4, §7, §9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '#domain/settings/settings';
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';
import { Deadline, OverloadedError } from '#server/platform/async/deadline';
import { SettingsWithFallback } from '#server/workplace/settings/loading';
import { readSettings } from '#server/workplace/settings/queries';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { entry, makeEmployee, requestId, settingsInput } from '#tests/make';
import { setUpAdmin, setUpEmployee, setUpServer } from '#tests/set-up';
import { writeEntries } from './report-data.ts';

const errors: string[] = [];
const log = createLog('error', systemClock, (line) => {
  errors.push((JSON.parse(line) as { msg: string }).msg);
});
const server = setUpServer({ log });
const admin = setUpAdmin(server);
const ada = setUpEmployee(server);

const change = (sql: string): Promise<unknown> => server.test.owner.query(sql);

it('a request that runs out of time while the settings load does not fall back to the defaults', async () => {
  const { database } = server.test;
  const settings = new SettingsWithFallback({ database, clock: server.clock, config: server.config, log });
  let end = (): void => {};
  const isOver = new Promise<void>((resolve) => void (end = resolve));
  let late: Promise<unknown> | undefined;
  const request = new Deadline(1).run(
    () => (late = settings.withFallback(() => isOver.then(() => readSettings(database.pool)))),
  );
  await expect(request).rejects.toThrow(OverloadedError);
  end();
  await expect(late).rejects.toThrow(OverloadedError);
  expect(settings.fallback).toBeNull();
});

describe('settings whose row is missing', () => {
  it.each([
    ['settings', () => admin.client.call('settings', {})],
    ['clock', () => ada.client.call('clock', {})],
    ['clockIn', () => ada.client.call('clockIn', { requestId: requestId() })],
    ['monitoring', () => admin.client.call('monitoring', {})],
    ['updateSettings', () => admin.client.call('updateSettings', settingsInput({ version: 1 }))],
  ] as const)('the first request creates them again from the defaults: %s', async (name, ask) => {
    await change('DELETE FROM settings');
    // A form with the old version sees a conflict.
    expect((await ask()).status).toBe(name === 'updateSettings' ? 409 : 200);
    expect((await admin.client.ask('settings', {})).settings).toMatchObject(defaultSettings('UTC'));
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('they get a new version and a ledger row, and reach open screens', async () => {
    const before = (await admin.client.ask('settings', {})).settings;
    const screen = await ada.client.live();
    await screen.hello();
    await change('DELETE FROM settings');
    const both = await Promise.all([ada.client.ask('clock', {}), admin.client.ask('monitoring', {})]);
    expect(both.map(({ settings }) => settings.version)).toEqual([before.version + 1, before.version + 1]);
    await screen.until(({ changes }) =>
      changes.some(({ settings }) => settings?.version === before.version + 1),
    );
    // Of two concurrent requests, one created the settings.
    const { rows } = await server.test.owner.query(
      `SELECT count(*)::int AS rows FROM ledger WHERE kind = 'settings_updated'`,
    );
    expect(rows).toEqual([{ rows: before.version + 1 }]);
    screen.close();
  });
});

describe('settings that cannot be loaded', () => {
  beforeAll(async () => {
    await admin.client.ask(
      'updateSettings',
      settingsInput({
        version: (await admin.client.ask('settings', {})).settings.version,
        workStartTime: '06:00',
      }),
    );
    await change('ALTER TABLE settings RENAME TO settings_elsewhere');
  });
  afterAll(() => change('ALTER TABLE settings_elsewhere RENAME TO settings'));

  it('the employee still sees the clock, with the defaults and a notice', async () => {
    const view = await ada.client.ask('clock', {});
    expect(view).toMatchObject({
      settingsLoaded: false,
      settings: { ...defaultSettings('UTC'), version: 0 },
    });
    expect(errors.at(-1)).toMatch(/^Failed to load settings: /);
    expect((await ada.client.ask('myTimeEntries', {})).entries).not.toEqual([]);
  });

  it('everybody can still clock in and out by the defaults', async () => {
    const bo = await makeEmployee(server);
    server.clock.set('2026-11-20T09:07:00.000Z');
    const came = await bo.client.ask('clockIn', { requestId: requestId() });
    expect(came.message).toBe('Clock-in successful at 09:07 (2 min late)');
    for (const route of ['startBreak', 'endBreak', 'clockOut'] as const)
      expect((await bo.client.call(route, { requestId: requestId() })).status).toBe(200);
    expect(await bo.client.refusal('clockOut', { requestId: requestId() })).toMatchObject({ status: 409 });
    await change('ALTER TABLE settings_elsewhere RENAME TO settings');
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    await change('ALTER TABLE settings RENAME TO settings_elsewhere');
  });

  it('the admin still sees the board, requests and employees, by the defaults and with a notice', async () => {
    const { openEntries, ...board } = {
      ...(await admin.client.ask('employees', {})),
      ...(await admin.client.ask('monitoring', {})),
    };
    expect(board).toMatchObject({
      settingsLoaded: false,
      settings: { ...defaultSettings('UTC'), version: 0 },
      nightShiftHours: 16,
    });
    expect(openEntries.map(({ userId }) => userId)).toContain(ada.user.id);
    expect(await admin.client.ask('corrections', {})).toMatchObject({ timeZone: 'UTC', rows: [] });
  });

  it("the Settings tab says 'Failed to load settings'", async () => {
    expect(await admin.client.refusal('settings', {})).toMatchObject({
      status: 500,
      message: 'Failed to load settings',
    });
  });

  it('a report tags a clock-in as late by the hour: 09:59 is on time, 10:00 is late', async () => {
    const person = await makeEmployee(server);
    await writeEntries(server.test.owner, person.user.id, [
      entry('09:59-12:00', { day: '2026-11-18' }),
      entry('10:00-12:00', { day: '2026-11-19' }),
    ]);
    const range = { startDate: '2026-11-18', endDate: '2026-11-19' };
    const view = await admin.client.ask('employeeReport', { ...range, userId: person.user.id });
    expect(view.settings).toBeNull();
    const { ruleText } = await admin.client.ask('teamReport', range);
    expect(ruleText.tag).toBe('first clock-in at 10:00 or later');
    const { rows, tag } = await admin.client.ask('timeEntries', { userId: person.user.id });
    expect(rows.map(({ day, isLate }) => [day, isLate])).toEqual([
      ['2026-11-19', true],
      ['2026-11-18', false],
    ]);
    expect(tag).toBe('first clock-in at 10:00 or later');
  });

  it('other failures are still reported as failures', async () => {
    await change('ALTER TABLE counted_break RENAME TO breaks_elsewhere');
    try {
      expect(await ada.client.refusal('clock', {})).toMatchObject({ status: 500 });
    } finally {
      await change('ALTER TABLE breaks_elsewhere RENAME TO counted_break');
    }
  });
});
