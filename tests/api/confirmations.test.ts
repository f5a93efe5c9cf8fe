/** Confirmations of a period's figures: what undoes them, and what must be settled before. */
import { describe, expect, it } from 'vitest';
import { changeSettings, requestId, type Person } from '#tests/make';
import { decided } from './corrections-of.ts';
import {
  admin,
  close,
  faults,
  freshOctober,
  frozenOf,
  later,
  OCTOBER,
  own,
  reopen,
  seen,
  server,
  worked,
} from './october.ts';

freshOctober();

describe('confirmations', () => {
  /** An admin's correction that the employee approved. It adds an hour to October. */
  const corrected = async (ada: Awaited<ReturnType<typeof worked>>) => {
    const { correction } = await admin.client.ask('askCorrection', {
      userId: ada.user.id,
      ...later(ada, '18:00'),
    });
    return decided(ada, correction, 'agree');
  };
  const figuresOf = async (ada: Person) => ({ ...OCTOBER, figures: (await own(ada))?.figures });

  it('a confirmation is valid for its hours, and other hours need a new one', async () => {
    const ada = await worked();
    const shown = await figuresOf(ada);
    const { period } = await ada.client.ask('confirmPeriod', { ...shown, version: 0 });
    expect(period).toMatchObject({ state: 'confirmed', confirmedFigures: shown.figures });
    const { correction } = await admin.client.ask('askCorrection', {
      userId: ada.user.id,
      ...later(ada, '18:00'),
    });
    for (const seenBy of [seen, own]) expect(await seenBy(ada)).toMatchObject({ state: 'changed' });
    const objected = await decided(ada, correction, 'object', 'I left at five');
    await decided(admin, objected, 'take-back');
    expect(await own(ada)).toEqual(period);

    await corrected(ada);
    expect(await own(ada)).toMatchObject({ state: 'changed', workedMinutes: 540 });
    expect(await ada.client.refusal('confirmPeriod', { ...shown, version: 1 })).toMatchObject({
      code: 'period_changed',
    });
    await ada.client.ask('confirmPeriod', { ...(await figuresOf(ada)), version: 1 });
    expect(await seen(ada)).toMatchObject({ state: 'confirmed', isReady: true });
    await close([ada]);
    expect((await frozenOf(ada))?.frozen.person).not.toHaveProperty('confirmationRemark');
    expect(await faults()).toEqual([]);
  });

  it('a confirmation of other hours is noted in the frozen figures', async () => {
    const ada = await worked();
    await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    await corrected(ada);
    expect(await seen(ada)).toMatchObject({ state: 'changed', isReady: true });
    await close([ada]);
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({
      isConfirmed: false,
      confirmationRemark: 'changed since confirmed',
    });
    expect(await faults()).toEqual([]);
  });

  it('a confirmation made before figures were recorded stays valid, with a note', async () => {
    const ada = await worked();
    await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    const hash = async (value: string) =>
      server.test.owner.query(
        `BEGIN; SET LOCAL session_replication_role = replica; UPDATE period SET confirmed_hash = ${value} WHERE user_id = '${ada.user.id}'; COMMIT`,
      );
    await hash('NULL');
    expect((await faults()).map(({ fault }) => fault)).toEqual(['period: confirmed_hash is not as recorded']);
    await corrected(ada);
    expect(await own(ada)).toMatchObject({ state: 'confirmed', confirmedFigures: null });
    await close([ada]);
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({
      isConfirmed: true,
      confirmationRemark: 'figures not recorded',
    });
    // Restore the recorded value for later tests.
    await hash(
      `(SELECT decode(body::jsonb #>> '{data,figures}', 'hex') FROM ledger WHERE kind = 'period_confirmed' AND chain = '${ada.user.id}')`,
    );
  });
});

const leave = (first: string, last = first, kind = 'unpaid') => ({ kind, first, last, half: null });
const SICK = leave('2026-10-12', '2026-10-12', 'sick');
const enterLeave = async ({ user }: Person, wanted: ReturnType<typeof leave>) =>
  (await admin.client.ask('askLeave', { userId: user.id, old: null, new: wanted, reason: '' })).correction;

describe('leave in a period', () => {
  it('counts as times do while it waits, once it was objected to, and in the file', async () => {
    const ada = await worked();
    const made = await enterLeave(ada, leave('2026-10-20', '2026-10-23'));
    for (const seenBy of [seen, own])
      expect(await seenBy(ada)).toMatchObject({ open: { entries: 0, requests: 1, objections: 0 } });
    expect(await seen(ada)).toMatchObject({ isReady: false, hours: { corrections: 1 } });
    expect(await ada.client.refusal('confirmPeriod', { ...OCTOBER, version: 0 })).toMatchObject({
      code: 'period_not_settled',
    });
    await close([ada], { reason: 'Payday' });
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({
      corrections: 1,
      awaitingAgreement: 1,
      objections: 0,
    });
    await reopen(ada);

    await decided(ada, made, 'object', 'I was here');
    for (const seenBy of [seen, own])
      expect(await seenBy(ada)).toMatchObject({ open: { entries: 0, requests: 0, objections: 1 } });
    expect(await close([ada])).toMatchObject({ closed: 0, refused: [{ message: 'Enter a reason.' }] });
    await close([ada], { reason: 'Payday' });
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({
      corrections: 1,
      awaitingAgreement: 0,
      objections: 1,
    });
    expect(await faults()).toEqual([]);
  });
});

