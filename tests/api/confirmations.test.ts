/** Confirmations of a period's figures: what undoes them, and what must be settled before. */
import { describe, expect, it } from 'vitest';
import type { Person } from '#tests/make';
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
