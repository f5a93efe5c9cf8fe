/** The records that cross the wire (spec §3). Instants are ISO 8601 in UTC with milliseconds. */
import * as z from 'zod/mini';
import { PAY_PERIODS } from '#domain/period/pay-rule';
import { REGISTRATION_MODES, THEME } from '#domain/settings/settings';
import { HOUR_FORMATS } from '#domain/time/units';
import { FIRST_WEEKDAYS } from '#domain/time/workplace-day';

/** A regular expression alone lets a thirteenth month pass, or a year that the database does not know. */
const isInstant = (text: string): boolean => {
  const instant = new Date(text);
  return instant.getTime() >= 0 && instant.toISOString() === text;
};
/** '2026-11-20T03:15:00.000Z', an instant that exists, from 1970 on. */
export const Instant = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { abort: true }), z.refine<string>(isInstant));
/** '2026-11-20', a day that exists. */
export const DayText = z.iso.date();
export const Id = z.uuid();
/** Made by the client for each press of a button; a retry carries the same id and is answered the same. */
export const RequestId = z.uuid();
/**
 * Where a reader of changes is: a text of the server's that tells a browser nothing but whether two of them are
 * the same place. An admin's is sealed, an employee's names two chains; the last form is version 1.6.4's.
 */
export const Cursor = z
  .string()
  .check(
    z.regex(/^(9{16}-0-([\w-]{59}|\d{1,15}\.[0-9a-f]{0,16}-\d{1,15}\.[0-9a-f]{0,16})|\d{1,20}-\d{1,19})$/),
  );

export const Role = z.enum(['admin', 'employee']);

/** spec §3 User / employee. `version` rises with each change and detects concurrent edits. */
export const User = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  authUid: Id,
  isActive: z.boolean(),
  /** Only of who registered and is not approved yet: inactive until then. */
  awaitsApproval: z.optional(z.literal(true)),
  department: z.string(),
  position: z.string(),
  hub: z.string(),
  employeeId: z.string(),
  /** By which a payroll program knows them; '' for none. */
  payrollNumber: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
});
export type User = z.infer<typeof User>;

export const BreakSession = z.strictObject({ start: Instant, end: z.optional(Instant) });

/** spec §3 Time entry. `location` is JSON text, only there when it was obtained. */
export const TimeEntry = z.strictObject({
  id: Id,
  userId: Id,
  authUid: Id,
  clockIn: Instant,
  clockOut: z.nullable(Instant),
  /** When somebody clocked in again who had forgotten to clock out; it counts nothing until its end is stated. */
  setAsideAt: z.optional(Instant),
  /** In views that stand still: nobody clocked out of it in time, and it counts nothing until its end is stated. */
  isLeftOpen: z.optional(z.literal(true)),
  notes: z.string(),
  ipAddress: z.string(),
  /** What the server saw at the clock-in, beside what the look-up told [D4.4]; absent in older entries. */
  seenAddress: z.optional(z.string()),
  location: z.optional(z.string()),
  break: z.nullable(z.array(BreakSession)),
  createdAt: Instant,
  updatedAt: Instant,
  /** Only when it had been left open and an admin closed it [D1.6], or `isOwn` its employee: who, why and when. */
  closedBy: z.optional(
    z.strictObject({ name: z.string(), reason: z.string(), at: Instant, isOwn: z.optional(z.literal(true)) }),
  ),
});
export type TimeEntry = z.infer<typeof TimeEntry>;

/** A closed entry as the board shows it: when, and nothing of where and why. */
export const ClosedEntry = z.strictObject({
  id: Id,
  userId: Id,
  clockIn: Instant,
  clockOut: Instant,
  break: z.nullable(z.array(BreakSession)),
});
export type ClosedEntry = z.infer<typeof ClosedEntry>;
/** One that is open, or was closed while the board was looked at, is there whole. */
export const BoardEntry = z.union([TimeEntry, ClosedEntry]);
export type BoardEntry = z.infer<typeof BoardEntry>;

export const NotificationType = z.enum([
  'employee_registered',
  'clock_in',
  'late_arrival',
  'clock_out',
  'overtime',
  'break_start',
  'break_end',
  'employee_updated',
  'employee_deactivated',
]);
export const Severity = z.enum(['success', 'info', 'warning', 'error']);

