import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildReport,
  defaultReportRange,
  rememberReport,
  REPORTS_KEPT,
  REPORTS_SHOWN,
} from '#domain/report/report';
import { REPORT_RULES_LABEL } from '#domain/report/rules';
import type { ReportInput } from '#domain/report/totals';
import { daysBetween } from '#domain/time/workplace-day';
import { historyFrom } from './histories.ts';
import { figuresOf, wallClock } from './oracle.ts';
import { EXAMPLE_NOW, EXAMPLE_RANGE, exampleFigures, REPORT_EXAMPLES } from './report-examples.ts';
import { at, entry, settings, ZONE, workplaceDays } from './timeline.ts';

const employee = {
  id: 'ada',
  name: 'Ada Lovelace',
  employment: [{ from: at('2026-01-01 09:00'), to: null }],
};
const question = (changed: Partial<ReportInput> = {}): ReportInput => ({
  employee,
  entries: [],
  days: workplaceDays(ZONE, '2026-11-16', '2026-11-20'),
  today: '2026-11-20',
  rules: 'standard',
  settings,
  now: at('2026-11-20 16:00'),
  ...changed,
});

describe('a report (spec §5, §9)', () => {
  //  Mon: on time by the settings, late by the standard; Tue: second entry is no arrival; Wed: absent; Thu: 10 h; Fri: still in
  const entries = [
    entry('2026-11-16 09:03-17:33', { breaks: ['12:00-12:30'], notes: 'release day' }),
    entry('2026-11-17 08:55-12:00'),
    entry('2026-11-17 13:00-17:00'),
    entry('2026-11-19 10:00-20:30', { breaks: ['12:00-12:30'] }),
    entry('2026-11-20 09:00-'),
    entry('2026-11-21 09:00-12:00'),
  ];

  it('the standard rules count late after 09:00 and overtime beyond 8 h in a completed entry', () => {
    expect(buildReport(question({ entries }))).toMatchObject({
      userId: 'ada',
      userName: 'Ada Lovelace',
      totalHours: 32.08,
      lateArrivals: 2,
      absences: 1,
      absentDays: ['2026-11-18'],
      overtime: 2,
      ruleText: {
        late: 'first clock-in after 09:00',
        overtime: 'beyond 8h in one entry',
        tag: 'first clock-in after 09:05',
      },
    });
  });

  it('the work settings count late after start plus threshold and overtime above shift plus threshold', () => {
    expect(buildReport(question({ entries, rules: 'settings' }))).toMatchObject({
      totalHours: 32.08,
      lateArrivals: 1,
      absences: 1,
      overtime: 1,
      ruleText: {
        late: 'first clock-in after 09:05',
        overtime: 'beyond 9h a day',
        tag: 'first clock-in after 09:05',
      },
    });
  });

  it('the rule texts say whether a running entry and today are included', () => {
    const text = (changed: Partial<ReportInput>) => buildReport(question({ entries, ...changed })).ruleText;
    expect(text({})).toMatchObject({
      hours: 'time at work less breaks, including the running entry',
      absences: 'weekdays without an entry, including today',
    });
    expect(text({ entries: entries.slice(0, 2), today: '2026-12-01' })).toMatchObject({
      hours: 'time at work less breaks',
      absences: 'weekdays without an entry',
    });
    const left = { ...question().employee, employment: [{ from: 0, to: at('2026-11-20 10:00') }] };
    expect(text({ employee: left }).absences).toBe('weekdays without an entry');
  });

  it('with flexible hours, only the standard rules make somebody late [D2.3]', () => {
    const flexible = { ...settings, allowFlexibleHours: true };
    expect(buildReport(question({ entries, rules: 'settings', settings: flexible })).lateArrivals).toBe(0);
    expect(buildReport(question({ entries, rules: 'standard', settings: flexible })).lateArrivals).toBe(2);
  });

  it('the table shows the newest entry first, a late tag by the settings and a status', () => {
    const { entries: rows } = buildReport(question({ entries }));
    expect(
      rows.map(({ day, isLate, minutes, status, notes }) => [day, isLate, minutes, status, notes]),
    ).toEqual([
      ['2026-11-20', false, 420, 'In Progress', '-'],
      ['2026-11-19', true, 600, 'Complete', '-'],
      ['2026-11-17', false, 240, 'Complete', '-'],
      ['2026-11-17', false, 185, 'Complete', '-'],
      ['2026-11-16', false, 480, 'Complete', 'release day'],
    ]);
  });

  it('only the first entry of a day gets the late tag', () => {
    const twice = [entry('2026-11-16 10:30-12:00'), entry('2026-11-16 13:00-17:00')];
    expect(buildReport(question({ entries: twice })).entries.map(({ isLate }) => isLate)).toEqual([
      false,
      true,
    ]);
  });

  it('without settings the tag falls back to hour > 9, and the rules to the defaults', () => {
    const report = buildReport(
      question({
        entries: [entry('2026-11-16 09:59-17:00'), entry('2026-11-17 10:00-17:00')],
        settings: undefined,
        rules: 'settings',
      }),
    );
    expect(report.entries.map(({ isLate }) => isLate)).toEqual([true, false]);
    expect(report.lateArrivals).toBe(2);
    expect(report.ruleText.tag).toBe('first clock-in at 10:00 or later');
  });

  it('a start date within the range is noted, and absences count from it', () => {
    const joined = { ...employee, employment: [{ from: at('2026-11-18 10:00'), to: null }] };
    expect(buildReport(question({ employee: joined }))).toMatchObject({
      startsWithinRange: true,
      absentDays: ['2026-11-18', '2026-11-19', '2026-11-20'],
      startsAt: at('2026-11-18 10:00'),
    });
    expect(buildReport(question()).startsWithinRange).toBe(false);
  });

  it('the two sets of rules have their labels', () => {
    expect(Object.values(REPORT_RULES_LABEL)).toEqual(['Standard (09:00, 8h)', 'Work settings']);
  });

  it('the default range runs from 30 days ago to today', () => {
    expect(defaultReportRange('2026-11-20')).toEqual({ first: '2026-10-21', last: '2026-11-20' });
  });

  it('the history keeps the last 10, newest first, and shows 5', () => {
    const history = Array.from({ length: 12 }, (_, index) => index).reduce<number[]>(rememberReport, []);
    expect(history).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect([REPORTS_KEPT, REPORTS_SHOWN]).toEqual([10, 5]);
  });
});

