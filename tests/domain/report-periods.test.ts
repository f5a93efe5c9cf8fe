import { describe, expect, it } from 'vitest';
import { daySumLabel, sumRows, weeksOfRows, weekSumLabel } from '#domain/report/groups';
import { periodForFileName, periodOfRange, rangeOfPeriod } from '#domain/report/periods';

describe('a period of a report', () => {
  it.each([
    ['this-month', '2026-11-20', '2026-11-01', '2026-11-20'],
    ['last-month', '2026-11-20', '2026-10-01', '2026-10-31'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['last-week', '2026-11-20', '2026-11-09', '2026-11-15'],
    ['last-week', '2026-11-16', '2026-11-09', '2026-11-15'],
    ['last-week', '2026-11-15', '2026-11-02', '2026-11-08'],
  ] as const)('the period %s, on %s, runs from %s to %s', (period, today, first, last) => {
    expect(rangeOfPeriod(period, today)).toEqual({ first, last });
    expect(periodOfRange({ first, last }, today)).toBe(period);
  });

  it('other date ranges match no period', () => {
    expect(periodOfRange({ first: '2026-10-21', last: '2026-11-20' }, '2026-11-20')).toBeUndefined();
    expect(periodOfRange({ first: '', last: '' }, '2026-11-20')).toBeUndefined();
  });

  it.each([
    ['2026-10-01', '2026-10-31', '2026-10'],
    ['2026-10-01', '2026-10-30', '2026-10-01_2026-10-30'],
    ['2026-10-05', '2026-10-05', '2026-10-05'],
    ['2026-01-01', '2026-12-31', '2026-01-01_2026-12-31'],
  ])('the range from %s to %s is %s in a file name', (first, last, text) => {
    expect(periodForFileName({ first, last })).toBe(text);
  });
});

describe("a report's entries", () => {
  const row = (day: string, minutes: number, breakMinutes = 0) => ({ day, minutes, breakMinutes });

  it('entries add up exactly by days and by weeks from Monday on', () => {
    const rows = [
      row('2026-11-17', 60.1, 30),
      row('2026-11-17', 60.2),
      row('2026-11-16', 480),
      row('2026-11-15', 100, 5),
    ];
    const sums = weeksOfRows(rows).map((week) => [
      weekSumLabel(week.day),
      week.minutes,
      week.breakMinutes,
      week.days.map((day) => [daySumLabel(day.day), day.rows.length, day.minutes]),
    ]);
    expect(sums).toEqual([
      [
        'Week of Nov 16, 2026',
        600.3,
        30,
        [
          ['Nov 17, 2026 total', 2, 120.3],
          ['Nov 16, 2026 total', 1, 480],
        ],
      ],
      ['Week of Nov 09, 2026', 100, 5, [['Nov 15, 2026 total', 1, 100]]],
    ]);
    expect(sumRows(rows)).toEqual({ minutes: 700.3, breakMinutes: 35 });
  });
});
