import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarise } from '#domain/day/summary';
import { timeText } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { addDays, monthOf, weekOf } from '#domain/time/workplace-day';
import { historyFrom } from './histories.ts';
import { wallClock } from './oracle.ts';
import { at, daysAround, entry, settings } from './timeline.ts';

const TODAY = '2026-11-20';
const summaryAt = (time: string, entries: readonly TimeEntry[], changed: Partial<typeof settings> = {}) =>
  summarise({
    entries,
    days: daysAround(TODAY),
    today: TODAY,
    settings: { ...settings, ...changed },
    now: at(`${TODAY} ${time}`),
  });

describe("the employee's summary (spec §2)", () => {
  //   Mon 16   Tue 17          Wed 18            Fri 20
  //   8 h      10 h (1 h over) 4 h + 5.5 h (0.5) running since 09:00, on a break since 12:00
  const week = [
    entry('2026-11-16 09:00-17:30', { breaks: ['12:00-12:30'] }),
    entry('2026-11-17 09:06-19:06'),
    entry('2026-11-18 09:05-13:05'),
    entry('2026-11-18 14:00-19:30'),
    entry('2026-11-20 09:00-', { breaks: ['12:00-'] }),
  ];
  const shown = summaryAt('12:20', [
    ...week,
    entry('2026-11-03 09:00-15:00'),
    entry('2026-10-30 09:00-17:00'),
  ]);

  it('today, this week and this month include the running session less its running break', () => {
    expect(shown.todayMinutes).toBe(180);
    expect(shown.weekMinutes).toBe(480 + 600 + 570 + 180);
    expect(shown.monthMinutes).toBe(shown.weekMinutes + 360);
    expect(shown.status).toBe('on-break');
  });

  it('the daily average covers only days with at least one entry', () => {
    expect(shown.dailyAverageMinutes).toBe(1830 / 4);
    expect(summaryAt('12:20', []).dailyAverageMinutes).toBe(0);
  });

  it('on-time days are those whose first clock-in was at or before start plus threshold', () => {
    expect(shown.onTimeDays).toBe(3);
  });

  it("overtime is the sum of each day's minutes above 9 h, with one decimal", () => {
    expect(shown.overtimeHours).toBe(1.5);
    expect(summaryAt('12:20', week, { overtimeThresholdHours: 0 }).overtimeHours).toBe(3.5);
    // 1.25 and 0.35 hours beyond 9
    for (const [end, hours] of [
      ['19:15', 1.3],
      ['18:21', 0.4],
    ] as const)
      expect(summaryAt('20:00', [entry(`2026-11-17 09:00-${end}`)]).overtimeHours, end).toBe(hours);
  });

  it('the week has seven days with their targets', () => {
    expect(shown.weekByDay.map(({ day }) => day)).toEqual(
      Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index)),
    );
    expect(shown.weekByDay.map(({ minutes }) => minutes)).toEqual([480, 600, 570, 0, 180, 0, 0]);
    expect(shown.weekByDay.map(({ targetMinutes }) => targetMinutes)).toEqual([
      480, 480, 480, 480, 480, 0, 0,
    ]);
  });

  it('the month lists all its days, and the summary counts the days with work', () => {
    expect(shown.monthByDay.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, index) => addDays('2026-11-01', index)),
    );
    expect(shown.monthByDay.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(shown.monthMinutes);
    expect(shown.workedDays).toBe(4);
  });

  it('the targets are shift x 5 and shift x weekdays of the month', () => {
    expect(shown.week).toMatchObject({
      rangeText: 'Nov 16, 2026 - Nov 22, 2026',
      targetMinutes: 40 * 60,
      percent: 76,
      barPercent: 76,
      targetText: 'Target: 40h • 76% Complete',
    });
    expect(shown.month).toMatchObject({
      rangeText: 'Nov 01, 2026 - Nov 30, 2026',
      targetMinutes: 168 * 60,
      percent: 22,
      targetText: 'Target: 168h • 22% Complete',
    });
  });

  it('shifts across midnight and shifts of part hours have targets', () => {
    expect(summaryAt('12:20', [], { workStartTime: '22:00', workEndTime: '05:30' }).week.targetText).toBe(
      'Target: 37.5h • 0% Complete',
    );
    expect(summaryAt('12:20', [], { workStartTime: '09:00', workEndTime: '09:20' }).week.targetText).toBe(
      'Target: 1.67h • 0% Complete',
    );
  });

  it('the percentage may exceed 100, but the bar stops at 100', () => {
    const { week: busy } = summaryAt(
      '23:59',
      [16, 17, 18, 19].map((day) => entry(`2026-11-${day} 06:00-18:00`)),
    );
    expect(busy).toMatchObject({ percent: 120, barPercent: 100, targetText: 'Target: 40h • 120% Complete' });
  });

  it('targets are exact for any shift, and 100% means that all of it is done', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 1, max: 1439 }),
        fc.integer({ min: -1, max: 1 }),
        (start, length, over) => {
          const times = { workStartTime: timeText(start), workEndTime: timeText(start + length) };
          const days = ['16', '17', '18', '19', '20'].map((day) => {
            const clockIn = at(`2026-11-${day} 00:00`);
            return { ...entry(`2026-11-${day} 00:00-`), clockIn, clockOut: clockIn + length * 60_000 };
          });
          const last = days.map((one, index) =>
            index === 4 ? { ...one, clockOut: one.clockOut + over } : one,
          );
          const { week } = summarise({
            entries: last,
            days: daysAround(TODAY),
            today: TODAY,
            settings: { ...settings, ...times },
            now: at('2026-11-21 12:00'),
          });
          expect(week.targetMinutes).toBe(5 * length);
          expect(week.percent).toBe(over < 0 ? 99 : 100);
        },
      ),
    );
  });

  it('a date that the time zone skips has no target', () => {
    const { weekByDay, month } = summarise({
      entries: [],
      days: daysAround('2011-12-29', 'Pacific/Apia'),
      today: '2011-12-29',
      settings,
      now: at('2011-12-29 12:00', 'Pacific/Apia'),
    });
    expect(weekByDay.map(({ targetMinutes }) => targetMinutes)).toEqual([480, 480, 480, 480, 0, 0, 0]);
    expect(month.targetMinutes).toBe(21 * 480);
  });

  it('a forgotten entry from an earlier week is current, but belongs to its own day', () => {
    const { status, todayMinutes, weekMinutes } = summaryAt('12:00', [entry('2026-10-20 09:00-')]);
    expect({ status, todayMinutes, weekMinutes }).toEqual({
      status: 'clocked-in',
      todayMinutes: 0,
      weekMinutes: 0,
    });
  });

  it('a night shift belongs wholly to the day of its clock-in [D1.7]', () => {
    const { todayMinutes, weekByDay } = summaryAt('08:00', [entry('2026-11-19 22:00-06:00')]);
    expect(todayMinutes).toBe(0);
    expect(weekByDay.find(({ day }) => day === '2026-11-19')?.minutes).toBe(480);
  });

  it('a week across the new year is one week', () => {
    const entries = [entry('2026-12-28 09:00-17:00'), entry('2027-01-01 09:00-13:00')];
    const { weekMinutes, monthMinutes } = summarise({
      entries,
      days: daysAround('2027-01-01'),
      today: '2027-01-01',
      settings,
      now: at('2027-01-01 20:00'),
    });
    expect({ weekMinutes, monthMinutes }).toEqual({ weekMinutes: 720, monthMinutes: 240 });
  });
});

