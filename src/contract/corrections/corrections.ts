import { say } from '#texts/say';
import * as z from 'zod/mini';
import { CORRECTION_ACTIONS, CORRECTION_STATES } from '#domain/correction/state';
import { ALLOWANCE_UNITS, LEAVE_HALVES } from '#domain/leave/kinds';
import { enteredDay } from '../days.ts';
import { NOTES_MAX, text, wallClockTime } from '../fields.ts';
import { Calendar, DayText, Id, Instant, PagePosition, RequestId, TimeEntry, User } from '../records.ts';

/** Times of an entry, before or after a correction. */
export const EntryTimes = z.strictObject({
  clockIn: Instant,
  clockOut: z.nullable(Instant),
  breaks: z.array(z.strictObject({ start: Instant, end: z.nullable(Instant) })),
});
export type EntryTimes = z.infer<typeof EntryTimes>;

export const Leave = z.strictObject({
  kind: text().check(z.maxLength(40)),
  first: DayText,
  last: DayText,
  /** Half of the day, for leave of half a day; null for leave of whole days. */
  half: z.nullable(z.enum(LEAVE_HALVES)),
});

const ChangedLeave = z.strictObject({
  leaveId: Id,
  name: z.string(),
  old: z.nullable(Leave),
  new: z.nullable(Leave),
});

const Person = z.strictObject({ id: Id, name: z.string() });

export const Correction = z.strictObject({
  id: Id,
  userId: Id,
  day: DayText,
  askedBy: Person,
  askedAt: Instant,
  reason: z.string(),
  state: z.enum(CORRECTION_STATES),
  /** True if the person was the only admin and approved their own request. */
  selfDecided: z.boolean(),
  /** Admin who sent the request back with other times, which are now in `items`. */
  sentBackBy: z.nullable(Person),
  decidedBy: z.nullable(Person),
  decidedAt: z.nullable(Instant),
  /** Reason given for declining, sending back, or keeping the correction. */
  decisionReason: z.nullable(z.string()),
  objection: z.nullable(z.string()),
  /** `old` is null for an added entry, `new` for a removed one. */
  items: z.array(z.strictObject({ entryId: Id, old: z.nullable(EntryTimes), new: z.nullable(EntryTimes) })),
  /** Set for a request for leave, which has no `items`; null for a correction of times. */
  leave: z.nullable(
    z.extend(ChangedLeave, {
      /** Approved leave that gives way to sickness; the parts that stay. */
      replaced: z.array(ChangedLeave),
    }),
  ),
  updatedAt: Instant,
  version: z.int(),
});
export type Correction = z.infer<typeof Correction>;

const ClosedPeriod = z.strictObject({ first: DayText, last: DayText, closedAt: Instant });
export const ClosedPeriods = z.array(ClosedPeriod);
export type ClosedPeriods = z.infer<typeof ClosedPeriods>;

export const Reason = text().check(
  z.trim(),
  z.minLength(1, { error: () => say('field.reasonMissing') }),
  z.maxLength(NOTES_MAX, { error: () => say('field.reasonTooLong', { max: NOTES_MAX }) }),
);

/** Workplace time. If the clocks go back and the time occurs twice, `which` selects one; default: the first. */
export const WallTime = z.strictObject({
  day: enteredDay(),
  time: wallClockTime('field.timeMissing'),
  which: z.optional(z.enum(['first', 'second'])),
});
export type WallTime = z.infer<typeof WallTime>;

const BREAKS_MAX = 20;
/** Typed times have no seconds. A typed time in the same minute as an old punch keeps the seconds of that punch. */
const ChangeInput = z.strictObject({
  entryId: z.nullable(Id),
  /** The times that the form showed. If they have changed since, the request is a conflict. */
  old: z.nullable(EntryTimes),
  new: z.nullable(
    z.strictObject({
      clockIn: WallTime,
      clockOut: z.nullable(WallTime),
      breaks: z
        .array(z.strictObject({ start: WallTime, end: z.nullable(WallTime) }))
        .check(z.maxLength(BREAKS_MAX, { error: () => say('field.tooManyBreaks', { max: BREAKS_MAX }) })),
    }),
  ),
});
export type ChangeInput = z.infer<typeof ChangeInput>;
const changes = z.array(ChangeInput).check(z.minLength(1), z.maxLength(20));

/** Employees request changes to their own hours. An admin's correction of others' hours counts at once. */
export const CorrectionRequest = z.strictObject({
  requestId: z.optional(RequestId),
  /** Owner of the hours; default: the caller. */
  userId: z.optional(Id),
  day: enteredDay(),
  reason: Reason,
  changes,
});

