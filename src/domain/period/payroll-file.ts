/** The payroll summaries as a payroll program wants them: which columns, called what, in which order and spelling. */
import { regularMinutes, type PayrollSummary } from './payroll.ts';
import { formatClockHours, shownHours, type Day, type Minutes } from '../time/units.ts';
import { csvOf, type CsvDelimiter } from '../entry/timesheet.ts';

/** What a field holds, for files that know of numbers and dates. */
export type PayrollCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hours'; readonly minutes: Minutes }
  | { readonly kind: 'count'; readonly count: number }
  /** The month of a day, or the day itself. */
  | { readonly kind: 'date' | 'month'; readonly day: Day };

const text = (value: string): PayrollCell => ({ kind: 'text', text: value });
const hours = (minutes: Minutes): PayrollCell => ({ kind: 'hours', minutes });
const count = (value: number): PayrollCell => ({ kind: 'count', count: value });

const confirmedText = ({ isConfirmed, confirmationRemark }: PayrollSummary): string =>
  `${isConfirmed ? 'Yes' : 'No'}${confirmationRemark ? ` (${confirmationRemark})` : ''}`;

interface Column {
  readonly label: string;
  readonly of: (summary: PayrollSummary) => PayrollCell;
}

/** What there is to choose from, in the order of the summary; each name is kept in profiles. */
const COLUMNS = {
  payrollNumber: { label: 'Payroll Number', of: (one) => text(one.payrollNumber) },
  employeeId: { label: 'Employee ID', of: (one) => text(one.employeeId) },
  name: { label: 'Employee', of: (one) => text(one.name) },
  department: { label: 'Department', of: (one) => text(one.department) },
  first: { label: 'First Day', of: (one) => ({ kind: 'date', day: one.first }) },
  last: { label: 'Last Day', of: (one) => ({ kind: 'date', day: one.last }) },
  month: { label: 'Month', of: (one) => ({ kind: 'month', day: one.last }) },
  worked: { label: 'Worked', of: (one) => hours(one.workedMinutes) },
  target: { label: 'Target', of: (one) => hours(one.targetMinutes) },
  breaks: { label: 'Breaks', of: (one) => hours(one.breakMinutes) },
  regularStandard: { label: 'Regular (Standard)', of: (one) => hours(regularMinutes(one, 'standard')) },
  overtimeStandard: { label: 'Overtime (Standard)', of: (one) => hours(one.overtimeMinutes.standard) },
  regularSettings: { label: 'Regular (Work settings)', of: (one) => hours(regularMinutes(one, 'settings')) },
  overtimeSettings: { label: 'Overtime (Work settings)', of: (one) => hours(one.overtimeMinutes.settings) },
  absences: { label: 'Absences', of: (one) => count(one.absences) },
  lateStandard: { label: 'Late Arrivals (Standard)', of: (one) => count(one.lateArrivals.standard) },
  lateSettings: { label: 'Late Arrivals (Work settings)', of: (one) => count(one.lateArrivals.settings) },
  corrections: { label: 'Corrections', of: (one) => count(one.corrections) },
  awaitingAgreement: { label: 'Waiting for Employee', of: (one) => count(one.awaitingAgreement) },
  selfDecided: { label: 'Self-decided', of: (one) => count(one.selfDecided) },
  openRequests: { label: 'Open Requests', of: (one) => count(one.openRequests) },
  objections: { label: 'Objections', of: (one) => count(one.objections) },
  confirmed: { label: 'Confirmed', of: (one) => text(confirmedText(one)) },
} as const satisfies Record<string, Column>;

export type SummaryColumn = keyof typeof COLUMNS;
export const SUMMARY_COLUMNS = Object.keys(COLUMNS) as readonly SummaryColumn[];

/**
 * `fixed` holds a text of the profile's in every line; `wageType` and `wageHours` are those of the line's wage type,
 * and empty in a file of one line a person.
 */
export const PAYROLL_COLUMNS = [...SUMMARY_COLUMNS, 'fixed', 'wageType', 'wageHours'] as const;
export type PayrollColumn = (typeof PAYROLL_COLUMNS)[number];

export const PAYROLL_COLUMN_LABEL = {
  ...(Object.fromEntries(SUMMARY_COLUMNS.map((id) => [id, COLUMNS[id].label])) as Record<
    SummaryColumn,
    string
  >),
  fixed: 'Fixed Text',
  wageType: 'Wage Type',
  wageHours: 'Hours of the Wage Type',
} as const satisfies Record<PayrollColumn, string>;

/** Those that hold hours, and can be a wage type's. */
export const HOURS_COLUMNS = [
  'worked',
  'target',
  'breaks',
  'regularStandard',
  'overtimeStandard',
  'regularSettings',
  'overtimeSettings',
] as const satisfies readonly SummaryColumn[];

export interface ProfileColumn {
  readonly column: PayrollColumn;
  /** What the file calls it. */
  readonly name: string;
  /** Of `fixed` alone. */
  readonly text?: string | undefined;
}

/** A number by which the payroll program knows a kind of hours. */
export interface WageType {
  readonly code: string;
  readonly column: (typeof HOURS_COLUMNS)[number];
}

export const HOUR_SPELLINGS = ['decimal', 'clock', 'minutes'] as const;
export const DATE_SPELLINGS = ['iso', 'dmy', 'mdy'] as const;
export const CSV_DELIMITERS = [',', ';', '\t'] as const satisfies readonly CsvDelimiter[];
export const DECIMAL_SIGNS = ['.', ','] as const;

