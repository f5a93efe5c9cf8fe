/** Saving the work settings (spec §5, §7). */
import { describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/routes';
import { defaultSettings } from '#domain/settings/settings';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { ensureSettings } from '#server/workplace/settings/commands';
import { makeAdmin, makeEmployee, requestId, settingsInput, startTestServer } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';

const server = setUpServer();
const admin = setUpAdmin(server);

const current = async () => (await admin.client.ask('settings', {})).settings;
const save = async (changes: Partial<InputOf<'updateSettings'>>) =>
  admin.client.ask('updateSettings', settingsInput({ version: (await current()).version, ...changes }));

describe('the initial settings', () => {
  it('are the defaults in the zone of the installation, with a ledger row', async () => {
    expect(await current()).toMatchObject({
      ...defaultSettings('UTC'),
      id: 'app-config',
      theme: 'light',
      version: 1,
    });
    const { rows } = await server.test.owner.query(
      `SELECT count(*)::int AS rows FROM ledger WHERE kind = 'settings_updated'`,
    );
    expect(rows).toEqual([{ rows: 1 }]);
  });

  it("the start fails with 'Failed to initialize settings' and the cause if they cannot be created (spec §8)", async () => {
    const other = await startTestServer();
    await other.test.owner.query('DELETE FROM settings');
    await other.test.owner.query('ALTER TABLE settings ADD CONSTRAINT nothing_fits CHECK (false)');
    await expect(ensureSettings(other.test.database, other.clock, 'UTC')).rejects.toThrow(
      /^Failed to initialize settings: .*nothing_fits/,
    );
    await other.stop();
  });
});

describe('saving the settings', () => {
  it('stores what was sent, with a new version', async () => {
    const before = await current();
    server.clock.advanceMinutes(1);
    const { settings } = await save({ workStartTime: '08:30', breakDuration: 45, allowFlexibleHours: true });
    expect(settings).toMatchObject({
      id: 'app-config',
      theme: 'light',
      workStartTime: '08:30',
      breakDuration: 45,
      allowFlexibleHours: true,
      createdAt: before.createdAt,
      version: before.version + 1,
    });
    expect(settings.updatedAt > before.updatedAt).toBe(true);
    expect(await current()).toEqual(settings);
  });

  it('keeps settings that the request leaves out, as pages of an earlier version do', async () => {
    await save({ nightShiftHours: 11, reminderMinutes: 90, correctionDays: 30 });
    const {
      nightShiftHours: _,
      reminderMinutes: _minutes,
      correctionDays: _days,
      ...known
    } = settingsInput({ version: (await current()).version, breakDuration: 44 });
    expect((await admin.client.ask('updateSettings', known)).settings).toMatchObject({
      breakDuration: 44,
      nightShiftHours: 11,
      reminderMinutes: 90,
      correctionDays: 30,
    });
  });

  it('keeps 0 and half hours', async () => {
    const { settings } = await save({
      breakDuration: 0,
      lateThresholdMinutes: 0,
      overtimeThresholdHours: 0.5,
    });
    expect(settings).toMatchObject({
      breakDuration: 0,
      lateThresholdMinutes: 0,
      overtimeThresholdHours: 0.5,
    });
    expect((await save({ overtimeThresholdHours: 0 })).settings.overtimeThresholdHours).toBe(0);
  });

  it('writes a ledger row with author, old and new value, unless nothing changed', async () => {
    await save({ lateThresholdMinutes: 7 });
    const { version } = await current();
    await save({ lateThresholdMinutes: 9 });
    expect((await save({ lateThresholdMinutes: 9 })).settings.version).toBe(version + 1);
    const { rows } = await server.test.owner.query(
      `SELECT actor, body::jsonb -> 'data' -> 'changes' AS changes, body::jsonb -> 'data' -> 'settings' ->> 'lateThresholdMinutes' AS new FROM ledger WHERE kind = 'settings_updated' ORDER BY seq DESC LIMIT 1`,
    );
    expect(rows).toEqual([
      { actor: admin.user.id, changes: { lateThresholdMinutes: { from: 7, to: 9 } }, new: '9' },
    ]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('reaches every stream', async () => {
    const { client } = await makeEmployee(server);
    const stream = await client.live();
    await stream.hello();
    await save({ breakDuration: 25 });
    await stream.until(({ changes }) => changes.some(({ settings }) => settings?.breakDuration === 25));
    stream.close();
  });

  it.each([
    ['workStartTime', '24:00', 'Invalid time format: "24:00". Expected HH:mm format'],
    ['workStartTime', '', 'Invalid time string: must be a non-empty string'],
    ['workEndTime', '25:00', 'Invalid time format: "25:00". Expected HH:mm format'],
    ['breakStartTime', '9:00', 'Invalid time format: "9:00". Expected HH:mm format'],
    ['workEndTime', null, 'Invalid time string: must be a non-empty string'],
    ['workEndTime', '09:00', 'Work end time must differ from work start time'],
    ['breakDuration', 481, 'Break duration must be a whole number from 0 to 480'],
    ['breakDuration', -1, 'Break duration must be a whole number from 0 to 480'],
    ['breakDuration', '30', 'Break duration must be a whole number from 0 to 480'],
    ['breakDuration', null, 'Break duration must be a whole number from 0 to 480'],
    ['lateThresholdMinutes', -1, 'Late threshold must be a whole number from 0 to 60'],
    ['lateThresholdMinutes', 61, 'Late threshold must be a whole number from 0 to 60'],
    ['overtimeThresholdHours', 0.7, 'Overtime threshold must be a number in steps of 0.5 from 0 to 12'],
    ['overtimeThresholdHours', 12.5, 'Overtime threshold must be a number in steps of 0.5 from 0 to 12'],
    ['nightShiftHours', 21, 'Night shift limit must be a whole number from 0 to 20'],
    ['reminderMinutes', 14, 'Clock-out reminder must be a whole number from 15 to 480'],
    ['correctionDays', 367, 'Correction window must be a whole number from 1 to 366'],
    ['timeZone', 'Mars/Olympus', 'Select a time zone'],
    ['timeZone', '+02:00', 'Select a time zone'],
    ['theme', 'dark', 'This cannot be set.'],
    ['createdAt', '2020-01-01T00:00:00.000Z', 'This cannot be set.'],
  ])('refuses %s %j and changes nothing', async (name, value, message) => {
    const before = await current();
    const input = { ...settingsInput({ version: before.version, breakDuration: 99 }), [name]: value };
    expect(await admin.client.refusal('updateSettings', input)).toMatchObject({
      status: 400,
      fields: { [name]: message },
    });
    expect(await current()).toEqual(before);
  });
});

describe('two admins who save the settings at once', () => {
  it('the first save counts, and the second admin sees a conflict', async () => {
    const other = await makeAdmin(server);
    const { version } = await current();
    const answers = await Promise.all([
      admin.client.call('updateSettings', settingsInput({ version, breakDuration: 40 })),
      other.client.call('updateSettings', settingsInput({ version, lateThresholdMinutes: 10 })),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers.find((answer) => answer.ok);
    expect(await current()).toEqual(won?.ok === true ? won.output.settings : undefined);
    const lost = answers.find((answer) => !answer.ok);
    expect(lost?.ok === false && lost.problem.code).toBe('settings_changed');
  });
});

describe('the time zone', () => {
  it('can be any zone that the server knows', async () => {
    const { timeZones, rules } = await admin.client.ask('timeZones', {});
    expect(rules).toBe(process.versions['tz']);
    expect(timeZones).toEqual(
      expect.arrayContaining([
        'UTC',
        'Europe/Berlin',
        'America/New_York',
        'Asia/Kathmandu',
        'Australia/Lord_Howe',
      ]),
    );
    expect(timeZones.length).toBeGreaterThan(400);
  });

  it('is listed once under its present and once under its former name, and keeps the chosen one', async () => {
    const { timeZones } = await admin.client.ask('timeZones', {});
    const found = (text: string) => timeZones.filter((zone) => zone.toLowerCase().includes(text));
    expect(found('kath')).toEqual(['Asia/Kathmandu']);
    expect(found('katm')).toEqual(['Asia/Katmandu']);
    expect(found('kiev')).toEqual(['Europe/Kiev']);
    expect(found('kyiv')).toEqual(['Europe/Kyiv']);
    for (const timeZone of ['Asia/Kathmandu', 'Asia/Katmandu', 'UTC']) {
      await save({ timeZone });
      expect(await current()).toMatchObject({ timeZone });
    }
  });

  it('changes from a later day on after the first clock-in, and no recorded instant moves', async () => {
    await save({ timeZone: 'UTC' });
    expect((await current()).zoneRules).toEqual([]);
    const { client } = await makeEmployee(server);
    server.clock.set('2026-11-20T23:30:00.000Z');
    const { entry } = await client.ask('clockIn', { requestId: requestId() });
    const { settings } = await save({ timeZone: 'Asia/Tokyo' });
    // In Tokyo the 21st has begun already.
    const zoneRules = [
      { from: '', zone: 'UTC' },
      { from: '2026-11-22', zone: 'Asia/Tokyo' },
    ];
    const zones = `UTC ${Date.parse('2026-11-21T15:00:00Z')} Asia/Tokyo`;
    expect(settings).toMatchObject({ timeZone: 'Asia/Tokyo', zoneRules, zones });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    const view = await client.ask('clock', {});
    expect(view.calendar).toMatchObject({ timeZone: zones, today: '2026-11-20' });
    expect(view.entries[0]).toEqual(entry);
    server.clock.set('2026-11-21T15:00:00.000Z');
    expect((await client.ask('clock', {})).calendar).toMatchObject({ timeZone: zones, today: '2026-11-22' });
    await save({});
    server.clock.set('2026-11-20T12:00:00.000Z');
  });
});

describe('new work hours', () => {
  it('move no earlier day, and replace the old ones until somebody clocked in', async () => {
    const other = await startTestServer();
    const { client } = await makeAdmin(other);
    const saveHours = async (changes: object) => {
      const { version } = (await client.ask('settings', {})).settings;
      return client.ask('updateSettings', settingsInput({ version, ...changes }));
    };
    other.clock.set('2026-11-18T09:20:00.000Z');
    expect((await saveHours({ workStartTime: '09:15' })).settings.workRules).toEqual([]);
    const ada = await makeEmployee(other);
    await ada.client.ask('clockIn', { requestId: requestId() });
    other.clock.set('2026-11-20T09:20:00.000Z');
    await ada.client.ask('clockOut', { requestId: requestId() });
    await ada.client.ask('clockIn', { requestId: requestId() });
    const { settings } = await saveHours({ workStartTime: '09:00' });
    expect(settings.workRules).toMatchObject([
      { from: '', workStartTime: '09:15' },
      { from: '2026-11-20', workStartTime: '09:00' },
    ]);
    const { rows: listed } = await client.ask('timeEntries', { userId: ada.user.id });
    expect(listed.map(({ day, isLate }) => [day, isLate])).toEqual([
      ['2026-11-20', true],
      ['2026-11-18', false],
    ]);
    const range = { startDate: '2026-11-18', endDate: '2026-11-20', includeFormer: 'false' } as const;
    const { rows } = await client.ask('teamReport', { ...range, rules: 'settings' });
    expect(rows.map(({ lateArrivals }) => lateArrivals)).toEqual([1]);
    expect(await ledgerFaults(other.test.owner)).toEqual([]);
    await other.stop();
  });
});
