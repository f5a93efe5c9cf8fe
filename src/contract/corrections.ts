/** Corrections of time entries: what is asked and answered. */
import * as z from 'zod/mini';
import { CORRECTION_ACTIONS } from '#domain/correction/decision';
import { CORRECTION_STATES } from '#domain/correction/state';
import { NOTES_MAX, text, wallClockTime } from './fields.ts';
import { Calendar, Cursor, DayText, Id, Instant, PagePosition, RequestId, TimeEntry } from './records.ts';

/** What counts of an entry, or did, or is to. */
export const EntryTimes = z.strictObject({
  clockIn: Instant,
  clockOut: z.nullable(Instant),
  breaks: z.array(z.strictObject({ start: Instant, end: z.nullable(Instant) })),
});
export type EntryTimes = z.infer<typeof EntryTimes>;

const Person = z.strictObject({ id: Id, name: z.string() });

/** One that is kept for ever: who asked, who agreed, when, why, old and new. */
export const Correction = z.strictObject({
  id: Id,
  /** Whose entries. */
  userId: Id,
  /** The workplace day that it is about. */
  day: DayText,
  askedBy: Person,
  askedAt: Instant,
  reason: z.string(),
  state: z.enum(CORRECTION_STATES),
  /** The only admin has agreed to their own. */
  selfDecided: z.boolean(),
  /** The admin whose times the items are since. */
  sentBackBy: z.nullable(Person),
  decidedBy: z.nullable(Person),
  decidedAt: z.nullable(Instant),
  /** Of who declined it, or sent it back. */
  decisionReason: z.nullable(z.string()),
  /** Of the employee. */
  objection: z.nullable(z.string()),
  /** `old` null: an entry is added; `new` null: one is removed. */
  items: z.array(z.strictObject({ entryId: Id, old: z.nullable(EntryTimes), new: z.nullable(EntryTimes) })),
  updatedAt: Instant,
  version: z.int(),
});
export type Correction = z.infer<typeof Correction>;

const ClosedPeriod = z.strictObject({ first: DayText, last: DayText, closedAt: Instant });
/** Somebody's closed periods that meet the days, or what can be corrected: nothing in them can. */
export const ClosedPeriods = z.array(ClosedPeriod);
export type ClosedPeriods = z.infer<typeof ClosedPeriods>;

const reason = (missing: string) =>
  text().check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(NOTES_MAX, `Reason must be at most ${NOTES_MAX} characters`),
  );

/** The workplace's: the server knows its zone's rules. `which` is of a time that comes twice; the first when left out. */
export const WallTime = z.strictObject({
  day: z.iso
    .date('This date does not exist')
    // Beyond these there are instants that neither PostgreSQL nor the wire can tell.
    .check(z.refine<string>((day) => day >= '1971' && day < '9999', 'This date is out of range')),
  time: wallClockTime('Enter a time'),
  which: z.optional(z.enum(['first', 'second'])),
});
export type WallTime = z.infer<typeof WallTime>;

const BREAKS_MAX = 20;
/** One row. A punch that stays keeps its seconds: its minute means the punch. */
const GivenChange = z.strictObject({
  /** Null: a missing entry is added. */
  entryId: z.nullable(Id),
  /** What counted of it where it was asked for; something else since is a conflict. */
  old: z.nullable(EntryTimes),
  /** Null: an entry made by mistake is removed. */
  new: z.nullable(
    z.strictObject({
      clockIn: WallTime,
      /** Null where it runs still. */
      clockOut: z.nullable(WallTime),
      breaks: z
        .array(z.strictObject({ start: WallTime, end: z.nullable(WallTime) }))
        .check(z.maxLength(BREAKS_MAX, `An entry can have ${BREAKS_MAX} breaks`)),
    }),
  ),
});
export type GivenChange = z.infer<typeof GivenChange>;
const changes = z.array(GivenChange).check(z.minLength(1), z.maxLength(20));

