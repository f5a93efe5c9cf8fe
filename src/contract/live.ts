/**
 * What the live stream (`GET /api/live`, server-sent events) carries. Each `change` has its cursor as the
 * event's id, so that a reader that reconnects says where it was and misses nothing. A `change` says which
 * ledger row was written and brings the current state of the records it touched.
 */
import * as z from 'zod/mini';
import { Correction } from './corrections.ts';
import { PERSON_CHANGES } from './employees.ts';
import { PeriodRange, PeriodStateName } from './periods.ts';
import { ActivityNotification, ActivityRead, Cursor, Id, Settings, TimeEntry, User } from './records.ts';

export const LedgerKind = z.enum([
  ...PERSON_CHANGES,
  'clock_in',
  'clock_out',
  'break_start',
  'break_end',
  'clock_out_reminded',
  'settings_updated',
  'studios_updated',
  'payroll_profiles_updated',
  'payroll_file_fetched',
  'signing_key_kept',
  'activity_read',
  'period_confirmed',
  'period_objected',
  'period_closed',
  'period_reopened',
]);

export type LedgerKind = z.infer<typeof LedgerKind>;

export const LiveEvent = z.discriminatedUnion('type', [
  /**
   * First event of every stream: the changes after `cursor` follow. When that is not the cursor that was
   * asked for, something may have been missed, and everything is to be loaded anew. `version` is the server's
   * build; a client of another build may offer to reload.
   */
  z.strictObject({ type: z.literal('hello'), cursor: Cursor, version: z.string() }),
  z.strictObject({
    type: z.literal('change'),
    cursor: Cursor,
    kind: LedgerKind,
    userId: z.nullable(Id),
    entry: z.optional(TimeEntry),
    /** What was asked for, or became of it. */
    correction: z.optional(Correction),
    /** Entries whose times are others since, or that were added, or that were set aside. */
    entries: z.optional(z.array(TimeEntry)),
    /** Entries that count no longer. */
    gone: z.optional(z.array(Id)),
    /** What was said or done of this period. */
    period: z.optional(z.strictObject({ ...PeriodRange.shape, state: PeriodStateName })),
    /** Admins only. */
    notification: z.optional(ActivityNotification),
    /** Admins only: another admin has seen these. */
    read: z.optional(ActivityRead),
    user: z.optional(User),
    settings: z.optional(Settings),
  }),
  /** The feed cannot be read up to the present: something holds it up since `since` (epoch ms). */
  z.strictObject({ type: z.literal('behind'), since: z.int() }),
  z.strictObject({ type: z.literal('caught-up') }),
  /** Nothing happened for 15 s. Who heard one may take a longer silence for a dead line. */
  z.strictObject({ type: z.literal('pulse') }),
  /** The session has ended elsewhere; the server closes the stream after this. */
  z.strictObject({ type: z.literal('signed-out') }),
]);

export type LiveEvent = z.infer<typeof LiveEvent>;

export type LiveChange = Extract<LiveEvent, { type: 'change' }>;
