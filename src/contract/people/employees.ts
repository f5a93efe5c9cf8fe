import { say, type PlainKey } from '#texts/say';
import * as z from 'zod/mini';
import { DEFAULT_DEPARTMENT, DEFAULT_POSITION } from '#domain/people/employee';
import { ClosedPeriods, Correction, CorrectionDetail } from '../corrections/corrections.ts';
import { enteredDay } from '../days.ts';
import { email, singleLine } from '../fields.ts';
import {
  Calendar,
  Cursor,
  DayText,
  Employment,
  Id,
  Instant,
  RequestId,
  Settings,
  TimeEntry,
  User,
} from '../records.ts';
import { MyPeriod, PeriodRange } from '../periods/periods.ts';

/** For employee IDs and payroll numbers. */
const NUMBER_LENGTH_MAX = 40;
const requiredLine = (tooLong: Parameters<typeof singleLine>[0], missing: PlainKey, max?: number) =>
  singleLine(tooLong, max).check(z.minLength(1, { error: () => say(missing) }));
const employeeDetails = {
  name: singleLine().check(z.minLength(2, { error: () => say('field.nameTooShort') })),
  email: email('field.emailInvalid'),
  employeeId: requiredLine('field.employeeIdTooLong', 'field.employeeIdMissing', NUMBER_LENGTH_MAX),
  /** If left out, the stored payroll number stays. */
  payrollNumber: z.optional(singleLine('field.payrollNumberTooLong', NUMBER_LENGTH_MAX)),
  /** If left out, the stored day stays. */
  employedSince: z.optional(z.union([z.literal(''), enteredDay()], { error: () => say('field.validDate') })),
  department: requiredLine('field.departmentTooLong', 'field.departmentMissing'),
  hub: singleLine('field.hubTooLong'),
  position: requiredLine('field.positionTooLong', 'field.positionMissing'),
};
/** `version` of the record that the form shows. If the record has changed since, the update is refused. */
export const EmployeeUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  version: z.int(),
  ...employeeDetails,
  role: z.enum(['employee', 'admin'], { error: () => say('field.roleMissing') }),
  isActive: z.boolean(),
});

export const RegistrationDecision = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  isApproved: z.boolean(),
});

/** The role is always employee. The default `employeeId` is 'EMP' and the timestamp (spec §3). */
export const NewEmployee = z.strictObject({
  requestId: z.optional(RequestId),
  ...employeeDetails,
  employeeId: z.optional(employeeDetails.employeeId),
  department: z._default(employeeDetails.department, DEFAULT_DEPARTMENT),
  hub: z._default(employeeDetails.hub, ''),
  position: z._default(employeeDetails.position, DEFAULT_POSITION),
  role: z._default(z.literal('employee', { error: () => say('field.roleEmployee') }), 'employee'),
});

/** All accounts, newest first (spec §7), and the open entries. */
export const EmployeesView = z.strictObject({
  cursor: Cursor,
  now: Instant,
  calendar: Calendar,
  employees: z.array(User),
  openEntries: z.array(TimeEntry),
  /** An open entry that began on an earlier day and is older than these hours was left open. */
  nightShiftHours: z.number(),
});
export type EmployeesView = z.infer<typeof EmployeesView>;

export const ACCOUNT_EVENT_KINDS = [
  'employee_registered',
  'employee_added',
  'employee_updated',
  'employee_deactivated',
  'employee_reactivated',
  'employee_approved',
  'employee_refused',
  'second_factor_added',
  'second_factor_removed',
  'second_factors_reset',
] as const;
export const PERSON_CHANGE_KINDS = [
  ...ACCOUNT_EVENT_KINDS,
  'password_changed',
  'identity_linked',
  'recovery_codes_renewed',
  'recovery_code_used',
  'entry_closed',
  'correction_asked',
  'correction_made',
  'correction_proposed',
  'correction_declared',
  'correction_sent_back',
  'correction_agreed',
  'correction_declined',
  'correction_withdrawn',
  'correction_objected',
  'correction_kept',
  'correction_taken_back',
  'correction_undone',
  'leave_granted',
  'leads_saved',
  'badge_added',
  'badge_removed',
  'pin_changed',
] as const;

