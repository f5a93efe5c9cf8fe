/** Leads over the API: whom they see, what they decide, and what they never get. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { LeadAssignment } from '#contract/people/employees';
import type { RouteName } from '#contract/routes';
import { changeSettings, confirm, giveSession, makeEmployee, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { formOf } from './edit-form.ts';

const server = setUpServer();
const admin = setUpAdmin(server);
const people: Record<'lead' | 'ada' | 'bob' | 'eve', Person> = {} as never;
const place = { studio: '', hub: '', otherHub: '' };

const TODAY = '2026-11-18';
const from = '2026-11-01';
const READS = ['team', 'teamRequests', 'teamPeriods'] as const satisfies readonly RouteName[];

const give = async (leads: LeadAssignment[], person = people.lead) => {
  const { leads: before } = await admin.client.ask('person', { id: person.user.id });
  return (await admin.client.ask('saveLeads', { id: person.user.id, before, leads })).leads;
};
const scope = (
  kind: LeadAssignment['scope'],
  id: string,
  until: string | null = null,
  first = from,
): LeadAssignment => ({
  scope: kind,
  id,
  from: first,
  until,
});
const seen = async (person = people.lead) =>
  (await person.client.ask('team', {})).people.map(({ name }) => name);
const move = async (person: Person, changes: Record<string, unknown>) => {
  const { user } = await admin.client.ask('person', { id: person.user.id });
  await admin.client.ask('updateEmployee', formOf(user, changes));
};
const leave = (day: string) => ({ kind: 'holiday', first: day, last: day, half: null });
const ask = async (person: Person, day: string, reason = '') =>
  (await person.client.ask('askLeave', { old: null, new: leave(day), reason })).correction;
const askHours = async (person: Person, day: string) => {
  const times = { clockIn: { day, time: '08:00' }, clockOut: { day, time: '16:00' }, breaks: [] };
  const changes = [{ entryId: null, old: null, new: times }];
  return (await person.client.ask('askCorrection', { day, reason: 'Forgotten', changes })).correction;
};
type Asked = Awaited<ReturnType<typeof ask>>;
const wordOn = ({ id, version }: Asked, action: 'agree' | 'decline', reason?: string) => ({
  action,
  corrections: [{ id, version }],
  ...(reason === undefined ? {} : { reason }),
});
const decide = async (by: Person, asked: Asked, action: 'agree' | 'decline' = 'agree', reason?: string) =>
  (await by.client.ask('decideCorrections', wordOn(asked, action, reason))).outcomes[0]?.correction;

beforeAll(async () => {
  server.clock.set(`${TODAY}T10:00:00.000Z`);
  people.lead = await makeEmployee(server, { name: 'Lea Lead' });
  people.ada = await makeEmployee(server, { name: 'Ada Lovelace' });
  people.bob = await makeEmployee(server, { name: 'Bob Noyce' });
  people.eve = await makeEmployee(server, { name: 'Eve Elsewhere' });
  const { studios } = await admin.client.ask('studios', {});
  const [studio, other] = studios;
  place.studio = studio?.id ?? '';
  place.hub = studio?.hubs[0]?.id ?? '';
  place.otherHub = studio?.hubs[1]?.id ?? '';
  await move(people.bob, { hub: studio?.hubs[1]?.name });
  await move(people.eve, { department: other?.name, hub: other?.hubs[0]?.name });
});

describe('the people of a lead', () => {
  it.each([
    ['a studio', () => scope('studio', place.studio), ['Ada Lovelace', 'Bob Noyce']],
    ['a hub', () => scope('hub', place.otherHub), ['Bob Noyce']],
    ['one person', () => scope('person', people.eve.user.id), ['Eve Elsewhere']],
    ['until today', () => scope('studio', place.studio, TODAY), ['Ada Lovelace', 'Bob Noyce']],
    ['from today', () => scope('hub', place.hub, null, TODAY), ['Ada Lovelace']],
  ])('are those of %s, without the lead', async (_, leading, names) => {
    await give([leading()]);
    expect(await seen()).toEqual(names);
    expect((await people.lead.client.ask('clock', {})).isLead).toBe(true);
  });

  it.each([
    ['is over', () => [scope('studio', place.studio, '2026-11-17')]],
    ['has not begun', () => [scope('studio', place.studio, null, '2026-11-19')]],
    ['is taken away', () => []],
  ])('are nobody when the assignment %s', async (_, leads) => {
    await give(leads());
    for (const name of READS)
      expect(await people.lead.client.refusal(name, {})).toMatchObject({ status: 403 });
    expect((await people.lead.client.ask('clock', {})).isLead).toBe(false);
  });

  it('change at midnight of the workplace', async () => {
    await give([scope('hub', place.hub, TODAY), scope('hub', place.otherHub, null, '2026-11-19')]);
    expect(await seen()).toEqual(['Ada Lovelace']);
    server.clock.set('2026-11-19T00:00:00.000Z');
    expect(await seen()).toEqual(['Bob Noyce']);
    server.clock.set(`${TODAY}T10:00:00.000Z`);
  });

  it('leave the scope at once with their studio, and with their account', async () => {
    await give([scope('studio', place.studio)]);
    await move(people.bob, { department: 'Regulatory Reporting Studio', hub: 'Compliance Hub' });
    expect(await seen()).toEqual(['Ada Lovelace']);
    await move(people.bob, { department: 'Business Studio', hub: 'Data Intelligence & Innovation' });
    await move(people.bob, { isActive: false });
    expect(await seen()).toEqual(['Ada Lovelace']);
    await move(people.bob, { isActive: true });
    await giveSession(server, people.bob.client, people.bob.user.id);
  });

  it('stay theirs when the studio gets another name', async () => {
    await give([scope('hub', place.otherHub)]);
    const { studios, version } = await admin.client.ask('studios', {});
    const renamed = studios.map((one) => (one.id === place.studio ? { ...one, name: 'New Studio' } : one));
    const { version: next } = await admin.client.ask('updateStudios', { version, studios: renamed });
    expect(await seen()).toEqual(['Bob Noyce']);
    await admin.client.ask('updateStudios', { version: next, studios });
  });
});

describe('an assignment', () => {
  it('is refused for the lead themselves, for unknown people and for a form that is out of date', async () => {
    const { id } = people.lead.user;
    const before = await give([]);
    const refusal = (leads: LeadAssignment[], known = before) =>
      admin.client.refusal('saveLeads', { id, before: known, leads });
    for (const one of [scope('person', id), scope('person', requestId()), scope('studio', place.hub)])
      expect(await refusal([one])).toMatchObject({ code: 'employee_not_found' });
    expect(await refusal([], [scope('studio', place.studio)])).toMatchObject({ code: 'employee_changed' });
    expect(await refusal([scope('studio', place.studio, '2026-10-31')])).toMatchObject({ status: 400 });
  });

  it('is on the ledger, and a change behind its back is found', async () => {
    await give([scope('studio', place.studio)]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
    const set = (day: string) => server.test.owner.query('UPDATE lead SET from_day = $1', [day]);
    await set('2026-10-01');
    expect(await ledgerFaults(server.test.owner)).toMatchObject([
      { fault: 'account: leads is not as recorded' },
    ]);
    await set(from);
  });
});

describe('what a lead decides', () => {
  it('approves leave and hours of their people, as an administrator would', async () => {
    await give([scope('studio', place.studio)]);
    const [free, hours] = [await ask(people.ada, '2026-11-25'), await askHours(people.ada, '2026-11-17')];
    const { rows, waiting } = await people.lead.client.ask('teamRequests', {});
    expect(rows.map(({ correction }) => correction.id)).toEqual([free.id, hours.id].toSorted());
    expect(waiting.admin).toBe(2);
    const { leave: cost } = await people.lead.client.ask('teamRequest', { id: free.id });
    expect(cost).toMatchObject({ days: 1 });
    for (const one of [free, hours])
      expect(await decide(people.lead, one)).toMatchObject({
        state: 'agreed',
        selfDecided: false,
        decidedBy: { name: 'Lea Lead' },
      });
    expect((await people.ada.client.ask('leave', {})).leave).toHaveLength(1);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('declines with a reason', async () => {
    const asked = await ask(people.bob, '2026-11-26');
    expect(await decide(people.lead, asked, 'decline', 'Too many')).toMatchObject({ state: 'declined' });
  });

  it('is not their own, nor that of somebody else: both wait for others', async () => {
    const [own, foreign] = [await ask(people.lead, '2026-11-26'), await ask(people.eve, '2026-11-26')];
    for (const asked of [own, foreign]) {
      expect(await people.lead.client.refusal('decideCorrections', wordOn(asked, 'agree'))).toMatchObject({
        code: asked === own ? 'correction_not_yours' : 'correction_not_found',
      });
      expect(await people.lead.client.refusal('teamRequest', { id: asked.id })).toMatchObject({
        code: 'correction_not_found',
      });
    }
    await give([scope('person', people.lead.user.id)], people.eve);
    expect((await people.eve.client.ask('teamRequests', {})).rows).toHaveLength(1);
    expect(await decide(people.eve, own)).toMatchObject({ state: 'agreed' });
    await give([], people.eve);
    expect(await decide(admin, foreign)).toMatchObject({ state: 'agreed' });
  });

  it('ends with the assignment', async () => {
    const asked = await ask(people.bob, '2026-11-27');
    await give([scope('hub', place.hub)]);
    expect(await people.lead.client.refusal('decideCorrections', wordOn(asked, 'agree'))).toMatchObject({
      code: 'correction_not_found',
    });
    // Leads decide requests, but cannot enter leave for their people.
    const request = { userId: people.ada.user.id, old: null, new: leave('2026-11-30'), reason: '' };
    expect(await people.lead.client.refusal('askLeave', request)).toMatchObject({
      code: 'employee_not_found',
    });
    expect(await people.lead.client.refusal('leave', { userId: people.ada.user.id })).toMatchObject({
      code: 'employee_not_found',
    });
  });
});

describe('what a lead sees', () => {
  it('is the state of today, without notes, addresses and places', async () => {
    await give([scope('studio', place.studio)]);
    await people.ada.client.ask('clockIn', {
      requestId: requestId(),
      notes: 'Secret note',
      location: { latitude: 48.20849, longitude: 16.37208, timestamp: `${TODAY}T10:00:00.000Z` },
      ipAddress: '203.0.113.77',
    });
    server.clock.advanceMinutes(30);
    await people.ada.client.ask('startBreak', { requestId: requestId() });
    const asked = await askHours(people.ada, '2026-11-16');
    const decided = await decide(people.lead, await ask(people.bob, TODAY));
    expect(decided?.state).toBe('agreed');
    const { people: shown } = await people.lead.client.ask('team', {});
    expect(shown).toMatchObject([
      {
        name: 'Ada Lovelace',
        status: 'on-break',
        since: `${TODAY}T10:30:00.000Z`,
        todayMinutes: 30,
        leave: null,
      },
      { name: 'Bob Noyce', status: 'clocked-out', plannedMinutes: 0, isMissing: false, leave: 'Holiday' },
    ]);
    const answers = await Promise.all([
      ...READS.map((name) => people.lead.client.send(name, {})),
      people.lead.client.send('teamRequests', { view: 'settled' }),
      people.lead.client.send('teamRequest', { id: asked.id }),
    ]);
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      for (const secret of ['Secret', '203.0.113', '48.2', '16.37', '127.0.0.1', 'notes', 'ipAddress', 'Eve'])
        expect(text).not.toContain(secret);
    }
  });

  it('says who is ready to be closed, without figures', async () => {
    const { first, people: shown } = await people.lead.client.ask('teamPeriods', {});
    expect(first).toBe('2026-10-01');
    for (const one of shown) expect(Object.keys(one)).toEqual(['id', 'name', 'state', 'open', 'isReady']);
  });
});

describe('the calendar of a lead', () => {
  it('shows the kinds of their people alone, also where colleagues see nothing', async () => {
    await give([scope('person', people.ada.user.id)]);
    const asked = await ask(people.ada, '2026-11-12');
    await decide(people.lead, asked);
    const rowOf = async (by: Person) =>
      (await by.client.ask('leaveCalendar', { day: '2026-11-01' })).people.find(
        ({ id }) => id === people.ada.user.id,
      );
    expect(await rowOf(people.lead)).toMatchObject({
      leave: expect.arrayContaining([expect.objectContaining({ first: '2026-11-12' })]),
    });
    const waiting = await ask(people.bob, '2026-11-12');
    const awayOf = async () => (await people.lead.client.ask('teamRequest', { id: waiting.id })).leave;
    await give([scope('person', people.ada.user.id), scope('person', people.bob.user.id)]);
    expect(await awayOf()).toMatchObject({ away: 1, people: 2 });
    await changeSettings(server, { share_away: false });
    expect(await awayOf()).toMatchObject({ away: 1, people: 2 });
    await give([scope('person', people.bob.user.id)]);
    expect(await awayOf()).toMatchObject({ away: 0, people: 1 });
    await give([scope('person', people.ada.user.id)]);
    expect((await rowOf(people.lead))?.days).toHaveLength(30);
    expect(await people.bob.client.refusal('leaveCalendar', {})).toMatchObject({ code: 'forbidden' });
    await confirm(people.lead);
    const { address } = await people.lead.client.ask('makeCalendarAddress', { scope: 'people' });
    expect(await (await fetch(address)).text()).toContain('SUMMARY:Ada Lovelace: on leave');
    await give([]);
    expect((await fetch(address)).status).toBe(404);
    expect(await people.lead.client.refusal('leaveCalendar', {})).toMatchObject({ code: 'forbidden' });
  });
});
