/** Concurrent corrections on two servers, and their effect on open screens, lists and reports. */
import { describe, expect, it } from 'vitest';
import { verifyIn } from '#server/record/verification/verify';
import { requestId } from '#tests/make';
import { setUpAdmin, setUpServer, setUpServerBeside } from '#tests/set-up';
import { asking, changed, DAY, decided, deciding, missing, wall, worked } from './corrections-of.ts';

const server = setUpServer();
const elsewhere = setUpServerBeside(server);
const grace = setUpAdmin(server, { name: 'Grace' });
const linus = setUpAdmin(server, { name: 'Linus' });

const foundNothing = async () => expect((await verifyIn(server.test.owner)).faults).toEqual([]);

describe('concurrent corrections', () => {
  it('when two admins decide at once, the first decision counts and the second admin sees a conflict', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, entries } = await worked(server, ['08:00', '12:00']);
      const change = changed(entries[0], { clockOut: wall('12:30') });
      const { correction } = await person.client.ask('askCorrection', asking([change]));
      const [agreed, declined] = await Promise.all([
        grace.client.call('decideCorrections', deciding(correction, 'agree')),
        linus.client.at(elsewhere.url).call('decideCorrections', deciding(correction, 'decline', 'No')),
      ]);
      expect([agreed.ok, declined.ok].filter(Boolean)).toHaveLength(1);
      const lost = agreed.ok ? declined : agreed;
      expect(lost.ok ? '' : lost.problem.code).toBe('correction_decided');
      const [entry] = (await person.client.ask('clock', {})).entries;
      expect(entry?.clockOut).toBe(`${DAY}T12:${agreed.ok ? '30' : '00'}:00.000Z`);
    }
    await foundNothing();
  });

  it('an approval and a clock-out of the same entry both count, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, entries } = await worked(server, ['13:00', null]);
      const change = changed(entries[0], { clockIn: wall('12:00') });
      const { correction } = await person.client.ask('askCorrection', asking([change]));
      await Promise.all([
        person.client.ask('clockOut', { requestId: requestId() }),
        decided({ ...grace, client: grace.client.at(elsewhere.url) }, correction, 'agree'),
      ]);
      expect((await person.client.ask('clock', {})).entries).toMatchObject([
        { clockIn: `${DAY}T12:00:00.000Z`, clockOut: `${DAY}T18:00:00.000Z` },
      ]);
    }
    await foundNothing();
  });

  it('a request id that is sent twice makes one correction and one decision, with the same answer', async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00']);
    const asked = asking([changed(entries[0], { clockOut: wall('12:30') })]);
    const there = person.client.at(elsewhere.url);
    const [one, two] = await Promise.all([
      person.client.ask('askCorrection', asked),
      there.ask('askCorrection', asked),
    ]);
    expect(two).toEqual(one);
    expect((await person.client.ask('clock', {})).corrections).toHaveLength(1);
    expect((await person.client.refusal('askCorrection', { ...asked, reason: 'Something else' })).code).toBe(
      'request_id_reused',
    );
    const decision = deciding(one.correction, 'agree');
    const decisions = await Promise.all([
      grace.client.ask('decideCorrections', decision),
      grace.client.at(elsewhere.url).ask('decideCorrections', decision),
    ]);
    expect(decisions[1]).toEqual(decisions[0]);
    expect(decisions[0]?.outcomes).toMatchObject([{ correction: { state: 'agreed', version: 2 } }]);
    await foundNothing();
  });

  it('when two requests change one entry, approving the first makes the second stale', async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00']);
    const ask = async (time: string) =>
      (await person.client.ask('askCorrection', asking([changed(entries[0], { clockOut: wall(time) })])))
        .correction;
    const [first, second] = [await ask('12:30'), await ask('12:45')];
    await decided(grace, first, 'agree');
    expect((await grace.client.refusal('decideCorrections', deciding(second, 'agree'))).code).toBe(
      'correction_changed_meanwhile',
    );
  });
});

