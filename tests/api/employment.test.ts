/** Days of employment: before the account, after the deactivation, and in between. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#contract/records';
import { makeEmployee, type Person } from '#tests/make';
import { formOf } from './edit-form.ts';
import {
  admin,
  close,
  faults,
  freshOctober,
  frozenOf,
  november,
  own,
  seen,
  server,
  worked,
} from './october.ts';

freshOctober();

const edit = async (user: User, changes: Parameters<typeof formOf>[1]): Promise<User> =>
  (await admin.client.ask('updateEmployee', formOf(user, changes))).user;
const enterLeave = (person: Person, first: string, last: string) =>
  admin.client.ask('askLeave', {
    userId: person.user.id,
    old: null,
    new: { kind: 'sick', first, last, half: null },
    reason: 'Ill',
  });

describe('a person who was not employed all month', () => {
  it('has no leave, credit or target for days before the account', async () => {
    const person = await worked('New Comer');
    await enterLeave(person, '2026-10-01', '2026-10-06');
    await close([person], { reason: 'Not confirmed' });
    // October 6 is the only day of leave that is neither before the account nor worked on.
    expect((await frozenOf(person))?.frozen.person).toMatchObject({
      creditedMinutes: 480,
      leave: [{ kind: 'sick', days: 2 }],
      expectedDays: 20,
      targetMinutes: 20 * 480,
    });
  });

  it('has no absences and no target between leaving and coming back', async () => {
    let person = await worked('Come Back');
    server.clock.set('2026-10-07T12:00:00.000Z');
    await november(person);
    server.clock.set('2026-10-07T12:00:00.000Z');
    let user = await edit(person.user, { isActive: false });
    server.clock.set('2026-10-27T08:00:00.000Z');
    user = await edit(user, { isActive: true });
    person = { ...person, user };
    await november(person);
    expect(await seen(person)).toMatchObject({ hours: { absences: 5, targetMinutes: 6 * 480 } });
    expect(await own(person)).toMatchObject({ targetMinutes: 6 * 480 });
    const { rows } = await admin.client.ask('teamReport', {
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      rules: 'standard',
      includeFormer: 'false',
    });
    expect(rows.find(({ userId }) => userId === user.id)?.absences).toBe(5);
    const { calendar, employment } = await person.client.ask('myTimeEntries', {
      from: '2026-10-07',
      to: '2026-10-27',
    });
    expect(calendar.days).toHaveLength(21);
    expect(employment).toEqual([
      { from: person.user.createdAt, to: '2026-10-07T12:00:00.000Z' },
      { from: '2026-10-27T08:00:00.000Z', to: null },
    ]);
    expect((await admin.client.ask('person', { id: user.id })).employment).toEqual(employment);
  });

  it('is in no report of days between leaving and coming back', async () => {
    server.clock.set('2026-10-05T12:00:00.000Z');
    const person = await makeEmployee(server, { name: 'Long Away' });
    await november(person);
    server.clock.set('2026-10-06T12:00:00.000Z');
    let user = await edit(person.user, { isActive: false });
    server.clock.set('2026-10-27T08:00:00.000Z');
    user = await edit(user, { isActive: true });
    const isListed = async (startDate: string, endDate: string) => {
      const range = { startDate, endDate, rules: 'standard', includeFormer: 'false' } as const;
      const { rows } = await admin.client.ask('teamReport', range);
      return rows.some(({ userId }) => userId === user.id);
    };
    expect(await isListed('2026-10-12', '2026-10-18')).toBe(false);
    expect(await isListed('2026-10-12', '2026-10-27')).toBe(true);
    expect(await isListed('2026-10-05', '2026-10-18')).toBe(true);
  });

  it('is not missed before the first day, nor when the shift had begun before the return', async () => {
    server.clock.set('2026-10-05T07:00:00.000Z');
    const later = await makeEmployee(server, { name: 'Starts Later' });
    const back = await makeEmployee(server, { name: 'Back At Noon' });
    await edit(later.user, { employedSince: '2026-10-08' });
    const away = await edit(back.user, { isActive: false });
    server.clock.set('2026-10-06T12:00:00.000Z');
    await edit(away, { isActive: true });
    const { employees } = await admin.client.ask('monitoring', {});
    const from = (id: string) => employees.find((one) => one.id === id)?.createdAt;
    expect(from(later.user.id)).toBe('2026-10-07T00:00:00.000Z');
    expect(from(back.user.id)).toBe('2026-10-06T12:00:00.000Z');
  });
});

describe('the first day of employment', () => {
  let person: Person;
  beforeAll(async () => {
    server.clock.set('2026-10-19T08:00:00.000Z');
    person = await makeEmployee(server, { name: 'Worked Before' });
    await november(person);
  });

  it('is the day of the account until an administrator sets another', async () => {
    expect(await own(person)).toMatchObject({
      targetMinutes: 10 * 480,
      employed: { first: '2026-10-19', last: '2026-10-31' },
    });
    person = { ...person, user: await edit(person.user, { employedSince: '2026-09-01' }) };
    expect(person.user.employedSince).toBe('2026-09-01');
    expect(await own(person)).toMatchObject({ targetMinutes: 22 * 480, employed: null });
    const { changes } = await admin.client.ask('person', { id: person.user.id });
    expect(changes.flatMap(({ details }) => details)).toContainEqual({
      name: 'employedSince',
      from: '',
      to: '2026-09-01',
    });
    expect(await faults()).toEqual([]);
  });

  it('shows a person in reports of months before the account', async () => {
    const { rows } = await admin.client.ask('teamReport', {
      startDate: '2026-09-01',
      endDate: '2026-09-30',
      rules: 'settings',
      includeFormer: 'false',
    });
    expect(rows.find(({ userId }) => userId === person.user.id)?.absences).toBe(22);
  });

  it('does not move over closed periods', async () => {
    await november(person);
    await close([person], { reason: 'Not confirmed' });
    expect(
      await admin.client.refusal('updateEmployee', formOf(person.user, { employedSince: '2026-10-15' })),
    ).toMatchObject({ fields: { employedSince: 'Reopen the closed pay periods in between first' } });
    const { user } = person;
    expect((await edit(user, { employedSince: '2026-09-07' })).employedSince).toBe('2026-09-07');
  });

  it.each(['2026-02-30', '0020-12-14', '9999-12-31'])(
    'is refused if it is no date of this century: %s',
    async (employedSince) => {
      const wanted = formOf(person.user, { employedSince });
      expect(await admin.client.refusal('updateEmployee', wanted)).toMatchObject({ code: 'invalid_input' });
    },
  );
});
