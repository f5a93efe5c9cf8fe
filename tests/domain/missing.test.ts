import { describe, expect, it } from 'vitest';
import { workplaceDay } from '#domain/time/calendar';
import { isMissing } from '#domain/day/absence';
import { expectedOfHours } from '#domain/expected/expected';
import { at, settings, ZONE } from './timeline.ts';

/** Friday. */
const DAY = '2026-11-20';

describe('missing employees', () => {
  const missing = (
    time: string,
    {
      day = DAY,
      joined,
      hasBeenSeen = false,
      ...changed
    }: Partial<typeof settings> & { day?: string; joined?: string; hasBeenSeen?: boolean } = {},
  ) =>
    isMissing({
      hasBeenSeen,
      createdAt: joined === undefined ? undefined : at(joined),
      today: workplaceDay(ZONE, day),
      now: at(`${day} ${time}`),
      settings: { ...settings, ...changed },
    });

  it.each([
    ['before work begins', '08:00', {}, false],
    ['in the last minute that is on time', '09:05:59', {}, false],
    ['from the first minute that is late', '09:06', {}, true],
    ['until the day is over', '23:59', {}, true],
    ['who has been seen', '10:00', { hasBeenSeen: true }, false],
    ['with another start and threshold', '10:16', { workStartTime: '10:00', lateThresholdMinutes: 15 }, true],
    [
      'a minute before another start and threshold',
      '10:15',
      { workStartTime: '10:00', lateThresholdMinutes: 15 },
      false,
    ],
    ['on a Saturday', '10:00', { day: '2026-11-21' }, false],
    ['on a Sunday on which work is allowed', '10:00', { day: '2026-11-22', weekendWorkAllowed: true }, false],
    ['on a Monday', '10:00', { day: '2026-11-23' }, true],
    ['who joined yesterday', '10:00', { joined: '2026-11-19 15:00' }, true],
    ['who joined this morning in time', '10:00', { joined: '2026-11-20 09:05' }, true],
    ['who joined when others were missing already', '16:00', { joined: '2026-11-20 09:06' }, false],
    ['who will join tomorrow', '16:00', { joined: '2026-11-21 00:00' }, false],
    ['with flexible hours, before work ends', '17:00', { allowFlexibleHours: true }, false],
    ['with flexible hours, after work has ended', '17:01', { allowFlexibleHours: true }, true],
    [
      'with flexible hours over midnight',
      '23:59',
      { allowFlexibleHours: true, workStartTime: '22:00', workEndTime: '06:00' },
      false,
    ],
    ['with a night shift that has begun', '22:06', { workStartTime: '22:00', workEndTime: '06:00' }, true],
    [
      'with a start and a threshold past midnight',
      '23:59',
      { workStartTime: '23:58', lateThresholdMinutes: 5 },
      false,
    ],
    ['with a start that cannot be read', '10:00', { workStartTime: 'nine' }, false],
    [
      'with an end that cannot be read, and flexible hours',
      '23:00',
      { workEndTime: '', allowFlexibleHours: true },
      false,
    ],
  ])('somebody %s, at %s with %j, is missing: %s', (_who, time, changed, expected) => {
    expect(missing(time, changed)).toBe(expected);
  });

  it('missing follows the wall clock on a day when the clocks change', () => {
    // 2026-03-30 is the Monday after; the jump itself is on a Sunday, on which nobody is expected.
    expect(missing('09:06', { day: '2026-03-30' })).toBe(true);
    const today = workplaceDay(ZONE, DAY);
    const shifted = { ...today, shifts: [{ at: today.start + 3_600_000, minutes: -60 }] };
    const now = at(`${DAY} 10:05`);
    expect(isMissing({ hasBeenSeen: false, today: shifted, now, settings })).toBe(false);
    expect(isMissing({ hasBeenSeen: false, today: shifted, now: now + 60_000, settings })).toBe(true);
  });

  it('the last minute before missing is start plus threshold, or the end of work with flexible hours', () => {
    expect(expectedOfHours(settings).missingAfter).toBe(9 * 60 + 5);
    expect(expectedOfHours({ ...settings, allowFlexibleHours: true }).missingAfter).toBe(17 * 60);
  });
});
