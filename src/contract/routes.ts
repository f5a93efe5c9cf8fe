/**
 * The one table of routes. The guard, the validation, the typed client, the OpenAPI document and the access
 * tests are all made from it; a path that is not here answers 404.
 */
import * as z from 'zod/mini';
import {
  ActivityPage,
  ClockIn,
  DayRange,
  EmployeeUpdate,
  EntryClosing,
  FirstPassword,
  MarkActivityRead,
  NewEmployee,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  PasswordResetToken,
  Profile,
  Punch,
  Registration,
  SettingsUpdate,
  SignIn,
} from './inputs.ts';
import type { ProblemCode } from './problems.ts';
import {
  ActivityNotification,
  ActivityPosition,
  BoardPerson,
  Calendar,
  Cursor,
  Instant,
  Settings,
  TimeEntry,
  User,
} from './records.ts';
import {
  EmployeeReportQuery,
  EmployeeReportView,
  ReportEmployees,
  TeamReportPage,
  TeamReportQuery,
} from './reports.ts';

/**
 * Who may call: anybody; anybody signed in; signed in and not an admin (spec §6); admins; signed in with a
 * temporary password, which has to be changed before anything else works (decisions §3): none of the others
 * counts until then.
 */
export type Access = 'public' | 'signed-in' | 'employee' | 'admin' | 'first-sign-in';

export interface Route<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** The body of a POST, the query of a GET. */
  readonly input: Input;
  readonly output: Output;
  /** What an unforeseen failure of this route is called (spec §8); `server_error` when absent. */
  readonly failure?: ProblemCode;
  /** 'stream' answers server-sent events, each an `output`; 'text' answers a document for people. */
  readonly kind?: 'json' | 'stream' | 'text';
}

const route = <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: Route<Input, Output>,
): Route<Input, Output> => definition;

const nothing = z.strictObject({});

/** Who is signed in; `user` is null for nobody. An account without a profile counts as nobody (spec §4). */
export const SessionView = z.strictObject({
  user: z.nullable(User),
  /**
   * The password is a temporary one: a new one has to be chosen before anything else works (decisions §3).
   */
  mustChangePassword: z.boolean(),
  /** Characters a new password needs: 6, or 12 by the strong policy. */
  passwordMinimum: z.int(),
  version: z.string(),
});
export type SessionView = z.infer<typeof SessionView>;

/** What became of a request for a reset link. */
export const ResetRequested = z.strictObject({
  /** 'outbox': this server sends no mails; whoever runs it finds the mail in a folder. */
  by: z.enum(['mail', 'outbox']),
  /** False with HIDE_ACCOUNTS: the answer is the same for an address without an account. */
  certain: z.boolean(),
  /** How long the link is valid. */
  minutes: z.int(),
});
export type ResetRequested = z.infer<typeof ResetRequested>;

export const Lateness = z.strictObject({ late: z.boolean(), minutes: z.int() });

/** Answer to a punch. `message` is what the widget shows (spec §4). */
export const PunchOutcome = z.strictObject({
  entry: TimeEntry,
  at: Instant,
  message: z.string(),
  /** Only for a clock-in; null for a later clock-in of the day, which is no arrival (decisions §2). */
  lateness: z.optional(z.nullable(Lateness)),
  /** Non-blocking warnings, e.g. weekend work (decisions §5). */
  warnings: z.array(z.string()),
});
export type PunchOutcome = z.infer<typeof PunchOutcome>;

/** All an employee's dashboard stands on: entries of this week and month, and the open one however old. */
export const ClockView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  settings: Settings,
  entries: z.array(TimeEntry),
  /**
   * IP_LOOKUP_URL, when it is not the product's own `/api/public-ip` (decisions §4): asked with
   * `?format=json`, field `ip`.
   */
  ipLookupUrl: z.optional(z.string()),
});
export type ClockView = z.infer<typeof ClockView>;

/**
 * All the monitoring tab stands on: active employees (spec §6), their entries that began or ended today and
 * open ones, the last 24 hours' notifications.
 */
export const MonitoringView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  settings: Settings,
  /** By name. */
  employees: z.array(BoardPerson),
  /**
   * Who is no longer watched (deactivated, or no employee any more) and has left an entry open; it is among
   * the entries.
   */
  former: z.array(BoardPerson),
  entries: z.array(TimeEntry),
  notifications: z.array(ActivityNotification),
  /** Since workplace midnight, severity neither success nor info (decisions §6). */
  alertsToday: z.int(),
  /** Notifications of the last 24 hours that no admin has seen. */
  unread: z.int(),
});
export type MonitoringView = z.infer<typeof MonitoringView>;

