/**
 * What people type, checked by the same schema in the form and on the server; the messages are the
 * specification's (spec §5).
 */
import * as z from 'zod/mini';
import { DEFAULT_DEPARTMENT, DEFAULT_POSITION, isHubOfStudio, isStudio, POSITIONS } from '#domain/employee';
import { numberFault, type NumberSetting } from '#domain/settings';
import { parseTimeText } from '#domain/time';
import { isTimeZone } from '#domain/time-zone';
import { ActivityPosition, DayText, Id, Instant, NotificationType } from './records.ts';

/**
 * The simple pattern of spec §5, without what has a meaning of its own in the head of a mail, and without
 * characters nobody sees.
 */
const EMAIL_PATTERN =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+\.[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const NOTES_MAX = 500;

const withoutNul = z.refine<string>(
  (text) => !text.includes('\u0000'),
  'This contains a character that cannot be stored.',
);
/** Pasted line breaks and runs of blanks become one blank: a name is one line. */
const oneLine = z.overwrite<string>((text) => text.replace(/\s+/gu, ' ').trim());
/** Control characters, and those that turn the direction of what stands after them. */
const withoutControls = z.refine<string>(
  (text) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text),
  'This contains a character that cannot be shown.',
);

const email = (invalid: string) =>
  z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX, invalid), z.regex(EMAIL_PATTERN, invalid));

const newPassword = (tooShort: string) =>
  z
    .string()
    .check(
      z.minLength(PASSWORD_MIN, tooShort),
      z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
    );

/** Login form (spec §5). */
export const SignIn = z.strictObject({
  email: email('Please enter a valid email address'),
  password: newPassword('Password must be at least 6 characters'),
});

/** What somebody calls themselves: at registration, and later in the profile. */
const fullName = z
  .string()
  .check(
    oneLine,
    z.minLength(1, 'Full name is required'),
    z.maxLength(NAME_MAX, `Full name must be at most ${NAME_MAX} characters`),
    withoutControls,
  );

/** Registration, step Personal (spec §5). */
export const RegistrationPersonal = z.strictObject({
  name: fullName,
  email: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: 'Email is required', abort: true }),
      z.maxLength(EMAIL_MAX, 'Please enter a valid email'),
      z.regex(EMAIL_PATTERN, 'Please enter a valid email'),
    ),
});

/** Registration, step Work (spec §5): a hub must belong to the studio. */
const registrationWork = {
  department: z.string().check(z.refine<string>(isStudio, 'Please select a studio')),
  hub: z.string().check(z.minLength(1, 'Please select a hub')),
  position: z
    .string()
    .check(
      z.refine<string>((text) => (POSITIONS as readonly string[]).includes(text), 'Please select a position'),
    ),
};
const hubFits = z.refine<{ department: string; hub: string }>(
  (work) => isHubOfStudio(work.hub, work.department),
  { error: 'Please select a hub', path: ['hub'] },
);
export const RegistrationWork = z.strictObject(registrationWork).check(hubFits);

/** A new password typed twice (spec §5, step 3): at registration, after a reset, at the first sign-in. */
const typedPassword = z
  .string()
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(PASSWORD_MIN, 'Password must be at least 6 characters'),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  );
const confirmation = z.string().check(z.minLength(1, 'Please confirm your password'));
const typedTwice = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.confirmPassword === '' || form.password === form.confirmPassword,
  { error: 'Passwords do not match', path: ['confirmPassword'] },
);
/** The form; the confirmation never leaves the browser. */
export const PasswordTwice = z
  .strictObject({ password: typedPassword, confirmPassword: confirmation })
  .check(typedTwice);
/** The form in the user menu. */
export const PasswordChangeForm = z
  .strictObject({
    currentPassword: z.string().check(z.minLength(1, 'Please enter your current password')),
    password: typedPassword,
    confirmPassword: confirmation,
  })
  .check(typedTwice);

/** What registration sends (spec §3 registration payload). */
export const Registration = z
  .strictObject({
    ...RegistrationPersonal.shape,
    ...registrationWork,
    employeeId: z.string().check(z.regex(/^NXBI-[A-Z0-9]{5}$/, 'This employee ID was not issued.')),
    password: newPassword('Password should be at least 6 characters long.'),
  })
  .check(hubFits);

/** 'Forgot password?': the trailing full stop is the catalogue's (spec §8). */
export const PasswordResetRequest = z.strictObject({ email: email('Please enter a valid email address.') });
/** What a mailed link carries. Whatever else somebody typed there is a link that is not valid. */
const resetToken = z.string().check(z.maxLength(200));
export const PasswordResetToken = z.strictObject({ token: resetToken });
export const PasswordReset = z.strictObject({
  token: resetToken,
  password: newPassword('Password must be at least 6 characters'),
});
export const PasswordChange = z.strictObject({
  currentPassword: z
    .string()
    .check(
      z.minLength(1, 'Please enter your current password'),
      z.maxLength(PASSWORD_MAX, 'Incorrect password.'),
    ),
  password: newPassword('Password must be at least 6 characters'),
});
export const FirstPassword = z.strictObject({
  password: newPassword('Password must be at least 6 characters'),
});
export const Profile = z.strictObject({ name: fullName });

export const Notes = z
  .string()
  .check(z.maxLength(NOTES_MAX, 'Notes must be less than 500 characters'), withoutNul);

/** Made by the client for each press of a button; a retry carries the same id and is answered the same. */
const RequestId = z.uuid();

