import { describe, expect, it } from 'vitest';
import { workplaceDay } from '#domain/time/calendar';
import { dayScale } from '#web/screens/admin/monitoring/day-strip.tsx';
import { entry } from '#tests/domain/timeline';

describe("the ends of the day's strips", () => {
  const settings = { workStartTime: '09:00', workEndTime: '17:00' };
  const scale = (
    name: string,
    minutes: number,
    entries: readonly ReturnType<typeof entry>[] = [],
    usual = settings,
  ) => {
    const today = workplaceDay('Europe/Berlin', name);
    const { from, to } = dayScale(entries, usual, { today, now: today.start + minutes * 60_000 - 1 });
    return [from, to].map((end) => (end - today.start) / 3_600_000);
  };

  it.each([
    ['the usual hours at noon', 12 * 60, [], [9, 17]],
    ['the present hour at night', 2 * 60 + 46, [], [2, 17]],
    ['the first minute of the day', 1, [], [0, 17]],
    ['the last minute of the day', 24 * 60, [], [9, 24]],
    ['who came early and left late', 20 * 60, [entry('2026-11-20 06:30-19:10')], [6, 20]],
    ['who is in since before midnight', 12 * 60, [entry('2026-11-19 22:00-')], [0, 17]],
    ['not who left before midnight', 12 * 60, [entry('2026-11-19 14:00-22:00')], [9, 17]],
    [
      'no entry whose end is missing',
      12 * 60,
      [{ ...entry('2026-11-18 09:00-'), isLeftOpen: true as const }],
      [9, 17],
    ],
  ])('hold %s', (_case, minutes, entries, expected) => {
    expect(scale('2026-11-20', minutes, entries)).toEqual(expected);
  });

  it('are midnight for a shift that crosses it', () => {
    expect(scale('2026-11-20', 60, [], { workStartTime: '22:00', workEndTime: '06:00' })).toEqual([0, 24]);
  });

  it('follow the clock where it jumps', () => {
    expect(scale('2026-10-25', 12 * 60)).toEqual([10, 18]);
    expect(scale('2026-03-29', 12 * 60)).toEqual([8, 16]);
  });
});
