/** Punches and time entries: what is asked and answered. */
import * as z from 'zod/mini';
import { ClosedPeriods, Correction } from './corrections.ts';
import { NOTES_MAX, Notes, text, wallClockTime } from './fields.ts';
import { Calendar, Cursor, Id, Instant, RequestId, Settings, TimeEntry } from './records.ts';
import { LookedUpAddress } from './looked-up-address.ts';

export const ClockIn = z.strictObject({
  requestId: RequestId,
  notes: z.optional(Notes),
  location: z.optional(
    z.strictObject({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
      timestamp: z.iso.datetime(),
      /** Metres, as the device says. */
      accuracy: z.optional(z.number().check(z.gte(0))),
    }),
  ),
  ipAddress: z.optional(LookedUpAddress),
});

export const Punch = z.strictObject({ requestId: RequestId });

const Which = z.enum(['first', 'second']);

/** `day` and `time` are the workplace's: the server knows its zone's rules. */
export const EntryClosing = z.strictObject({
  entryId: Id,
  day: z.iso.date('This date does not exist'),
  time: wallClockTime('Enter the time they left'),
  /** Of a time that comes twice, since the clocks go back: the first when left out. */
  which: z.optional(Which),
  reason: text().check(
    z.trim(),
    z.minLength(1, 'Enter a reason'),
    z.maxLength(NOTES_MAX, `Reason must be at most ${NOTES_MAX} characters`),
  ),
});

/** When somebody left who forgot to clock out, as they say themselves. */
export const LeavingStatement = z.strictObject({
  requestId: z.optional(RequestId),
  entryId: Id,
  day: z.iso.date('This date does not exist'),
  time: wallClockTime('Enter the time you left'),
  which: z.optional(Which),
});

/** The same as a form holds it, with all of its fields. */
export const EntryClosingForm = z.extend(EntryClosing, { which: Which });

export const Lateness = z.strictObject({ late: z.boolean(), minutes: z.int() });

/** Answer to a punch. `message` is what the widget shows (spec §4). */
export const PunchOutcome = z.strictObject({
  entry: TimeEntry,
  at: Instant,
  message: z.string(),
  /** Only for a clock-in; null for a later clock-in of the day, which is no arrival [D2.2]. */
  lateness: z.optional(z.nullable(Lateness)),
  /** Non-blocking warnings, e.g. weekend work [D5.4]. */
  warnings: z.array(z.string()),
});

export type PunchOutcome = z.infer<typeof PunchOutcome>;

/** `suggestions`: after the entry's last punch, and before they were back or it is. */
export const ForgottenView = z.strictObject({
  forgotten: z.nullable(
    z.strictObject({
      entry: TimeEntry,
      day: z.iso.date(),
      calendar: Calendar,
      suggestions: z.strictObject({ shiftEnd: z.nullable(Instant), usual: z.nullable(Instant) }),
    }),
  ),
});

/** All an employee's dashboard stands on: entries of this week and month, and the open one however old. */
export const ClockView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  settings: Settings,
  /** False where the settings could not be loaded, and the defaults stand there instead (spec §4). */
  settingsLoaded: z.boolean(),
  entries: z.array(TimeEntry),
  /** Those of the days that count or wait. */
  corrections: z.array(Correction),
  closed: ClosedPeriods,
  /** The running entry, where its person was reminded that they have not clocked out. */
  remindedOf: z.nullable(Id),
  /** IP_LOOKUP_URL, when it is not the product's own `/api/public-ip` [D4.1]: asked with `?format=json`, field `ip`. */
  ipLookupUrl: z.optional(z.string()),
});

export type ClockView = z.infer<typeof ClockView>;
