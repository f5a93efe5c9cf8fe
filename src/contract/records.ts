/** Records of the API (spec §3). Instants are ISO 8601 in UTC with milliseconds. */
import * as z from 'zod/mini';
import { wallClockTime } from './fields.ts';
import { PAY_PERIODS } from '#domain/period/pay-rule';
import { LEAVE_HALVES } from '#domain/leave/kinds';
import {
  REGISTRATION_MODES,
  SECOND_FACTOR_MODES,
  SETTINGS_DEFAULTS,
  THEME,
  type WorkSettings,
} from '#domain/settings/settings';
import { LANGUAGE_CODES } from '#texts/languages';
import { HOUR_FORMATS, MINUTES_PER_DAY } from '#domain/time/units';
import { FIRST_WEEKDAYS } from '#domain/time/workplace-day';

/** Parses the date too, since the pattern alone would allow a thirteenth month. */
const isInstant = (text: string): boolean => {
  const instant = new Date(text);
  return instant.getTime() >= 0 && text < '9999' && instant.toISOString() === text;
};
/** '2026-11-20T03:15:00.000Z', from 1970 to 9998: a zone may turn a later one into the year 10000. */
export const Instant = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { abort: true }), z.refine<string>(isInstant));
export const DayText = z.iso.date();
export const Id = z.uuid();
/** Idempotency key, made for each press of a button. */
export const RequestId = z.uuid();
/** Cursor of the live feed; clients only compare cursors. Encrypted for admins; for employees, two ledger positions. */
export const Cursor = z
  .string()
  .check(z.regex(/^9{16}-0-([\w-]{59}|\d{1,15}\.[0-9a-f]{0,16}-\d{1,15}\.[0-9a-f]{0,16})$/));

export const Role = z.enum(['admin', 'employee']);

/** spec §3. `version` detects concurrent edits. */
export const User = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  authUid: Id,
  isActive: z.boolean(),
  /** Registered and not approved yet; inactive until then. */
  awaitsApproval: z.optional(z.literal(true)),
  hasSecondFactor: z.optional(z.literal(true)),
  /** Deadline to set up a second factor; only while one is required and missing. */
  secondFactorBy: z.optional(Instant),
  /** Absent: the person has not chosen a language. */
  language: z.optional(z.enum(LANGUAGE_CODES)),
  department: z.string(),
  position: z.string(),
  hub: z.string(),
  employeeId: z.string(),
  /** Number in the payroll program; '' for none. */
  payrollNumber: z.string(),
  /** First day of employment; '' for the day of the account. */
  employedSince: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
});
export type User = z.infer<typeof User>;

/** Spans, earliest first. `to` is null while the person is employed. */
export const Employment = z.array(z.strictObject({ from: Instant, to: z.nullable(Instant) }));

export const BreakSession = z.strictObject({ start: Instant, end: z.optional(Instant) });

/** spec §3. `location` is JSON text. */
export const TimeEntry = z.strictObject({
  id: Id,
  userId: Id,
  authUid: Id,
  clockIn: Instant,
  clockOut: z.nullable(Instant),
  /** Time of the next clock-in, which set this entry aside: the entry adds no hours until somebody states its end. */
  setAsideAt: z.optional(Instant),
  /** Set only for screens without live updates; others compute it. The entry adds no hours until its end is stated. */
  isLeftOpen: z.optional(z.literal(true)),
  notes: z.string(),
  ipAddress: z.string(),
  /** Address that the server saw [D4.4]; absent in older entries. */
  seenAddress: z.optional(z.string()),
  /** Name of the kiosk where the person clocked in. */
  kiosk: z.optional(z.string()),
  location: z.optional(z.string()),
  break: z.nullable(z.array(BreakSession)),
  createdAt: Instant,
  updatedAt: Instant,
  /** Person who closed an entry that was left open [D1.6]. `isOwn`: the employee closed the entry. */
  closedBy: z.optional(
    z.strictObject({ name: z.string(), reason: z.string(), at: Instant, isOwn: z.optional(z.literal(true)) }),
  ),
});
export type TimeEntry = z.infer<typeof TimeEntry>;

/** A closed entry on the board, without notes and place. */
const ClosedEntry = z.strictObject({
  id: Id,
  userId: Id,
  clockIn: Instant,
  clockOut: Instant,
  break: z.nullable(z.array(BreakSession)),
});
/** A `TimeEntry` if the entry is open or was closed while the board was on screen; else a `ClosedEntry`. */
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

export const ActivityNotification = z.strictObject({
  id: Id,
  type: NotificationType,
  message: z.string(),
  userId: Id,
  userName: z.string(),
  employeeId: z.string(),
  severity: Severity,
  metadata: z.strictObject({
    hasLocation: z.boolean(),
    ipAddress: z.optional(z.string()),
    kiosk: z.optional(z.string()),
    notes: z.optional(z.string()),
  }),
  timestamp: Instant,
  read: z.boolean(),
});
export type ActivityNotification = z.infer<typeof ActivityNotification>;

/** Cursor of a list: '<instant>_<id>' of the last record on the page. */
export const PagePosition = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
    abort: true,
  }),
  z.refine((text) => isInstant(text.slice(0, text.indexOf('_')))),
);
/** Notifications that were read: `ids`, or the 24 hours up to `upTo`. `recent`: number of those under 24 hours old. */
export const ActivityRead = z.strictObject({ ids: z.array(Id), upTo: z.nullable(Instant), recent: z.int() });
export type ActivityRead = z.infer<typeof ActivityRead>;