describe('open screens', () => {
  it('the employee and the admins receive each step with the entries that changed, and nobody else does', async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00'], ['13:00', '17:00']);
    const { person: other } = await worked(server);
    const streams = await Promise.all(
      [person, grace, other].map(({ client }) => client.at(elsewhere.url).live()),
    );
    await Promise.all(streams.map((stream) => stream.hello()));
    const [own, admins, others] = streams;
    const request = asking([
      changed(entries[0], { clockOut: wall('12:30') }),
      { ...changed(entries[1]), new: null },
      missing('05:00', '06:00'),
    ]);
    const { correction } = await person.client.ask('askCorrection', request);
    await decided(grace, correction, 'agree');
    for (const stream of [own, admins]) {
      // An admin's stream may also contain other people's changes.
      await stream?.until(({ changes }) =>
        changes.some(({ kind, userId }) => kind === 'correction_agreed' && userId === person.user.id),
      );
      const [asked, agreed] = (stream?.changes ?? [])
        .filter(({ userId }) => userId === person.user.id)
        .slice(-2);
      expect(asked).toMatchObject({ kind: 'correction_asked', correction: { id: correction.id } });
      expect(asked).not.toHaveProperty('entries');
      expect(agreed).toMatchObject({
        kind: 'correction_agreed',
        correction: { state: 'agreed' },
        entries: [
          { id: entries[0]?.id, clockOut: `${DAY}T12:30:00.000Z` },
          { clockIn: `${DAY}T05:00:00.000Z`, ipAddress: 'unknown' },
        ],
        gone: [entries[1]?.id],
      });
    }
    expect(others?.changes).toEqual([]);
    for (const stream of streams) stream.close();
  });

  it("the board updates the number of waiting corrections and today's corrections with each step", async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00']);
    const before = (await grace.client.ask('monitoring', {})).waiting;
    const made = asking([{ ...changed(entries[0]), new: null }], person);
    const { correction } = await grace.client.ask('askCorrection', made);
    const of = async () => {
      const { waiting, corrections, entries: shown } = await grace.client.ask('monitoring', {});
      return {
        employee: waiting.employee - before.employee,
        admin: waiting.admin - before.admin,
        objections: waiting.objections - before.objections,
        states: corrections.filter(({ id }) => id === correction.id).map(({ state }) => state),
        isShown: shown.some(({ id }) => id === entries[0]?.id),
      };
    };
    expect(await of()).toEqual({ employee: 1, admin: 0, objections: 0, states: ['made'], isShown: false });
    const objected = await decided(person, correction, 'object', 'I was there');
    expect(await of()).toEqual({
      employee: 0,
      admin: 1,
      objections: 1,
      states: ['objected'],
      isShown: false,
    });
    await decided(grace, objected, 'take-back');
    expect(await of()).toEqual({ employee: 0, admin: 0, objections: 0, states: [], isShown: true });
  });
});

describe('the list of all time entries', () => {
  it('shows a removed or requested entry only on the page where its time belongs', async () => {
    const { person, entries } = await worked(
      server,
      ['08:00', '09:00'],
      ['10:00', '11:00'],
      ['14:00', '15:00'],
    );
    const { user, client } = person;
    const removal = (at: number) => ({ ...changed(entries[at]), new: null });
    await grace.client.ask('askCorrection', asking([removal(0), removal(2)], person));
    await client.ask('askCorrection', asking([missing('12:00', '13:00')]));
    const declined = await client.ask('askCorrection', asking([missing('16:00', '17:00')]));
    await decided(grace, declined.correction, 'decline', 'Nobody was there');
    const list = async (question: object = {}) => {
      const page = await grace.client.ask('timeEntries', { userId: user.id, ...question });
      const items = new Map(
        page.corrections.flatMap(({ items: its }) => its.map((item) => [item.entryId, item])),
      );
      return {
        next: page.next ?? '',
        shown: page.others.map(({ entryId, employee }) => {
          const { old, new: wanted } = items.get(entryId) ?? {};
          return [employee.name, (old ?? wanted)?.clockIn.slice(11, 16)];
        }),
      };
    };
    const all = [
      [user.name, '08:00'],
      [user.name, '12:00'],
      [user.name, '14:00'],
    ];
    expect((await list()).shown).toEqual(all);
    expect((await list({ department: user.department, from: DAY, to: DAY, status: 'closed' })).shown).toEqual(
      all,
    );
    for (const elsewhere of [
      { department: 'Nowhere' },
      { from: '2026-11-21' },
      { to: '2026-11-19' },
      { status: 'open' },
    ])
      expect((await list(elsewhere)).shown).toEqual([]);

    server.clock.set(`${DAY}T20:00:00.000Z`);
    await client.ask('clockIn', { requestId: requestId() });
    const first = await list({ limit: 1 });
    expect(first.shown).toEqual([]);
    expect((await list({ limit: 1, before: first.next })).shown).toEqual(all);
  });
});

