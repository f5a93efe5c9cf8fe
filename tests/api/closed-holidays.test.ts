/** Closing a pay period settles its holidays. */
import { describe, expect, it } from 'vitest';
import { admin, close, freshOctober, worked } from './october.ts';

freshOctober();

const UNITY = { day: '2026-10-03', name: 'German Unity Day', isHalf: false };
const LATER = { day: '2026-11-18', name: 'Day of Repentance', isHalf: false };

describe('the holidays of a closed pay period', () => {
  it('stay as they are', async () => {
    await close([await worked()], { reason: 'Payday' });
    const { version, closedUntil } = await admin.client.ask('holidays', {});
    expect(closedUntil).toBe('2026-10-31');
    const input = { version, region: '', holidays: [LATER] };
    expect(
      await admin.client.refusal('updateHolidays', { ...input, holidays: [UNITY, LATER] }),
    ).toMatchObject({
      status: 400,
      fields: { holidays: 'Oct 03, 2026 is in a closed pay period. Reopen it first' },
    });
    expect((await admin.client.ask('updateHolidays', input)).holidays).toEqual([LATER]);
  });
});