const MinutesOfDay = z.int().check(z.gte(0), z.lte(MINUTES_PER_DAY));
/** A day with 0 minutes is a day off. A day without a start has flexible hours. */
export const ScheduleDay = z.strictObject({
  minutes: MinutesOfDay,
  start: z.optional(wallClockTime()),
  end: z.optional(wallClockTime()),
  breakStart: z.optional(wallClockTime()),
  breakMinutes: z.optional(MinutesOfDay),
});
const DayPart = z.strictObject({
  kind: z.string(),
  name: z.string(),
  isCredited: z.boolean(),
  half: z.nullable(z.enum(LEAVE_HALVES)),
});
const DAY_PLAN_FIELDS = {
  holiday: z.optional(
    z.strictObject({ name: z.string(), isHalf: z.boolean(), isAfternoon: z.optional(z.boolean()) }),
  ),
  schedule: z.optional(z.extend(ScheduleDay, { name: z.string() })),
  leave: z.optional(z.extend(DayPart, { afternoon: z.optional(DayPart) })),
};

/** A person on the board; small, since there may be thousands. */
export const BoardPerson = z.strictObject({
  id: Id,
  name: z.string(),
  employeeId: z.string(),
  department: z.string(),
  hub: z.string(),
  isActive: z.boolean(),
  /** Set only for people who joined today; all others are employed for the whole day. */
  createdAt: z.optional(Instant),
  /** Plan of today for people with a schedule or leave; replaces the plan of the workplace. */
  planned: z.optional(z.strictObject(DAY_PLAN_FIELDS)),
});
export type BoardPerson = z.infer<typeof BoardPerson>;

/** Checks types only; limits are checked when settings are saved. */
const plainSettings = () =>
  Object.fromEntries(
    Object.entries(SETTINGS_DEFAULTS).map(([name, value]) => [
      name,
      typeof value === 'number' ? z.number() : typeof value === 'boolean' ? z.boolean() : z.string(),
    ]),
  ) as unknown as { readonly [Name in keyof typeof SETTINGS_DEFAULTS]: z.ZodMiniType<WorkSettings[Name]> };

const createSettings = () =>
  z.strictObject({
    id: z.literal('app-config'),
    theme: z.literal(THEME),
    ...plainSettings(),
    timeZone: z.string(),
    registration: z.enum(REGISTRATION_MODES),
    secondFactor: z.enum(SECOND_FACTOR_MODES),
    language: z.enum(LANGUAGE_CODES),
    hourFormat: z.enum(HOUR_FORMATS),
    firstWeekday: z.literal(FIRST_WEEKDAYS),
    /** Time zone with its history, as `zoneAt` reads it. */
    zones: z.string(),
    /** The first rule has no start day: `from` is ''. */
    zoneRules: z.readonly(z.array(z.strictObject({ from: z.string(), zone: z.string() }))),
    /** The first rule has no start day: `from` is ''. */
    workRules: z.readonly(
      z.array(
        z.strictObject({
          from: z.string(),
          workStartTime: z.string(),
          workEndTime: z.string(),
          breakStartTime: z.string(),
          breakDuration: z.number(),
          lateThresholdMinutes: z.number(),
          overtimeThresholdHours: z.number(),
          allowFlexibleHours: z.boolean(),
          weekendWorkAllowed: z.boolean(),
        }),
      ),
    ),
    /** Sorted by day. Before the first rule, pay periods are months. */
    payRules: z.readonly(
      z.array(
        z.strictObject({
          period: z.enum(PAY_PERIODS),
          from: DayText,
          firstWeekday: z.literal(FIRST_WEEKDAYS),
        }),
      ),
    ),
    /** `payPeriod` and `payPeriodFrom` of the last pay rule; 'monthly' and '' if there is no rule. */
    payPeriod: z.enum(PAY_PERIODS),
    payPeriodFrom: z.union([DayText, z.literal('')]),
    invitation: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
    version: z.int(),
    /** Replaced after each change of holidays, schedules or leave settings; '' before the first change. */
    plansId: z.string(),
  });

/** spec §3 Settings. `version` rises with each change, also of studios, and detects concurrent edits. */
// Marked as pure, so that bundles drop the schema where no screen uses it.
export const Settings = /* @__PURE__ */ createSettings();
export type Settings = z.infer<typeof Settings>;

export const OfferedStudio = z.strictObject({ name: z.string(), hubs: z.readonly(z.array(z.string())) });

/** A workplace day with its bounds in epoch milliseconds. `shifts`: jumps of the wall clock, such as summer time. */
export const WorkplaceDay = z.strictObject({
  day: DayText,
  weekday: z.int(),
  start: z.int(),
  end: z.int(),
  startMinute: z.int(),
  shifts: z.array(z.strictObject({ at: z.int(), minutes: z.int() })),
  ...DAY_PLAN_FIELDS,
});

/** `days`: a requested range; or this week, this month, yesterday and tomorrow. `timeZone`: see `zoneAt`. */
export const Calendar = z.strictObject({
  timeZone: z.string(),
  /** `plansId` of the settings by which these days were made. */
  plansId: z.string(),
  today: DayText,
  days: z.array(WorkplaceDay),
});
export type Calendar = z.infer<typeof Calendar>;
