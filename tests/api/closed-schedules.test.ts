/** Closing a pay period settles what was expected in it. */
import { describe, expect, it } from 'vitest';
import { requestId } from '#tests/make';
import { admin, close, freshOctober, own, reopen, worked } from './october.ts';

freshOctober();

const OFF = { minutes: 0 };
const SHORT = { minutes: 240, start: '09:00', end: '13:00' };
const days = [SHORT, SHORT, SHORT, SHORT, SHORT, OFF, OFF];

describe('the schedules of a closed pay period', () => {
  it('stay as they are until it is reopened, and later days can change', async () => {
    const ada = await worked();
    await close([ada], { reason: 'Payday' });
    const id = requestId();
    const schedule = { id, name: 'Mornings', isRetired: false, from: '2026-10-01', days };
    const { version } = await admin.client.ask('schedules', {});
    const saved = await admin.client.ask('saveSchedule', { version, schedule });
    const assignment = { userIds: [ada.user.id], scheduleId: id, from: '2026-10-20' };
    const closed =
      'The pay period Oct 01, 2026 - Oct 31, 2026 of Ada Lovelace is closed. Reopen it first, or choose a later day';
    expect(await admin.client.ask('scheduleEffect', { assignment })).toMatchObject({ closed });
    expect(
      await admin.client.refusal('assignSchedule', { version: saved.version, assignment }),
    ).toMatchObject({
      status: 400,
      fields: { from: closed },
    });
    const later = { ...assignment, from: '2026-11-01' };
    const assigned = await admin.client.ask('assignSchedule', { version: saved.version, assignment: later });
    await reopen(ada);
    const before = await own(ada);
    await admin.client.ask('assignSchedule', { version: assigned.version, assignment });
    expect((await own(ada))?.targetMinutes).toBeLessThan(before?.targetMinutes ?? 0);
  });
});
