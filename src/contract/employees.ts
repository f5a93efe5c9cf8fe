/** Employee Management: what is asked and answered (spec §3 user form, §5). */
import * as z from 'zod/mini';
import { DEFAULT_DEPARTMENT, DEFAULT_POSITION } from '#domain/people/employee';
import { ClosedPeriods, Correction } from './corrections.ts';
import { email, line } from './fields.ts';
import { Calendar, Cursor, Id, Instant, RequestId, Settings, TimeEntry, User } from './records.ts';

export const EMPLOYEE_ID_MAX = 40;
export const PAYROLL_NUMBER_MAX = 40;
const requiredLine = (label: string, max?: number) =>
  line(label, max).check(z.minLength(1, `${label} is required`));
const employeeDetails = {
  name: line('Name').check(z.minLength(2, 'Name must be at least 2 characters')),
  email: email('Please enter a valid email address'),
  employeeId: requiredLine('Employee ID', EMPLOYEE_ID_MAX),
  /** As it is when left out: a page of an earlier version does not know of it. */
  payrollNumber: z.optional(line('Payroll number', PAYROLL_NUMBER_MAX)),
  department: requiredLine('Department'),
  hub: line('Hub'),
  position: requiredLine('Position'),
};
/** The edit form. `version` is of the record the form was filled from: another one since then is a conflict. */
export const EmployeeUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  version: z.int(),
  ...employeeDetails,
  role: z.enum(['employee', 'admin'], 'Select a role'),
  isActive: z.boolean(),
});

/** What an admin says to somebody who registered and waits. */
export const RegistrationDecision = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  isApproved: z.boolean(),
});

/** 'Add Employee'. Whoever is added is an employee; without an id they get 'EMP' and the timestamp (spec §3). */
export const NewEmployee = z.strictObject({
  requestId: z.optional(RequestId),
  ...employeeDetails,
  employeeId: z.optional(employeeDetails.employeeId),
  department: z._default(employeeDetails.department, DEFAULT_DEPARTMENT),
  hub: z._default(employeeDetails.hub, ''),
  position: z._default(employeeDetails.position, DEFAULT_POSITION),
  role: z._default(z.literal('employee', 'Role can only be set to employee'), 'employee'),
});

/** All that Employee Management stands on: everybody, newest first (spec §7), and the entries that are open. */
export const EmployeesView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  employees: z.array(User),
  openEntries: z.array(TimeEntry),
  /** Of the settings: which of the open entries were left open. */
  nightShiftHours: z.number(),
});
export type EmployeesView = z.infer<typeof EmployeesView>;

/** So many workplace days of somebody are told of, today included. */
export const PERSON_DAYS = 14;

/** Rows of the ledger that change an account; the live feed brings it with them. */
export const ACCOUNT_KINDS = [
  'employee_registered',
  'employee_added',
  'employee_updated',
  'employee_deactivated',
  'employee_reactivated',
  'employee_approved',
  'employee_refused',
] as const;
const CORRECTION_KINDS = [
  'correction_asked',
  'correction_made',
  'correction_sent_back',
  'correction_agreed',
  'correction_declined',
  'correction_withdrawn',
  'correction_objected',
  'correction_kept',
  'correction_taken_back',
  'correction_undone',
] as const;
export const PERSON_CHANGES = [
  ...ACCOUNT_KINDS,
  'password_changed',
  'entry_closed',
  ...CORRECTION_KINDS,
] as const;

/** What was changed of somebody besides their hours: a row of their ledger. */
export const PersonChange = z.strictObject({
  /** Its place in their ledger. */
  n: z.int(),
  at: Instant,
  kind: z.enum(PERSON_CHANGES),
  /** Null for the server itself, or whoever runs it. */
  by: z.nullable(z.strictObject({ id: Id, name: z.string() })),
  /** The details that were changed; of names and addresses the ledger keeps digests only. */
  details: z.array(
    z.strictObject({ name: z.string(), from: z.optional(z.string()), to: z.optional(z.string()) }),
  ),
  /** How a password came to be another one. */
  how: z.optional(z.string()),
  /** The entry that was closed. */
  entryId: z.optional(Id),
  /** The correction that was asked for, made or decided about. */
  correctionId: z.optional(Id),
});
export type PersonChange = z.infer<typeof PersonChange>;

/** All that is told of one person. */
export const PersonView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  /** Its days are the last `PERSON_DAYS`, and all of this week. */
  calendar: Calendar,
  settings: Settings,
  /** False where they could not be loaded: these are the defaults then. */
  settingsLoaded: z.boolean(),
  user: User,
  /** Clocked in on these days, and the open one however old; newest first. */
  entries: z.array(TimeEntry),
  /** Those of these days that count or wait. */
  corrections: z.array(Correction),
  closed: ClosedPeriods,
  /** On these days, newest first. */
  changes: z.array(PersonChange),
  /** Whose role and account stay as they are. */
  isLastAdmin: z.boolean(),
  /** Where a link to a new password goes; 'outbox': this server sends no mails. */
  mailsBy: z.enum(['mail', 'outbox']),
});
export type PersonView = z.infer<typeof PersonView>;