export const DECISIONS_MAX = 200;
/** `reason` is required to decline, to object, and to keep a correction despite an objection. */
export const CorrectionDecisions = z.strictObject({
  requestId: z.optional(RequestId),
  action: z.enum(CORRECTION_ACTIONS),
  corrections: z
    .array(z.strictObject({ id: Id, version: z.int() }))
    .check(z.minLength(1), z.maxLength(DECISIONS_MAX)),
  reason: z.optional(Reason),
});

/** Outcomes in the order of the request. If its only correction is refused, the whole request is refused. */
export const CorrectionOutcomes = z.strictObject({
  outcomes: z.array(
    z.strictObject({
      id: Id,
      correction: z.optional(Correction),
      problem: z.optional(z.strictObject({ code: z.string(), message: z.string() })),
    }),
  ),
});

/** Times that an admin suggests instead; the employee has to approve them. */
export const CounterProposal = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  version: z.int(),
  reason: Reason,
  changes,
});

export const CorrectionResponse = z.strictObject({ correction: Correction });

export const CORRECTIONS_PER_PAGE = 50;
/** `view`: corrections that an admin or the employee must decide, oldest first; or settled ones, newest first. */
export const CorrectionsQuery = z.strictObject({
  view: z._default(z.enum(['admin', 'employee', 'settled']), 'admin'),
  userId: z.optional(Id),
  after: z.optional(PagePosition),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(DECISIONS_MAX)), CORRECTIONS_PER_PAGE),
});

export const ListedEmployee = z.pick(User, {
  id: true,
  name: true,
  employeeId: true,
  department: true,
  isActive: true,
});

export const ListedCorrection = z.strictObject({
  correction: Correction,
  employee: ListedEmployee,
  /** The closed period that blocks this correction, since its times fall into the period. */
  closed: z.nullable(ClosedPeriod),
});
export type ListedCorrection = z.infer<typeof ListedCorrection>;

/** Numbers of undecided corrections, by who must decide: `admin` or `employee`. `admin` includes `objections`. */
export const WaitingCorrections = z.strictObject({
  admin: z.int(),
  employee: z.int(),
  objections: z.int(),
});

/** True if the caller is the only admin, who may decide their own corrections. */
const isOnlyAdmin = z.boolean();

/** `waiting` counts all undecided corrections, also those that the query's filters leave out. */
export const CorrectionsView = z.strictObject({
  now: Instant,
  timeZone: z.string(),
  isOnlyAdmin,
  rows: z.array(ListedCorrection),
  /** Days of the rows, each with the day after it: the hours of people and their plans are left out. */
  days: Calendar.shape.days,
  next: z.nullable(PagePosition),
  waiting: WaitingCorrections,
});
export type CorrectionsView = z.infer<typeof CorrectionsView>;

const Figures = z.strictObject({
  totalMinutes: z.number(),
  breakMinutes: z.number(),
  overtimeMinutes: z.number(),
  lateArrivals: z.int(),
  lateMinutes: z.number(),
  absences: z.int(),
});
const BeforeAndAfter = z.strictObject({ before: Figures, after: Figures });

/** Cost of an absence by the person's schedule. `away`: people of the studio who are absent on some of its days. */
export const LeaveCost = z.strictObject({
  /** Allowance left once undecided leave is approved; the lower one for leave in two years. Null if none applies. */
  left: z.nullable(z.strictObject({ year: z.int(), unit: z.enum(ALLOWANCE_UNITS), amount: z.number() })),
  days: z.number(),
  minutes: z.number(),
  away: z.int(),
  /** Names of the two people who are absent on the most days. */
  awayNames: z.array(z.string()),
  people: z.int(),
});
export type LeaveCost = z.infer<typeof LeaveCost>;

export const CorrectionDetail = z.extend(ListedCorrection, {
  now: Instant,
  isOnlyAdmin,
  /** Days of the months concerned, and the neighbouring days. */
  calendar: Calendar,
  /** Null for a correction of times. */
  leave: z.nullable(LeaveCost),
  entries: z.array(TimeEntry),
  /** Location, IP address and notes, as recorded at each clock-in. Includes the clock-ins of removed entries. */
  punches: z.array(
    z.strictObject({
      entryId: Id,
      ipAddress: z.string(),
      seenAddress: z.optional(z.string()),
      kiosk: z.optional(z.string()),
      location: z.optional(z.string()),
      notes: z.string(),
    }),
  ),
  effect: z.strictObject({
    days: z.array(z.extend(BeforeAndAfter, { day: DayText })),
    months: z.array(z.extend(BeforeAndAfter, { first: DayText, last: DayText })),
  }),
});
export type CorrectionDetail = z.infer<typeof CorrectionDetail>;
