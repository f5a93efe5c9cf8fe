/** Public holidays: who may change them, and what they change. */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeEmployee, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';

const NOON = '2026-11-19T12:00:00.000Z';
const HOLIDAY = { day: '2026-11-20', name: 'Founding Day', isHalf: false };

const server = setUpServer();
const admin = setUpAdmin(server);
let ada: Person;
beforeAll(async () => {
  server.clock.set(NOON);
  ada = await makeEmployee(server);
});

const current = () => admin.client.ask('holidays', {});
const save = async (holidays: (typeof HOLIDAY)[], region = 'DE-BY') =>
  admin.client.ask('updateHolidays', { version: (await current()).version, region, holidays });

describe('holidays', () => {
  it('are none at first', async () => {
    expect(await current()).toMatchObject({
      today: '2026-11-19',
      closed: [],
      region: '',
      holidays: [],
    });
    expect((await ada.client.ask('clock', {})).calendar.plansId).toBe('');
  });

  it('nobody is late, missing or absent on one, and work on it is counted', async () => {
    const saved = await save([HOLIDAY]);
    expect(saved).toMatchObject({ region: 'DE-BY', holidays: [HOLIDAY] });
    server.clock.set('2026-11-20T11:30:00.000Z');
    const view = await admin.client.ask('monitoring', {});
    expect(view.calendar.days.find(({ day }) => day === HOLIDAY.day)?.holiday).toEqual({
      name: 'Founding Day',
      isHalf: false,
    });
    const { lateness, warnings } = await ada.client.ask('clockIn', { requestId: requestId() });
    expect([lateness, warnings]).toEqual([{ late: false, minutes: 0 }, []]);
    server.clock.set('2026-11-20T13:30:00.000Z');
    await ada.client.ask('clockOut', { requestId: requestId() });
    const bo = await makeEmployee(server);
    server.clock.set('2026-11-23T18:00:00.000Z');
    const range = { startDate: '2026-11-20', endDate: '2026-11-20', includeFormer: 'false' } as const;
    for (const rules of ['standard', 'settings'] as const) {
      const { rows, hasHolidays } = await admin.client.ask('teamReport', { ...range, rules });
      expect(hasHolidays).toBe(true);
      const figures = new Map(
        rows.map((row) => [row.userId, [row.totalMinutes, row.lateArrivals, row.absences]]),
      );
      expect(figures.get(ada.user.id)).toEqual([120, rules === 'standard' ? 1 : 0, 0]);
      expect(figures.get(bo.user.id)).toEqual([0, 0, 0]);
    }
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('half of one makes people late by the second half of the shift', async () => {
    await save([{ day: '2026-11-24', name: 'Half Day', isHalf: true }]);
    server.clock.set('2026-11-24T13:07:00.000Z');
    const { client } = await makeEmployee(server);
    expect((await client.ask('clockIn', { requestId: requestId() })).lateness).toEqual({
      late: true,
      minutes: 2,
    });
  });

  it('half of one in the afternoon expects people in the morning, and the record proves it', async () => {
    const eve = { day: '2026-11-25', name: 'Eve', isHalf: true, isAfternoon: true };
    expect((await save([eve])).holidays).toEqual([eve]);
    server.clock.set('2026-11-25T10:00:00.000Z');
    const { client } = await makeEmployee(server);
    expect((await client.ask('clockIn', { requestId: requestId() })).lateness).toEqual({
      late: true,
      minutes: 55,
    });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it.each([
    ['half a holiday', { isHalf: true, isAfternoon: false }],
    ['a whole holiday', { isHalf: false, isAfternoon: true }],
  ])(
    '%s with an afternoon that says nothing is recorded without it',
    async (_which, { isAfternoon, ...half }) => {
      const day = { day: '2026-12-24', name: 'Eve', ...half };
      expect((await save([{ ...day, isAfternoon } as typeof day])).holidays).toEqual([day]);
      expect(await ledgerFaults(server.test.owner)).toEqual([]);
    },
  );

  it('are proposed for the country of a time zone, and found by English and local names', async () => {
    const { regions, proposed } = await admin.client.ask('holidayRegions', { timeZone: 'Europe/Berlin' });
    expect(proposed).toBe('DE');
    const find = (code: string) => regions.find((one) => one.code === code);
    expect(find('DE-BY')).toMatchObject({ name: 'Germany, Bayern', otherNames: 'Bavaria' });
    expect(find('AT-2')?.otherNames).toContain('Kärnten');
    expect(find('DE')?.otherNames).toContain('Deutschland');
    for (const [timeZone, country] of [
      ['Asia/Kolkata', 'IN'],
      ['America/Sao_Paulo', 'BR'],
      ['Nowhere/Land', ''],
    ])
      expect((await admin.client.ask('holidayRegions', { timeZone })).proposed).toBe(country);
  });

  it("Christmas Eve's free afternoon is proposed as such", async () => {
    const { holidays } = await admin.client.ask('holidayProposal', { region: 'AT', year: 2026 });
    expect(holidays.find(({ day }) => day === '2026-12-24')).toMatchObject({
      isHalf: true,
      isAfternoon: true,
    });
  });

  it('reach other servers and open screens, by their own mark of the settings', async () => {
    const before = (await ada.client.ask('clock', {})).settings.plansId;
    await save([]);
    const after = (await ada.client.ask('clock', {})).settings.plansId;
    expect(after).not.toBe(before);
    expect((await save([])).version).toBe((await current()).version);
    expect((await ada.client.ask('clock', {})).settings.plansId).toBe(after);
  });

  it('are changed by administrators only, on the current version only, and each day once', async () => {
    const { version } = await current();
    const input = { version, region: '', holidays: [HOLIDAY] };
    expect(await ada.client.refusal('updateHolidays', input)).toMatchObject({ status: 403 });
    expect(await admin.client.refusal('updateHolidays', { ...input, version: version - 1 })).toMatchObject({
      status: 409,
      code: 'settings_changed',
    });
    expect(
      await admin.client.refusal('updateHolidays', { ...input, holidays: [HOLIDAY, HOLIDAY] }),
    ).toMatchObject({ status: 400 });
  });

  it('a direct change of the table is found by the verification', async () => {
    await save([HOLIDAY]);
    await server.test.owner.query(`UPDATE holiday SET name = 'Another'`);
    expect(await ledgerFaults(server.test.owner)).toHaveLength(1);
    await server.test.owner.query(`UPDATE holiday SET name = $1`, [HOLIDAY.name]);
    await server.test.owner.query(`UPDATE settings SET holiday_region = 'BY-DE'`);
    expect(await ledgerFaults(server.test.owner)).toHaveLength(1);
    await server.test.owner.query(`UPDATE settings SET holiday_region = 'DE-BY'`);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});

describe('proposed holidays', () => {
  it('come by country and region, public ones and those that are only observed', async () => {
    const { regions } = await admin.client.ask('holidayRegions', {});
    expect(regions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'AT', name: 'Austria' }),
        expect.objectContaining({ code: 'DE-BY', name: 'Germany, Bayern' }),
      ]),
    );
    const { holidays } = await admin.client.ask('holidayProposal', { region: 'DE-BY', year: 2026 });
    const named = (day: string) => holidays.find((one) => one.day === day);
    expect(named('2026-01-06')).toEqual({
      day: '2026-01-06',
      name: 'Epiphany',
      isHalf: false,
      isPublic: true,
    });
    expect(named('2026-02-16')?.isPublic).toBe(false);
    const { version } = await current();
    const bavarian = await admin.client.ask('updateHolidays', { version, region: 'DE-BY', holidays: [] });
    expect(bavarian.regionName).toBe('Bavaria');
    expect(holidays.every(({ day }, at) => at === 0 || day > (holidays[at - 1]?.day ?? ''))).toBe(true);
  });

  it('are none for a region that does not exist', async () => {
    expect((await admin.client.ask('holidayProposal', { region: 'XX', year: 2026 })).holidays).toEqual([]);
  });
});
