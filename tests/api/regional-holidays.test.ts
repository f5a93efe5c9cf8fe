/** Holidays of another region, for people who have a schedule. */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeEmployee, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';

const server = setUpServer();
const admin = setUpAdmin(server);
const FRIDAY = { day: '2026-11-20', name: 'Founding Day', isHalf: false };
const MONDAY = { day: '2026-11-23', name: 'Feast of the North', isHalf: false };
const id = requestId();
/** Ada has a schedule in the north. Bob has the hours of the work settings. */
let ada: Person;
let bob: Person;

const version = async () => (await admin.client.ask('holidays', {})).version;
const save = async (holidays: (typeof FRIDAY)[], region = '', scheduleId?: string) =>
  admin.client.ask('updateHolidays', { version: await version(), region, holidays, scheduleId });

beforeAll(async () => {
  server.clock.set('2026-11-16T02:00:00.000Z');
  [ada, bob] = [
    await makeEmployee(server, { name: 'Ada Lovelace' }),
    await makeEmployee(server, { name: 'Bob Noyce' }),
  ];
  const shift = { minutes: 480, start: '09:00', end: '17:00' };
  const days = [shift, shift, shift, shift, shift, { minutes: 0 }, { minutes: 0 }];
  const schedule = { id, name: 'North', isRetired: false, from: '2026-11-16', days };
  await admin.client.ask('saveSchedule', { version: await version(), schedule });
  const assignment = { userIds: [ada.user.id], scheduleId: id, from: '2026-11-16' };
  await admin.client.ask('assignSchedule', { version: await version(), assignment });
});

describe('holidays of a schedule', () => {
  it('replace those of the workplace for its people, on every screen and by both rules', async () => {
    await save([FRIDAY], 'DE');
    const saved = await save([MONDAY], 'DE-SH', id);
    expect(saved).toMatchObject({
      region: 'DE',
      regionName: 'Germany',
      holidays: [FRIDAY],
      schedules: [{ id, name: 'North', holidays: { region: 'DE-SH', holidays: [MONDAY] } }],
    });
    for (const [person, expected] of [
      [ada, { [FRIDAY.day]: undefined, [MONDAY.day]: MONDAY.name }],
      [bob, { [FRIDAY.day]: FRIDAY.name, [MONDAY.day]: undefined }],
    ] as const) {
      const { calendar } = await person.client.ask('clock', {});
      const names = [FRIDAY, MONDAY].map(({ day }) => [
        day,
        calendar.days.find((one) => one.day === day)?.holiday?.name,
      ]);
      expect(Object.fromEntries(names)).toEqual(expected);
    }
    server.clock.set('2026-11-20T12:00:00.000Z');
    const { employees } = await admin.client.ask('monitoring', {});
    const planned = new Map(employees.map((one) => [one.id, one.planned]));
    expect(planned.get(ada.user.id)).toEqual({ schedule: expect.objectContaining({ name: 'North' }) });
    expect(planned.get(bob.user.id)).toBeUndefined();
    server.clock.set('2026-11-23T18:00:00.000Z');
    for (const rules of ['standard', 'settings'] as const)
      for (const [day, absent] of [
        [FRIDAY.day, [1, 0]],
        [MONDAY.day, [0, 1]],
      ] as const) {
        const range = { startDate: day, endDate: day, includeFormer: 'false' } as const;
        const { rows, hasHolidays } = await admin.client.ask('teamReport', { ...range, rules });
        const absences = new Map(rows.map((row) => [row.userId, row.absences]));
        expect([ada, bob].map(({ user }) => absences.get(user.id))).toEqual(absent);
        expect(hasHolidays).toBe(true);
      }
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('are refused for a schedule that does not exist', async () => {
    const input = { version: await version(), scheduleId: requestId(), region: 'AT', holidays: [MONDAY] };
    expect(await admin.client.refusal('updateHolidays', input)).toMatchObject({
      fields: { scheduleId: 'There is no such schedule' },
    });
  });

  it('are foretold by person, stay when its days change, and can be given up', async () => {
    const holidays = { scheduleId: id, region: '', holidays: [] };
    const { people } = await admin.client.ask('scheduleEffect', { holidays });
    // Monday is a workday again, and Friday is off.
    expect(people).toEqual([{ id: ada.user.id, name: 'Ada Lovelace', before: 480, after: 480 }]);
    const days = Array.from({ length: 7 }, () => ({ minutes: 60 }));
    const schedule = { id, name: 'North', isRetired: false, from: '2026-11-30', days };
    const { schedules } = await admin.client.ask('saveSchedule', { version: await version(), schedule });
    expect(schedules[0]?.holidays?.holidays).toEqual([MONDAY]);
    const saved = await save([], 'DE-SH', id);
    expect(saved.schedules).toEqual([{ id, name: 'North', holidays: null }]);
    const { calendar } = await ada.client.ask('clock', {});
    expect(calendar.days.find(({ day }) => day === FRIDAY.day)?.holiday?.name).toBe(FRIDAY.name);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});