/** A change of a person's account or hours, read from the ledger. Punches and steps of pay periods are not included. */
export const PersonChange = z.strictObject({
  n: z.int(),
  at: Instant,
  kind: z.enum(PERSON_CHANGE_KINDS),
  /** Null if the server or the command line made the change. */
  by: z.nullable(z.strictObject({ id: Id, name: z.string() })),
  /** Changed details. Names and addresses have no values here, since the ledger stores only their digests. */
  details: z.array(
    z.strictObject({ name: z.string(), from: z.optional(z.string()), to: z.optional(z.string()) }),
  ),
  how: z.optional(z.string()),
  entryId: z.optional(Id),
  correctionId: z.optional(Id),
  isLeave: z.optional(z.literal(true)),
});
export type PersonChange = z.infer<typeof PersonChange>;

export const LEAD_ASSIGNMENTS_MAX = 100;

/** `until` is the last day, or null if there is no end. */
const LeadAssignment = z.strictObject({
  scope: z.enum(['studio', 'hub', 'person']),
  id: Id,
  from: DayText,
  until: z.nullable(DayText),
});
const EnteredAssignment = z.extend(LeadAssignment, { from: enteredDay(), until: z.nullable(enteredDay()) });
export type LeadAssignment = z.infer<typeof LeadAssignment>;

export const LeadAssignments = z.array(LeadAssignment);

export const PersonView = z.strictObject({
  now: Instant,
  /** This week, this month and the requested days; earliest first. */
  calendar: Calendar,
  settings: Settings,
  settingsLoaded: z.boolean(),
  user: User,
  employment: Employment,
  /** Entries of the calendar's days, and the open entry, even if it is older; newest first. */
  entries: z.array(TimeEntry),
  /** Corrections on the calendar's days, and all undecided ones. */
  corrections: z.array(Correction),
  closed: ClosedPeriods,
  /** Changes on the calendar's days, newest first. */
  changes: z.array(PersonChange),
  /** Schedules, each with its first day. The name is null where the work settings apply. */
  schedules: z.array(z.strictObject({ from: DayText, name: z.nullable(z.string()) })),
  leads: LeadAssignments,
  isLastAdmin: z.boolean(),
  mailsBy: z.enum(['mail', 'outbox']),
});
export type PersonView = z.infer<typeof PersonView>;

/** Replaces all assignments of a team lead. `before`: those that the form showed, to detect concurrent edits. */
export const LeadsUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  before: LeadAssignments,
  leads: z.array(EnteredAssignment).check(
    z.maxLength(LEAD_ASSIGNMENTS_MAX),
    z.refine((all) => all.every(({ from, until }) => until === null || until >= from), {
      error: () => say('field.lastBeforeFirst'),
    }),
  ),
});

const TeamPerson = z.extend(z.pick(User, { id: true, name: true, department: true, hub: true }), {
  status: z.enum(['clocked-in', 'on-break', 'clocked-out']),
  /** Start of the present work or break. */
  since: z.nullable(Instant),
  todayMinutes: z.int(),
  plannedMinutes: z.int(),
  isMissing: z.boolean(),
  /** Name of the kind of leave that the person has today; null without leave. */
  leave: z.nullable(z.string()),
});

/** Today's state of a team lead's people, sorted by name. Notes, addresses and places are left out. */
export const TeamView = z.strictObject({
  now: Instant,
  timeZone: z.string(),
  people: z.array(TeamPerson),
});

/** Details that a team lead needs to decide a request. */
export const TeamRequest = z.omit(CorrectionDetail, { entries: true, punches: true, isOnlyAdmin: true });

/** The latest pay period that is over, with the state of each person. Their hours are left out. */
export const TeamPeriods = z.extend(PeriodRange, {
  people: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      state: MyPeriod.shape.state,
      open: MyPeriod.shape.open,
      isReady: z.boolean(),
    }),
  ),
});
