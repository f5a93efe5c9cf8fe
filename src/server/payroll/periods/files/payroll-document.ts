/** A closed period as Excel sheets and as PDF. */
import { decimalText, say, type TextKey } from '#texts/say';
import type { PayrollPeriod, PayrollPerson } from '#contract/periods/payroll';
import { toEpochMs } from '#contract/wire';
import { type PdfCell, type PdfColumn, type PdfContent, summarySheet, type Sheet } from '#documents/content';
import { cellsOf, count, date, hours, type Value } from '#domain/file/table';
import { CONFIRMATION_REMARK_TEXT } from '#domain/period/payroll';
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
  if (people.length === 0) return say('payrollFile.nobody');
  const once = new Set(people.map((one) => one.closedAt)).size === 1;
  return say(once ? 'payrollFile.closedBy' : 'payrollFile.closedByLast', { names: names.join(', '), when });
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
    const text = hasDecimals ? decimalText(notShown.toFixed(2)) : formatDuration(notShown);
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
    worked: minutes(say('payrollColumn.worked'), (one) => one.workedMinutes, say('reportRules.hours')),
    target: minutes(say('payrollColumn.target'), (one) => one.targetMinutes),
    breaks: minutes(say('payrollColumn.breaks'), (one) => one.breakMinutes),
    overtimeStandard: minutes(
      say('payrollColumn.overtimeStandard'),
      (one) => one.overtimeMinutes.standard,
      rule('standard'),
    ),
    overtimeSettings: minutes(
      say('payrollColumn.overtimeSettings'),
      (one) => one.overtimeMinutes.settings,
      rule('settings'),
    ),
    absences: number(say('payrollColumn.absences'), (one) => one.absences),
    lateStandard: number(say('payrollColumn.lateStandard'), (one) => one.lateArrivals.standard),
    lateSettings: number(say('payrollColumn.lateSettings'), (one) => one.lateArrivals.settings),
    corrections: number(say('payrollColumn.corrections'), (one) => one.corrections),
    objections: number(say('payrollColumn.objections'), (one) => one.objections),
    reopenings: number(say('payrollFile.reopenings'), (one) => one.reopenings),
  };
}

const WIDE: ReadonlySet<PayrollColumn> = new Set<PayrollColumn>(['name', 'department']);

export function payrollSheets(period: PayrollPeriod, profile: PayrollProfile, isEarlier: boolean): Sheet[] {
  const totals = totalsOf(period, !isEarlier && profile.hours === 'decimal');
  const facts = summarySheet(
    [24, 24, 44, 28],
    [
      [say('payrollFile.workplace'), period.workplace],
      [say('payrollColumn.first'), date(period.first)],
      [say('payrollColumn.last'), date(period.last)],
      [say('payrollFile.closed'), closedText(period)],
      [say('payrollFile.columns'), profile.name],
      [],
      [say('reportFile.employees'), count(period.people.length)],
      ...Object.values(totals).map((one) => [one.label, one.value, one.rule, one.notShown]),
    ],
  );
  const spelling = { hours: profile.hours, text: (value: Value) => payrollText(value, profile) };
  return [
    {
      name: say('payrollFile.sheet'),
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

const pdfColumns = (): readonly PdfColumn<PayrollPerson>[] => [
  { title: say('payrollColumn.payrollNumber'), width: 15, value: (one) => one.payrollNumber },
  { title: say('payrollColumn.name'), width: 24, value: ({ name, employeeId }) => `${name} (${employeeId})` },
  { title: say('payrollColumn.worked'), width: 10, align: 'right', value: (one) => hours(one.workedMinutes) },
  { title: say('payrollColumn.target'), width: 10, align: 'right', value: (one) => hours(one.targetMinutes) },
  { title: say('payrollColumn.breaks'), width: 9, align: 'right', value: (one) => hours(one.breakMinutes) },
  {
    title: say('payrollColumn.overtimeStandard'),
    width: 19,
    align: 'right',
    value: (one) => hours(one.overtimeMinutes.standard),
  },
  {
    title: say('payrollColumn.overtimeSettings'),
    width: 23,
    align: 'right',
    value: (one) => hours(one.overtimeMinutes.settings),
  },
  { title: say('payrollColumn.absences'), width: 12, align: 'right', value: (one) => count(one.absences) },
  {
    title: say('periods.late'),
    width: 8,
    align: 'right',
    value: ({ lateArrivals: { standard, settings } }) => `${standard} / ${settings}`,
  },
  { title: say('payrollFile.remarks'), width: 32, value: remarksCell },
];

type CountKey = Extract<TextKey, `payrollFile.${string}Count`> | 'payrollFile.objectionsStand';

const countTexts = (number: number, key: CountKey | 'reportFile.employeeCount'): string[] =>
  number === 0 ? [] : [say(key, { count: number, number: String(number) })];

function remarksCell(person: PayrollPerson): PdfCell {
  const { confirmationRemark, isConfirmed } = person;
  const remarks = [
    ...countTexts(person.objections, 'payrollFile.objectionCount'),
    ...countTexts(person.openRequests, 'payrollFile.openRequestCount'),
    ...countTexts(person.corrections, 'payrollFile.correctionCount'),
    ...countTexts(person.awaitingAgreement, 'payrollFile.awaitingCount'),
    ...countTexts(person.selfDecided, 'payrollFile.selfDecidedCount'),
    ...countTexts(person.reopenings, 'payrollFile.reopeningCount'),
    ...(confirmationRemark ? [CONFIRMATION_REMARK_TEXT[confirmationRemark]] : []),
    ...(confirmationRemark || isConfirmed ? [] : [say('payrollFile.notConfirmed')]),
  ].join(', ');
  return person.objections > 0 ? { warning: remarks } : remarks;
}

export function payrollPdf(period: PayrollPeriod, isEarlier: boolean): PdfContent {
  const { workplace, people } = period;
  const names = people.flatMap(({ name, payrollNumber, closedBy }) => [name, payrollNumber, closedBy]);
  const title = payPeriodText(period);
  const { worked, overtimeStandard, overtimeSettings, absences } = totalsOf(period, !isEarlier);
  const [warning] = countTexts(
    sumOf(period, (one) => one.objections),
    'payrollFile.objectionsStand',
  );
  const columns = pdfColumns();
  return {
    isLandscape: true,
    title: say('payrollFile.title', { period: title }),
    heading: title,
    facts: [
      ...[workplace].filter((name) => name !== ''),
      `${formatDayRange(period.first, period.last)} · ${countTexts(people.length, 'reportFile.employeeCount').join('')}`,
      closedText(period),
    ],
    ...(warning === undefined ? {} : { warning }),
    figures: [
      ...[worked, overtimeStandard, overtimeSettings].map(({ label, value, rule, notShown }) => ({
        label,
        value,
        rule: notShown === '' ? rule : `${rule} · ${notShown}`,
      })),
      { ...absences, rule: say('reportRules.absences') },
    ],
    columns,
    rows: cellsOf(columns, people).map((cells) => ({ cells })),
    empty: say('payrollFile.nobody'),
    note: [say('payrollFile.lateNote'), ...(hasFrames([workplace, ...names]) ? [framesNote()] : [])].join(
      ' ',
    ),
    signatures: [say('reportFile.checkedBy'), say('reportFile.approvedBy')],
    generatedAt: closedAt(period),
    footer: [workplace, title].filter((name) => name !== '').join(' · '),
  };
}
