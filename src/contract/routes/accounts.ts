/** Registration, sessions and passwords. */
import * as z from 'zod/mini';
import {
  FirstPassword,
  PasswordChange,
  PasswordConfirmation,
  PasswordReset,
  PasswordResetRequest,
  PasswordResetToken,
  Profile,
  Registration,
  ResetRequested,
  SessionView,
  SignIn,
} from '../accounts.ts';
import { User } from '../records.ts';
import { LONG_LIMIT_MS, nothing, operation } from './route.ts';

export const accountsOperations = {
  whoAmI: operation({
    summary: 'Who is signed in.',
    input: nothing,
    output: SessionView,
  }),
  signIn: operation({
    summary: 'Sign in with e-mail and password.',
    input: SignIn,
    output: SessionView,
    refusals: [
      'sign_in_unknown_user',
      'sign_in_wrong_password',
      'sign_in_rejected',
      'sign_in_too_many',
      'account_disabled',
      'temporary_password_expired',
    ],
    fieldCodes: { email: { code: 'sign_in_invalid_email' } },
    isForm: true,
  }),
  signOut: operation({
    summary: 'End this session.',
    input: nothing,
    output: SessionView,
  }),
  issueEmployeeId: operation({
    summary: 'Issue an employee ID for a registration.',
    input: nothing,
    output: z.strictObject({ employeeId: z.string() }),
    refusals: ['registration_too_many'],
  }),
  register: operation({
    summary: 'Create an employee account.',
    input: Registration,
    output: z.strictObject({ user: User }),
    refusals: [
      'registration_email_in_use',
      'registration_too_many',
      'employee_id_not_issued',
      'request_id_reused',
    ],
    fieldCodes: {
      email: { code: 'registration_invalid_email' },
      password: { code: 'registration_weak_password', only: 'too_small' },
    },
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  requestPasswordReset: operation({
    summary: 'Send a link by e-mail that lets its reader choose a new password.',
    input: PasswordResetRequest,
    output: ResetRequested,
    refusals: ['reset_unknown_user', 'reset_too_many', 'account_disabled'],
    fieldCodes: { email: { code: 'reset_invalid_email' } },
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  openPasswordReset: operation({
    summary: 'Whose link this is, if it is valid. Uses nothing up.',
    input: PasswordResetToken,
    output: z.strictObject({ email: z.string() }),
    refusals: ['reset_link_invalid', 'account_disabled'],
  }),
  completePasswordReset: operation({
    summary: 'Choose a new password by a link; ends all sessions of the account.',
    input: PasswordReset,
    output: z.strictObject({ email: z.string() }),
    refusals: ['reset_link_invalid', 'account_disabled'],
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  chooseFirstPassword: operation({
    summary: 'Replace the temporary password.',
    input: FirstPassword,
    output: SessionView,
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  changePassword: operation({
    summary: 'Change my password; ends my other sessions.',
    input: PasswordChange,
    output: SessionView,
    refusals: ['current_password_wrong', 'sign_in_too_many'],
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  confirmIdentity: operation({
    summary: 'Enter my password once more, to do within 15 minutes what gives power over an account.',
    input: PasswordConfirmation,
    output: nothing,
    refusals: ['current_password_wrong', 'sign_in_too_many'],
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  updateProfile: operation({
    summary: 'Change my name.',
    input: Profile,
    output: z.strictObject({ user: User }),
    notSignedIn: 'profile_not_signed_in',
    refusals: ['renames_too_many'],
    isForm: true,
  }),
} as const;