export const ClockIn = z.strictObject({
  requestId: RequestId,
  notes: z.optional(Notes),
  location: z.optional(
    z.strictObject({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
      timestamp: z.iso.datetime(),
    }),
  ),
  /** What the IP look-up said, or 'unknown' when it failed (spec §4, decisions §4). */
  ipAddress: z.optional(z.union([z.literal('unknown'), z.ipv4(), z.ipv6()])),
});
export const Punch = z.strictObject({ requestId: RequestId });

/** Workplace days, both ends included; at most 400 days. */
export const DayRange = z.strictObject({ from: DayText, to: DayText }).check(
  z.refine((range) => range.from <= range.to, {
    error: 'Start date must be before or equal to end date',
    path: ['to'],
  }),
);

/** The activity feed, newest first; `before` goes on after the last notification of the page before. */
export const ActivityPage = z.strictObject({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  before: z.optional(ActivityPosition),
  type: z.optional(NotificationType),
  userId: z.optional(Id),
});

export const ACTIVITY_READ_MAX = 200;
/** Either the notifications that were seen, or `upTo`: all of the 24 hours up to that instant. */
export const MarkActivityRead = z
  .strictObject({
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(ACTIVITY_READ_MAX))),
    upTo: z.optional(Instant),
  })
  .check(
    z.refine((seen) => (seen.ids === undefined) !== (seen.upTo === undefined), {
      error: 'Say either which, or up to when.',
      path: ['ids'],
    }),
  );

// Employee Management (spec §3 user form, §5).
export const EMPLOYEE_ID_MAX = 40;
const optionalLine = (label: string) =>
  z
    .string()
    .check(
      oneLine,
      z.maxLength(NAME_MAX, `${label} must be at most ${NAME_MAX} characters`),
      withoutControls,
    );
const requiredLine = (label: string) => optionalLine(label).check(z.minLength(1, `${label} is required`));
const employeeDetails = {
  name: z
    .string()
    .check(
      oneLine,
      z.minLength(2, 'Name must be at least 2 characters'),
      z.maxLength(NAME_MAX, `Name must be at most ${NAME_MAX} characters`),
      withoutControls,
    ),
  email: email('Please enter a valid email address'),
  employeeId: z
    .string()
    .check(
      oneLine,
      z.minLength(1, 'Employee ID is required'),
      z.maxLength(EMPLOYEE_ID_MAX, `Employee ID must be at most ${EMPLOYEE_ID_MAX} characters`),
      withoutControls,
    ),
  department: requiredLine('Department'),
  hub: optionalLine('Hub'),
  position: requiredLine('Position'),
};
/** A studio has hubs of its own; any other department may name whatever it has. */
const hubFitsStudio = z.refine<{ department: string; hub: string }>(
  ({ department, hub }) => hub === '' || !isStudio(department) || isHubOfStudio(hub, department),
  { error: 'Please select a hub of this studio', path: ['hub'] },
);

/**
 * The edit form. `version` is of the record the form was filled from: another one since then is a conflict.
 */
export const EmployeeUpdate = z
  .strictObject({
    id: Id,
    version: z.int(),
    ...employeeDetails,
    role: z.enum(['employee', 'admin'], 'Please select a role'),
    isActive: z.boolean(),
  })
  .check(hubFitsStudio);

/**
 * 'Add Employee'. Whoever is added is an employee; without an id they get 'EMP' and the timestamp (spec §3).
 */
export const NewEmployee = z
  .strictObject({
    ...employeeDetails,
    employeeId: z.optional(employeeDetails.employeeId),
    department: z._default(employeeDetails.department, DEFAULT_DEPARTMENT),
    hub: z._default(employeeDetails.hub, ''),
    position: z._default(employeeDetails.position, DEFAULT_POSITION),
    role: z._default(z.literal('employee', 'Role can only be set to employee'), 'employee'),
  })
  .check(hubFitsStudio);

// Closing an entry that was left open (decisions §1).
const wallClockTime = z
  .string('Invalid time string: must be a non-empty string')
  .check(
    z.refine((text) => parseTimeText(text).ok, { error: ({ input }) => messageOf(parseTimeText(input)) }),
  );
const messageOf = (parsed: ReturnType<typeof parseTimeText>): string => (parsed.ok ? '' : parsed.message);

/** `day` and `time` are the workplace's: the server knows its zone's rules. */
export const EntryClosing = z.strictObject({
  entryId: Id,
  day: z.iso.date('Please enter a date that exists'),
  time: wallClockTime,
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please give a reason'),
      z.maxLength(NOTES_MAX, `Reason must be at most ${NOTES_MAX} characters`),
      withoutNul,
    ),
});

// Settings (spec §5).
const numberSetting = (name: NumberSetting) =>
  z.number({ error: () => numberFault(name, undefined) ?? '' }).check(
    z.refine((value) => numberFault(name, value) === undefined, {
      error: ({ input }) => numberFault(name, input) ?? '',
    }),
  );

/**
 * All of the settings but id and times; the theme is always 'light'. `version` is of the settings the form
 * was filled from.
 */
export const SettingsUpdate = z
  .strictObject({
    version: z.int(),
    workStartTime: wallClockTime,
    workEndTime: wallClockTime,
    timeZone: z.string().check(z.refine<string>(isTimeZone, 'Please select a time zone')),
    breakStartTime: wallClockTime,
    breakDuration: numberSetting('breakDuration'),
    lateThresholdMinutes: numberSetting('lateThresholdMinutes'),
    overtimeThresholdHours: numberSetting('overtimeThresholdHours'),
    allowFlexibleHours: z.boolean(),
    requireLocationTracking: z.boolean(),
    weekendWorkAllowed: z.boolean(),
  })
  .check(
    z.refine((settings) => settings.workStartTime !== settings.workEndTime, {
      error: 'Work end time must differ from work start time',
      path: ['workEndTime'],
    }),
  );
