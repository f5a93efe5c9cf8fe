import { describe, expect, it } from 'vitest';
import type { EmployeeReportView } from '#contract/reports';
import { chartDays, hourSpan, namedDays, shiftBy } from '#web/screens/admin/reports/charts/chart-days.ts';
import { employeeReportResult } from '#web/screens/admin/reports/report-result.ts';
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
  calendar: { timeZone: 'Asia/Kathmandu', today: '2026-11-20', days: days(7) },
  entries,
  employee: {
    id: id(1),
    name: 'Ada',
    email: 'a@example.com',
    employeeId: 'E',
    department: 'D',
    createdAt: '2026-01-01T00:00:00.000Z',
    leftAt: null,
  },
});
const range = { startDate: '2026-11-16', endDate: '2026-11-22', includeFormer: false };
const worked = entry(1, { clockIn: at('08:30'), clockOut: at('17:30') });

describe('the charts', () => {
  it('have one mark a day up to today: hours, absence, and whether the arrival was late by the rules of the report', () => {
    const standard = employeeReportResult(view([worked]), { ...range, rules: 'standard' }, '1');
    const marks = chartDays(standard);
    expect(marks.map(({ isAbsent }) => isAbsent)).toEqual([true, true, true, true, false]);
    expect(marks.at(-1)).toEqual({
      day: '2026-11-20',
      isWeekend: false,
      minutes: 540,
      isAbsent: false,
      arrival: { minute: 510, isLate: false },
    });
    const bySettings = employeeReportResult(view([worked]), { ...range, rules: 'settings' }, '2');
    expect(chartDays(bySettings).at(-1)?.arrival).toEqual({ minute: 510, isLate: true });
    expect([standard.startMinute, bySettings.startMinute, shiftBy(standard), shiftBy(bySettings)]).toEqual([
      540, 480, 480, 540,
    ]);
  });

  it('span whole hours around what they show', () => {
    expect(hourSpan([530, 545])).toEqual({ from: 8, to: 10 });
    expect(hourSpan([600])).toEqual({ from: 10, to: 12 });
  });

  it('name few days, or months where there are many', () => {
    const names = (count: number) => [
      ...namedDays(
        days(count).map(({ day }) => ({
          day,
          isWeekend: false,
          minutes: 0,
          isAbsent: false,
          arrival: undefined,
        })),
      ).values(),
    ];
    expect(names(31)).toEqual(['Nov 16', 'Nov 24', 'Dec 02', 'Dec 10']);
    expect(names(365)).toEqual(['Dec', 'Feb', 'Apr', 'Jun', 'Aug', 'Oct']);
  });
});
