/** Pay periods: what is asked and answered. What payroll is handed of a closed one is in `payroll.ts`. */
import * as z from 'zod/mini';
import { NOTES_MAX, text } from './fields.ts';
import { Cursor, DayText, Id, Instant, RequestId } from './records.ts';

/** A period, by its days. */
const range = { first: DayText, last: DayText };
export const PeriodRange = z.strictObject(range);
const reason = text().check(
  z.trim(),
  z.minLength(1, 'Enter a reason'),
  z.maxLength(NOTES_MAX, `Reason must be at most ${NOTES_MAX} characters`),
);

export const PeriodStateName = z.enum([
  'running',
  'to-be-confirmed',
  'confirmed',
  'changed',
  'objected',
  'closed',
  'reopened',
]);

/** SHA-256 of a period's hours. */
const Figures = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What was said and done about one person's period; null for what was not. */
const record = {
  ...range,
  state: PeriodStateName,
  /** An objection to it as a whole stands. */
  isObjected: z.boolean(),
  confirmedAt: z.nullable(Instant),
  /** Of the hours that were confirmed; null for a confirmation of before these were recorded. */
  confirmedFigures: z.nullable(Figures),
  objectedAt: z.nullable(Instant),
  objection: z.nullable(z.string()),
  closedAt: z.nullable(Instant),
  closedBy: z.nullable(z.string()),
  /** Why it was closed over what was open. */
  closingReason: z.nullable(z.string()),
  reopenedAt: z.nullable(Instant),
  reopenedBy: z.nullable(z.string()),
  reopeningReason: z.nullable(z.string()),
  /** Rises with each of these; 0 before the first. */
  version: z.int(),
};
/** What is open in it. */
const open = { entries: z.int(), requests: z.int(), objections: z.int() };

/** One's own. */
export const MyPeriod = z.strictObject({
  ...record,
  open: z.strictObject(open),
  figures: Figures,
  workedMinutes: z.number(),
  targetMinutes: z.number(),
});
export type MyPeriod = z.infer<typeof MyPeriod>;
/** The running one first; a year of them at most. */
export const MyPeriodsView = z.strictObject({ cursor: Cursor, now: Instant, periods: z.array(MyPeriod) });

const word = { requestId: z.optional(RequestId), ...range, version: z.int() };
/** Refused where the hours are no longer `figures`; those of now when left out. */
export const PeriodConfirmation = z.strictObject({ ...word, figures: z.optional(Figures) });
export const PeriodObjection = z.strictObject({ ...word, reason });
export const MyPeriodAnswer = z.strictObject({ period: MyPeriod });

/** Everybody's of one period; the last one that is over when left out. */
export const PeriodsQuery = z.strictObject({ first: z.optional(DayText) });

export const PersonPeriod = z.strictObject({
  userId: Id,
  name: z.string(),
  employeeId: z.string(),
  department: z.string(),
  ...record,
  open: z.strictObject(open),
  /** Corrections that were answered after it was closed: the files do not say so before it is closed anew. */
  answeredSince: z.int(),
  /** Their open entry is running: nobody has left it open. */
  isClockedIn: z.boolean(),
  /** Frozen where it is closed, else as things stand. Overtime and late arrivals by the work settings. */
  hours: z.strictObject({
    workedMinutes: z.number(),
    targetMinutes: z.number(),
    overtimeMinutes: z.number(),
    absences: z.int(),
    lateArrivals: z.int(),
    corrections: z.int(),
  }),
  /** One click closes it with all others that are ready. */
  isReady: z.boolean(),
});
export type PersonPeriod = z.infer<typeof PersonPeriod>;

export const PeriodsView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  timeZone: z.string(),
  /** To choose from, the running one first. */
  ranges: z.array(PeriodRange),
  ...range,
  isOver: z.boolean(),
  /** Whoever belonged to the workplace on one of its days, by name. */
  people: z.array(PersonPeriod),
});
export type PeriodsView = z.infer<typeof PeriodsView>;

export const CLOSED_AT_ONCE = 500;
/**
 * Closes up to `CLOSED_AT_ONCE` people's period: everybody's who is ready, or those named; over what is open only with
 * a reason. Asked again until `left` is 0.
 */
export const PeriodClosing = z.strictObject({
  requestId: z.optional(RequestId),
  ...range,
  userIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(CLOSED_AT_ONCE))),
  reason: z.optional(reason),
});
export const PeriodClosingOutcome = z.strictObject({
  closed: z.int(),
  /** Who is ready and not closed yet; 0 where people were named. */
  left: z.int(),
  /** Who was named and could not be closed, and why. */
  refused: z.array(z.strictObject({ userId: Id, name: z.string(), message: z.string() })),
});

export const PeriodReopening = z.strictObject({
  requestId: z.optional(RequestId),
  ...range,
  userIds: z.array(Id).check(z.minLength(1), z.maxLength(CLOSED_AT_ONCE)),
  reason,
});
export const PeriodReopeningOutcome = z.strictObject({
  reopened: z.int(),
  refused: z.array(z.strictObject({ userId: Id, name: z.string(), message: z.string() })),
});
