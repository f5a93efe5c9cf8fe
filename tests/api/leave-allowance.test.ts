/** The yearly allowance over the API: switched on in the settings, changed with a reason, used up by leave. */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeEmployee, type Person } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { ledgerFaults } from '#tests/support/ledger-faults';

const server = setUpServer();
const admin = setUpAdmin(server);
let ada: Person;

const holiday = (first: string, last = first) => ({ kind: 'holiday', first, last, half: null });
const allowancesOf = async (person: Person) => (await person.client.ask('leave', {})).allowances;
const costOf = async (first: string, last: string, kind = 'holiday') =>
  ada.client.ask('leaveCost', { kind, first, last });
const keep = async (allowance: { unit: 'days' | 'hours'; amount: number; carriedMonths: number }) => {
  const { version, kinds } = await admin.client.ask('leaveSettings', {});
  return { version, kinds, allowance };
};
const grant = (changes = {}) => ({
  userId: ada.user.id,
  year: 2027,
  amount: 20,
  carried: null,
  before: { amount: null, carried: null },
  reason: 'Ten years here',
  ...changes,
});

beforeAll(async () => {
  server.clock.set('2026-11-16T02:00:00.000Z');
  ada = await makeEmployee(server, { name: 'Ada Lovelace' });
});

describe('the allowance of a workplace', () => {
  it('is shown nowhere until it is kept', async () => {
    expect(await allowancesOf(ada)).toEqual([]);
    expect((await costOf('2026-11-18', '2026-11-18')).left).toBeNull();
  });

  it('is saved with the kinds of leave, from this year on', async () => {
    const input = await keep({ unit: 'days', amount: 30, carriedMonths: 3 });
    const saved = await admin.client.ask('saveLeaveSettings', input);
    expect(saved.allowance).toEqual(input.allowance);
    // The year has 46 of 365 days left: 4 of 30 days. They are carried over to the next year.
    expect(await allowancesOf(ada)).toMatchObject([
      { year: 2026, left: 4, total: 4, lines: [{ what: 'allowance', amount: 4 }] },
      { year: 2027, left: 34, lines: [{ amount: 30 }, { what: 'carried', amount: 4 }] },
    ]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });
});

describe('the form for leave', () => {
  it('says what is left afterwards, with what waits, and of two years the lower figure', async () => {
    expect((await costOf('2026-11-18', '2026-11-19')).left).toEqual({ year: 2026, unit: 'days', amount: 2 });
    expect((await costOf('2026-11-18', '2026-11-19', 'sick')).left).toBeNull();
    // Days are added up to the leave, so an early one is refused before.
    expect(await costOf('2000-01-01', '2000-12-31')).toMatchObject({ days: 0, left: null });
    expect((await costOf('2026-12-31', '2027-01-04')).left).toMatchObject({ year: 2026, amount: 3 });
    const waiting = { old: null, new: holiday('2026-11-23', '2026-11-25'), reason: '' };
    const { correction } = await ada.client.ask('askLeave', waiting);
    const { leave } = await admin.client.ask('correction', { id: correction.id });
    expect(leave?.left).toMatchObject({ year: 2026, amount: 1 });
    expect((await costOf('2026-11-18', '2026-11-19')).left).toMatchObject({ amount: -1 });
    const [present] = await allowancesOf(ada);
    expect(present).toMatchObject({ left: 4, lines: [{}, { what: 'waiting', amount: -3 }] });
  });

  it('may overdraw, which is shown, and changed leave counts once', async () => {
    const { id: userId } = ada.user;
    const wanted = { userId, old: null, new: holiday('2026-12-01', '2026-12-07'), reason: '' };
    await admin.client.ask('askLeave', wanted);
    const [{ id: leaveId } = { id: '' }] = (await ada.client.ask('leave', {})).leave;
    const [first, last] = ['2026-12-02', '2026-12-02'];
    // The three days of the waiting request count, too.
    const changed = await ada.client.ask('leaveCost', { kind: 'holiday', first, last, leaveId });
    expect(changed.left).toMatchObject({ amount: 0 });
    const [present, next] = await allowancesOf(ada);
    expect(present).toMatchObject({ left: -1, lines: [{}, { what: 'planned', amount: -5 }, {}] });
    expect(next).toMatchObject({ left: 29, lines: [{}, { what: 'carried', amount: -1 }] });
  });
});

describe("a person's allowance", () => {
  it('is set by an administrator with a reason, which the person sees', async () => {
    await admin.client.ask('grantLeave', grant());
    const [, next] = await allowancesOf(ada);
    expect(next).toMatchObject({ year: 2027, left: 19, granted: { amount: 20, carried: null } });
    expect(next?.lines[0]?.detail).toBe(`Set by ${admin.user.name}: Ten years here`);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it.each([
    ['without a reason', { reason: ' ' }],
    ['of a year that is over', { year: 2025 }],
    ['below nothing', { amount: -1 }],
    ['in thirds of a day', { carried: 0.3 }],
  ])('is not set %s', async (_, changes) => {
    expect(await admin.client.refusal('grantLeave', grant(changes))).toMatchObject({ code: 'invalid_input' });
  });

  it('is set by no employee, and only for people who exist', async () => {
    expect(await ada.client.refusal('grantLeave', grant())).toMatchObject({ status: 403 });
    const nobody = grant({ userId: '00000000-0000-4000-8000-000000000000' });
    expect(await admin.client.refusal('grantLeave', nobody)).toMatchObject({ code: 'employee_not_found' });
  });

  it('is refused where another administrator set it after the form was opened', async () => {
    const late = grant({ amount: 25, reason: 'Eleven years here' });
    expect(await admin.client.refusal('grantLeave', late)).toMatchObject({ code: 'employee_changed' });
    expect((await allowancesOf(ada))[1]?.granted).toEqual({ amount: 20, carried: null });
  });

  it('keeps its unit while figures that were set by hand count', async () => {
    const input = await keep({ unit: 'hours', amount: 14_400, carriedMonths: 3 });
    expect(await admin.client.refusal('saveLeaveSettings', input)).toMatchObject({
      fields: { unit: expect.any(String) as string },
    });
  });

  it('goes back to the rules once no figure is set, and the former figures stay on the record', async () => {
    const before = { amount: 20, carried: null };
    await admin.client.ask('grantLeave', grant({ before, amount: null, reason: 'A mistake' }));
    expect((await allowancesOf(ada))[1]?.left).toBe(29);
    const { rows } = await server.test.owner.query('SELECT n, amount FROM leave_grant ORDER BY n');
    expect(rows).toEqual([
      { n: 1, amount: 20 },
      { n: 2, amount: null },
    ]);
    expect(await ledgerFaults(server.test.owner)).toEqual([]);
  });

  it.each([
    ['amount', 'UPDATE leave_grant SET amount = 40 WHERE n = 1', /amount/],
    ['reason', `UPDATE leave_grant SET reason = 'Friends' WHERE n = 1`, /reason/],
    ['row', 'DELETE FROM leave_grant WHERE n = 2', /missing/],
    ['rule', `UPDATE settings SET leave_allowances = '[]'`, /leave_allowances/],
  ])('is found changed without a ledger row: the %s', async (_, change, fault) => {
    const { owner } = server.test;
    await owner.query('BEGIN');
    await owner.query(change);
    const faults = await ledgerFaults(owner);
    await owner.query('ROLLBACK');
    expect(faults).toMatchObject([{ fault: expect.stringMatching(fault) as string }]);
  });

  it('is never written anew by the application', async () => {
    const found = await server.test.owner.query<{ rights: string[] }>(
      `SELECT array_agg(privilege_type::text ORDER BY 1) AS rights FROM information_schema.role_table_grants
       WHERE table_name = 'leave_grant' AND grantee LIKE 'punctual_app_%'`,
    );
    expect(found.rows).toEqual([{ rights: ['INSERT', 'SELECT'] }]);
  });
});