/** `next` is the `before` of the next page; null on the last one. */
export const ActivityFeedPage = z.strictObject({
  cursor: Cursor,
  notifications: z.array(ActivityNotification),
  next: z.nullable(ActivityPosition),
});
export type ActivityFeedPage = z.infer<typeof ActivityFeedPage>;

/**
 * All that Employee Management stands on: everybody, newest first (spec §7), and the entries that are open.
 */
export const EmployeesView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  employees: z.array(User),
  openEntries: z.array(TimeEntry),
});
export type EmployeesView = z.infer<typeof EmployeesView>;

export const SettingsView = z.strictObject({ cursor: Cursor, now: Instant, settings: Settings });
export type SettingsView = z.infer<typeof SettingsView>;

const RawLiveEvents = z.string();

export const routes = {
  health: route({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the server and its database work.',
    input: nothing,
    output: z.strictObject({ status: z.literal('ok'), version: z.string() }),
    failure: 'unavailable',
  }),
  openapi: route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This document.',
    input: nothing,
    output: z.looseObject({ openapi: z.string() }),
  }),
  docs: route({
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    summary: 'This document for people.',
    input: nothing,
    output: z.string(),
    kind: 'text',
  }),
  publicIp: route({
    method: 'GET',
    path: '/api/public-ip',
    access: 'public',
    summary: 'The address the server sees (the default IP_LOOKUP_URL).',
    input: z.strictObject({ format: z.optional(z.literal('json')) }),
    output: z.strictObject({ ip: z.string() }),
  }),
  workplaceTime: route({
    method: 'GET',
    path: '/api/workplace-time',
    access: 'public',
    summary: "The server's time, and the workplace's time zone to show it in.",
    input: nothing,
    output: z.strictObject({ now: Instant, timeZone: z.string() }),
  }),

  whoAmI: route({
    method: 'GET',
    path: '/api/session',
    access: 'public',
    summary: 'Who is signed in.',
    input: nothing,
    output: SessionView,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/sign-in',
    access: 'public',
    summary: 'Sign in with e-mail and password.',
    input: SignIn,
    output: SessionView,
    failure: 'sign_in_failed',
  }),
  signOut: route({
    method: 'POST',
    path: '/api/sign-out',
    access: 'public',
    summary: 'End this session.',
    input: nothing,
    output: SessionView,
    failure: 'sign_out_failed',
  }),
  issueEmployeeId: route({
    method: 'POST',
    path: '/api/registration/employee-id',
    access: 'public',
    summary: 'Issue an employee ID for a registration.',
    input: nothing,
    output: z.strictObject({ employeeId: z.string() }),
    failure: 'employee_id_failed',
  }),
  register: route({
    method: 'POST',
    path: '/api/registration',
    access: 'public',
    summary: 'Create an employee account.',
    input: Registration,
    output: z.strictObject({ user: User }),
    failure: 'registration_failed',
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/api/password-reset',
    access: 'public',
    summary: 'Send a link by e-mail that lets its reader choose a new password.',
    input: PasswordResetRequest,
    output: ResetRequested,
    failure: 'reset_failed',
  }),
  openPasswordReset: route({
    method: 'POST',
    path: '/api/password-reset/open',
    access: 'public',
    summary: 'Whose link this is, if it is valid. Uses nothing up.',
    input: PasswordResetToken,
    output: z.strictObject({ email: z.string() }),
  }),
  completePasswordReset: route({
    method: 'POST',
    path: '/api/password-reset/complete',
    access: 'public',
    summary: 'Choose a new password by a link; ends all sessions of the account.',
    input: PasswordReset,
    output: z.strictObject({ email: z.string() }),
    failure: 'password_change_failed',
  }),
  chooseFirstPassword: route({
    method: 'POST',
    path: '/api/account/first-password',
    access: 'first-sign-in',
    summary: 'Replace the temporary password.',
    input: FirstPassword,
    output: SessionView,
    failure: 'password_change_failed',
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/account/password',
    access: 'signed-in',
    summary: 'Change my password; ends my other sessions.',
    input: PasswordChange,
    output: SessionView,
    failure: 'password_change_failed',
  }),
  updateProfile: route({
    method: 'POST',
    path: '/api/account/profile',
    access: 'signed-in',
    summary: 'Change my name.',
    input: Profile,
    output: z.strictObject({ user: User }),
    failure: 'profile_update_failed',
  }),

  settings: route({
    method: 'GET',
    path: '/api/settings/app-config',
    access: 'signed-in',
    summary: 'The work settings.',
    input: nothing,
    output: SettingsView,
    failure: 'settings_load_failed',
  }),
  updateSettings: route({
    method: 'POST',
    path: '/api/settings/app-config',
    access: 'admin',
    summary: 'Save the work settings.',
    input: SettingsUpdate,
    output: SettingsView,
    failure: 'settings_update_failed',
  }),
  timeZones: route({
    method: 'GET',
    path: '/api/settings/time-zones',
    access: 'admin',
    summary: 'The time zones the server knows.',
    input: nothing,
    output: z.strictObject({ timeZones: z.array(z.string()) }),
  }),
  clock: route({
    method: 'GET',
    path: '/api/clock',
    access: 'employee',
    summary: 'What the employee dashboard stands on.',
    input: nothing,
    output: ClockView,
  }),
  clockIn: route({
    method: 'POST',
    path: '/api/clock/in',
    access: 'employee',
    summary: 'Clock in.',
    input: ClockIn,
    output: PunchOutcome,
  }),
  startBreak: route({
    method: 'POST',
    path: '/api/clock/break/start',
    access: 'employee',
    summary: 'Start a break.',
    input: Punch,
    output: PunchOutcome,
  }),
  endBreak: route({
    method: 'POST',
    path: '/api/clock/break/end',
    access: 'employee',
    summary: 'End the break.',
    input: Punch,
    output: PunchOutcome,
  }),
  clockOut: route({
    method: 'POST',
    path: '/api/clock/out',
    access: 'employee',
    summary: 'Clock out.',
    input: Punch,
    output: PunchOutcome,
  }),
  myTimeEntries: route({
    method: 'GET',
    path: '/api/time-entries',
    access: 'employee',
    summary: 'My time entries clocked in on the given workplace days, newest first.',
    input: DayRange,
    output: z.strictObject({ cursor: Cursor, calendar: Calendar, entries: z.array(TimeEntry) }),
  }),

  monitoring: route({
    method: 'GET',
    path: '/api/monitoring',
    access: 'admin',
    summary: 'What the monitoring tab stands on.',
    input: nothing,
    output: MonitoringView,
  }),
  activity: route({
    method: 'GET',
    path: '/api/activity',
    access: 'admin',
    summary: 'Activity notifications, newest first; a page at a time, of one type or person if asked for.',
    input: ActivityPage,
    output: ActivityFeedPage,
  }),
  markActivityRead: route({
    method: 'POST',
    path: '/api/activity/read',
    access: 'admin',
    summary: 'Notifications have been seen.',
    input: MarkActivityRead,
    output: z.strictObject({ marked: z.int() }),
  }),

  employees: route({
    method: 'GET',
    path: '/api/employees',
    access: 'admin',
    summary: 'What Employee Management stands on.',
    input: nothing,
    output: EmployeesView,
  }),
  addEmployee: route({
    method: 'POST',
    path: '/api/employees',
    access: 'admin',
    summary: 'Add an employee, whose first password must be changed.',
    input: NewEmployee,
    output: z.strictObject({ user: User, temporaryPassword: z.string() }),
    failure: 'registration_failed',
  }),
  updateEmployee: route({
    method: 'POST',
    path: '/api/employees/update',
    access: 'admin',
    summary: "Change an employee's details or active status.",
    input: EmployeeUpdate,
    output: z.strictObject({ user: User }),
  }),
  closeEntry: route({
    method: 'POST',
    path: '/api/time-entries/close',
    access: 'admin',
    summary: 'Close a time entry that was left open, with time and reason.',
    input: EntryClosing,
    output: z.strictObject({ entry: TimeEntry }),
  }),

  reportEmployees: route({
    method: 'GET',
    path: '/api/reports/employees',
    access: 'admin',
    summary: 'The employees a report can be made of: active, with role employee.',
    input: nothing,
    output: ReportEmployees,
  }),
  employeeReport: route({
    method: 'GET',
    path: '/api/reports/employee',
    access: 'admin',
    summary: "What one employee's report over some workplace days is built from.",
    input: EmployeeReportQuery,
    output: EmployeeReportView,
  }),
  teamReport: route({
    method: 'GET',
    path: '/api/reports/all',
    access: 'admin',
    summary: 'The report over all employees, one row a person, some people at a time.',
    input: TeamReportQuery,
    output: TeamReportPage,
  }),

  live: route({
    method: 'GET',
    path: '/api/live',
    access: 'signed-in',
    summary: 'Changes as server-sent events; see LiveEvent. `after` or Last-Event-ID says from where.',
    input: z.strictObject({ after: z.optional(Cursor) }),
    output: RawLiveEvents,
    kind: 'stream',
  }),
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
/** What a caller passes: before defaults and normalisation. */
export type InputOf<Name extends RouteName> = z.input<Routes[Name]['input']>;
/** What the server works with: after validation. */
export type CheckedInputOf<Name extends RouteName> = z.output<Routes[Name]['input']>;
export type OutputOf<Name extends RouteName> = z.output<Routes[Name]['output']>;