/** How a workplace hands its hours to one payroll program. */
export interface PayrollProfile {
  readonly name: string;
  readonly columns: readonly ProfileColumn[];
  /** Each person has a line for each of these that has hours; without any, one line. */
  readonly wageTypes: readonly WageType[];
  readonly delimiter: CsvDelimiter;
  readonly decimal: (typeof DECIMAL_SIGNS)[number];
  /** 8.50, 8:30 or 510. */
  readonly hours: (typeof HOUR_SPELLINGS)[number];
  /** 2026-10-31, 31.10.2026 or 10/31/2026. */
  readonly dates: (typeof DATE_SPELLINGS)[number];
  /** Whether the first line names the columns. */
  readonly header: boolean;
}

const named = (column: PayrollColumn, name: string): ProfileColumn => ({ column, name });

/** All there is, as the product calls it. */
export const STANDARD_PROFILE: PayrollProfile = {
  name: 'All columns',
  columns: SUMMARY_COLUMNS.map((column) => named(column, COLUMNS[column].label)),
  wageTypes: [],
  delimiter: ',',
  decimal: '.',
  hours: 'decimal',
  dates: 'iso',
  header: true,
};

/**
 * Beginnings for two widespread kinds of programs, whose codes every workplace has its own of: one line a person and
 * wage type as German ones read it, and hours side by side under the names that American ones look for.
 */
export const EXAMPLE_PROFILES: readonly PayrollProfile[] = [
  {
    name: 'DATEV',
    columns: [
      named('payrollNumber', 'Personalnummer'),
      named('month', 'Abrechnungsmonat'),
      named('wageType', 'Lohnart'),
      named('wageHours', 'Stunden'),
      named('name', 'Name'),
    ],
    wageTypes: [
      { code: '1000', column: 'regularSettings' },
      { code: '1010', column: 'overtimeSettings' },
    ],
    delimiter: ';',
    decimal: ',',
    hours: 'decimal',
    dates: 'dmy',
    header: true,
  },
  {
    name: 'ADP',
    columns: [
      { column: 'fixed', name: 'Co Code', text: 'ABC' },
      { column: 'fixed', name: 'Batch ID', text: 'PUNCTUAL' },
      named('payrollNumber', 'File #'),
      named('regularSettings', 'Reg Hours'),
      named('overtimeSettings', 'O/T Hours'),
    ],
    wageTypes: [],
    delimiter: ',',
    decimal: '.',
    hours: 'decimal',
    dates: 'mdy',
    header: true,
  },
];

/** The order of the lines: by payroll number, numbers by their size; the same on every machine, whatever its language. */
export const inPayrollOrder = (one: PayrollSummary, other: PayrollSummary): number =>
  compare(sortable(one.payrollNumber), sortable(other.payrollNumber)) ||
  compare(one.name, other.name) ||
  compare(one.userId, other.userId);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const sortable = (number: string): string => (/^\d+$/u.test(number) ? number.padStart(40, '0') : number);

function cellOf(
  { column, text: fixed }: ProfileColumn,
  summary: PayrollSummary,
  wage: WageType | null,
): PayrollCell {
  switch (column) {
    case 'fixed':
      return text(fixed ?? '');
    case 'wageType':
      return text(wage?.code ?? '');
    case 'wageHours':
      return wage ? COLUMNS[wage.column].of(summary) : text('');
    default:
      return COLUMNS[column].of(summary);
  }
}

const hasHours = ({ column }: WageType, summary: PayrollSummary): boolean => {
  const cell = COLUMNS[column].of(summary);
  return cell.kind === 'hours' && Math.floor(cell.minutes) > 0;
};

export const payrollRows = (summaries: readonly PayrollSummary[], profile: PayrollProfile): PayrollCell[][] =>
  summaries.toSorted(inPayrollOrder).flatMap((summary) => {
    const wages =
      profile.wageTypes.length === 0 ? [null] : profile.wageTypes.filter((one) => hasHours(one, summary));
    return wages.map((wage) => profile.columns.map((column) => cellOf(column, summary, wage)));
  });

type Spelling = Pick<PayrollProfile, 'decimal' | 'hours' | 'dates'>;

export function payrollText(cell: PayrollCell, spelling: Spelling): string {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'count':
      return String(cell.count);
    case 'hours':
      return hoursAs(cell.minutes, spelling);
    default:
      return dateAs(cell.kind === 'month' ? cell.day.slice(0, 7) : cell.day, spelling);
  }
}

function hoursAs(minutes: Minutes, { hours: as, decimal }: Spelling): string {
  switch (as) {
    case 'decimal':
      return shownHours(minutes).replace('.', decimal);
    case 'clock':
      return formatClockHours(minutes);
    case 'minutes':
      return String(Math.floor(minutes));
  }
}

/** Of a month without the day: 2026-10, 10.2026 or 10/2026. */
function dateAs(date: string, { dates }: Spelling): string {
  const [year = '', month = '', ...day] = date.split('-');
  switch (dates) {
    case 'iso':
      return date;
    case 'dmy':
      return [...day, month, year].join('.');
    case 'mdy':
      return [month, ...day, year].join('/');
  }
}

/** The file as CSV: the same text for the same summaries, always. */
export const payrollCsv = (summaries: readonly PayrollSummary[], profile: PayrollProfile): string =>
  csvOf(
    profile.header ? profile.columns.map(({ name }) => name) : null,
    payrollRows(summaries, profile).map((cells) => cells.map((cell) => payrollText(cell, profile))),
    profile.delimiter,
  );
