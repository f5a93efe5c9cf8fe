import * as z from 'zod/mini';
import * as accounts from './accounts.ts';
import { User } from '../records.ts';
import { SingleSignOnReply, SingleSignOnStart } from './single-sign-on.ts';
import { LONG_REQUEST_MS, nothing, get, post } from '../route.ts';

const SIGN_IN_REFUSALS = [
  'sign_in_unknown_user',
  'sign_in_wrong_password',
  'sign_in_rejected',
  'sign_in_too_many',
  'account_disabled',
  'account_awaits_approval',
  'temporary_password_expired',
] as const;

/** For routes that contact the sign-in provider, and then redirect the browser. */
const REDIRECT = {
  output: nothing,
  refusals: ['not_found'],
  kind: 'redirect',
  limitMs: LONG_REQUEST_MS,
} as const;
/** For forms that hash a password or send a mail. */
const SLOW_FORM = { isForm: true, limitMs: LONG_REQUEST_MS } as const;

export const accountsRoutes = {
  whoAmI: get('/api/session', 'public', {
    summary: 'Who is signed in.',
    output: accounts.SessionView,
  }),
  signIn: post('/api/sign-in', 'public', {
    summary: 'Sign in with email and password.',
    failure: 'sign_in_failed',
    isRepeatable: true,
    input: accounts.SignIn,
    output: accounts.SessionView,
    refusals: [...SIGN_IN_REFUSALS, 'sign_in_off'],
    fieldCodes: { email: { code: 'sign_in_invalid_email' } },
    isForm: true,
  }),
  signOut: post('/api/sign-out', 'public', {
    summary: 'End this session.',
    failure: 'sign_out_failed',
    isRepeatable: true,
    output: z.extend(accounts.SessionView, {
      /** Page of the sign-in provider. The browser continues there, to sign the person out of the provider as well. */
      continueAt: z.optional(z.string()),
    }),
  }),
  startSingleSignOn: get('/api/single-sign-on', 'public', {
    summary: "Go to the provider's sign-in page (OpenID Connect).",
    ...REDIRECT,
    input: SingleSignOnStart,
  }),
  finishSingleSignOn: get('/api/single-sign-on/callback', 'public', {
    summary: 'Come back from the provider, signed in or with a problem that the login page shows.',
    ...REDIRECT,
    input: SingleSignOnReply,
  }),
  connectIdentity: post('/api/single-sign-on/connect', 'public', {
    summary: 'Connect an account with who signed in at the provider, by its own password, and sign in.',
    failure: 'sign_in_failed',
    input: accounts.PasswordConfirmation,
    output: accounts.SessionView,
    refusals: [...SIGN_IN_REFUSALS, 'sign_in_expired'],
    ...SLOW_FORM,
  }),
  joining: get('/api/registration', 'public', {
    summary: 'Whether and how somebody can register, and what there is to select.',
    input: accounts.RegistrationOptionsQuery,
    output: accounts.RegistrationOptions,
  }),
  issueEmployeeId: post('/api/registration/employee-id', 'public', {
    summary: 'Issue an employee ID for a registration.',
    failure: 'employee_id_failed',
    isRepeatable: true,
    output: z.strictObject({ employeeId: z.string() }),
    refusals: ['registration_too_many', 'registration_closed'],
  }),
  register: post('/api/registration', 'public', {
    summary: 'Create an employee account.',
    failure: 'registration_failed',
    takesRequestId: true,
    input: accounts.Registration,
    output: z.strictObject({ user: User }),
    refusals: [
      'registration_email_in_use',
      'registration_too_many',
      'employee_id_not_issued',
      'registration_closed',
      'invitation_invalid',
      'sign_in_off',
    ],
    fieldCodes: {
      email: { code: 'registration_invalid_email' },
      password: { code: 'registration_weak_password', only: 'too_small' },
    },
    ...SLOW_FORM,
  }),
  requestPasswordReset: post('/api/password-reset', 'public', {
    summary: 'Send a link by email that lets its reader choose a new password.',
    failure: 'reset_failed',
    input: accounts.PasswordResetRequest,
    output: accounts.PasswordResetResponse,
    refusals: ['reset_unknown_user', 'reset_too_many', 'account_disabled', 'account_awaits_approval'],
    fieldCodes: { email: { code: 'reset_invalid_email' } },
    ...SLOW_FORM,
  }),
  openPasswordReset: post('/api/password-reset/open', 'public', {
    summary: 'Whose link this is, if it is valid. The link stays valid.',
    isRepeatable: true,
    input: accounts.PasswordResetToken,
    output: z.strictObject({ email: z.string() }),
    refusals: ['reset_link_invalid', 'account_disabled'],
  }),
  completePasswordReset: post('/api/password-reset/complete', 'public', {
    summary: 'Choose a new password by a link; ends all sessions of the account.',
    failure: 'password_change_failed',
    input: accounts.PasswordReset,
    output: z.strictObject({ email: z.string() }),
    refusals: ['reset_link_invalid', 'account_disabled'],
    ...SLOW_FORM,
  }),
  chooseFirstPassword: post('/api/account/first-password', 'first-sign-in', {
    summary: 'Replace the temporary password.',
    failure: 'password_change_failed',
    input: accounts.FirstPassword,
    output: accounts.SessionView,
    ...SLOW_FORM,
  }),
  changePassword: post('/api/account/password', 'signed-in', {
    summary: 'Change my password; ends my other sessions.',
    failure: 'password_change_failed',
    input: accounts.PasswordChange,
    output: accounts.SessionView,
    refusals: ['current_password_wrong', 'sign_in_too_many'],
    ...SLOW_FORM,
  }),
  confirmIdentity: post('/api/account/confirm', 'second-factor', {
    summary: 'Confirm my password. For 15 minutes I can then change who can use an account.',
    isRepeatable: true,
    input: accounts.PasswordConfirmation,
    output: nothing,
    refusals: ['current_password_wrong', 'sign_in_too_many'],
    ...SLOW_FORM,
  }),
  updateProfile: post('/api/account/profile', 'signed-in', {
    summary: 'Change my name.',
    failure: 'profile_update_failed',
    isRepeatable: true,
    input: accounts.Profile,
    output: z.strictObject({ user: User }),
    notSignedIn: 'profile_not_signed_in',
    refusals: ['renames_too_many'],
    isForm: true,
  }),
  chooseLanguage: post('/api/account/language', 'second-factor', {
    summary: 'Choose my language, on all my devices.',
    isRepeatable: true,
    input: accounts.LanguageChoice,
    output: nothing,
  }),
} as const;
