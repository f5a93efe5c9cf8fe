import { describe, expect, it } from 'vitest';
import type { EmployeeReportView } from '#contract/reports/reports';
import { chartDays, hourSpan, dayLabels, longestShift } from '#web/reports/charts/chart-days.ts';
import { monthSoFar, notablePeople } from '#web/reports/overview/overview.tsx';
import { employeeReportResult, lateTagNote } from '#contract/reports/result';
import { at, entry, id, settings } from './records.ts';

const midnight = Date.parse(at('00:00'));
const DAY = 86_400_000;
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const start = midnight + (index - 4) * DAY;
    const day = new Date(Date.parse('2026-11-16') + index * DAY).toISOString().slice(0, 10);
    return { day, weekday: 1 + (index % 7), start, end: start + DAY, startMinute: 0, shifts: [] };
  });
const view = (entries: EmployeeReportView['entries']): EmployeeReportView => ({
  now: at('16:00'),
  settings: settings({ workStartTime: '08:00' }),
  calendar: { timeZone: 'Asia/Kathmandu', plansId: '', today: '2026-11-20', days: days(7) },
  entries,
  corrections: [],
  closed: [],
  employee: {
    id: id(1),
    name: 'Ada',
    email: 'a@example.com',
    employeeId: 'E',
    department: 'D',
    employment: [{ from: '2026-01-01T00:00:00.000Z', to: null }],
  },
});
const range = { startDate: '2026-11-16', endDate: '2026-11-22', includeFormer: false };
const worked = entry(1, { clockIn: at('08:30'), clockOut: at('17:30') });

describe('the charts', () => {
  it("a chart has a mark per day up to today, with hours, overtime, absence and lateness by the report's rules", () => {
    const standard = employeeReportResult(view([worked]), { ...range, rules: 'standard' }, '1');
    const marks = chartDays(standard);
    expect(marks.map(({ isAbsent }) => isAbsent)).toEqual([true, true, true, true, false]);
    expect(marks.at(-1)).toEqual({
      day: '2026-11-20',
      isDayOff: false,
      minutes: 540,
      overtime: 60,
      isAbsent: false,
      arrival: { minute: 510, isLate: false },
    });
    const bySettings = employeeReportResult(view([worked]), { ...range, rules: 'settings' }, '2');
    expect(chartDays(bySettings).at(-1)).toMatchObject({
      overtime: 0,
      arrival: { minute: 510, isLate: true },
    });
    expect([
      standard.startMinute,
      bySettings.startMinute,
      longestShift(standard),
      longestShift(bySettings),
    ]).toEqual([540, 480, 480, 540]);
  });

  it('a chart spans whole hours around its values', () => {
    expect(hourSpan([530, 545])).toEqual({ from: 8, to: 10 });
    expect(hourSpan([600])).toEqual({ from: 10, to: 12 });
  });

  it('a chart labels few days, or months in a long range', () => {
    const names = (count: number) =>
      dayLabels(
        days(count).map(({ day }) => ({
          day,
          isDayOff: false,
          minutes: 0,
          overtime: 0,
          isAbsent: false,
          arrival: undefined,
        })),
      ).flatMap((name) => name?.text ?? []);
    expect(names(31)).toEqual(['Nov 16', 'Nov 24', 'Dec 02', 'Dec 10']);
    expect(names(365)).toEqual(['Dec', 'Feb', 'Apr', 'Jun', 'Aug', 'Oct']);
  });
});

describe('the overview of a month', () => {
  it('the overview ends with yesterday, and there is none on the first day', () => {
    expect(monthSoFar('2026-11-20')).toEqual({ first: '2026-11-01', last: '2026-11-19' });
    expect(monthSoFar('2026-12-01')).toBeNull();
  });

  it('the overview lists the highest values first, or nobody', () => {
    const row = (name: string, absences: number, overtimeMinutes: number) => ({
      userId: name,
      name,
      employeeId: name,
      department: '',
      leftAt: null,
      isRunning: false,
      isEndMissing: false,
      totalMinutes: 0,
      lateArrivals: 0,
      breakMinutes: 0,
      absences,
      overtimeMinutes,
    });
    const told = notablePeople([row('Ada', 1, 0.5), row('Bea', 3, 90), row('Cem', 3, 0)], 'standard');
    expect(told.map(({ sum, people }) => [sum, people.map((one) => [one.row.name, one.value])])).toEqual([
      ['', []],
      [
        '7 days',
        [
          ['Bea', '3 days'],
          ['Cem', '3 days'],
          ['Ada', '1 day'],
        ],
      ],
      ['1h 30m', [['Bea', '1h 30m']]],
    ]);
  });
});

describe("the note on the 'Late' tag", () => {
  const noteBy = (rules: 'standard' | 'settings', of = view([worked])) =>
    lateTagNote(employeeReportResult(of, { ...range, rules }, '1'));

  it('the note appears only where tag and total differ', () => {
    expect(noteBy('settings')).toBeNull();
    expect(noteBy('standard', view([]))).toBeNull();
    expect(noteBy('standard')).toBe(
      "The 'Late' tag goes by the work settings (first clock-in after 08:05): 1 day, not 0.",
    );
    expect(noteBy('settings', { ...view([worked]), settings: null })).toMatch(/^Failed to load settings\./);
  });

  it('with a schedule, a Standard report says how often its owner was late by either', () => {
    const { calendar, ...rest } = view([worked]);
    const schedule = { name: 'Early', minutes: 480, start: '08:00', end: '16:00' };
    const days = calendar.days.map((day) => ({ ...day, schedule }));
    expect(noteBy('standard', { ...rest, calendar: { ...calendar, days } })).toBe(
      'Late by their own schedule: 1 day. Late by 09:00: 0.',
    );
  });
  it('each row that differs has a note, in either direction', () => {
    const rowsBy = (rules: 'standard' | 'settings', workStartTime: string) =>
      employeeReportResult(
        { ...view([worked, entry(2, { clockIn: at('18:00') })]), settings: settings({ workStartTime }) },
        { ...range, rules },
        '1',
      ).report.entries.map(({ isLate, lateNote }) => [isLate, lateNote]);
    const agreed = [false, undefined];
    expect(rowsBy('standard', '08:00')).toEqual([agreed, [true, "Not late by this report's rule"]]);
    expect(rowsBy('settings', '08:00')).toEqual([agreed, [true, undefined]]);
    expect(rowsBy('standard', '10:00')).toEqual([agreed, agreed]);
    const unloaded = { ...view([entry(1, { clockIn: at('09:30') })]), settings: null };
    expect(
      employeeReportResult(unloaded, { ...range, rules: 'standard' }, '1').report.entries[0]?.lateNote,
    ).toBe("Late by this report's rule");
  });
});
