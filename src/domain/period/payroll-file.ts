/** Payroll files by profile: each payroll program wants its own columns, names and spelling. */
import { say } from '#texts/say';
import { cellsToCsv, type CsvDelimiter } from '../file/csv.ts';
import { count, date, hours, plainText, type Column, type Value } from '../file/table.ts';
import { formatClockHours, shownHours, type Minutes } from '../time/units.ts';
import { CONFIRMATION_REMARK_TEXT, regularMinutes, type PayrollSummary } from './payroll.ts';

function confirmedText({ isConfirmed, confirmationRemark }: PayrollSummary): string {
  const answer = say(isConfirmed ? 'payrollRemark.yes' : 'payrollRemark.no');
  return confirmationRemark ? `${answer} (${CONFIRMATION_REMARK_TEXT[confirmationRemark]})` : answer;
}

const countOf = (number: number | undefined): Value => (number === undefined ? '' : count(number));

/** Saved profiles refer to these names, so none may change. */
const COLUMNS = {
  payrollNumber: { title: 'Payroll Number', value: (one) => one.payrollNumber },
  employeeId: { title: 'Employee ID', value: (one) => one.employeeId },
  name: { title: 'Employee', value: (one) => one.name },
  department: { title: 'Department', value: (one) => one.department },
  first: { title: 'First Day', value: (one) => date(one.first) },
  last: { title: 'Last Day', value: (one) => date(one.last) },
  month: { title: 'Month', value: (one) => ({ kind: 'month', day: one.last }) },
  worked: { title: 'Worked', value: (one) => hours(one.workedMinutes) },
  target: { title: 'Target', value: (one) => hours(one.targetMinutes) },
  breaks: { title: 'Breaks', value: (one) => hours(one.breakMinutes) },
  regularStandard: { title: 'Regular (Standard)', value: (one) => hours(regularMinutes(one, 'standard')) },
  overtimeStandard: { title: 'Overtime (Standard)', value: (one) => hours(one.overtimeMinutes.standard) },
  regularSettings: {
    title: 'Regular (Work settings)',
    value: (one) => hours(regularMinutes(one, 'settings')),
  },
  overtimeSettings: {
    title: 'Overtime (Work settings)',
    value: (one) => hours(one.overtimeMinutes.settings),
  },
  absences: { title: 'Absences', value: (one) => count(one.absences) },
  lateStandard: { title: 'Late Arrivals (Standard)', value: (one) => count(one.lateArrivals.standard) },
  lateSettings: { title: 'Late Arrivals (Work settings)', value: (one) => count(one.lateArrivals.settings) },
  corrections: { title: 'Corrections', value: (one) => count(one.corrections) },
  awaitingAgreement: { title: 'Waiting for Employee', value: (one) => count(one.awaitingAgreement) },
  selfDecided: { title: 'Self-decided', value: (one) => count(one.selfDecided) },
  openRequests: { title: 'Open Requests', value: (one) => count(one.openRequests) },
  objections: { title: 'Objections', value: (one) => count(one.objections) },
  confirmed: { title: 'Confirmed', value: confirmedText },
  expectedDays: { title: 'Expected Days', value: (one) => countOf(one.expectedDays) },
  holidays: { title: 'Holidays', value: (one) => countOf(one.holidays) },
  credited: {
    title: 'Leave Counted as Time',
    value: (one) => (one.creditedMinutes === undefined ? '' : hours(one.creditedMinutes)),
  },
} as const satisfies Record<string, Column<PayrollSummary>>;

export type SummaryColumn = keyof typeof COLUMNS;
export const SUMMARY_COLUMNS = Object.keys(COLUMNS) as readonly SummaryColumn[];

/**
 * A profile's column has a `text`: the value to print for `fixed`, the kind of leave for `leaveDays`. `wageType` and
 * `wageHours` are empty if there are no wage types.
 */
export const PAYROLL_COLUMNS = [...SUMMARY_COLUMNS, 'leaveDays', 'fixed', 'wageType', 'wageHours'] as const;
export type PayrollColumn = (typeof PAYROLL_COLUMNS)[number];

export const PAYROLL_COLUMN_LABEL = {
  ...(Object.fromEntries(SUMMARY_COLUMNS.map((id) => [id, COLUMNS[id].title])) as Record<
    SummaryColumn,
    string
  >),
  leaveDays: 'Days of Leave',
  fixed: 'Fixed Text',
  wageType: 'Wage Type',
  wageHours: 'Hours of the Wage Type',
} as const satisfies Record<PayrollColumn, string>;

