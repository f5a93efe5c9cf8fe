import type { PlainKey } from '#texts/say';
import * as z from 'zod/mini';
import { ClosedPeriods, Correction, Reason } from '../corrections/corrections.ts';
import { enteredDay } from '../days.ts';
import { Notes, wallClockTime } from '../fields.ts';
import { Calendar, Cursor, Employment, Id, Instant, RequestId, Settings, TimeEntry } from '../records.ts';
import { PublicAddress } from './looked-up-address.ts';

export const ClockIn = z.strictObject({
  requestId: RequestId,
  notes: z.optional(Notes),
  location: z.optional(
    z.strictObject({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
      timestamp: z.iso.datetime(),
      /** Metres. */
      accuracy: z.optional(z.number().check(z.gte(0))),
    }),
  ),
  ipAddress: z.optional(PublicAddress),
});

export const Punch = z.strictObject({ requestId: RequestId });

const WhichOccurrence = z.enum(['first', 'second']);

/** Workplace time. If the clocks go back and the time occurs twice, `which` selects one; default: the first. */
const endOfEntry = (missing: PlainKey) => ({
  entryId: Id,
  day: enteredDay(),
  time: wallClockTime(missing),
  which: z.optional(WhichOccurrence),
});
export const EntryClosing = z.strictObject({ ...endOfEntry('field.timeTheyLeft'), reason: Reason });
export const EndStatement = z.strictObject({
  requestId: z.optional(RequestId),
  ...endOfEntry('field.timeYouLeft'),
});

export const EntryClosingForm = z.extend(EntryClosing, { which: WhichOccurrence });

export const Lateness = z.strictObject({ late: z.boolean(), minutes: z.int() });

/** `message` is shown in the clock widget after the punch (spec §4). */
export const PunchOutcome = z.strictObject({
  entry: TimeEntry,
  at: Instant,
  message: z.string(),
  /** Set for a clock-in; null if it is not the first clock-in of the day [D2.2]. */
  lateness: z.optional(z.nullable(Lateness)),
  /** Non-blocking warnings, e.g. weekend work [D5.4]. */
  warnings: z.array(z.string()),
});

export type PunchOutcome = z.infer<typeof PunchOutcome>;

/** `suggestions`: possible ends, between the entry's last punch and the next clock-in. */
export const ForgottenClockOutView = z.strictObject({
  forgotten: z.nullable(
    z.strictObject({
      entry: TimeEntry,
      day: z.iso.date(),
      calendar: Calendar,
      suggestions: z.strictObject({ shiftEnd: z.nullable(Instant), usual: z.nullable(Instant) }),
    }),
  ),
});

/** `entries`: those of this week and month, and the open entry, however old. */
export const ClockView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  settings: Settings,
  /** False if `settings` are the defaults, since the stored ones cannot be loaded (spec §4). */
  settingsLoaded: z.boolean(),
  employment: Employment,
  entries: z.array(TimeEntry),
  /** Corrections of the calendar's days that are in force or undecided. */
  corrections: z.array(Correction),
  closed: ClosedPeriods,
  /** Id of the running entry, if its employee was reminded to clock out. */
  remindedOf: z.nullable(Id),
  /** True if the caller is a team lead today. */
  isLead: z.boolean(),
  /** IP_LOOKUP_URL, if set [D4.1]. The browser calls it with `?format=json` and reads the field `ip`. */
  ipLookupUrl: z.optional(z.string()),
});

export type ClockView = z.infer<typeof ClockView>;
