import { describe, expect, it } from 'vitest';
import { workplaceDay } from '#domain/time/calendar';
import { dayScale } from '#web/monitoring/employee-row.tsx';
import { entry, settings } from '#tests/domain/timeline';

describe('the scale of the day strips', () => {
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
    ['the current hour at night', 2 * 60 + 46, [], [2, 17]],
    ['the first minute of the day', 1, [], [0, 17]],
    ['the last minute of the day', 24 * 60, [], [9, 24]],
    ['an early start and a late end', 20 * 60, [entry('2026-11-20 06:30-19:10')], [6, 20]],
    ['a session that runs since before midnight', 12 * 60, [entry('2026-11-19 22:00-')], [0, 17]],
    [
      'only the usual hours after a session that ended before midnight',
      12 * 60,
      [entry('2026-11-19 14:00-22:00')],
      [9, 17],
    ],
    [
      'only the usual hours beside an entry whose end is missing',
      12 * 60,
      [{ ...entry('2026-11-18 09:00-'), isLeftOpen: true as const }],
      [9, 17],
    ],
  ])('the scale includes %s', (_case, minutes, entries, expected) => {
    expect(scale('2026-11-20', minutes, entries)).toEqual(expected);
  });

  it('the scale goes from midnight to midnight for a shift that crosses it', () => {
    expect(
      scale('2026-11-20', 60, [], { ...settings, workStartTime: '22:00', workEndTime: '06:00' }),
    ).toEqual([0, 24]);
  });

  it('the scale follows a clock change', () => {
    expect(scale('2026-10-25', 12 * 60)).toEqual([10, 18]);
    expect(scale('2026-03-29', 12 * 60)).toEqual([8, 16]);
  });
});
