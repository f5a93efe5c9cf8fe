/** Closing a pay period settles its holidays. */
import { describe, expect, it } from 'vitest';
import { admin, close, freshOctober, OCTOBER, reopen, worked } from './october.ts';

freshOctober();

const UNITY = { day: '2026-10-03', name: 'German Unity Day', isHalf: false };
const LATER = { day: '2026-11-18', name: 'Day of Repentance', isHalf: false };

describe('the holidays of a closed pay period', () => {
  it('stay as they are until it is reopened for everybody', async () => {
    const ada = await worked();
    await close([ada], { reason: 'Payday' });
    const { version, closed } = await admin.client.ask('holidays', {});
    expect(closed).toEqual([OCTOBER]);
    const input = { version, region: '', holidays: [LATER] };
    const both = { ...input, holidays: [UNITY, LATER] };
    expect(await admin.client.refusal('updateHolidays', both)).toMatchObject({
      status: 400,
      fields: {
        holidays:
          'The pay period Oct 01, 2026 - Oct 31, 2026 of Ada Lovelace is closed. Reopen it first, or choose a later day',
      },
    });
    const saved = await admin.client.ask('updateHolidays', input);
    expect(saved.holidays).toEqual([LATER]);
    await reopen(ada);
    const changed = await admin.client.ask('updateHolidays', { ...both, version: saved.version });
    expect(changed).toMatchObject({ closed: [], holidays: [UNITY, LATER] });
  });
});