describe('examples that also hold for the report over all employees', () => {
  const days = workplaceDays(ZONE, EXAMPLE_RANGE.startDate, EXAMPLE_RANGE.endDate);
  it.each(REPORT_EXAMPLES)('$rule', ({ entries, ...expected }) => {
    for (const rules of ['standard', 'settings'] as const) {
      const report = buildReport(question({ entries, days, rules, now: EXAMPLE_NOW }));
      expect(figuresOf(report), rules).toEqual(exampleFigures(expected[rules]));
    }
  });
});

describe('reports on random histories', () => {
  it.each([
    ['Europe/Berlin', '2026-10-12'],
    ['America/New_York', '2026-10-19'],
    ['Australia/Lord_Howe', '2026-03-23'],
    ['Asia/Kathmandu', '2028-02-21'],
  ])('the totals in %s from %s match a naive computation by wall clocks', (zone, first) => {
    const days = workplaceDays(
      zone,
      first,
      new Date(Date.parse(first) + 27 * 86_400_000).toISOString().slice(0, 10),
    );
    const names = daysBetween(days[0]?.day ?? first, days.at(-1)?.day ?? first);
    const start = days[0]?.start ?? 0;
    fc.assert(
      fc.property(historyFrom(start - 2 * 86_400_000), fc.constantFrom(...names), (entries, today) => {
        const now = start + 60 * 86_400_000;
        const own = entries.filter(({ clockIn }) => names.includes(wallClock(zone, clockIn).day));
        const worked = (one: (typeof entries)[number]): number =>
          (one.clockOut ?? now) -
          one.clockIn -
          one.breaks.reduce((sum, pause) => sum + (pause.end ?? now) - pause.start, 0);
        const firstMinutes = new Map<string, number>();
        for (const one of own.toSorted((a, b) => b.clockIn - a.clockIn))
          firstMinutes.set(wallClock(zone, one.clockIn).day, wallClock(zone, one.clockIn).minute);
        const minutesOf = (day: string): number =>
          own
            .filter((one) => wallClock(zone, one.clockIn).day === day)
            .reduce((sum, one) => sum + worked(one), 0) / 60_000;

        const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay());

        const standard = buildReport(question({ entries, days, today, now }));
        expect(standard.totalMinutes).toBeCloseTo(own.reduce((sum, one) => sum + worked(one), 0) / 60_000, 9);
        expect(standard.lateArrivals).toBe(
          [...firstMinutes.values()].filter((minute) => minute > 540).length,
        );
        expect(standard.absentDays).toEqual(
          names.filter((day) => day <= today && isWeekday(day) && !firstMinutes.has(day)),
        );
        expect(standard.overtimeMinutes).toBeCloseTo(
          own.reduce(
            (sum, one) => sum + (one.clockOut === null ? 0 : Math.max(0, worked(one) / 60_000 - 480)),
            0,
          ),
          6,
        );

        const bySettings = buildReport(question({ entries, days, today, now, rules: 'settings' }));
        expect(bySettings.lateArrivals).toBe(
          [...firstMinutes].filter(([day, minute]) => isWeekday(day) && minute > 545).length,
        );
        expect(bySettings.overtimeMinutes).toBeCloseTo(
          names.reduce((sum, day) => sum + Math.max(0, minutesOf(day) - 540), 0),
          6,
        );
        expect(bySettings.entries).toHaveLength(own.length);
      }),
      { numRuns: 40 },
    );
  });
});
