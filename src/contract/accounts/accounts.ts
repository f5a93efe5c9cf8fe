import { say } from '#texts/say';
import * as z from 'zod/mini';
import { LANGUAGE_CODES } from '#texts/languages';
import { POSITIONS } from '#domain/people/employee';
import { REGISTRATION_MODES } from '#domain/settings/settings';
import { HOUR_FORMATS } from '#domain/time/units';
import { FIRST_WEEKDAYS } from '#domain/time/workplace-day';
import {
  email,
  singleLine,
  NAME_MAX,
  newPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  passwordText,
  text,
} from '../fields.ts';
import { OfferedStudio, RequestId, User } from '../records.ts';

export const SignIn = z.strictObject({
  email: email('field.emailInvalid'),
  password: newPassword(),
});

const fullName = singleLine('field.fullNameTooLong').check(
  z.minLength(1, { error: () => say('field.fullNameMissing') }),
);

export const RegistrationPersonal = z.strictObject({
  name: fullName,
  email: email('field.emailInvalidShort', 'field.emailMissing'),
});

/** Step 'Work' of the registration (spec §5). `registrationFaults` compares studio and hub with those offered. */
const registrationWorkStep = {
  department: text().check(z.maxLength(NAME_MAX, { error: () => say('place.selectStudio') })),
  hub: text().check(z.maxLength(NAME_MAX, { error: () => say('place.selectHub') })),
  position: text().check(
    z.refine<string>((sent) => (POSITIONS as readonly string[]).includes(sent), {
      error: () => say('place.selectPosition'),
    }),
  ),
};
export const RegistrationWorkStep = z.strictObject(registrationWorkStep);

/** New password in forms: registration (spec §5, step 3), reset, change and first sign-in. */
const typedPassword = passwordText().check(
  z.minLength(1, { error: () => say('field.passwordMissing'), abort: true }),
  z.minLength(PASSWORD_MIN, { error: () => say('field.passwordTooShort') }),
  z.maxLength(PASSWORD_MAX, { error: () => say('field.passwordTooLong', { max: PASSWORD_MAX }) }),
);
const confirmation = passwordText().check(z.minLength(1, { error: () => say('field.confirmPassword') }));
const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.confirmPassword === '' || form.password === form.confirmPassword,
  { error: () => say('field.passwordsDiffer'), path: ['confirmPassword'] },
);
const passwordPair = { password: typedPassword, confirmPassword: confirmation };
export const RepeatedPassword = z.strictObject(passwordPair).check(passwordsMatch);
const currentPassword = passwordText().check(z.minLength(1, { error: () => say('field.currentPassword') }));
export const PasswordChangeForm = z.strictObject({ currentPassword, ...passwordPair }).check(passwordsMatch);

const invitation = z.optional(text().check(z.maxLength(100)));

export const Registration = z.extend(RegistrationPersonal, {
  ...registrationWorkStep,
  requestId: z.optional(RequestId),
  employeeId: text().check(z.regex(/^NXBI-[A-Z0-9]{5}$/, { error: () => say('field.employeeIdNotIssued') })),
  password: newPassword('problem.registration_weak_password'),
  invitation,
});

export const RegistrationOptionsQuery = z.strictObject({ invitation });
export const RegistrationOptions = z.strictObject({
  /** False if registration is off, or if it needs an invitation and the link has no valid invitation code. */
  mayRegister: z.boolean(),
  studios: z.array(OfferedStudio),
});
export type RegistrationOptions = z.infer<typeof RegistrationOptions>;

/** The full stop in the message is specified (spec §8). */
export const PasswordResetRequest = z.strictObject({ email: email('problem.reset_invalid_email') });
/** Token of a mailed link. Any text passes here, since an unknown token is refused later. */
const resetToken = text().check(z.maxLength(200));
export const PasswordResetToken = z.strictObject({ token: resetToken });
export const PasswordReset = z.strictObject({
  token: resetToken,
  password: newPassword(),
});
/** Changes that give power over an account need the caller's own password [D3.23]. */
export const PasswordConfirmation = z.strictObject({
  currentPassword: passwordText().check(
    z.minLength(1, { error: () => say('field.currentPassword') }),
    z.maxLength(PASSWORD_MAX, { error: () => say('problem.current_password_wrong') }),
  ),
});
export const PasswordChange = z.extend(PasswordConfirmation, {
  password: newPassword(),
});
export const FirstPassword = z.strictObject({
  password: newPassword(),
});
export const Profile = z.strictObject({ name: fullName });
export const LanguageChoice = z.strictObject({ language: z.enum(LANGUAGE_CODES) });

export const Workplace = z.strictObject({
  /** '' if the workplace has no name. */
  name: z.string(),
  /** For people who have not chosen one. */
  language: z.enum(LANGUAGE_CODES),
  hourFormat: z.enum(HOUR_FORMATS),
  firstWeekday: z.literal(FIRST_WEEKDAYS),
  registration: z.enum(REGISTRATION_MODES),
  /** False without a mail server: reset links reach nobody. Absent in live changes, which leave it as it is. */
  sendsMail: z.optional(z.boolean()),
});
export type Workplace = z.infer<typeof Workplace>;

/** The password was right, but the sign-in still needs a second factor. */
export const SecondStep = z.strictObject({
  challenge: z.string(),
  hasApp: z.boolean(),
  /** Credential ids. Empty if browsers offer no passkeys at this address, such as an IP address. */
  passkeys: z.array(z.string()),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** `user` is null if nobody is signed in, or the account has no profile (spec §4). */
export const SessionView = z.strictObject({
  user: z.nullable(User),
  mustChangePassword: z.boolean(),
  /** True if a second factor is required, and the deadline to set it up is over. */
  mustAddFactor: z.boolean(),
  /** Set only in the response to a correct password, if the sign-in still needs a second factor. */
  secondStep: z.optional(SecondStep),
  /** Minimum length of a new password: 6 characters, or 12 with the strong password policy. */
  passwordMinimum: z.int(),
  lastsDays: z.strictObject({ session: z.int(), idle: z.int(), device: z.int() }),
  version: z.string(),
  workplace: Workplace,
  /** Set if an OpenID Connect provider is configured. `isOnly`: only local admins can use a password. */
  singleSignOn: z.optional(z.strictObject({ name: z.string(), isOnly: z.boolean() })),
});
export type SessionView = z.infer<typeof SessionView>;

export const PasswordResetResponse = z.strictObject({
  /** 'outbox': this server sends no mails, but writes them to a folder. */
  by: z.enum(['mail', 'outbox']),
  /** True if the address has an account. Always false with HIDE_ACCOUNTS, which hides whether it has one. */
  certain: z.boolean(),
  minutes: z.int(),
});
export type PasswordResetResponse = z.infer<typeof PasswordResetResponse>;
