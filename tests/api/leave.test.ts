/** Leave over the API: asked for, approved, declared, changed and cancelled. */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeEmployee, requestId, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { asking, missing } from './corrections-of.ts';

const server = setUpServer();
const admin = setUpAdmin(server);
let ada: Person;
let bob: Person;

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
const absences = async (day: string, rules: 'standard' | 'settings' = 'settings') => {
  const range = { startDate: day, endDate: day, includeFormer: 'false', rules } as const;
  const { rows } = await admin.client.ask('teamReport', range);
  return rows.find(({ userId }) => userId === ada.user.id)?.absences;
};

beforeAll(async () => {
  server.clock.set('2026-11-16T02:00:00.000Z');
  ada = await makeEmployee(server, { name: 'Ada Lovelace' });
  bob = await makeEmployee(server, { name: 'Bob Noyce' });
});

describe('leave that is asked for', () => {
  it('counts once an administrator approves it, on every screen', async () => {
    const asked = await ask(ada, leave('2026-11-18'), 'A wedding');
    expect(asked).toMatchObject({ state: 'asked', items: [], leave: { name: 'Holiday' } });
    expect(await leaveOf(ada)).toEqual([]);
    const { rows } = await admin.client.ask('corrections', {});
    expect(rows.map(({ correction }) => correction.id)).toContain(asked.id);
    expect(await admin.client.ask('correction', { id: asked.id })).toMatchObject({
      leave: { days: 1, minutes: 480, away: 0 },
    });
    await decide(admin, 'agree', asked);
    expect(await leaveOf(ada)).toMatchObject([{ kind: 'holiday', first: '2026-11-18', days: 1 }]);
    server.clock.set('2026-11-18T12:00:00.000Z');
    const { calendar } = await ada.client.ask('clock', {});
    expect(calendar.days.find(({ day }) => day === '2026-11-18')?.leave).toMatchObject({ name: 'Holiday' });
    const { employees } = await admin.client.ask('monitoring', {});
    expect(employees.find(({ id }) => id === ada.user.id)?.planned?.leave?.name).toBe('Holiday');
    server.clock.set('2026-11-19T12:00:00.000Z');
    expect([await absences('2026-11-18'), await absences('2026-11-18', 'standard')]).toEqual([0, 0]);
    expect(await absences('2026-11-17')).toBe(1);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('is undone within a minute, and declined with a reason', async () => {
    const asked = await ask(ada, leave('2026-11-25'));
    const agreed = (await decide(admin, 'agree', asked)).outcomes[0]?.correction as Asked;
    const again = (await decide(admin, 'undo', agreed)).outcomes[0]?.correction as Asked;
    expect([again.state, (await leaveOf(ada)).length]).toEqual(['asked', 1]);
    expect(
      await admin.client.refusal('decideCorrections', {
        action: 'decline',
        corrections: [{ id: again.id, version: again.version }],
      }),
    ).toMatchObject({ code: 'correction_reason_required' });
    await decide(admin, 'decline', again, 'Too many are away');
    expect((await ada.client.ask('leave', {})).requests).toEqual([]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it.each([
    ['overlaps', leave('2026-11-18', '2026-11-20'), 'leave_overlap'],
    ['a weekend', leave('2026-11-21', '2026-11-22'), 'leave_nothing_expected'],
    ['a day too long ago', leave('2026-08-03'), 'correction_too_long_ago'],
    ['an unknown kind', leave('2026-11-26', '2026-11-26', 'sabbatical'), 'leave_kind_unknown'],
  ])('is refused by a sentence, and the form says so before: %s', async (_, wanted, code) => {
    const refusal = await ada.client.refusal('askLeave', { old: null, new: wanted, reason: '' });
    expect(refusal.code).toBe(code);
    const { kind, first, last } = wanted;
    expect((await ada.client.ask('leaveCost', { kind, first, last })).problem).toBe(refusal.message);
  });

  it('says what it costs and who else is away', async () => {
    const asked = await ask(bob, leave('2026-11-30', '2026-12-01'));
    await decide(admin, 'agree', asked);
    const cost = await ada.client.ask('leaveCost', {
      kind: 'holiday',
      first: '2026-11-28',
      last: '2026-12-02',
    });
    expect(cost).toEqual({
      days: 3,
      minutes: 1440,
      away: 1,
      awayNames: ['Bob Noyce'],
      people: 1,
      left: null,
      problem: null,
    });
  });

  it("is decided by nobody's own hand, and asked for nobody else", async () => {
    const asked = await ask(ada, leave('2026-12-07'));
    const corrections = [{ id: asked.id, version: asked.version }];
    expect(await ada.client.refusal('decideCorrections', { action: 'agree', corrections })).toMatchObject({
      code: 'correction_not_yours',
    });
    await decide(ada, 'withdraw', asked);
  });

  it('tells nobody which people and requests exist: foreign and unknown ids answer alike', async () => {
    const { id, version } = await ask(bob, leave('2026-12-08'));
    const gone = { status: 404, code: 'employee_not_found' };
    for (const userId of [bob.user.id, requestId()]) {
      const days = { first: '2026-12-08', last: '2026-12-08' };
      for (const [name, input] of [
        ['askLeave', { userId, old: null, new: leave('2026-12-08'), reason: '' }],
        ['askCorrection', { ...asking([missing('08:00', '09:00')]), userId }],
        ['leave', { userId }],
        ['leaveCost', { userId, kind: 'sick', ...days }],
      ] as const)
        expect([name, await ada.client.refusal(name, input)]).toMatchObject([name, gone]);
    }
    const leaveId = (await leaveOf(bob))[0]?.id ?? '';
    const own = await ada.client.ask('askLeave', {
      leaveId,
      old: null,
      new: leave('2026-12-08'),
      reason: '',
    });
    expect(own.correction.leave?.leaveId).not.toBe(leaveId);
    await decide(ada, 'withdraw', own.correction);
    for (const asked of [id, requestId()])
      expect(
        await ada.client.refusal('decideCorrections', {
          action: 'agree',
          corrections: [{ id: asked, version }],
        }),
      ).toMatchObject({ status: 404, code: 'correction_not_found' });
  });
});

describe('sickness', () => {
  it('counts at once, can be prolonged, and undone within a minute', async () => {
    const declared = await ask(ada, leave('2026-11-19', '2026-11-19', 'sick'));
    expect(declared.state).toBe('declared');
    const [one] = await leaveOf(ada).then((all) => all.filter(({ kind }) => kind === 'sick'));
    const { id: leaveId, days: _, ...old } = one ?? { id: '', days: 0, ...leave('') };
    server.clock.set('2026-11-19T12:00:30.000Z');
    const longer = { leaveId, old, new: { ...old, last: '2026-11-20' }, reason: '' };
    const { correction } = await ada.client.ask('askLeave', longer);
    expect(correction.state).toBe('declared');
    expect(await leaveOf(ada)).toContainEqual(expect.objectContaining({ id: leaveId, last: '2026-11-20' }));
    await decide(ada, 'undo', correction);
    expect(await leaveOf(ada)).toContainEqual(expect.objectContaining({ id: leaveId, last: '2026-11-19' }));
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('leaves nothing but digests on the ledger', async () => {
    const rows = await server.test.owner.query<{ body: string }>(
      `SELECT body FROM ledger WHERE kind = 'correction_declared'`,
    );
    expect(rows.rows.length).toBeGreaterThan(0);
    for (const { body } of rows.rows) expect(body).not.toMatch(/sick|2026-11-2\d"/);
  });
});

describe('leave that was approved', () => {
  it('is cancelled when both sides agree', async () => {
    const asked = await ask(ada, leave('2026-12-14', '2026-12-16'));
    await decide(admin, 'agree', asked);
    const old = leave('2026-12-14', '2026-12-16');
    const leaveId = asked.leave?.leaveId ?? '';
    const cancel = { leaveId, old, new: null, reason: 'Work' };
    const { correction: proposed } = await admin.client.ask('askLeave', { ...cancel, userId: ada.user.id });
    expect(proposed.state).toBe('proposed');
    expect(await leaveOf(ada)).toContainEqual(expect.objectContaining({ id: leaveId }));
    await decide(ada, 'decline', proposed, 'It is booked');
    const { correction: wish } = await ada.client.ask('askLeave', cancel);
    expect(wish.state).toBe('asked');
    await decide(admin, 'agree', wish);
    expect((await leaveOf(ada)).map(({ id }) => id)).not.toContain(leaveId);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it('becomes sickness only when both sides agree', async () => {
    const asked = await ask(bob, leave('2026-12-21', '2026-12-23'));
    await decide(admin, 'agree', asked);
    const old = leave('2026-12-21', '2026-12-23');
    const change = { leaveId: asked.leave?.leaveId ?? '', old, reason: '' };
    const wish = { ...change, new: leave('2026-12-21', '2026-12-21', 'sick') };
    const { correction: wished } = await bob.client.ask('askLeave', wish);
    await decide(bob, 'withdraw', wished);
    const { correction } = await admin.client.ask('askLeave', { ...wish, userId: bob.user.id });
    await decide(admin, 'withdraw', correction);
    expect([wished.state, correction.state]).toEqual(['asked', 'proposed']);
    expect(await leaveOf(bob)).toContainEqual(expect.objectContaining(old));
  });

  it('is found by the verification where somebody changed the table', async () => {
    const { owner } = server.test;
    await owner.query('ALTER TABLE counted_leave DISABLE TRIGGER USER');
    const [one] = await leaveOf(ada);
    for (const [change, back] of [
      [`SET kind = 'unpaid'`, `SET kind = '${one?.kind}'`],
      [`SET half = 'morning'`, `SET half = NULL`],
    ]) {
      await owner.query(`UPDATE counted_leave ${change} WHERE id = $1`, [one?.id]);
      expect(await ledgerFaults(owner)).toEqual([
        expect.objectContaining({ fault: 'leave: counted_leave is not as recorded' }),
      ]);
      await owner.query(`UPDATE counted_leave ${back} WHERE id = $1`, [one?.id]);
    }
    await owner.query('ALTER TABLE counted_leave ENABLE TRIGGER USER');
    expect(await ledgerFaults(owner)).toEqual([]);
  });

  it('is written by requests alone', async () => {
    const found = await server.test.owner.query<{ rights: string[] }>(
      `SELECT array_agg(privilege_type::text) AS rights FROM information_schema.role_table_grants
       WHERE table_name = 'counted_leave' AND grantee LIKE 'punctual_app_%'`,
    );
    expect(found.rows).toEqual([{ rights: ['SELECT'] }]);
  });

  it('neither comes into a closed period nor goes from it, and keeps it from being closed in silence', async () => {
    server.clock.set('2026-12-02T12:00:00.000Z');
    const range = { first: '2026-11-01', last: '2026-11-30' };
    const asked = await ask(bob, leave('2026-11-26', '2026-11-26', 'training'));
    const { people } = await admin.client.ask('periods', { first: range.first });
    expect(people.find(({ userId }) => userId === bob.user.id)).toMatchObject({ open: { requests: 1 } });
    await admin.client.ask('closePeriods', { ...range, userIds: [bob.user.id], reason: 'Paid today' });
    const tooLongAgo = { first: '2000-01-01', last: '2026-09-30' };
    expect((await bob.client.ask('leave', {})).locked).toEqual([tooLongAgo, range]);
    expect(
      await admin.client.refusal('decideCorrections', {
        action: 'agree',
        corrections: [{ id: asked.id, version: asked.version }],
      }),
    ).toMatchObject({ code: 'period_closed' });
    expect(
      await bob.client.refusal('askLeave', { old: null, new: leave('2026-11-27'), reason: '' }),
    ).toMatchObject({ code: 'period_closed' });
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});
