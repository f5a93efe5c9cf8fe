import { expectedOfHours } from '#domain/expected/expected';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildReport } from '#domain/report/report';
import { latenessOf } from '#domain/day/punctuality';
import { ruleTexts, withRangeFacts } from '#domain/report/rules';
import type { ReportInput } from '#domain/report/totals';
import {
  figuresNotShown,
  sortTeam,
  sumOfFigures,
  TEAM_COLUMN_LABEL,
  teamFigure,
  teamFigureText,
  withPage,
  type TeamRow,
} from '#domain/report/team-report';
import { valueText } from '#domain/file/table';
import { hoursNotShown, minutesNotShown, requireMinuteOfDay, timeText } from '#domain/time/units';
import { historyFrom } from './histories.ts';
import { figuresOf } from './oracle.ts';
import { at, entry, settings, ZONE, workplaceDays } from './timeline.ts';

const question = (changed: Partial<ReportInput> = {}): ReportInput => ({
  employee: { id: 'ada', name: 'Ada', employment: [{ from: at('2026-01-01 09:00'), to: null }] },
  entries: [],
  days: workplaceDays(ZONE, '2026-11-16', '2026-11-20'),
  today: '2026-11-20',
  rules: 'standard',
  settings,
  now: at('2026-11-20 16:00'),
  ...changed,
});
const row = (name: string, changed: Partial<TeamRow> = {}): TeamRow => ({
  userId: name,
  name,
  employeeId: 'NXBI-00000',
  department: 'Business Studio',
  leftAt: null,
  isRunning: false,
  isEndMissing: false,
  totalMinutes: 0,
  lateArrivals: 0,
  absences: 0,
  overtimeMinutes: 0,
  breakMinutes: 0,
  ...changed,
});

