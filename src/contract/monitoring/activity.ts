import { say } from '#texts/say';
import * as z from 'zod/mini';
import { Correction, WaitingCorrections } from '../corrections/corrections.ts';
import {
  ActivityNotification,
  BoardEntry,
  BoardPerson,
  Calendar,
  Cursor,
  Id,
  Instant,
  NotificationType,
  PagePosition,
  Settings,
} from '../records.ts';

/** Query for a page, newest first. `before`: the last notification of the previous page. */
export const ActivityQuery = z.strictObject({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  before: z.optional(PagePosition),
  type: z.optional(NotificationType),
  userId: z.optional(Id),
});

export const ACTIVITY_READ_MAX = 200;
/** Marks notifications as read: those with these `ids`, or all of the 24 hours up to `upTo`. */
export const MarkActivityRead = z
  .strictObject({
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(ACTIVITY_READ_MAX))),
    upTo: z.optional(Instant),
  })
  .check(
    z.refine((seen) => (seen.ids === undefined) !== (seen.upTo === undefined), {
      error: () => say('field.notificationsOrTime'),
      path: ['ids'],
    }),
  );

/** The board: active employees (spec §6), today's entries and all open ones, and 24 hours of notifications. */
export const MonitoringView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  settings: Settings,
  settingsLoaded: z.boolean(),
  /** Sorted by name. */
  employees: z.array(BoardPerson),
  /** Deactivated people who left an entry open. */
  former: z.array(BoardPerson),
  /** Corrections since yesterday that are in force or undecided. */
  corrections: z.array(Correction),
  waiting: WaitingCorrections,
  entries: z.array(BoardEntry),
  notifications: z.array(ActivityNotification),
  /** Time of the newest record, set only if it is over 60 s ahead of the server's clock. */
  recordsUntil: z.optional(Instant),
  /** Number of notifications since midnight at the workplace, with severity warning or error [D6.1]. */
  alertsToday: z.int(),
  /** Number of notifications of the last 24 hours that no admin has seen. */
  unread: z.int(),
});
export type MonitoringView = z.infer<typeof MonitoringView>;

export const ActivityFeedPage = z.strictObject({
  cursor: Cursor,
  notifications: z.array(ActivityNotification),
  next: z.nullable(PagePosition),
});
export type ActivityFeedPage = z.infer<typeof ActivityFeedPage>;
