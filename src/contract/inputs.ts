/** What people type, checked by the same schema in the form and on the server; the messages are the specification's (spec §5). */
import * as z from 'zod/mini';
import { isHubOfStudio, isStudio, POSITIONS } from '#domain/employee';
import { ActivityPosition, DayText, Id, Instant, NotificationType } from './records.ts';

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const NOTES_MAX = 500;

const withoutNul = z.refine<string>((text) => !text.includes('\u0000'), 'This contains a character that cannot be stored.');
/** Pasted line breaks and runs of blanks become one blank: a name is one line. */
const oneLine = z.overwrite<string>((text) => text.replace(/\s+/gu, ' ').trim());

const email = (invalid: string) =>
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX, invalid), z.regex(EMAIL_PATTERN, invalid), withoutNul);

const newPassword = (tooShort: string) =>
  z.string().check(
    z.minLength(PASSWORD_MIN, tooShort),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  );

/** Login form (spec §5). */
export const SignIn = z.strictObject({
  email: email('Please enter a valid email address'),
  password: newPassword('Password must be at least 6 characters'),
});

/** Registration, step Personal (spec §5). */
export const RegistrationPersonal = z.strictObject({
  name: z.string().check(oneLine, z.minLength(1, 'Full name is required'), z.maxLength(NAME_MAX, `Full name must be at most ${NAME_MAX} characters`), withoutNul),
  email: z.string().check(
    z.trim(), z.toLowerCase(),
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.maxLength(EMAIL_MAX, 'Please enter a valid email'), z.regex(EMAIL_PATTERN, 'Please enter a valid email'), withoutNul,
  ),
});

/** Registration, step Work (spec §5): a hub must belong to the studio. */
const registrationWork = {
  department: z.string().check(z.refine<string>(isStudio, 'Please select a studio')),
  hub: z.string().check(z.minLength(1, 'Please select a hub')),
  position: z.string().check(z.refine<string>((text) => (POSITIONS as readonly string[]).includes(text), 'Please select a position')),
};
const hubFits = z.refine<{ department: string; hub: string }>(
  (work) => isHubOfStudio(work.hub, work.department),
  { error: 'Please select a hub', path: ['hub'] },
);
export const RegistrationWork = z.strictObject(registrationWork).check(hubFits);

/** Registration, step Security (spec §5); the confirmation never leaves the browser. */
export const RegistrationSecurity = z
  .strictObject({
    password: z.string().check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      z.minLength(PASSWORD_MIN, 'Password must be at least 6 characters'),
      z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
    ),
    confirmPassword: z.string().check(z.minLength(1, 'Please confirm your password')),
  })
  .check(z.refine((form) => form.confirmPassword === '' || form.password === form.confirmPassword, { error: 'Passwords do not match', path: ['confirmPassword'] }));

/** What registration sends (spec §3 registration payload). */
export const Registration = z
  .strictObject({
    ...RegistrationPersonal.shape,
    ...registrationWork,
    employeeId: z.string().check(z.regex(/^NXBI-[A-Z0-9]{5}$/, 'This employee ID was not issued.')),
    password: newPassword('Password should be at least 6 characters long.'),
  })
  .check(hubFits);

export const Notes = z.string().check(z.maxLength(NOTES_MAX, 'Notes must be less than 500 characters'), withoutNul);

/** Made by the client for each press of a button; a retry carries the same id and is answered the same. */
const RequestId = z.uuid();

export const ClockIn = z.strictObject({
  requestId: RequestId,
  notes: z.optional(Notes),
  location: z.optional(z.strictObject({
    latitude: z.number().check(z.gte(-90), z.lte(90)),
    longitude: z.number().check(z.gte(-180), z.lte(180)),
    timestamp: z.iso.datetime(),
  })),
  /** What the IP look-up said, or 'unknown' when it failed (spec §4, decisions §4). */
  ipAddress: z.optional(z.union([z.literal('unknown'), z.ipv4(), z.ipv6()])),
});
export const Punch = z.strictObject({ requestId: RequestId });

/** Workplace days, both ends included; at most 400 days. */
export const DayRange = z
  .strictObject({ from: DayText, to: DayText })
  .check(z.refine((range) => range.from <= range.to, { error: 'Start date must be before or equal to end date', path: ['to'] }));

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
  .strictObject({ ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(ACTIVITY_READ_MAX))), upTo: z.optional(Instant) })
  .check(z.refine((seen) => (seen.ids === undefined) !== (seen.upTo === undefined), { error: 'Say either which, or up to when.', path: ['ids'] }));