export const HOURS_COLUMNS = [
  'worked',
  'target',
  'breaks',
  'regularStandard',
  'overtimeStandard',
  'regularSettings',
  'overtimeSettings',
  'credited',
] as const satisfies readonly SummaryColumn[];

export interface ProfileColumn {
  readonly column: PayrollColumn;
  readonly name: string;
  /** The text of a `fixed` column, or the kind of leave that `leaveDays` counts. */
  readonly text?: string | undefined;
}

export interface WageType {
  readonly code: string;
  readonly column: (typeof HOURS_COLUMNS)[number];
}

export const HOUR_SPELLINGS = ['decimal', 'clock', 'minutes'] as const;
export const DATE_SPELLINGS = ['iso', 'dmy', 'mdy'] as const;
export const CSV_DELIMITERS = [',', ';', '\t'] as const satisfies readonly CsvDelimiter[];
export const DECIMAL_SIGNS = ['.', ','] as const;
/** The mark tells programs that a file is UTF-8; others take it for a part of the first field. */
export const ENCODINGS = ['utf-8', 'utf-8-mark', 'windows-1252'] as const;

export interface PayrollProfile {
  readonly name: string;
  readonly columns: readonly ProfileColumn[];
  /** One line per wage type with hours; without wage types, one line per person. */
  readonly wageTypes: readonly WageType[];
  readonly delimiter: CsvDelimiter;
  readonly decimal: (typeof DECIMAL_SIGNS)[number];
  /** 8.50, 8:30 or 510. */
  readonly hours: (typeof HOUR_SPELLINGS)[number];
  /** 2026-10-31, 31.10.2026 or 10/31/2026. */
  readonly dates: (typeof DATE_SPELLINGS)[number];
  readonly header: boolean;
  /** Default: UTF-8, with a mark where names come first, as spreadsheets need it. */
  readonly encoding?: (typeof ENCODINGS)[number] | undefined;
}

export const encodingOf = ({ encoding, header }: Pick<PayrollProfile, 'encoding' | 'header'>) =>
  encoding ?? (header ? 'utf-8-mark' : 'utf-8');

const namedColumn = (column: PayrollColumn, name: string): ProfileColumn => ({ column, name });

export const STANDARD_PROFILE: PayrollProfile = {
  name: 'All columns',
  columns: SUMMARY_COLUMNS.map((column) => namedColumn(column, COLUMNS[column].title)),
  wageTypes: [],
  delimiter: ',',
  decimal: '.',
  hours: 'decimal',
  dates: 'iso',
  header: true,
};

/** A column's title in files that the first versions signed. */
const FIRST_TITLE = { column: 'awaitingAgreement', name: 'Awaiting Agreement' } as const;

/** A signed file must keep its bytes, so periods without frozen columns keep those of their time. */
function earlierColumns(people: readonly PayrollSummary[], hasFirstTitle: boolean): ProfileColumn[] {
  const has = (name: 'expectedDays' | 'creditedMinutes'): boolean =>
    people.some((one) => one[name] !== undefined);
  const lacking = has('creditedMinutes') ? 0 : has('expectedDays') ? 1 : 3;
  const { columns } = STANDARD_PROFILE;
  return columns
    .slice(0, columns.length - lacking)
    .map((one) => (hasFirstTitle && one.column === FIRST_TITLE.column ? FIRST_TITLE : one));
}

/** All columns, and one for each kind of leave taken. @param columns undefined if closed by an earlier version */
export function standardProfile(
  people: readonly PayrollSummary[],
  columns?: readonly ProfileColumn[],
  hasFirstTitle = false,
): PayrollProfile {
  const kinds = new Set(people.flatMap(({ leave = [] }) => leave.map(({ name }) => name)));
  return {
    ...STANDARD_PROFILE,
    columns: [
      ...(columns ?? earlierColumns(people, hasFirstTitle)),
      ...[...kinds].toSorted().map((name): ProfileColumn => ({ column: 'leaveDays', name, text: name })),
    ],
  };
}

