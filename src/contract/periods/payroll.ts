/** Payroll data of a closed period. The data is frozen, so all files of the period show the same figures. */
import { LANGUAGE_CODES } from '#texts/languages';
import { say } from '#texts/say';
import * as z from 'zod/mini';
import { CONFIRMATION_REMARKS } from '#domain/period/pay-period';
import {
  CSV_DELIMITERS,
  DATE_SPELLINGS,
  DECIMAL_SIGNS,
  ENCODINGS,
  HOUR_SPELLINGS,
  HOURS_COLUMNS,
  PAYROLL_COLUMNS,
} from '#domain/period/payroll-file';
import { enteredRange, enteredRangeChecks } from '../days.ts';
import { singleLine, text, noHiddenCharacters } from '../fields.ts';
import { DayText, Id, Instant, RequestId } from '../records.ts';

const minutes = z.number().check(z.minimum(0));
const count = z.int().check(z.minimum(0));
const byRules = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.strictObject({ standard: schema, settings: schema });

/** One person's closed period (`#domain/period/payroll`). Minutes are not rounded. */
export const PayrollSummary = z.strictObject({
  userId: Id,
  name: z.string(),
  employeeId: z.string(),
  payrollNumber: z.string(),
  department: z.string(),
  first: DayText,
  last: DayText,
  workedMinutes: minutes,
  targetMinutes: minutes,
  breakMinutes: minutes,
  overtimeMinutes: byRules(minutes),
  lateArrivals: byRules(count),
  absences: count,
  expectedDays: z.optional(count),
  holidays: z.optional(z.number()),
  creditedMinutes: z.optional(minutes),
  balanceMinutes: z.optional(z.number()),
  leave: z.optional(
    z.readonly(z.array(z.strictObject({ kind: z.string(), name: z.string(), days: z.number() }))),
  ),
  corrections: count,
  awaitingAgreement: count,
  selfDecided: count,
  openRequests: count,
  objections: count,
  isConfirmed: z.boolean(),
  confirmationRemark: z.optional(z.enum(CONFIRMATION_REMARKS)),
  overtimeRules: byRules(z.string()),
});

export const PayrollPerson = z.extend(PayrollSummary, {
  closedAt: Instant,
  closedBy: z.string(),
  reopenings: count,
});
export type PayrollPerson = z.infer<typeof PayrollPerson>;

/** A closed period of the workplace: the content of the JSON file, and the source of all other files. */
export const PayrollPeriod = z.strictObject({
  workplace: z.string(),
  timeZone: z.string(),
  first: DayText,
  last: DayText,
  /** Language of the words in its files; missing for English. */
  language: z.optional(z.enum(LANGUAGE_CODES)),
  people: z.array(PayrollPerson),
});
export type PayrollPeriod = z.infer<typeof PayrollPeriod>;

export const PAYROLL_FILE_KINDS = ['csv', 'xlsx', 'pdf', 'json'] as const;
export type PayrollFileKind = (typeof PAYROLL_FILE_KINDS)[number];

const columnName = text().check(z.maxLength(60, { error: () => say('field.atMost60') }), noHiddenCharacters);
export const PayrollProfile = z.strictObject({
  id: Id,
  name: singleLine('field.nameTooLong', 60).check(z.minLength(1, { error: () => say('field.enterName') })),
  columns: z
    .array(
      z.strictObject({
        column: z.enum(PAYROLL_COLUMNS),
        name: columnName,
        text: z.optional(columnName),
      }),
    )
    .check(
      z.minLength(1, { error: () => say('field.chooseColumn') }),
      z.maxLength(40, { error: () => say('field.tooManyColumns') }),
    ),
  wageTypes: z
    .array(z.strictObject({ code: columnName, column: z.enum(HOURS_COLUMNS) }))
    .check(z.maxLength(10, { error: () => say('field.tooManyWageTypes') })),
  delimiter: z.enum(CSV_DELIMITERS),
  decimal: z.enum(DECIMAL_SIGNS),
  hours: z.enum(HOUR_SPELLINGS),
  dates: z.enum(DATE_SPELLINGS),
  header: z.boolean(),
  encoding: z.optional(z.enum(ENCODINGS)),
});
export type PayrollProfile = z.infer<typeof PayrollProfile>;

export const PayrollProfilesView = z.strictObject({ version: z.int(), profiles: z.array(PayrollProfile) });
export type PayrollProfilesView = z.infer<typeof PayrollProfilesView>;
export const PayrollProfilesUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  version: z.int(),
  profiles: z.array(PayrollProfile).check(
    z.maxLength(20, { error: () => say('field.tooManyProfiles') }),
    z.refine((profiles) => new Set(profiles.map(({ id }) => id)).size === profiles.length, {
      error: () => say('field.idTwice'),
    }),
  ),
});

/** `profile` selects the columns of a CSV or Excel file; default: all columns. */
export const PayrollFileQuery = z
  .strictObject({ ...enteredRange, kind: z.enum(PAYROLL_FILE_KINDS), profile: z.optional(Id) })
  .check(...enteredRangeChecks);

/** `pem`: the key. `fingerprint`: SHA-256 of its DER form, in hex. */
export const PayrollKey = z.strictObject({ pem: z.string(), fingerprint: z.string() });