/** spec §3 Activity notification. */
export const ActivityNotification = z.strictObject({
  id: Id,
  type: NotificationType,
  message: z.string(),
  userId: Id,
  userName: z.string(),
  /** Tells people of one name apart. */
  employeeId: z.string(),
  severity: Severity,
  metadata: z.strictObject({
    hasLocation: z.boolean(),
    ipAddress: z.optional(z.string()),
    notes: z.optional(z.string()),
  }),
  timestamp: Instant,
  read: z.boolean(),
});
export type ActivityNotification = z.infer<typeof ActivityNotification>;

/** Where a list that is read a page at a time, newest first, goes on: '<instant>_<id>' of the last record known. */
export const PagePosition = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
    abort: true,
  }),
  z.refine((text) => isInstant(text.slice(0, text.indexOf('_')))),
);
/** Those named, or with `upTo` all of the 24 hours up to it. `recent`: how many were of the last 24 hours. */
export const ActivityRead = z.strictObject({ ids: z.array(Id), upTo: z.nullable(Instant), recent: z.int() });
export type ActivityRead = z.infer<typeof ActivityRead>;

/** Somebody on the monitoring board: what it shows of them, and no more, since there may be thousands. */
export const BoardPerson = z.strictObject({
  id: Id,
  name: z.string(),
  employeeId: z.string(),
  department: z.string(),
  hub: z.string(),
  isActive: z.boolean(),
  /** Only of who joined today: the others could have come from the day's beginning on. */
  createdAt: z.optional(Instant),
});
export type BoardPerson = z.infer<typeof BoardPerson>;

/**
 * spec §3 Settings; from `nightShiftHours` [D1.9] and `timeZone` [D1.1] on what it does not name is our addition.
 * `version` rises with each change, that of the studios included, and detects concurrent edits.
 */
export const Settings = z.strictObject({
  id: z.literal('app-config'),
  theme: z.literal(THEME),
  workStartTime: z.string(),
  workEndTime: z.string(),
  breakDuration: z.number(),
  breakStartTime: z.string(),
  lateThresholdMinutes: z.number(),
  overtimeThresholdHours: z.number(),
  nightShiftHours: z.number(),
  reminderMinutes: z.number(),
  correctionDays: z.number(),
  allowFlexibleHours: z.boolean(),
  requireLocationTracking: z.boolean(),
  weekendWorkAllowed: z.boolean(),
  /** Name of the last of `zoneRules`: the only zone where there are none. */
  timeZone: z.string(),
  /** As a calendar has it. */
  zones: z.string(),
  /** The first has no day: ''. */
  zoneRules: z.readonly(z.array(z.strictObject({ from: z.string(), zone: z.string() }))),
  workplaceName: z.string(),
  registration: z.enum(REGISTRATION_MODES),
  hourFormat: z.enum(HOUR_FORMATS),
  firstWeekday: z.literal(FIRST_WEEKDAYS),
  /** By their days; periods are months before the first. */
  payRules: z.readonly(
    z.array(
      z.strictObject({
        period: z.enum(PAY_PERIODS),
        from: DayText,
        firstWeekday: z.literal(FIRST_WEEKDAYS),
      }),
    ),
  ),
  /** The last of them, and '' without any. */
  payPeriod: z.enum(PAY_PERIODS),
  payPeriodFrom: z.union([DayText, z.literal('')]),
  invitation: z.int(),
  isSetUp: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
});
export type Settings = z.infer<typeof Settings>;

/** A studio that can be chosen, with the hubs that can; see `#domain/studios`. */
export const OfferedStudio = z.strictObject({ name: z.string(), hubs: z.readonly(z.array(z.string())) });

/** A workplace day with its bounds as epoch milliseconds; see `#domain/workplace-day`. */
export const WorkplaceDay = z.strictObject({
  day: DayText,
  weekday: z.int(),
  start: z.int(),
  end: z.int(),
  startMinute: z.int(),
  shifts: z.array(z.strictObject({ at: z.int(), minutes: z.int() })),
});

/**
 * The days a screen reckons with: consecutive, covering at least the week and the calendar
 * month of `today`, and the day before it; with entries of a range that was asked for, the days of that range instead.
 * `timeZone` is a zone's name; where the zone has changed 'Europe/Berlin 1795993200000 America/New_York', with the epoch
 * milliseconds of the change.
 */
export const Calendar = z.strictObject({ timeZone: z.string(), today: DayText, days: z.array(WorkplaceDay) });
export type Calendar = z.infer<typeof Calendar>;