/** Templates for two kinds of programs: a line for each wage type (German), and hours side by side (American). */
export const EXAMPLE_PROFILES: readonly PayrollProfile[] = [
  {
    ...STANDARD_PROFILE,
    name: 'DATEV',
    columns: [
      namedColumn('payrollNumber', 'Personalnummer'),
      namedColumn('month', 'Abrechnungsmonat'),
      namedColumn('wageType', 'Lohnart'),
      namedColumn('wageHours', 'Stunden'),
      namedColumn('name', 'Name'),
    ],
    wageTypes: [
      { code: '1000', column: 'regularSettings' },
      { code: '1010', column: 'overtimeSettings' },
    ],
    delimiter: ';',
    decimal: ',',
    dates: 'dmy',
  },
  {
    ...STANDARD_PROFILE,
    name: 'ADP',
    columns: [
      { column: 'fixed', name: 'Co Code', text: 'ABC' },
      { column: 'fixed', name: 'Batch ID', text: 'PUNCTUAL' },
      namedColumn('payrollNumber', 'File #'),
      namedColumn('regularSettings', 'Reg Hours'),
      namedColumn('overtimeSettings', 'O/T Hours'),
    ],
    dates: 'mdy',
  },
];

/** Orders by payroll number, as a number. Uses no collation, since collations differ between machines. */
export const comparePayroll = (one: PayrollSummary, other: PayrollSummary): number =>
  compare(toSortKey(one.payrollNumber), toSortKey(other.payrollNumber)) ||
  compare(one.name, other.name) ||
  compare(one.userId, other.userId);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const toSortKey = (number: string): string => (/^\d+$/u.test(number) ? number.padStart(40, '0') : number);

function valueOf(
  { column, text = '' }: ProfileColumn,
  summary: PayrollSummary,
  wage: WageType | null,
): Value {
  switch (column) {
    case 'fixed':
      return text;
    case 'leaveDays':
      return leaveDaysOf(summary, text);
    case 'wageType':
      return wage?.code ?? '';
    case 'wageHours':
      return wage ? COLUMNS[wage.column].value(summary) : '';
    default:
      return COLUMNS[column].value(summary);
  }
}

/** Empty in periods closed before the app recorded leave. */
const leaveDaysOf = ({ leave }: PayrollSummary, kind: string): Value =>
  leave ? count(leave.reduce((sum, { name, days }) => sum + (name === kind ? days : 0), 0)) : '';

const hasHours = ({ column }: WageType, summary: PayrollSummary): boolean => {
  const value = COLUMNS[column].value(summary);
  return typeof value === 'object' && value.kind === 'hours' && Math.floor(value.minutes) > 0;
};

export const payrollRows = (summaries: readonly PayrollSummary[], profile: PayrollProfile): Value[][] =>
  summaries.toSorted(comparePayroll).flatMap((summary) => {
    const wages =
      profile.wageTypes.length === 0 ? [null] : profile.wageTypes.filter((one) => hasHours(one, summary));
    return wages.map((wage) => profile.columns.map((column) => valueOf(column, summary, wage)));
  });

type Spelling = Pick<PayrollProfile, 'decimal' | 'hours' | 'dates'>;

export function payrollText(value: Value, spelling: Spelling): string {
  if (typeof value === 'string') return value;
  switch (value.kind) {
    case 'hours':
      return spellHours(value.minutes, spelling);
    case 'date':
      return spellDate(value.day, spelling);
    case 'month':
      return spellDate(value.day.slice(0, 7), spelling);
    case 'count':
      return plainText(value).replace('.', spelling.decimal);
    default:
      return plainText(value);
  }
}

function spellHours(minutes: Minutes, { hours: as, decimal }: Spelling): string {
  switch (as) {
    case 'decimal':
      return shownHours(minutes).replace('.', decimal);
    case 'clock':
      return formatClockHours(minutes);
    case 'minutes':
      return String(Math.floor(minutes));
  }
}

/** A month has no day: 2026-10, 10.2026 or 10/2026. */
function spellDate(text: string, { dates }: Spelling): string {
  const [year = '', month = '', ...day] = text.split('-');
  switch (dates) {
    case 'iso':
      return text;
    case 'dmy':
      return [...day, month, year].join('.');
    case 'mdy':
      return [month, ...day, year].join('/');
  }
}

/** The same summaries must always give the same text, since the separately downloaded signature must match. */
export const payrollCsv = (summaries: readonly PayrollSummary[], profile: PayrollProfile): string =>
  cellsToCsv(
    profile.columns.map(({ name }) => name),
    payrollRows(summaries, profile),
    {
      ...profile,
      text: (value) => payrollText(value, profile),
      mark: encodingOf(profile) === 'utf-8-mark',
    },
  );
