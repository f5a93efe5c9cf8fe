/** A closed period as Excel sheets and as PDF. */
import type { PayrollPeriod, PayrollPerson } from '#contract/periods/payroll';
import { toEpochMs } from '#contract/wire';
import { type PdfCell, type PdfColumn, type PdfContent, summarySheet, type Sheet } from '#documents/content';
import { cellsOf, count, date, hours, type Value } from '#domain/file/table';
import { payPeriodText } from '#domain/period/pay-period';
import {
  payrollRows,
  payrollText,
  type PayrollColumn,
  type PayrollProfile,
} from '#domain/period/payroll-file';
import { formatDate, formatDayRange, wallTime } from '#domain/time/format';
import {
  type EpochMs,
  MS_PER_MINUTE,
  secondsNotShown,
  formatDuration,
  hoursNotShown,
  minutesNotShown,
} from '#domain/time/units';
import { zoneAt } from '#domain/time/zone-rules';
import { framesNote, hasFrames } from '#documents/pdf-text';

/** Instant of the last closing. For a period without people: midnight UTC of its first day. */
const closedAt = ({ people, first }: PayrollPeriod): EpochMs =>
  Math.max(toEpochMs(`${first}T00:00:00.000Z`), ...people.map((one) => toEpochMs(one.closedAt)));

/** 'Closed by Ada, Bob, last on Nov 05, 2026 09:12 (Europe/Berlin)' */
function closedText(period: PayrollPeriod): string {
  const { people, timeZone } = period;
  const at = closedAt(period);
  const names = [...new Set(people.map(({ closedBy }) => closedBy))];
  const when = `${formatDate(at, timeZone)} ${wallTime(at, timeZone)} (${zoneAt(timeZone, at)})`;
  if (people.length === 0) return 'Nobody was employed in this period.';
  const once = new Set(people.map((one) => one.closedAt)).size === 1;
  return `Closed by ${names.join(', ')}, ${once ? '' : 'last '}on ${when}`;
}

type Figure = (person: PayrollPerson) => number;

interface Total {
  readonly label: string;
  readonly value: Value;
  readonly rule: string;
  /** Difference between the total and the sum of the lines, since each is rounded; '' if there is none. */
  readonly notShown: string;
}

const sumOf = ({ people }: PayrollPeriod, figure: Figure): number =>
  people.reduce((sum, person) => sum + figure(person), 0);

/** @param hasDecimals of the hours in the lines, so that decimals make them add up */
function totalsOf(period: PayrollPeriod, hasDecimals: boolean) {
  const { people } = period;
  const minutes = (label: string, figure: Figure, rule = ''): Total => {
    // Round to whole milliseconds: sums of binary fractions of a minute are not exact.
    const sum = Math.round(sumOf(period, figure) * MS_PER_MINUTE) / MS_PER_MINUTE;
    const notShown = (hasDecimals ? hoursNotShown : minutesNotShown)(people.map(figure), sum);
    const text = hasDecimals ? notShown.toFixed(2) : formatDuration(notShown);
    return {
      label,
      value: hours(sum),
      rule,
      notShown: notShown === 0 ? '' : `${secondsNotShown()}: ${text}`,
    };
  };
  const number = (label: string, figure: Figure): Total => ({
    label,
    value: count(sumOf(period, figure)),
    rule: '',
    notShown: '',
  });
  /** Joins several rules if settings changed between closings. */
  const rule = (rules: 'standard' | 'settings'): string =>
    [...new Set(people.map(({ overtimeRules }) => overtimeRules[rules]))].join('; ');
  return {
    worked: minutes('Worked', (one) => one.workedMinutes, 'time at work less breaks'),
    target: minutes('Target', (one) => one.targetMinutes),
    breaks: minutes('Breaks', (one) => one.breakMinutes),
    overtimeStandard: minutes('Overtime (Standard)', (one) => one.overtimeMinutes.standard, rule('standard')),
    overtimeSettings: minutes(
      'Overtime (Work settings)',
      (one) => one.overtimeMinutes.settings,
      rule('settings'),
    ),
    absences: number('Absences', (one) => one.absences),
    lateStandard: number('Late Arrivals (Standard)', (one) => one.lateArrivals.standard),
    lateSettings: number('Late Arrivals (Work settings)', (one) => one.lateArrivals.settings),
    corrections: number('Corrections', (one) => one.corrections),
    objections: number('Objections', (one) => one.objections),
    reopenings: number('Reopenings', (one) => one.reopenings),
  };
}

const WIDE: ReadonlySet<PayrollColumn> = new Set<PayrollColumn>(['name', 'department']);

