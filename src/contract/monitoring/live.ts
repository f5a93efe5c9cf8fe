/** The live stream. A `change` is a ledger row with the new state of its records. Clients resume at their cursor. */
import * as z from 'zod/mini';
import { Correction } from '../corrections/corrections.ts';
import { PERSON_CHANGE_KINDS } from '../people/employees.ts';
import { PeriodRange, PeriodStateName } from '../periods/periods.ts';
import { ActivityNotification, ActivityRead, Cursor, Id, Settings, TimeEntry, User } from '../records.ts';

export const LedgerKind = z.enum([
  ...PERSON_CHANGE_KINDS,
  'clock_in',
  'clock_out',
  'break_start',
  'break_end',
  'clock_out_reminded',
  'settings_updated',
  'studios_updated',
  'holidays_updated',
  'schedule_saved',
  'schedule_assigned',
  'leave_settings_saved',
  'payroll_profiles_updated',
  'payroll_file_fetched',
  'signing_key_kept',
  'activity_read',
  'period_confirmed',
  'period_objected',
  'period_closed',
  'period_reopened',
  'kiosk_added',
  'kiosk_changed',
  'kiosk_revoked',
]);

export type LedgerKind = z.infer<typeof LedgerKind>;

export const LiveEvent = z.discriminatedUnion('type', [
  /** First event. If `cursor` is not the requested one, the client reloads all data. `version`: the server's build. */
  z.strictObject({ type: z.literal('hello'), cursor: Cursor, version: z.string() }),
  z.strictObject({
    type: z.literal('change'),
    cursor: Cursor,
    kind: LedgerKind,
    userId: z.nullable(Id),
    entry: z.optional(TimeEntry),
    correction: z.optional(Correction),
    /** Entries that were changed, added, or set aside by a new clock-in. */
    entries: z.optional(z.array(TimeEntry)),
    gone: z.optional(z.array(Id)),
    period: z.optional(z.extend(PeriodRange, { state: PeriodStateName })),
    /** Sent to admins only. */
    notification: z.optional(ActivityNotification),
    /** Sent to admins only: notifications that another admin has read. */
    read: z.optional(ActivityRead),
    user: z.optional(User),
    settings: z.optional(Settings),
  }),
  /** Sent to a team lead when the lead's people, or records of these people, have changed. */
  z.strictObject({ type: z.literal('team') }),
  /** The stream has been delayed since this time (epoch milliseconds). */
  z.strictObject({ type: z.literal('behind'), since: z.int() }),
  z.strictObject({ type: z.literal('caught-up') }),
  /** Sent after 15 s without events, so that clients notice a dead connection. */
  z.strictObject({ type: z.literal('pulse') }),
  z.strictObject({ type: z.literal('signed-out') }),
]);

export type LiveEvent = z.infer<typeof LiveEvent>;

export type LiveChange = Extract<LiveEvent, { type: 'change' }>;