describe('details of a total', () => {
  const entries = [
    entry('2026-11-16 09:30-18:45', { breaks: ['12:00-12:30'] }),
    entry('2026-11-17 08:55-12:00'),
    entry('2026-11-17 13:00-19:30'),
    entry('2026-11-19 09:00-17:00'),
  ];

  it('a total lists its days and entries in the order of the days', () => {
    const { lateArrivals, absentDays, overtimeParts, workedDays, breakMinutes } = buildReport(
      question({ entries }),
    ).totals;
    expect(lateArrivals).toEqual([
      { day: '2026-11-16', entryId: entries[0]?.id, clockIn: at('2026-11-16 09:30'), minute: 570 },
    ]);
    expect(absentDays).toEqual(['2026-11-18', '2026-11-20']);
    expect(overtimeParts).toEqual([{ day: '2026-11-16', minutes: 45, entryId: entries[0]?.id }]);
    expect(workedDays).toEqual([
      { day: '2026-11-16', minutes: 525 },
      { day: '2026-11-17', minutes: 575 },
      { day: '2026-11-19', minutes: 480 },
    ]);
    expect(breakMinutes).toBe(30);
  });

  it('by the work settings, overtime lists whole days', () => {
    expect(buildReport(question({ entries, rules: 'settings' })).totals.overtimeParts).toEqual([
      { day: '2026-11-17', minutes: 35, entryId: null },
    ]);
  });

  it('the parts add up to the total on any history and by both sets of rules', () => {
    const days = workplaceDays(ZONE, '2026-10-19', '2026-11-15');
    fc.assert(
      fc.property(
        historyFrom(days[0]?.start ?? 0),
        fc.constantFrom('standard', 'settings'),
        (history, rules) => {
          const report = buildReport(
            question({ entries: history, days, rules, now: at('2026-12-31 12:00') }),
          );
          const sum = (parts: readonly { minutes: number }[]) =>
            parts.reduce((total, { minutes }) => total + minutes, 0);
          expect(sum(report.totals.workedDays)).toBeCloseTo(report.totalMinutes, 6);
          expect(sum(report.totals.overtimeParts)).toBeCloseTo(report.overtimeMinutes, 6);
          expect(report.totals.lateArrivals).toHaveLength(report.lateArrivals);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('people who have left', () => {
  it('somebody who leaves is not absent from the day of leaving on', () => {
    const leaver = {
      id: 'ada',
      name: 'Ada',
      employment: [{ from: at('2026-01-01 09:00'), to: at('2026-11-18 10:00') }],
    };
    expect(buildReport(question({ employee: leaver })).absentDays).toEqual(['2026-11-16', '2026-11-17']);
  });
});

describe('the report over all employees', () => {
  it('the figures of a range are the sum of its parts, wherever it is split', () => {
    const days = workplaceDays(ZONE, '2026-10-19', '2026-11-15');
    fc.assert(
      fc.property(
        historyFrom(days[0]?.start ?? 0),
        fc.constantFrom('standard', 'settings'),
        fc.integer({ min: 0, max: days.length }),
        (entries, rules, cut) => {
          const of = (part: typeof days) =>
            figuresOf(buildReport(question({ entries, days: part, rules, now: at('2026-12-31 12:00') })));
          const whole = of(days);
          const parts = sumOfFigures([of(days.slice(0, cut)), of(days.slice(cut))]);
          expect([parts.lateArrivals, parts.absences]).toEqual([whole.lateArrivals, whole.absences]);
          for (const figure of ['totalMinutes', 'overtimeMinutes', 'breakMinutes'] as const)
            expect(parts[figure]).toBeCloseTo(whole[figure], 6);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('figures of pages add up per person, and new people come last', () => {
    const rows = withPage(
      [row('Ada', { absences: 2 }), row('Björn')],
      [row('Ada', { absences: 1, isRunning: true, isEndMissing: false }), row('Carla')],
    );
    expect(rows.map(({ name, absences, isRunning }) => [name, absences, isRunning])).toEqual([
      ['Ada', 3, true],
      ['Björn', 0, false],
      ['Carla', 0, false],
    ]);
  });

  it('rows sort by any column, and equal rows by name', () => {
    const rows = [
      row('carla', { absences: 2 }),
      row('Ada', { absences: 2 }),
      row('Björn', { absences: 5 }),
      row('Ärne'),
    ];
    const names = (column: 'name' | 'absences', descending: boolean) =>
      sortTeam(rows, { column, descending }).map(({ name }) => name);
    expect(names('name', false)).toEqual(['Ada', 'Ärne', 'Björn', 'carla']);
    expect(names('absences', true)).toEqual(['Björn', 'Ada', 'carla', 'Ärne']);
    expect(names('absences', false)).toEqual(['Ärne', 'Ada', 'carla', 'Björn']);
  });

  it('shows hours with two decimals, counts with none, and large numbers with separators on screen', () => {
    const figures = row('All', { totalMinutes: 383_892, lateArrivals: 1234 });
    expect(
      [teamFigure('totalMinutes', figures), teamFigure('lateArrivals', figures)].map((value) =>
        valueText(value),
      ),
    ).toEqual(['6398.20', '1234']);
    expect([teamFigureText('totalMinutes', figures), teamFigureText('lateArrivals', figures)]).toEqual([
      '6,398.20',
      '1,234',
    ]);
    expect(Object.values(TEAM_COLUMN_LABEL)).toEqual([
      'Employee',
      'Total Hours',
      'Late Arrivals',
      'Absences',
      'Overtime',
      'Breaks',
    ]);
  });
});

describe('columns of whole minutes', () => {
  const figures = (totalMinutes: number, overtimeMinutes: number) => ({
    totalMinutes,
    overtimeMinutes,
    lateArrivals: 1,
    absences: 1,
    breakMinutes: 30,
  });

  it('the minutes that the rows do not show make up the difference to the sum', () => {
    const third = 20_000 / 60_000;
    const uneven = [figures(480 + third, 1), figures(480 + third, 1), figures(third, 1)];
    const none = { overtimeMinutes: 0, lateArrivals: 0, absences: 0, breakMinutes: 0 };
    expect(figuresNotShown(uneven, minutesNotShown)).toEqual({ totalMinutes: 1, ...none });
    expect(figuresNotShown([figures(480, 1), figures(480.5, 1)], minutesNotShown)).toBeNull();
    expect(figuresNotShown([], minutesNotShown)).toBeNull();
  });

  it('the hours that rounding to two decimals adds or drops make up the difference, too', () => {
    const exceeding = [1, 2, 3].map(() => figures(500, 20));
    expect(figuresNotShown(exceeding, minutesNotShown)).toBeNull();
    const lacking = { totalMinutes: 0.01, overtimeMinutes: 0.01, breakMinutes: 0 };
    expect(figuresNotShown(exceeding, hoursNotShown)).toMatchObject(lacking);
    expect(figuresNotShown([figures(10, 30), figures(10, 30)], hoursNotShown)).toMatchObject({
      totalMinutes: -0.01,
    });
  });
});

describe('rule texts of totals', () => {
  it('the standard rules have fixed texts for hours, lateness, absences and overtime', () => {
    expect(ruleTexts('standard', settings)).toEqual({
      hours: 'time at work less breaks',
      late: 'first clock-in after 09:00',
      absences: 'weekdays without an entry',
      overtime: 'beyond 8h in one entry',
      tag: 'first clock-in after 09:05',
    });
  });

  it('the work settings give their own texts, and without settings the tag falls back to the hour', () => {
    expect(
      ruleTexts('settings', {
        ...settings,
        workStartTime: '08:30',
        lateThresholdMinutes: 10,
        allowFlexibleHours: false,
      }),
    ).toMatchObject({
      late: 'first clock-in after 08:40',
      overtime: 'beyond 9h 30m a day',
      tag: 'first clock-in after 08:40',
    });
    expect(ruleTexts('standard', undefined).tag).toBe('first clock-in at 10:00 or later');
  });

  it.each([
    ['22:58', 60, 'first clock-in after 23:58'],
    ['22:59', 60, 'nobody is late: start and threshold reach midnight'],
    ['23:00', 60, 'nobody is late: start and threshold reach midnight'],
    ['23:59', 60, 'nobody is late: start and threshold reach midnight'],
  ])('a start at %s and a threshold of %i min read "%s"', (workStartTime, lateThresholdMinutes, text) => {
    expect(ruleTexts('settings', { ...settings, workStartTime, lateThresholdMinutes }).late).toBe(text);
  });

  it('the named minute is the last on-time minute for any start and threshold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 60 }),
        (start, lateThresholdMinutes) => {
          const changed = { ...settings, workStartTime: timeText(start), lateThresholdMinutes };
          const late = Array.from(
            { length: 1440 },
            (_, minute) => latenessOf(minute, expectedOfHours(changed)).late,
          );
          const named = /^first clock-in after (?<time>\d\d:\d\d)$/u.exec(
            ruleTexts('settings', changed).late,
          );
          const time = named?.groups?.time;
          expect(time === undefined ? -1 : requireMinuteOfDay(time) + 1).toBe(late.indexOf(true));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('the texts say whether a running entry and today are included, and holidays left out', () => {
    const text = ruleTexts('standard', settings);
    expect(
      withRangeFacts('standard', text, {
        isRunning: false,
        includesToday: false,
        hasHolidays: false,
        hasSchedules: false,
      }),
    ).toEqual(text);
    expect(
      withRangeFacts('settings', text, {
        isRunning: true,
        includesToday: true,
        hasHolidays: true,
        hasSchedules: false,
      }),
    ).toEqual({
      ...text,
      hours: 'time at work less breaks, including the running entry',
      absences: 'weekdays without an entry, except holidays, including today',
    });
  });
});