describe('summaries of random histories', () => {
  it.each([
    ['Europe/Berlin', '2026-03-31'],
    ['America/New_York', '2026-11-03'],
    ['Australia/Lord_Howe', '2026-10-07'],
    ['Asia/Kathmandu', '2028-02-29'],
  ])('the sums match a naive computation by wall clocks in %s around %s', (zone, today) => {
    const days = daysAround(today, zone);
    const start = days[0]?.start ?? 0;
    fc.assert(
      fc.property(historyFrom(start), fc.integer({ min: 0, max: 10 ** 9 }), (entries, later) => {
        const now =
          Math.max(
            start,
            ...entries.map(
              ({ clockOut, clockIn, breaks }) => clockOut ?? Math.max(clockIn, breaks.at(-1)?.end ?? 0),
            ),
          ) + later;
        const isLeftOpen = ({ clockIn, clockOut }: TimeEntry): boolean =>
          clockOut === null && wallClock(zone, clockIn).day < today;
        const worked = (first: string, last: string): number =>
          entries
            .filter(
              (one) =>
                !isLeftOpen(one) &&
                wallClock(zone, one.clockIn).day >= first &&
                wallClock(zone, one.clockIn).day <= last,
            )
            .reduce(
              (sum, one) =>
                sum +
                (one.clockOut ?? now) -
                one.clockIn -
                one.breaks.reduce((paused, pause) => paused + (pause.end ?? now) - pause.start, 0),
              0,
            ) / 60_000;
        const { weekMinutes, monthMinutes, todayMinutes, weekByDay } = summarise({
          entries: entries.map((one) => (isLeftOpen(one) ? { ...one, isLeftOpen: true } : one)),
          days,
          today,
          settings: { ...settings, timeZone: zone },
          now,
        });
        expect(todayMinutes).toBeCloseTo(worked(today, today), 9);
        expect(weekMinutes).toBeCloseTo(worked(weekOf(today).first, weekOf(today).last), 9);
        expect(monthMinutes).toBeCloseTo(worked(monthOf(today).first, monthOf(today).last), 9);
        for (const { day, minutes } of weekByDay) expect(minutes).toBeCloseTo(worked(day, day), 9);
      }),
      { numRuns: 60 },
    );
  });
});
