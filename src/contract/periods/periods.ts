import * as z from 'zod/mini';
import { PERIOD_LABEL, type PeriodState } from '#domain/period/pay-period';
import { Reason } from '../corrections/corrections.ts';
import { enteredDay, enteredRange, enteredRangeChecks } from '../days.ts';
import { DayText, Id, Instant, RequestId } from '../records.ts';

const range = { first: DayText, last: DayText };
export const PeriodRange = z.strictObject(range);
export const PeriodStateName = z.enum(Object.keys(PERIOD_LABEL) as PeriodState[]);

/** SHA-256 of all that decides a period's figures. */
const FiguresDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** State of one person's period; null for steps that did not happen. */
const periodRecord = {
  ...range,
  state: PeriodStateName,
  isObjected: z.boolean(),
  confirmedAt: z.nullable(Instant),
  /** Digest of the confirmed hours; null for confirmations from before the digest existed. */
  confirmedFigures: z.nullable(FiguresDigest),
  objectedAt: z.nullable(Instant),
  objection: z.nullable(z.string()),
  closedAt: z.nullable(Instant),
  closedBy: z.nullable(z.string()),
  /** Reason for closing the period despite open requests or objections. */
  closingReason: z.nullable(z.string()),
  reopenedAt: z.nullable(Instant),
  reopenedBy: z.nullable(z.string()),
  reopeningReason: z.nullable(z.string()),
  version: z.int(),
};
/** Numbers of entries without end, undecided requests, and objections in the period. */
const open = { entries: z.int(), requests: z.int(), objections: z.int() };

export const MyPeriod = z.strictObject({
  ...periodRecord,
  open: z.strictObject(open),
  figures: FiguresDigest,
  /** First and last day of employment within the period, unless it was the whole period. */
  employed: z.nullable(PeriodRange),
  workedMinutes: z.number(),
  targetMinutes: z.number(),
});
export type MyPeriod = z.infer<typeof MyPeriod>;
/** Pay periods of at most a year, newest first. */
export const MyPeriodsView = z.strictObject({ now: Instant, periods: z.array(MyPeriod) });

const periodStep = { requestId: z.optional(RequestId), ...enteredRange, version: z.int() };
/** `figures`: digest of the figures to confirm; refused if they have changed. Default: the present figures. */
export const PeriodConfirmation = z
  .strictObject({ ...periodStep, figures: z.optional(FiguresDigest) })
  .check(...enteredRangeChecks);
export const PeriodObjection = z.strictObject({ ...periodStep, reason: Reason }).check(...enteredRangeChecks);
export const MyPeriodResponse = z.strictObject({ period: MyPeriod });

/** `first` day of the period; default: the last period that is over. */
export const PeriodsQuery = z.strictObject({ first: z.optional(enteredDay()) });

export const PersonPeriod = z.strictObject({
  userId: Id,
  name: z.string(),
  employeeId: z.string(),
  department: z.string(),
  ...periodRecord,
  open: z.strictObject(open),
  /** Number of corrections decided after the closing. Payroll files lack them until the period is closed again. */
  answeredSince: z.int(),
  /** True if the person's open entry is still running, and was not left open. */
  isClockedIn: z.boolean(),
  /** Frozen once the period is closed. Overtime and lateness are computed with the work settings. */
  hours: z.strictObject({
    workedMinutes: z.number(),
    targetMinutes: z.number(),
    /** Worked time and leave less the target. Null while the period runs or an end is missing. */
    balanceMinutes: z.nullable(z.number()),
    overtimeMinutes: z.number(),
    absences: z.int(),
    lateArrivals: z.int(),
    corrections: z.int(),
  }),
  isReady: z.boolean(),
});
export type PersonPeriod = z.infer<typeof PersonPeriod>;

export const PeriodsView = z.strictObject({
  now: Instant,
  timeZone: z.string(),
  /** Newest first. */
  ranges: z.array(PeriodRange),
  ...range,
  isOver: z.boolean(),
  /** People employed on any day of the period, sorted by name. */
  people: z.array(PersonPeriod),
});
export type PeriodsView = z.infer<typeof PeriodsView>;

const refused = z.array(z.strictObject({ userId: Id, name: z.string(), message: z.string() }));

export const CLOSINGS_MAX = 500;
/** Omit `userIds` to close all ready people; repeat until `left` is 0. Open requests or objections need a `reason`. */
export const PeriodClosing = z
  .strictObject({
    requestId: z.optional(RequestId),
    ...enteredRange,
    userIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(CLOSINGS_MAX))),
    reason: z.optional(Reason),
  })
  .check(...enteredRangeChecks);
export const PeriodClosingOutcome = z.strictObject({
  closed: z.int(),
  /** People who are ready but not closed yet; 0 if the request named people. */
  left: z.int(),
  refused,
});

export const PeriodReopening = z
  .strictObject({
    requestId: z.optional(RequestId),
    ...enteredRange,
    userIds: z.array(Id).check(z.minLength(1), z.maxLength(CLOSINGS_MAX)),
    reason: Reason,
  })
  .check(...enteredRangeChecks);
export const PeriodReopeningOutcome = z.strictObject({
  reopened: z.int(),
  refused,
});
