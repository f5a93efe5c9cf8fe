import type { PayrollPeriod, PayrollPerson } from '#contract/payroll';
import type { PdfColumn, PdfContent, PdfRow } from '#documents/pdf-content';
import { drawable, runsOf } from '#documents/pdf-text';
import { payPeriodText } from '#domain/period/pay-period';
import { formatDayRange } from '#domain/time/format';
import { formatDuration, SECONDS_NOT_SHOWN, shownHours } from '#domain/time/units';
import { closedAt, closedText, overtimeRule, notShownOf, sumOf, sumOfMinutes } from './payroll-sheets.ts';

const COLUMNS: readonly PdfColumn[] = [
  { title: 'Payroll Number', share: 15 },
  { title: 'Employee', share: 24 },
  { title: 'Worked', share: 10, align: 'right' },
  { title: 'Target', share: 10, align: 'right' },
  { title: 'Breaks', share: 9, align: 'right' },
  { title: 'Overtime (Standard)', share: 19, align: 'right' },
  { title: 'Overtime (Work settings)', share: 23, align: 'right' },
  { title: 'Absences', share: 12, align: 'right' },
  { title: 'Late', share: 8, align: 'right' },
  { title: 'Remarks', share: 32 },
];

const LATE_NOTE = 'Late arrivals by the Standard rules / by the work settings.';
const FRAMES_NOTE =
  'A frame stands for a letter this file has no font for. It can be copied, and the other files show it.';

const counted = (number: number, one: string, more = `${one}s`): string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : more}`];

const remarksOf = (person: PayrollPerson): string =>
  [
    ...counted(person.objections, 'objection'),
    ...counted(person.openRequests, 'open request'),
    ...counted(person.corrections, 'correction'),
    ...counted(person.awaitingAgreement, 'waiting for employee', 'waiting for employee'),
    ...counted(person.selfDecided, 'self-decided', 'self-decided'),
    ...counted(person.reopenings, 'reopening'),
    ...(person.confirmationRemark
      ? [person.confirmationRemark]
      : person.isConfirmed
        ? []
        : ['not confirmed']),
  ].join(', ');

function rowOf(person: PayrollPerson): PdfRow {
  const remarks = remarksOf(person);
  return {
    cells: [
      person.payrollNumber,
      `${person.name} (${person.employeeId})`,
      shownHours(person.workedMinutes),
      shownHours(person.targetMinutes),
      shownHours(person.breakMinutes),
      shownHours(person.overtimeMinutes.standard),
      shownHours(person.overtimeMinutes.settings),
      String(person.absences),
      `${person.lateArrivals.standard} / ${person.lateArrivals.settings}`,
      person.objections > 0 ? { text: remarks, colour: '#92400e', bold: true } : remarks,
    ],
  };
}

const hasFrames = ({ workplace, people }: PayrollPeriod): boolean =>
  [workplace, ...people.flatMap(({ name, payrollNumber, closedBy }) => [name, payrollNumber, closedBy])].some(
    (text) => runsOf(drawable(text)).some(({ part }) => part === null),
  );

export function payrollPdf(period: PayrollPeriod): PdfContent {
  const { workplace, people } = period;
  const title = payPeriodText(period);
  const objections = sumOf(period, (one) => one.objections);
  const hours = (label: string, figure: (person: PayrollPerson) => number, rule: string) => {
    const notShown = notShownOf(period, figure);
    return {
      label,
      value: shownHours(sumOfMinutes(period, figure)),
      rule: notShown > 0 ? `${rule} · ${SECONDS_NOT_SHOWN}: ${formatDuration(notShown)}` : rule,
    };
  };
  return {
    isLandscape: true,
    title: `Payroll summary, ${title}`,
    heading: title,
    facts: [
      ...[workplace].filter((name) => name !== ''),
      `${formatDayRange(period.first, period.last)} · ${counted(people.length, 'employee').join('')}`,
      closedText(period),
    ],
    ...(objections > 0
      ? {
          warning: `${counted(objections, 'objection stands', 'objections stand').join('')} against these hours.`,
        }
      : {}),
    figures: [
      hours('Worked', (one) => one.workedMinutes, 'time at work less breaks'),
      hours('Overtime (Standard)', (one) => one.overtimeMinutes.standard, overtimeRule(period, 'standard')),
      hours(
        'Overtime (Work settings)',
        (one) => one.overtimeMinutes.settings,
        overtimeRule(period, 'settings'),
      ),
      {
        label: 'Absences',
        value: String(sumOf(period, (one) => one.absences)),
        rule: 'weekdays without an entry',
      },
    ],
    columns: COLUMNS,
    rows: people.map(rowOf),
    empty: 'Nobody was employed in this period.',
    note: [LATE_NOTE, ...(hasFrames(period) ? [FRAMES_NOTE] : [])].join(' '),
    signatures: ['Checked by', 'Approved by'],
    generatedAt: closedAt(period),
    footer: [workplace, title].filter((name) => name !== '').join(' · '),
  };
}
