/** What people type to register, sign in and change their password, and what they are answered (spec §5). */
import * as z from 'zod/mini';
import { POSITIONS } from '#domain/people/employee';
import { REGISTRATION_MODES } from '#domain/settings/settings';
import { HOUR_FORMATS } from '#domain/time/units';
import { FIRST_WEEKDAYS } from '#domain/time/workplace-day';
import {
  email,
  line,
  NAME_MAX,
  newPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  passwordText,
  text,
} from './fields.ts';
import { OfferedStudio, RequestId, User } from './records.ts';

/** Login form (spec §5). */
export const SignIn = z.strictObject({
  email: email('Please enter a valid email address'),
  password: newPassword('Password must be at least 6 characters'),
});

/** What somebody calls themselves: at registration, and later in the profile. */
const fullName = line('Full name').check(z.minLength(1, 'Full name is required'));

/** Registration, step Personal (spec §5). */
export const RegistrationPersonal = z.strictObject({
  name: fullName,
  email: email('Please enter a valid email', 'Email is required'),
});

/** Registration, step Work (spec §5). Which studios and hubs there are to select, `registrationFaults` judges. */
const registrationWork = {
  department: text().check(z.maxLength(NAME_MAX, 'Please select a studio')),
  hub: text().check(z.maxLength(NAME_MAX, 'Please select a hub')),
  position: text().check(
    z.refine<string>((sent) => (POSITIONS as readonly string[]).includes(sent), 'Please select a position'),
  ),
};
export const RegistrationWork = z.strictObject(registrationWork);

/** A new password typed twice (spec §5, step 3): at registration, after a reset, at the first sign-in. */
const typedPassword = passwordText().check(
  z.minLength(1, { error: 'Password is required', abort: true }),
  z.minLength(PASSWORD_MIN, 'Password must be at least 6 characters'),
  z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
);
const confirmation = passwordText().check(z.minLength(1, 'Please confirm your password'));
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
    currentPassword: passwordText().check(z.minLength(1, 'Enter your current password')),
    password: typedPassword,
    confirmPassword: confirmation,
  })
  .check(typedTwice);

/** The part of an invitation link that lets somebody register. */
const invitation = z.optional(text().check(z.maxLength(100)));

/** What registration sends (spec §3 registration payload). */
export const Registration = z.strictObject({
  ...RegistrationPersonal.shape,
  ...registrationWork,
  requestId: z.optional(RequestId),
  employeeId: text().check(z.regex(/^NXBI-[A-Z0-9]{5}$/, 'This employee ID was not issued.')),
  password: newPassword('Password should be at least 6 characters long.'),
  invitation,
});

/** What the registration form has to know before it can be filled in. */
export const JoiningQuestion = z.strictObject({ invitation });
export const Joining = z.strictObject({
  /** Whether this link's reader may register: where registration is open, everybody; where it is off, nobody. */
  mayRegister: z.boolean(),
  studios: z.array(OfferedStudio),
});
export type Joining = z.infer<typeof Joining>;

/** 'Forgot password?': the trailing full stop is the catalogue's (spec §8). */
export const PasswordResetRequest = z.strictObject({ email: email('Please enter a valid email address.') });
/** What a mailed link carries. Whatever else somebody typed there is a link that is not valid. */
const resetToken = text().check(z.maxLength(200));
export const PasswordResetToken = z.strictObject({ token: resetToken });
export const PasswordReset = z.strictObject({
  token: resetToken,
  password: newPassword('Password must be at least 6 characters'),
});
/** 'Confirm it is you': what gives power over an account asks for the own password [D3.23]. */
export const PasswordConfirmation = z.strictObject({
  currentPassword: passwordText().check(
    z.minLength(1, 'Enter your current password'),
    z.maxLength(PASSWORD_MAX, 'Incorrect password.'),
  ),
});
export const PasswordChange = z.strictObject({
  ...PasswordConfirmation.shape,
  password: newPassword('Password must be at least 6 characters'),
});
export const FirstPassword = z.strictObject({
  password: newPassword('Password must be at least 6 characters'),
});
export const Profile = z.strictObject({ name: fullName });

/** What everybody may know of the workplace, before they have signed in too. */
export const Workplace = z.strictObject({
  /** '' for none. */
  name: z.string(),
  hourFormat: z.enum(HOUR_FORMATS),
  firstWeekday: z.literal(FIRST_WEEKDAYS),
  registration: z.enum(REGISTRATION_MODES),
});
export type Workplace = z.infer<typeof Workplace>;

/** Who is signed in; `user` is null for nobody. An account without a profile counts as nobody (spec §4). */
export const SessionView = z.strictObject({
  user: z.nullable(User),
  /** The password is a temporary one: a new one has to be chosen before anything else works [D3.15]. */
  mustChangePassword: z.boolean(),
  /** Characters a new password needs: 6, or 12 by the strong policy. */
  passwordMinimum: z.int(),
  /** How long a session and a known browser last, for the privacy policy. */
  lastsDays: z.strictObject({ session: z.int(), idle: z.int(), device: z.int() }),
  version: z.string(),
  workplace: Workplace,
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