/** Confirms October of a new person, changes something, and returns the state that each side sees. */
async function statesAfter(change: (ada: Awaited<ReturnType<typeof worked>>) => Promise<unknown>) {
  const ada = await worked();
  await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
  await change(ada);
  return { ada, states: [(await own(ada))?.state, (await seen(ada))?.state] };
}
const MORNINGS = [0, 1, 2, 3, 4, 5, 6].map((day) =>
  day < 5 ? { minutes: 240, start: '09:00', end: '13:00' } : { minutes: 0 },
);
const assignMornings = async ({ user }: Person, from: string) => {
  const { version } = await admin.client.ask('schedules', {});
  const id = requestId();
  const schedule = { id, name: `Mornings ${id}`, isRetired: false, from: '2026-10-01', days: MORNINGS };
  const saved = await admin.client.ask('saveSchedule', { version, schedule });
  const assignment = { userIds: [user.id], scheduleId: id, from };
  await admin.client.ask('assignSchedule', { version: saved.version, assignment });
};
const addHoliday = async (day: string) => {
  // Those of earlier tests.
  const { people } = await admin.client.ask('periods', {});
  const closed = people.filter(({ state }) => state === 'closed').map(({ userId }) => userId);
  if (closed.length > 0)
    await admin.client.ask('reopenPeriods', { ...OCTOBER, userIds: closed, reason: 'A holiday' });
  const { version, region, holidays } = await admin.client.ask('holidays', {});
  const added = { day, name: 'Free', isHalf: false };
  await admin.client.ask('updateHolidays', { version, region, holidays: [...holidays, added] });
};

describe('a confirmation is undone by', () => {
  it.each([
    ['a schedule', (ada: Person) => assignMornings(ada, '2026-10-05')],
    ['a holiday', () => addHoliday('2026-10-08')],
    ['a rule', () => changeSettings(server, { late_threshold_minutes: 20 })],
    ['leave', ({ client }: Person) => client.ask('askLeave', { old: null, new: SICK, reason: '' })],
  ])('%s of its days, for both sides and in the file', async (_what, change) => {
    const { ada, states } = await statesAfter(change);
    expect(states).toEqual(['changed', 'changed']);
    await close([ada]);
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({
      isConfirmed: false,
      confirmationRemark: 'changed since confirmed',
    });
  });
});

describe('a confirmation is not undone by', () => {
  it.each([
    ['a schedule', (ada: Person) => assignMornings(ada, '2026-11-01')],
    ['a holiday', () => addHoliday('2026-11-18')],
  ])('%s of other days', async (_what, change) => {
    expect((await statesAfter(change)).states).toEqual(['confirmed', 'confirmed']);
  });

  it('leave that goes on longer after its last day', async () => {
    const ada = await worked();
    const old = leave('2026-10-29', '2026-10-30');
    const made = await enterLeave(ada, old);
    await decided(ada, made, 'agree');
    await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    const [taken] = (await ada.client.ask('leave', {})).leave;
    const longer = { leaveId: taken?.id, old, new: leave('2026-10-29', '2026-11-03'), reason: '' };
    await decided(admin, (await ada.client.ask('askLeave', longer)).correction, 'agree');
    expect([(await own(ada))?.state, (await seen(ada))?.state]).toEqual(['confirmed', 'confirmed']);
  });

  it('an upgrade, if it was made by an earlier version, which kept a digest of times and leave', async () => {
    const { ada, states } = await statesAfter(async ({ user, entry }) => {
      const [from, to] = [entry.clockIn, entry.clockOut ?? ''].map((at) => Date.parse(at) / 1000);
      const former = `sha256('${from}.000000 ${to}.000000'::bytea)`;
      await server.test.owner.query(
        `BEGIN; SET LOCAL session_replication_role = replica; UPDATE period SET confirmed_hash = ${former} WHERE user_id = '${user.id}'; COMMIT`,
      );
    });
    expect(states).toEqual(['confirmed', 'confirmed']);
    const { correction } = await admin.client.ask('askCorrection', {
      userId: ada.user.id,
      ...later(ada, '18:00'),
    });
    await decided(ada, correction, 'agree');
    expect([(await own(ada))?.state, (await seen(ada))?.state]).toEqual(['changed', 'changed']);
  });
});
