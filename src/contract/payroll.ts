/** What payroll is handed of a closed period: frozen, and the same in every file that is made of it. */
import * as z from 'zod/mini';
import { DayText, Id, Instant } from './records.ts';

const minutes = z.number().check(z.minimum(0));
const count = z.int().check(z.minimum(0));
/** Of the two sets of rules a report can follow. */
const byRules = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.strictObject({ standard: schema, settings: schema });

/** One person's period, as `#domain/payroll` reckons it when it is closed. Minutes keep their fractions. */
export const PayrollSummary = z.strictObject({
  userId: Id,
  name: z.string(),
  employeeId: z.string(),
  /** By which payroll knows them; '' where none was given. */
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
  corrections: count,
  awaitingAgreement: count,
  selfDecided: count,
  openRequests: count,
  objections: count,
  isConfirmed: z.boolean(),
  overtimeRules: byRules(z.string()),
});

/** The same with how it was closed. */
export const PayrollPerson = z.strictObject({
  ...PayrollSummary.shape,
  closedAt: Instant,
  /** The admin's name. */
  closedBy: z.string(),
  /** How often it had been reopened before. */
  reopenings: count,
});
export type PayrollPerson = z.infer<typeof PayrollPerson>;

/** A closed period of the workplace: what the JSON file holds, and the others are made of. */
export const PayrollPeriod = z.strictObject({
  /** '' where it has no name. */
  workplace: z.string(),
  timeZone: z.string(),
  first: DayText,
  last: DayText,
  people: z.array(PayrollPerson),
});
export type PayrollPeriod = z.infer<typeof PayrollPeriod>;

export const PAYROLL_FILE_KINDS = ['csv', 'xlsx', 'pdf', 'json'] as const;
export type PayrollFileKind = (typeof PAYROLL_FILE_KINDS)[number];