export function payrollSheets(period: PayrollPeriod, profile: PayrollProfile, isEarlier: boolean): Sheet[] {
  const totals = totalsOf(period, !isEarlier && profile.hours === 'decimal');
  const facts = summarySheet(
    [24, 24, 44, 28],
    [
      ['Workplace', period.workplace],
      ['First Day', date(period.first)],
      ['Last Day', date(period.last)],
      ['Closed', closedText(period)],
      ['Columns', profile.name],
      [],
      ['Employees', count(period.people.length)],
      ...Object.values(totals).map((one) => [one.label, one.value, one.rule, one.notShown]),
    ],
  );
  const spelling = { hours: profile.hours, text: (value: Value) => payrollText(value, profile) };
  return [
    {
      name: 'Payroll',
      columns: profile.columns.map(({ name, column }) => ({
        title: profile.header ? name : undefined,
        width: Math.max(name.length + 4, WIDE.has(column) ? 30 : 14),
      })),
      rows: payrollRows(period.people, profile),
      ...spelling,
    },
    { ...facts, ...spelling },
  ];
}

const COLUMNS: readonly PdfColumn<PayrollPerson>[] = [
  { title: 'Payroll Number', width: 15, value: (one) => one.payrollNumber },
  { title: 'Employee', width: 24, value: ({ name, employeeId }) => `${name} (${employeeId})` },
  { title: 'Worked', width: 10, align: 'right', value: (one) => hours(one.workedMinutes) },
  { title: 'Target', width: 10, align: 'right', value: (one) => hours(one.targetMinutes) },
  { title: 'Breaks', width: 9, align: 'right', value: (one) => hours(one.breakMinutes) },
  {
    title: 'Overtime (Standard)',
    width: 19,
    align: 'right',
    value: (one) => hours(one.overtimeMinutes.standard),
  },
  {
    title: 'Overtime (Work settings)',
    width: 23,
    align: 'right',
    value: (one) => hours(one.overtimeMinutes.settings),
  },
  { title: 'Absences', width: 12, align: 'right', value: (one) => count(one.absences) },
  {
    title: 'Late',
    width: 8,
    align: 'right',
    value: ({ lateArrivals: { standard, settings } }) => `${standard} / ${settings}`,
  },
  { title: 'Remarks', width: 32, value: remarksCell },
];

const LATE_NOTE = 'Late arrivals by the Standard rules / by the work settings.';

const countTexts = (number: number, one: string, more = `${one}s`): string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];

function remarksCell(person: PayrollPerson): PdfCell {
  const { confirmationRemark = person.isConfirmed ? undefined : 'not confirmed' } = person;
  const remarks = [
    ...countTexts(person.objections, 'objection'),
    ...countTexts(person.openRequests, 'open request'),
    ...countTexts(person.corrections, 'correction'),
    ...countTexts(person.awaitingAgreement, 'waiting for employee', 'waiting for employee'),
    ...countTexts(person.selfDecided, 'self-decided', 'self-decided'),
    ...countTexts(person.reopenings, 'reopening'),
    ...(confirmationRemark ? [confirmationRemark] : []),
  ].join(', ');
  return person.objections > 0 ? { warning: remarks } : remarks;
}

export function payrollPdf(period: PayrollPeriod, isEarlier: boolean): PdfContent {
  const { workplace, people } = period;
  const names = people.flatMap(({ name, payrollNumber, closedBy }) => [name, payrollNumber, closedBy]);
  const title = payPeriodText(period);
  const { worked, overtimeStandard, overtimeSettings, absences } = totalsOf(period, !isEarlier);
  const [objections] = countTexts(
    sumOf(period, (one) => one.objections),
    'objection stands',
    'objections stand',
  );
  return {
    isLandscape: true,
    title: `Payroll summary, ${title}`,
    heading: title,
    facts: [
      ...[workplace].filter((name) => name !== ''),
      `${formatDayRange(period.first, period.last)} · ${countTexts(people.length, 'employee').join('')}`,
      closedText(period),
    ],
    ...(objections === undefined ? {} : { warning: `${objections} against these hours.` }),
    figures: [
      ...[worked, overtimeStandard, overtimeSettings].map(({ label, value, rule, notShown }) => ({
        label,
        value,
        rule: notShown === '' ? rule : `${rule} · ${notShown}`,
      })),
      { ...absences, rule: 'weekdays without an entry' },
    ],
    columns: COLUMNS,
    rows: cellsOf(COLUMNS, people).map((cells) => ({ cells })),
    empty: 'Nobody was employed in this period.',
    note: [LATE_NOTE, ...(hasFrames([workplace, ...names]) ? [framesNote()] : [])].join(' '),
    signatures: ['Checked by', 'Approved by'],
    generatedAt: closedAt(period),
    footer: [workplace, title].filter((name) => name !== '').join(' · '),
  };
}
