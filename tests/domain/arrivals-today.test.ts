import { describe, expect, it } from 'vitest';
import { arrivalsToday } from '#domain/day/arrivals-today';
import { workplaceDay } from '#domain/time/calendar';
import { rowOf } from '#domain/day/monitoring';
import { requireMinuteOfDay } from '#domain/time/units';
import { at, entry, settings, workplaceDays, ZONE } from './timeline.ts';

const arrived = (day: string, histories: readonly (readonly string[])[], changed: object = {}) => {
  const today = workplaceDay(ZONE, day);
  const present = {
    now: today.end - 1,
    today,
    days: workplaceDays(ZONE, '2026-01-01', '2026-12-31'),
    nightShiftHours: 16,
    settings: { ...settings, ...changed },
  };
  const rows = histories.map((entries, index) =>
    rowOf(
      { id: String(index), name: '', employeeId: '', department: '', hub: '', isActive: true },
      entries.map((text) => entry(text, { userId: String(index) })),
      present,
    ),
  );
  return arrivalsToday(rows, today, 9 * 60);
};
const shown = ({ first, count, late, byStart, step, slots }: ReturnType<typeof arrived>) => [
  [first, count, late, byStart, step],
  slots.flatMap(({ minute, onTime, late: tooLate }) =>
    onTime + tooLate === 0 ? [] : [[minute / 60, onTime, tooLate]],
  ),
];
const on = (times: readonly string[], day = '2026-11-20') => times.map((time) => [`${day} ${time}`]);
const minute = requireMinuteOfDay;

describe('arrivals of a day', () => {
  it.each([
    ['no arrivals when nobody has an entry', '2026-11-20', [[]], [[null, 0, 0, 0, 15], []]],
    [
      'arrivals by quarter hours, and those after 09:05 as late',
      '2026-11-20',
      on(['07:42-', '08:31-12:00', '09:00-', '09:05-', '09:06-', '09:31-']),
      [
        [minute('07:42'), 6, 2, 3, 15],
        [
          [7.5, 1, 0],
          [8.5, 1, 0],
          [9, 2, 1],
          [9.5, 0, 1],
        ],
      ],
    ],
    [
      'only the first clock-in of each person, whatever the order of the entries',
      '2026-11-20',
      [['2026-11-20 13:00-', '2026-11-20 08:50-12:00']],
      [[minute('08:50'), 1, 0, 1, 15], [[8.75, 1, 0]]],
    ],
    [
      'no arrival for a night shift that started the day before',
      '2026-11-20',
      [['2026-11-19 22:00-06:00'], ['2026-11-19 22:00-05:00', '2026-11-20 21:30-']],
      [[minute('21:30'), 1, 1, 0, 60], [[21, 0, 1]]],
    ],
    [
      'arrivals by half hours when they span more than four hours',
      '2026-11-20',
      on(['08:50-', '13:40-']),
      [
        [minute('08:50'), 2, 1, 1, 30],
        [
          [8.5, 1, 0],
          [13.5, 0, 1],
        ],
      ],
    ],
    [
      'arrivals by hours when they span more than eight hours',
      '2026-11-20',
      on(['00:10-', '08:50-', '23:59-']),
      [
        [minute('00:10'), 3, 1, 2, 60],
        [
          [0, 1, 0],
          [8, 1, 0],
          [23, 0, 1],
        ],
      ],
    ],
    // At 03:00 the clocks go back to 02:00.
    [
      'arrivals on both sides of the hour when the clocks go back',
      '2026-10-25',
      on(['02:30-', '03:30-'], '2026-10-25'),
      [
        [minute('02:30'), 2, 0, 2, 30],
        [
          [2.5, 1, 0],
          [3.5, 1, 0],
        ],
      ],
    ],
  ] as const)('counts %s', (_case, day, histories, expected) => {
    expect(shown(arrived(day, histories))).toEqual(expected);
  });

  it('shows the slots around the start of work even when nobody has arrived', () => {
    expect(arrived('2026-11-20', [[]]).slots.map((slot) => slot.minute / 60)).toEqual([
      8, 8.25, 8.5, 8.75, 9, 9.25, 9.5, 9.75,
    ]);
  });

  it('counts nobody as late when hours are flexible', () => {
    expect(arrived('2026-11-20', on(['11:00-']), { allowFlexibleHours: true }).late).toBe(0);
  });

  it('shows arrivals even when no start of work is set', () => {
    const row = { arrivedAt: at('2026-11-20 08:50'), lateMinutes: 0 };
    const today = workplaceDay(ZONE, '2026-11-20');
    expect(arrivalsToday([row], today, undefined).slots).toEqual([
      { minute: minute('08:00'), onTime: 0, late: 0 },
      { minute: minute('08:15'), onTime: 0, late: 0 },
      { minute: minute('08:30'), onTime: 0, late: 0 },
      { minute: minute('08:45'), onTime: 1, late: 0 },
    ]);
    expect(arrivalsToday([], today, undefined).slots).toEqual([]);
  });
});