/** Of one's own hours a request; an admin's of somebody else's counts at once. */
export const CorrectionRequest = z.strictObject({
  requestId: z.optional(RequestId),
  /** Whose hours; one's own when left out. */
  userId: z.optional(Id),
  day: DayText,
  reason: reason('Enter a reason'),
  changes,
});

export const DECISIONS_MAX = 200;
/** `reason`: of who declines or objects; the others may give none. */
export const CorrectionDecisions = z.strictObject({
  requestId: z.optional(RequestId),
  action: z.enum([...CORRECTION_ACTIONS, 'undo']),
  corrections: z
    .array(z.strictObject({ id: Id, version: z.int() }))
    .check(z.minLength(1), z.maxLength(DECISIONS_MAX)),
  reason: z.optional(reason('Enter a reason')),
});

/** What became of each, in their order; what is refused says why. With a single one its refusal is the answer's. */
export const CorrectionOutcomes = z.strictObject({
  outcomes: z.array(
    z.strictObject({
      id: Id,
      correction: z.optional(Correction),
      problem: z.optional(z.strictObject({ code: z.string(), message: z.string() })),
    }),
  ),
});

/** Other times than were asked for, for the employee to agree to. */
export const CorrectionCounter = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  version: z.int(),
  reason: reason('Enter a reason'),
  changes,
});

export const CorrectionAnswer = z.strictObject({ correction: Correction });

export const CORRECTIONS_A_PAGE = 50;
/** What waits for an admin, objections among it, or for its employee: oldest first; what is settled: newest first. */
export const CorrectionsQuery = z.strictObject({
  view: z._default(z.enum(['admin', 'employee', 'settled']), 'admin'),
  userId: z.optional(Id),
  /** The `next` of the page before. */
  after: z.optional(PagePosition),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(DECISIONS_MAX)), CORRECTIONS_A_PAGE),
});

/** A correction, and whose it is. */
export const ListedCorrection = z.strictObject({
  correction: Correction,
  employee: z.strictObject({
    id: Id,
    name: z.string(),
    employeeId: z.string(),
    department: z.string(),
    isActive: z.boolean(),
  }),
  /** The closed period that its old or new times touch: nothing of it may begin or cease to count. */
  closed: z.nullable(ClosedPeriod),
});
export type ListedCorrection = z.infer<typeof ListedCorrection>;

/** How many wait for an admin, objections among them, and how many for their employee. */
export const WaitingCorrections = z.strictObject({
  admin: z.int(),
  employee: z.int(),
  objections: z.int(),
});

/** Whether nobody but the admin who looks could decide: they do so of their own hours, too. */
const isOnlyAdmin = z.boolean();

/** An admin's list. `waiting` of all people, whoever was asked for. */
export const CorrectionsView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  timeZone: z.string(),
  isOnlyAdmin,
  rows: z.array(ListedCorrection),
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
const beforeAndAfter = { before: Figures, after: Figures };

/** All that an admin decides by. */
export const CorrectionDetail = z.strictObject({
  now: Instant,
  isOnlyAdmin,
  /** Its days are those of the months that the correction touches, and the ones beside its own. */
  calendar: Calendar,
  ...ListedCorrection.shape,
  /** What counts on the days of the correction and those beside them. */
  entries: z.array(TimeEntry),
  /** Where and how the entries were punched, also of one that no longer counts. */
  punches: z.array(
    z.strictObject({
      entryId: Id,
      ipAddress: z.string(),
      seenAddress: z.optional(z.string()),
      location: z.optional(z.string()),
      notes: z.string(),
    }),
  ),
  effect: z.strictObject({
    days: z.array(z.strictObject({ day: DayText, ...beforeAndAfter })),
    months: z.array(z.strictObject({ first: DayText, last: DayText, ...beforeAndAfter })),
  }),
});
export type CorrectionDetail = z.infer<typeof CorrectionDetail>;
