import type { PayrollPeriod, PayrollPerson } from '#contract/payroll';
import type { Sheet, SheetCell } from '#documents/workbook';
import {
  type PayrollCell,
  type PayrollColumn,
  type PayrollProfile,
  payrollRows,
  payrollText,
} from '#domain/period/payroll-file';
import { daySerial, durationSerial } from '#domain/time/spreadsheet-time';
import {
  type EpochMs,
  MS_PER_MINUTE,
  type Minutes,
  SECONDS_NOT_SHOWN,
  formatDuration,
  minutesNotShown,
  shownHours,
} from '#domain/time/units';
import { toEpochMs } from '#contract/wire';
import { formatDate, wallTime } from '#domain/time/format';
import { zoneAt } from '#domain/time/zone-rules';

/** When its last person was closed; an empty period: midnight UTC of its first day. */
export const closedAt = ({ people, first }: PayrollPeriod): EpochMs =>
  Math.max(toEpochMs(`${first}T00:00:00.000Z`), ...people.map((one) => toEpochMs(one.closedAt)));

/** 'Closed by Ada, Bob, last on Nov 05, 2026 09:12 (Europe/Berlin)' */
export function closedText(period: PayrollPeriod): string {
  const { people, timeZone } = period;
  const at = closedAt(period);
  const names = [...new Set(people.map(({ closedBy }) => closedBy))];
  const when = `${formatDate(at, timeZone)} ${wallTime(at, timeZone)} (${zoneAt(timeZone, at)})`;
  if (people.length === 0) return 'Nobody was employed in this period.';
  const once = new Set(people.map((one) => one.closedAt)).size === 1;
  return `Closed by ${names.join(', ')}, ${once ? '' : 'last '}on ${when}`;
}

type Figure = (person: PayrollPerson) => number;

export const sumOf = ({ people }: PayrollPeriod, figure: Figure): number =>
  people.reduce((sum, person) => sum + figure(person), 0);

/** Exact: rounds each person's minutes to milliseconds, which removes errors of binary fractions. */
export const sumOfMinutes = (period: PayrollPeriod, figure: Figure): Minutes =>
  Math.round(sumOf(period, figure) * MS_PER_MINUTE) / MS_PER_MINUTE;

/** Minutes by which a column's rounded lines fall short of its sum. */
export const notShownOf = (period: PayrollPeriod, figure: Figure): Minutes =>
  minutesNotShown(period.people.map(figure), sumOfMinutes(period, figure));

/** Settings may have changed between closings. */
export function overtimeRule({ people }: PayrollPeriod, rules: 'standard' | 'settings'): string {
  const texts = new Set(people.map(({ overtimeRules }) => overtimeRules[rules]));
  return [...texts].join('; ');
}

function sheetCell(cell: PayrollCell, profile: PayrollProfile): SheetCell {
  switch (cell.kind) {
    case 'count':
      return { number: cell.count, as: 'count' };
    case 'date':
      return { number: daySerial(cell.day), as: 'date' };
    case 'hours':
      return hoursCell(cell.minutes, profile.hours);
    default:
      return payrollText(cell, profile);
  }
}

function hoursCell(minutes: number, as: PayrollProfile['hours']): SheetCell {
  switch (as) {
    case 'decimal':
      return { number: Number(shownHours(minutes)), as: 'decimals' };
    case 'clock':
      return { number: durationSerial(Math.floor(minutes)), as: 'duration' };
    case 'minutes':
      return { number: Math.floor(minutes), as: 'count' };
  }
}

const WIDE: ReadonlySet<PayrollColumn> = new Set<PayrollColumn>(['name', 'department']);
const widthOf = (name: string, column: PayrollColumn): number =>
  Math.max(name.length + 4, WIDE.has(column) ? 30 : 14);

export function payrollSheets(period: PayrollPeriod, profile: PayrollProfile): Sheet[] {
  return [
    {
      name: 'Payroll',
      columns: profile.columns.map(({ name, column }) => ({
        title: profile.header ? name : null,
        width: widthOf(name, column),
      })),
      rows: payrollRows(period.people, profile).map((cells) => cells.map((cell) => sheetCell(cell, profile))),
    },
    {
      name: 'Summary',
      columns: [24, 24, 44, 28].map((width) => ({ title: null, width })),
      rows: factRows(period, profile),
    },
  ];
}

function factRows(period: PayrollPeriod, { name, hours }: PayrollProfile): SheetCell[][] {
  const minutes = (label: string, figure: (person: PayrollPerson) => number, rule = ''): SheetCell[] => {
    const notShown = notShownOf(period, figure);
    return [
      { bold: label },
      hoursCell(sumOfMinutes(period, figure), hours),
      rule,
      ...(notShown > 0 ? [`${SECONDS_NOT_SHOWN}: ${formatDuration(notShown)}`] : []),
    ];
  };
  const count = (label: string, figure: (person: PayrollPerson) => number): SheetCell[] => [
    { bold: label },
    { number: sumOf(period, figure), as: 'count' },
  ];
  return [
    [{ bold: 'Workplace' }, period.workplace],
    [{ bold: 'First Day' }, { number: daySerial(period.first), as: 'date' }],
    [{ bold: 'Last Day' }, { number: daySerial(period.last), as: 'date' }],
    [{ bold: 'Closed' }, closedText(period)],
    [{ bold: 'Columns' }, name],
    [],
    [{ bold: 'Employees' }, { number: period.people.length, as: 'count' }],
    minutes('Worked', (one) => one.workedMinutes, 'time at work less breaks'),
    minutes('Target', (one) => one.targetMinutes),
    minutes('Breaks', (one) => one.breakMinutes),
    minutes('Overtime (Standard)', (one) => one.overtimeMinutes.standard, overtimeRule(period, 'standard')),
    minutes(
      'Overtime (Work settings)',
      (one) => one.overtimeMinutes.settings,
      overtimeRule(period, 'settings'),
    ),
    count('Absences', (one) => one.absences),
    count('Late Arrivals (Standard)', (one) => one.lateArrivals.standard),
    count('Late Arrivals (Work settings)', (one) => one.lateArrivals.settings),
    count('Corrections', (one) => one.corrections),
    count('Objections', (one) => one.objections),
    count('Reopenings', (one) => one.reopenings),
  ];
}