describe('the effect of a correction', () => {
  it("shows the last day of the previous month, but adds up only the correction's own month", async () => {
    const { person } = await worked(server);
    const add = (from: string, to: string, day: string) =>
      grace.client.ask('askCorrection', { ...asking([missing(from, to, day)], person), day });
    await add('20:00', '23:00', '2026-10-31');
    const { correction } = await add('01:00', '02:00', '2026-11-01');
    const { entries, effect } = await grace.client.ask('correction', { id: correction.id });
    expect(entries.map(({ clockIn }) => clockIn)).toEqual([
      '2026-11-01T01:00:00.000Z',
      '2026-10-31T20:00:00.000Z',
    ]);
    expect(effect.months).toMatchObject([
      { first: '2026-11-01', last: '2026-11-30', before: { totalMinutes: 0 }, after: { totalMinutes: 60 } },
    ]);
  });

  it("reports, lists and the person's page use the corrected times", async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00'], ['13:00', '17:00']);
    const { id } = person.user;
    const change = changed(entries[1], {
      clockOut: wall('17:30'),
      breaks: [{ start: wall('15:00'), end: wall('15:10') }],
    });
    const { correction } = await person.client.ask('askCorrection', asking([change]));
    const range = { startDate: DAY, endDate: DAY };
    const figures = async () => {
      const { rows } = await grace.client.ask('teamReport', { ...range, rules: 'settings' });
      const row = rows.find(({ userId }) => userId === id);
      return [row?.totalMinutes, row?.breakMinutes];
    };
    expect(await figures()).toEqual([480, 0]);
    const { effect } = await grace.client.ask('correction', { id: correction.id });
    await decided(grace, correction, 'agree');
    expect(await figures()).toEqual([500, 10]);
    expect(effect.days[0]?.after).toMatchObject({ totalMinutes: 500, breakMinutes: 10 });

    const seen = [
      await grace.client.ask('employeeReport', { userId: id, ...range }),
      await grace.client.ask('person', { id }),
      await person.client.ask('myTimeEntries', { from: DAY, to: DAY }),
      await person.client.ask('myTimeEntries', {}),
      await person.client.ask('clock', {}),
    ];
    for (const { entries: shown, corrections } of seen) {
      expect(shown[0]).toMatchObject({
        clockOut: `${DAY}T17:30:00.000Z`,
        break: [{ end: `${DAY}T15:10:00.000Z` }],
      });
      expect(corrections).toMatchObject([{ id: correction.id, state: 'agreed' }]);
    }
    const list = await grace.client.ask('timeEntries', { userId: id });
    expect(list.corrections.map((one) => one.id)).toEqual([correction.id]);
    const { changes } = await grace.client.ask('person', { id });
    expect(changes.filter(({ correctionId }) => correctionId).map(({ kind, by }) => [kind, by?.id])).toEqual([
      ['correction_agreed', grace.user.id],
      ['correction_asked', id],
    ]);
  });
});
