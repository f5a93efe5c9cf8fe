/** The calendar of absences: what each caller may see and may never see. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutputOf } from '#contract/routes';
import { dayBar } from '#domain/day/day-bar';
import { setActive } from '#server/people/employees/commands';
import { changeSettings, entry, makeEmployee, type Person } from '#tests/make';
import { makeLead } from '#tests/make-lead';
import { SECRET, ask, decide, setUpAbsences } from './absences.ts';
import { formOf } from './edit-form.ts';
import { writeEntries } from './report-data.ts';

const { server, admin, staff, register } = setUpAbsences();

const november = { day: '2026-11-01' };
const isOf =
  ({ user }: Person) =>
  ({ id }: { id: string }) =>
    id === user.id;

const DAYS = 'owwwwwoowwwwwooxxxxxooxxwmwoow';

describe('the month', () => {
  it('shows no leave on days between two times of employment', async () => {
    server.clock.set('2026-11-16T03:00:00.000Z');
    const eve = await makeEmployee(server, { name: 'Eve Gray' });
    await server.test.owner.query(`UPDATE account SET department = 'Elsewhere' WHERE id = $1`, [eve.user.id]);
    await decide(admin, 'agree', await ask(eve, 'holiday', '2026-11-16', '2026-11-20'));
    for (const [day, isActive] of [
      ['17', false],
      ['19', true],
      ['20', false],
    ] as const) {
      server.clock.set(`2026-11-${day}T03:00:00.000Z`);
      if (day === '20') {
        const { people } = await admin.client.ask('leaveCalendar', { ...november, studio: 'Elsewhere' });
        expect(people.map(({ days }) => days.slice(15, 20))).toEqual(['xwwxx']);
      }
      await setActive(server.test.database, server.clock.now(), null, eve.user.id, isActive);
    }
    server.clock.set('2026-11-16T02:00:00.000Z');
  });

  it('an administrator sees kinds and requests of all, or of a studio', async () => {
    const all = await admin.client.ask('leaveCalendar', november);
    expect(all.studios).toEqual(['Business Studio', 'Other']);
    expect(all.people.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Bob Noyce', 'Far Away']);
    expect(all.people[0]).toMatchObject({
      days: DAYS,
      leave: [{ name: 'Sick', color: 'red', first: '2026-11-16' }, { name: 'Holiday' }, { half: 'morning' }],
      requests: [{ name: 'Holiday', first: '2026-11-30', last: '2026-12-02', half: null }],
    });
    const other = await admin.client.ask('leaveCalendar', { ...november, studio: 'Other' });
    expect(other.people.map(({ name }) => name)).toEqual(['Far Away']);
    expect(other.studios).toEqual(all.studios);
  });

  it('a person sees the kinds of their own leave', async () => {
    const { people } = await staff.ada.client.ask('leaveCalendar', november);
    expect(people).toMatchObject([
      { id: staff.ada.user.id, leave: [{ name: 'Sick' }, {}, {}], requests: [{}] },
      { id: staff.bob.user.id },
    ]);
  });

  it('a colleague sees that somebody is away, and nothing of why', async () => {
    const answer = await staff.bob.client.call('leaveCalendar', november);
    if (!answer.ok) throw new Error('It was refused.');
    const { people, studios } = answer.output;
    expect(people[0]).toEqual({ id: staff.ada.user.id, name: 'Ada Lovelace', days: DAYS });
    expect(people.slice(1)).toMatchObject([{ id: staff.bob.user.id, leave: [], requests: [] }]);
    expect(studios).toEqual(['Business Studio']);
    const { text } = answer;
    expect(text.replace('"holidays":[]', '').replace('"requests":[]', '')).not.toMatch(SECRET);
  });

  it('shows an employee no studio but the own', async () => {
    expect((await staff.far.client.ask('leaveCalendar', november)).people.map(({ id }) => id)).toEqual([
      staff.far.user.id,
    ]);
    const foreign = { ...november, studio: 'Business Studio' };
    expect(await staff.far.client.refusal('leaveCalendar', foreign)).toMatchObject({ code: 'forbidden' });
    expect(await server.client().refusal('leaveCalendar', november)).toMatchObject({ code: 'not_signed_in' });
  });

  it('has no part in the cost of leave where absences are not shared', async () => {
    const costOf = ({ client }: Person, first: string) =>
      client.ask('leaveCost', { kind: 'holiday', first, last: first });
    expect(await costOf(staff.bob, '2026-11-18')).toMatchObject({
      away: 1,
      awayNames: ['Ada Lovelace'],
      people: 1,
    });
    await changeSettings(server, { share_away: false });
    expect(await costOf(staff.bob, '2026-11-18')).toMatchObject({
      days: 1,
      away: 0,
      awayNames: [],
      people: 0,
    });
    expect(await costOf(staff.bob, '2026-11-19')).toEqual(await costOf(staff.bob, '2026-11-25'));
    const userId = staff.bob.user.id;
    const asked = { userId, kind: 'holiday', first: '2026-11-18', last: '2026-11-18' };
    expect(await admin.client.ask('leaveCost', asked)).toMatchObject({ away: 1, people: 1 });
    await changeSettings(server, { share_away: true });
  });

  it('is not read from the cost of leave on days on which nobody works', async () => {
    const days = { first: '2026-11-21', last: '2026-11-22' };
    expect(await staff.bob.client.ask('leaveCost', { kind: 'holiday', ...days })).toMatchObject({
      away: 0,
      people: 1,
    });
    const longer = { first: '2026-11-20', last: '2026-11-22' };
    expect(await staff.bob.client.ask('leaveCost', { kind: 'holiday', ...longer })).toMatchObject({
      away: 1,
    });
  });

  it('has no request that was withdrawn, and nobody who is deactivated', async () => {
    const gone = await makeEmployee(server, { name: 'Gone Tomorrow' });
    await decide(staff.bob, 'withdraw', await ask(staff.bob, 'holiday', '2026-11-19'));
    await setActive(server.test.database, server.clock.now(), null, gone.user.id, false);
    const { people } = await admin.client.ask('leaveCalendar', november);
    expect(people.find(isOf(staff.bob))).toMatchObject({ requests: [] });
    expect(people.find(isOf(gone))).toBeUndefined();
  });

  it('is refused to colleagues where the workplace wants it so', async () => {
    await changeSettings(server, { share_away: false });
    expect(await staff.bob.client.refusal('leaveCalendar', november)).toMatchObject({ code: 'forbidden' });
    expect((await admin.client.ask('leaveCalendar', november)).people).toHaveLength(3);
    await changeSettings(server, { share_away: true });
  });

  describe('for somebody who registered without an invitation', () => {
    const cost = ({ client }: Person) =>
      client.ask('leaveCost', { kind: 'holiday', first: '2026-11-18', last: '2026-11-18' });
    const namesFor = async ({ client }: Person) =>
      (await client.ask('leaveCalendar', november)).people.map(({ name }) => name);
    const all = ['Ada Lovelace', 'Bob Noyce', 'Sly Stranger'];
    let stranger: Person;
    beforeEach(async () => {
      await register('open');
      stranger = await makeEmployee(server, { name: 'Sly Stranger' });
    });
    afterEach(() => setActive(server.test.database, server.clock.now(), null, stranger.user.id, false));
    const edit = async (changes: object) => {
      const { user } = await admin.client.ask('person', { id: stranger.user.id });
      await admin.client.ask('updateEmployee', formOf(user, changes));
    };

    it('shows nobody else, in names and in counts, also by the name of the studio', async () => {
      expect(await namesFor(stranger)).toEqual(['Sly Stranger']);
      expect(await cost(stranger)).toMatchObject({ away: 0, people: 0 });
      const { department } = stranger.user;
      const { people } = await stranger.client.ask('leaveCalendar', { ...november, studio: department });
      expect(people.map(({ name }) => name)).toEqual(['Sly Stranger']);
      expect(await stranger.client.refusal('makeCalendarAddress', { scope: 'people' })).toMatchObject({
        code: 'forbidden',
      });
    });

    it('shows nobody else by what they do themselves, nor by a renamed studio or a closed invitation', async () => {
      await stranger.client.ask('updateProfile', { name: 'Sly B. Stranger' });
      await ask(stranger, 'holiday', '2026-11-19');
      await ask(stranger, 'sick', '2026-11-23');
      await edit({ department: 'Other', hub: '' });
      await edit({ department: stranger.user.department, hub: stranger.user.hub });
      await register('invitation');
      expect(await namesFor(stranger)).toEqual(['Sly B. Stranger']);
      expect(await cost(stranger)).toMatchObject({ away: 0, people: 0 });
    });

    it('shows colleagues once an administrator edits their details', async () => {
      await edit({ position: 'Engineer' });
      expect(await namesFor(stranger)).toEqual(all);
      expect(await cost(stranger)).toMatchObject({ away: 1, people: 2 });
    });

    it('shows colleagues once an administrator approves a request', async () => {
      await decide(admin, 'agree', await ask(stranger, 'holiday', '2026-11-19'));
      expect(await namesFor(stranger)).toEqual(all);
    });
  });

  it.each(['2026-13-01', '2026-11', '0000-01-01', ''])('is none: %s', async (day) => {
    expect(await staff.bob.client.refusal('leaveCalendar', { day })).toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('the hours of a week', () => {
  const unpaged = { span: 'week', day: '2026-11-18' } as const;
  const week = { ...unpaged, page: 0 };
  const weekOf = async ({ client }: Person, input = {}) => client.ask('leaveCalendar', { ...week, ...input });
  const hoursOf = (row: OutputOf<'leaveCalendar'>['people'][number] | undefined) =>
    row && 'hours' in row ? row.hours : undefined;
  const at = (text: string) => Date.parse(`2026-11-${text}:00.000Z`);
  let lead: Person;
  const leads = (until: string | null) =>
    makeLead(server, lead.user.id, [
      { scope: 'person', id: staff.bob.user.id, from: '2026-11-01', until },
      { scope: 'person', id: staff.far.user.id, from: '2026-11-01', until },
    ]);

  beforeAll(async () => {
    await register('invitation');
    lead = await makeEmployee(server, { name: 'Lea Lead' });
    server.clock.set('2026-11-19T09:00:00.000Z');
    const night = entry('22:00', { day: '2026-11-16' });
    const pause = { start: at('17T02:00'), end: at('17T02:30') };
    await writeEntries(server.test.owner, staff.bob.user.id, [
      { ...night, clockOut: at('17T06:00'), breaks: [pause], notes: 'Secret note' },
      entry('20:00', { day: '2026-11-17' }),
    ]);
    await decide(admin, 'agree', await askForDay('2026-11-18'));
    await leads(null);
  });
  /** Far asks for a missed entry of 08:00 to 16:00. */
  async function askForDay(day: string) {
    const times = { clockIn: { day, time: '08:00' }, clockOut: { day, time: '16:00' }, breaks: [] };
    const changes = [{ entryId: null, old: null, new: times }];
    const asked = await staff.far.client.ask('askCorrection', { day, reason: 'Private matter', changes });
    return asked.correction;
  }
  afterAll(() => server.clock.set('2026-11-16T02:00:00.000Z'));

  it('have what the bars need: night shifts, missing ends, corrections, leave and plans', async () => {
    const view = await weekOf(admin);
    expect(view).toMatchObject({ first: '2026-11-16', last: '2026-11-22', isLead: true, count: 4 });
    const [night, open] = hoursOf(view.people.find(isOf(staff.bob)))?.entries ?? [];
    expect(night).toMatchObject({ clockOut: at('17T06:00'), isCorrected: false });
    expect(open).toMatchObject({ clockIn: at('17T20:00'), clockOut: null, isLeftOpen: true });
    expect(hoursOf(view.people.find(isOf(staff.far)))?.entries).toMatchObject([
      { clockIn: at('18T08:00'), isCorrected: true },
    ]);
    const ada = hoursOf(view.people.find(isOf(staff.ada)));
    expect(ada?.leave.map(({ day, leave }) => `${day.slice(8)} ${leave?.name}`)).toEqual([
      '16 Sick',
      '17 Sick',
      ...[18, 19, 20, 21, 22].map((day) => `${day} Holiday`),
    ]);
    const { plans, settings, now } = view.work ?? { plans: [], settings: undefined, now: '' };
    expect(now).toBe('2026-11-19T09:00:00.000Z');
    const [monday] = plans[ada?.plan ?? 1] ?? [];
    if (!monday || !settings || !night || !open) throw new Error('Nothing was planned.');
    const bar = dayBar({ day: monday, entries: [night, open], settings, now: server.clock.now() });
    expect(bar).toMatchObject({ workedMinutes: 450, breakMinutes: 30, balanceMinutes: -30 });
  });

  it('are cut into pages, and are not read without one', async () => {
    expect(await weekOf(admin, { page: 1 })).toMatchObject({ people: [], count: 4 });
    expect((await weekOf(admin, { studio: 'Other' })).people.map(({ name }) => name)).toEqual(['Far Away']);
    const { people, work } = await admin.client.ask('leaveCalendar', unpaged);
    expect(people).toHaveLength(4);
    expect(work).toBeUndefined();
    const ahead = await weekOf(admin, { span: 'ahead' });
    expect(ahead).toMatchObject({ first: '2026-11-18', last: '2027-01-18' });
  });

  it('have the new times of a request until it is decided', async () => {
    const requestedOf = async () =>
      hoursOf((await weekOf(lead)).people.find(isOf(staff.far)))?.requested.map(({ clockIn }) => clockIn);
    const asked = await askForDay('2026-11-17');
    expect(await requestedOf()).toEqual([at('17T08:00')]);
    await decide(staff.far, 'withdraw', asked);
    expect(await requestedOf()).toEqual([]);
  });

  it('are shown to a lead for their people alone, without notes, until the assignment ends', async () => {
    const waiting = await askForDay('2026-11-17');
    const view = await weekOf(lead);
    await decide(staff.far, 'withdraw', waiting);
    const withHours = view.people.filter((one) => hoursOf(one));
    expect(withHours.map(({ name }) => name)).toEqual(['Bob Noyce', 'Far Away']);
    expect(view.people.find(isOf(staff.ada))).toEqual({
      id: staff.ada.user.id,
      name: 'Ada Lovelace',
      days: 'xxxxxoo',
    });
    expect(JSON.stringify(view.people)).not.toMatch(/secret|private|notes|location|address/i);
    expect((await weekOf(lead, { studio: 'Other' })).people.map(({ name }) => name)).toEqual(['Far Away']);
    await leads('2026-11-18');
    const after = await weekOf(lead);
    expect(after.people.map((one) => Object.keys(one))).toContainEqual(['id', 'name', 'days']);
    expect(after).not.toHaveProperty('work');
    expect(after.isLead).toBe(false);
  });

  it('are shown to no employee, of colleagues or of themselves', async () => {
    const { people, ...view } = await weekOf(staff.bob);
    expect(view).not.toHaveProperty('work');
    expect(view.isLead).toBe(false);
    expect(people).toEqual((await staff.bob.client.ask('leaveCalendar', unpaged)).people);
    expect(JSON.stringify(people)).not.toMatch(/hours|entries|clockIn/);
    await changeSettings(server, { share_away: false });
    expect(await staff.bob.client.refusal('leaveCalendar', week)).toMatchObject({ code: 'forbidden' });
  });
});
