import { say, textTable } from '#texts/say';
import { PayrollProfile } from '#contract/periods/payroll';
import type { PayrollSummary } from '#domain/period/payroll';
import {
  PAYROLL_COLUMN_LABEL,
  payrollCsv,
  type PayrollColumn,
  type PayrollProfile as Template,
} from '#domain/period/payroll-file';

export type Columns = PayrollProfile['columns'];

export const FORMAT_WORDS = {
  delimiter: textTable({ ',': 'profiles.comma', ';': 'profiles.semicolon', '\t': 'profiles.tab' }),
  decimal: textTable({ '.': 'profiles.decimalPoint', ',': 'profiles.decimalComma' }),
  hours: textTable({
    decimal: 'profiles.decimalHours',
    clock: 'profiles.clockHours',
    minutes: 'profiles.minutes',
  }),
  dates: { iso: '2026-10-31', dmy: '31.10.2026', mdy: '10/31/2026' },
  encoding: textTable({
    'utf-8': 'profiles.utf8',
    'utf-8-mark': 'profiles.utf8WithMark',
    'windows-1252': 'profiles.windows1252',
  }),
} as const satisfies {
  [Field in 'delimiter' | 'decimal' | 'hours' | 'dates' | 'encoding']: Readonly<
    Record<NonNullable<PayrollProfile[Field]>, string>
  >;
};

export function createProfile(
  template: Template,
  id: string,
  known: readonly { readonly name: string }[],
): PayrollProfile {
  const taken = new Set(known.map(({ name }) => name));
  let { name } = template;
  for (let count = 2; taken.has(name); count += 1) name = `${template.name} ${count}`;
  return {
    ...template,
    id,
    name,
    columns: template.columns.map(({ column, name: called, text }) => columnOf(column, called, text)),
    wageTypes: template.wageTypes.map((wage) => ({ ...wage })),
  };
}

const columnOf = (column: PayrollColumn, name: string, text?: string): Columns[number] => ({
  column,
  name,
  ...(column === 'fixed' || column === 'leaveDays' ? { text: text ?? '' } : {}),
});

export const withColumn = (columns: Columns, column: PayrollColumn): Columns => [
  ...columns,
  columnOf(column, PAYROLL_COLUMN_LABEL[column]),
];

export const withItemChange = <Item extends object>(
  items: readonly Item[],
  at: number,
  change: Partial<Item>,
): Item[] => items.map((item, index) => (index === at ? { ...item, ...change } : item));

/** Moves an item up (-1) or down (1). The first item stays when moved up, the last when moved down. */
export function moveItem<Item>(items: readonly Item[], at: number, by: -1 | 1): Item[] {
  const [item, other] = [items[at], items[at + by]];
  return item === undefined || other === undefined ? [...items] : items.with(at, other).with(at + by, item);
}

/** Returns a unique React key for each column: a profile can contain the same column twice. */
export function columnKeys(columns: Columns): string[] {
  const seen = new Map<string, number>();
  return columns.map(({ column }) => {
    const count = (seen.get(column) ?? 0) + 1;
    seen.set(column, count);
    return `${column}-${count}`;
  });
}

export type ProfileErrors = Readonly<Partial<Record<string, string>>>;

export interface RowsProps<Rows> {
  rows: Rows;
  errors: ProfileErrors;
  onChange: (rows: Rows) => void;
}

/** Errors by path: 'name', 'columns.2.name', 'wageTypes'. */
export function profileErrors(
  profile: PayrollProfile,
  others: readonly { readonly id: string; readonly name: string }[],
): ProfileErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of PayrollProfile.safeParse(profile).error?.issues ?? [])
    errors[path.join('.')] ??= message;
  const name = profile.name.trim();
  if (others.some((other) => other.id !== profile.id && other.name === name))
    errors['name'] ??= say('profiles.nameTaken');
  const hasWageColumn = profile.columns.some(({ column }) => column === 'wageType' || column === 'wageHours');
  if (hasWageColumn && profile.wageTypes.length === 0) errors['wageTypes'] ??= say('profiles.needWageType');
  return errors;
}

const LINES_SHOWN = 6;

export const previewOf = (people: readonly PayrollSummary[], profile: PayrollProfile): string =>
  payrollCsv(people, profile)
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, LINES_SHOWN)
    .join('\n')
    .trimEnd();

const examplePerson = (n: number, name: string, worked: number, overtime: number): PayrollSummary => ({
  userId: `00000000-0000-4000-8000-00000000000${n}`,
  name,
  employeeId: `EMP-100${n}`,
  payrollNumber: `100${n}`,
  department: 'Studio A',
  first: '2026-10-01',
  last: '2026-10-31',
  workedMinutes: worked,
  targetMinutes: 168 * 60,
  breakMinutes: 11 * 60,
  overtimeMinutes: { standard: overtime, settings: overtime },
  lateArrivals: { standard: n - 1, settings: n - 1 },
  absences: n - 1,
  corrections: 0,
  awaitingAgreement: 0,
  selfDecided: 0,
  openRequests: 0,
  objections: 0,
  isConfirmed: true,
  overtimeRules: { standard: '', settings: '' },
});
/** Example people for the preview while nobody's period is closed. */
export const EXAMPLE_PEOPLE: readonly PayrollSummary[] = [
  examplePerson(1, 'Asha Rai', 171.5 * 60, 3.5 * 60),
  examplePerson(2, 'Ram Thapa', 164 * 60 + 20, 0),
];
