/** What both sides have said about a period's hours, and what becomes of it when they change. */
import { describe, expect, it } from 'vitest';
import type { Person } from '#tests/make';
import {
  admin,
  close,
  faults,
  freshOctober,
  frozenOf,
  later,
  OCTOBER,
  own,
  seen,
  worked,
} from './october.ts';

freshOctober();

describe('a correction', () => {
  it('is open, disputed and counted in each period that it takes an entry from or puts one in, whatever its day', async () => {
    const ada = await worked();
    await ada.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    const november = { day: '2026-11-01', time: '09:00' };
    const moved = { clockIn: november, clockOut: { ...november, time: '17:00' }, breaks: [] };
    const request = {
      day: november.day,
      reason: 'It was a month later',
      changes: later(ada, '17:00').changes.map((change) => ({ ...change, new: moved })),
    };
    const asked = (await ada.client.ask('askCorrection', request)).correction;
    for (const period of [await seen(ada), await own(ada)])
      expect(period).toMatchObject({ open: { entries: 0, requests: 1, objections: 0 } });
    expect(await close([ada])).toMatchObject({ closed: 0, refused: [{ message: 'Please give a reason.' }] });
    const step = (
      by: Person,
      action: 'withdraw' | 'object',
      { id, version }: typeof asked,
      reason?: string,
    ) => by.client.ask('decideCorrections', { action, reason, corrections: [{ id, version }] });
    await step(ada, 'withdraw', asked);
    expect(await seen(ada)).toMatchObject({ isReady: true });

    const made = await admin.client.ask('askCorrection', { userId: ada.user.id, ...request });
    await step(ada, 'object', made.correction, 'I was there');
    expect(await seen(ada)).toMatchObject({ isReady: false, open: { requests: 0, objections: 1 } });
    expect(await close([ada], { reason: 'Payday' })).toMatchObject({ closed: 1 });
    expect((await frozenOf(ada))?.frozen.person).toMatchObject({
      workedMinutes: 0,
      corrections: 1,
      objections: 1,
    });
    expect(await faults()).toEqual([]);
  });
});
