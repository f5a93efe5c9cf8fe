/** Sickness over approved leave, and two halves of a day. */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeEmployee, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';

const server = setUpServer();
const admin = setUpAdmin(server);

const leave = (
  first: string,
  last = first,
  kind = 'holiday',
  half: 'morning' | 'afternoon' | null = null,
) => ({
  kind,
  first,
  last,
  half,
});
const ask = async (person: Person, wanted: ReturnType<typeof leave>, reason = '') =>
  (await person.client.ask('askLeave', { old: null, new: wanted, reason })).correction;
type Asked = Awaited<ReturnType<typeof ask>>;
const decide = (
  by: Person,
  action: 'agree' | 'decline' | 'undo' | 'withdraw',
  { id, version }: Asked,
  reason?: string,
) => by.client.ask('decideCorrections', { action, corrections: [{ id, version }], reason });
const leaveOf = async (person: Person) => (await person.client.ask('leave', {})).leave;
describe('sickness over approved leave', () => {
  let eve: Person;
  let ida: Person;
  const daysOf = async () =>
    (await leaveOf(eve)).map(({ kind, first, last, half }) =>
      [kind, first, last, half].filter(Boolean).join(' '),
    );
  const holiday = 'holiday 2026-11-23 2026-12-04';
  const split = [
    'holiday 2026-11-23 2026-11-24',
    'sick 2026-11-25 2026-11-26',
    'holiday 2026-11-27 2026-12-04',
  ];
  const fallIll = () => ask(eve, leave('2026-11-25', '2026-11-26', 'sick'));

  beforeAll(async () => {
    server.clock.set('2026-11-19T12:00:00.000Z');
    ida = await makeEmployee(server, { name: 'Ida Rhodes' });
    eve = await makeEmployee(server, { name: 'Eve Gray' });
    await decide(admin, 'agree', await ask(eve, leave('2026-11-23', '2026-12-04')));
  });

  it('counts at once and splits the leave; declining or withdrawing it restores the leave', async () => {
    const ill = await fallIll();
    expect(ill).toMatchObject({ state: 'declared-over', decidedBy: null });
    expect(await daysOf()).toEqual(split);
    expect(await admin.client.ask('corrections', {})).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ correction: ill })]) as unknown,
    });
    await decide(admin, 'decline', ill, 'No certificate');
    expect(await daysOf()).toEqual([holiday]);
    await decide(eve, 'withdraw', await fallIll());
    expect(await daysOf()).toEqual([holiday]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('is approved, undone within a minute, and prolonged over the next days of the leave', async () => {
    server.clock.set('2026-11-19T12:01:00.000Z');
    const agreed = (await decide(admin, 'agree', await fallIll())).outcomes[0]?.correction as Asked;
    const again = (await decide(admin, 'undo', agreed)).outcomes[0]?.correction as Asked;
    expect([agreed.state, again.state, await daysOf()]).toEqual(['agreed', 'declared-over', split]);
    await decide(admin, 'agree', again);
    const { id: leaveId = '' } = (await leaveOf(eve)).find(({ kind }) => kind === 'sick') ?? {};
    const old = leave('2026-11-25', '2026-11-26', 'sick');
    const longer = { leaveId, old, new: { ...old, last: '2026-11-27' }, reason: '' };
    const { correction } = await eve.client.ask('askLeave', longer);
    expect([correction.state, (await daysOf()).slice(1)]).toEqual([
      'declared-over',
      ['sick 2026-11-25 2026-11-27', 'holiday 2026-11-28 2026-12-04'],
    ]);
    await decide(admin, 'decline', correction, 'No certificate');
    expect(await daysOf()).toEqual(split);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it("is only prolonged until it is approved, since its days would be nobody's", async () => {
    const { leave: ill, ...asked } = await ask(eve, leave('2026-12-02', '2026-12-03', 'sick'));
    const old = leave('2026-12-02', '2026-12-03', 'sick');
    const change = { leaveId: ill?.leaveId ?? '', old, reason: '' };
    for (const wanted of [
      leave('2026-12-02', '2026-12-02', 'sick'),
      leave('2026-12-16', '2026-12-17', 'sick'),
      null,
    ])
      for (const [by, of] of [
        [eve, {}],
        [admin, { userId: eve.user.id }],
      ] as const)
        expect(await by.client.refusal('askLeave', { ...change, ...of, new: wanted })).toMatchObject({
          code: 'leave_unapproved',
        });
    const longer = await eve.client.ask('askLeave', { ...change, new: { ...old, last: '2026-12-04' } });
    await decide(eve, 'withdraw', longer.correction);
    await decide(eve, 'withdraw', asked as Asked);
    expect(await daysOf()).toEqual(split);
  });

  it('takes half a day, and two halves of a day are leave of two kinds', async () => {
    await decide(eve, 'withdraw', await ask(eve, leave('2026-12-01', '2026-12-01', 'sick', 'afternoon')));
    const half = await ask(eve, leave('2026-12-01', '2026-12-01', 'sick', 'morning'));
    await decide(admin, 'agree', half);
    expect((await daysOf()).slice(2)).toEqual([
      'holiday 2026-11-27 2026-11-30',
      'sick 2026-12-01 2026-12-01 morning',
      'holiday 2026-12-01 2026-12-01 afternoon',
      'holiday 2026-12-02 2026-12-04',
    ]);
    const { people } = await admin.client.ask('leaveCalendar', { day: '2026-12-01' });
    expect(people.find(({ id }) => id === eve.user.id)?.days.slice(0, 4)).toBe('xxxx');
    const taken = leave('2026-12-01', '2026-12-01', 'training', 'morning');
    expect(await eve.client.refusal('askLeave', { old: null, new: taken, reason: '' })).toMatchObject({
      code: 'leave_overlap',
    });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('gives the days back to the allowance only when the other side approves', async () => {
    const { version, kinds } = await admin.client.ask('leaveSettings', {});
    const allowance = { unit: 'days', amount: 30, carriedMonths: 3 } as const;
    await admin.client.ask('saveLeaveSettings', { version, kinds, allowance });
    const left = async () => (await eve.client.ask('leave', {})).allowances[0]?.left ?? 0;
    const before = await left();
    const ill = await ask(eve, leave('2026-12-03', '2026-12-04', 'sick'));
    expect(await left()).toBe(before);
    await decide(admin, 'agree', ill);
    expect(await left()).toBe(before + 2);
  });

  it('is prolonged over the end of a closed period, whose part stays', async () => {
    server.clock.set('2026-12-01T12:00:00.000Z');
    const { leave: asked } = await ask(ida, leave('2026-11-30', '2026-11-30', 'sick'));
    const range = { first: '2026-11-01', last: '2026-11-30' };
    await admin.client.ask('closePeriods', { ...range, userIds: [ida.user.id], reason: 'Paid today' });
    const old = leave('2026-11-30', '2026-11-30', 'sick');
    const change = { leaveId: asked?.leaveId ?? '', old, reason: '' };
    const longer = { ...old, last: '2026-12-02' };
    await ida.client.ask('askLeave', { ...change, new: longer });
    expect(await leaveOf(ida)).toMatchObject([longer]);
    expect(
      await ida.client.refusal('askLeave', {
        ...change,
        old: longer,
        new: { ...longer, first: '2026-12-01' },
      }),
    ).toMatchObject({ code: 'period_closed' });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('is kept apart by half-days in the database, whatever the code forgets', async () => {
    const { owner } = server.test;
    const add = (half: string | null) =>
      owner.query(
        `INSERT INTO counted_leave (id, user_id, kind, first, last, half)
         SELECT gen_random_uuid(), id, 'sick', '2027-01-04', '2027-01-04', $2 FROM account WHERE id = $1`,
        [eve.user.id, half],
      );
    await owner.query('BEGIN');
    await add('morning');
    await add('afternoon');
    await owner.query('SAVEPOINT two');
    for (const half of ['morning', 'afternoon', null]) {
      await expect(add(half)).rejects.toMatchObject({ constraint: 'counted_leave_apart' });
      await owner.query('ROLLBACK TO two');
    }
    await owner.query('ROLLBACK');
  });
});
