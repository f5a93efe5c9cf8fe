import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildReport } from '#domain/report/report';
import { latenessOf } from '#domain/day/punctuality';
import { ruleTexts, withStillGoing } from '#domain/report/rules';
import type { ReportQuestion } from '#domain/report/totals';
import {
  figuresNotShown,
  sortedTeam,
  sumOfFigures,
  TEAM_COLUMN_LABEL,
  teamFigure,
  teamFigureShown,
  withPage,
  type TeamRow,
} from '#domain/report/team-report';
import { valueText } from '#domain/file/table';
import { requireMinuteOfDay, timeText } from '#domain/time/units';
import { historyFrom } from './histories.ts';
import { figuresOf } from './oracle.ts';
import { at, entry, settings, ZONE, workplaceDays } from './timeline.ts';

const question = (changed: Partial<ReportQuestion> = {}): ReportQuestion => ({
  employee: { id: 'ada', name: 'Ada', createdAt: at('2026-01-01 09:00') },
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

describe('what a total opens to', () => {
  const entries = [
    entry('2026-11-16 09:30-18:45', { breaks: ['12:00-12:30'] }),
    entry('2026-11-17 08:55-12:00'),
    entry('2026-11-17 13:00-19:30'),
    entry('2026-11-19 09:00-17:00'),
  ];

  it('is its days and entries, in the order of the days', () => {
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

  it('is whole days by the work settings', () => {
    expect(buildReport(question({ entries, rules: 'settings' })).totals.overtimeParts).toEqual([
      { day: '2026-11-17', minutes: 35, entryId: null },
    ]);
  });

  it('adds up to the total, on any history and by either rules', () => {
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

describe('who has left', () => {
  it('is not absent on the day of leaving, nor after it', () => {
    const leaver = {
      id: 'ada',
      name: 'Ada',
      createdAt: at('2026-01-01 09:00'),
      leftAt: at('2026-11-18 10:00'),
    };
    expect(buildReport(question({ employee: leaver })).absentDays).toEqual(['2026-11-16', '2026-11-17']);
  });
});

describe('the report over all employees', () => {
  it('a range has the figures of its parts added up, wherever it is cut', () => {
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

  it('pages are added up person by person; who is new comes last', () => {
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

  it('is sorted by any column, equal rows by their names', () => {
    const rows = [
      row('carla', { absences: 2 }),
      row('Ada', { absences: 2 }),
      row('Björn', { absences: 5 }),
      row('Ärne'),
    ];
    const names = (column: 'name' | 'absences', descending: boolean) =>
      sortedTeam(rows, { column, descending }).map(({ name }) => name);
    expect(names('name', false)).toEqual(['Ada', 'Ärne', 'Björn', 'carla']);
    expect(names('absences', true)).toEqual(['Björn', 'Ada', 'carla', 'Ärne']);
    expect(names('absences', false)).toEqual(['Ärne', 'Ada', 'carla', 'Björn']);
  });

  it('shows hours with two decimals and counts without; people read large sums by their thousands', () => {
    const figures = row('All', { totalMinutes: 383_892, lateArrivals: 1234 });
    expect(
      [teamFigure('totalMinutes', figures), teamFigure('lateArrivals', figures)].map((value) =>
        valueText(value),
      ),
    ).toEqual(['6398.20', '1234']);
    expect([teamFigureShown('totalMinutes', figures), teamFigureShown('lateArrivals', figures)]).toEqual([
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

  it('fall short of their sums by what is not shown', () => {
    const third = 20_000 / 60_000;
    expect(figuresNotShown([figures(480 + third, 1), figures(480 + third, 1), figures(third, 1)])).toEqual({
      totalMinutes: 1,
      overtimeMinutes: 0,
      lateArrivals: 0,
      absences: 0,
      breakMinutes: 0,
    });
    expect(figuresNotShown([figures(480, 1), figures(480.5, 1)])).toBeNull();
    expect(figuresNotShown([])).toBeNull();
  });
});

describe('each total names its rule', () => {
  it('by the standard rules, whatever the settings say', () => {
    expect(ruleTexts('standard', settings)).toEqual({
      hours: 'time at work less breaks',
      late: 'first clock-in after 09:00',
      absences: 'weekdays without an entry',
      overtime: 'beyond 8 h in one entry',
      tag: 'first clock-in after 09:05',
    });
  });

  it('by the work settings, and by the hour where they are missing', () => {
    expect(
      ruleTexts('settings', {
        ...settings,
        workStartTime: '08:30',
        lateThresholdMinutes: 10,
        allowFlexibleHours: false,
      }),
    ).toMatchObject({
      late: 'first clock-in after 08:40',
      overtime: 'beyond 9.5 h a day',
      tag: 'first clock-in after 08:40',
    });
    expect(ruleTexts('standard', undefined).tag).toBe('first clock-in at 10:00 or later');
  });

  it.each([
    ['22:58', 60, 'first clock-in after 23:58'],
    ['22:59', 60, 'nobody is late: start and threshold reach midnight'],
    ['23:00', 60, 'nobody is late: start and threshold reach midnight'],
    ['23:59', 60, 'nobody is late: start and threshold reach midnight'],
  ])('with a start at %s and %i min: %s', (workStartTime, lateThresholdMinutes, text) => {
    expect(ruleTexts('settings', { ...settings, workStartTime, lateThresholdMinutes }).late).toBe(text);
  });

  it('whatever start and threshold are: after the minute named somebody is late, at it nobody', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 60 }),
        (start, lateThresholdMinutes) => {
          const changed = { ...settings, workStartTime: timeText(start), lateThresholdMinutes };
          const late = Array.from({ length: 1440 }, (_, minute) => latenessOf(minute, changed).late);
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

  it('and says what is still going on', () => {
    const text = ruleTexts('standard', settings);
    expect(withStillGoing(text, { isRunning: false, includesToday: false })).toEqual(text);
    expect(withStillGoing(text, { isRunning: true, includesToday: true })).toEqual({
      ...text,
      hours: 'time at work less breaks, including the running entry',
      absences: 'weekdays without an entry, including today',
    });
  });
});
