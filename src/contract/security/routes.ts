import * as z from 'zod/mini';
import { SessionView } from '../accounts/accounts.ts';
import { Id, User } from '../records.ts';
import * as factors from './second-factor.ts';
import * as security from './log.ts';
import { LONG_REQUEST_MS, nothing, get, post } from '../route.ts';

/** Routes that answer with all second factors of the caller. */
const OWN_FACTORS_ROUTE = { output: factors.SecondFactors } as const;

export const securityRoutes = {
  ownSecurity: get('/api/account/security', 'signed-in', {
    summary: 'Where I am signed in, and my recent sign-ins.',
    input: nothing,
    output: security.OwnSecurity,
  }),
  endSessions: post('/api/account/sessions/end', 'signed-in', {
    summary: 'Sign me out in one other browser, or in all others.',
    isRepeatable: true,
    input: security.SessionsEnd,
    output: z.strictObject({ ended: z.int() }),
  }),
  securityLog: get('/api/security-log', 'admin', {
    summary: 'Sign-ins, refusals and changes of rights, newest first, a page at a time.',
    input: security.SecurityLogQuery,
    output: security.SecurityLogPage,
    isForm: true,
  }),
  securityLogFile: get('/api/security-log/file', 'admin', {
    summary: 'The same as a CSV file, the newest 20,000 rows at most.',
    input: security.SecurityLogFileQuery,
    output: z.string(),
    kind: 'file',
    limitMs: LONG_REQUEST_MS,
  }),
  passSecondStep: post('/api/sign-in/second-step', 'public', {
    summary: 'Finish a sign-in by a code of the authenticator app, a recovery code or a passkey.',
    failure: 'sign_in_failed',
    input: factors.SecondStepInput,
    output: SessionView,
    refusals: [
      'second_step_wrong',
      'second_step_expired',
      'second_factor_unreadable',
      'passkey_wrong',
      'sign_in_off',
      'sign_in_too_many',
      'account_disabled',
      'account_awaits_approval',
      'temporary_password_expired',
    ],
    limitMs: LONG_REQUEST_MS,
  }),
  startPasskey: post('/api/passkey', 'public', {
    summary: 'Begin a sign-in by a passkey alone, or a new passkey.',
    isRepeatable: true,
    output: z.strictObject({ challenge: z.string() }),
    refusals: ['sign_in_too_many'],
  }),
  secondFactors: get('/api/account/second-factor', 'second-factor', {
    summary: 'My second factors.',
    ...OWN_FACTORS_ROUTE,
  }),
  startApp: post('/api/account/second-factor/app/start', 'second-factor', {
    summary: 'A secret for an authenticator app. It is kept once a code confirms it.',
    isRepeatable: true,
    output: factors.AppSecret,
  }),
  addApp: post('/api/account/second-factor/app', 'second-factor', {
    summary: 'Add an authenticator app by its first code.',
    ...OWN_FACTORS_ROUTE,
    input: factors.AppConfirmation,
    refusals: [
      'confirmation_required',
      'second_step_wrong',
      'second_factor_exists',
      'second_factor_key_elsewhere',
      'sign_in_too_many',
      'steps_too_many',
    ],
    isForm: true,
  }),
  addPasskey: post('/api/account/second-factor/passkey', 'second-factor', {
    summary: 'Add a passkey.',
    ...OWN_FACTORS_ROUTE,
    input: factors.NewPasskey,
    refusals: [
      'confirmation_required',
      'passkey_wrong',
      'passkeys_too_many',
      'second_step_expired',
      'second_factor_exists',
      'steps_too_many',
    ],
    isForm: true,
  }),
  removeFactor: post('/api/account/second-factor/remove', 'second-factor', {
    summary: 'Remove my authenticator app or one of my passkeys.',
    ...OWN_FACTORS_ROUTE,
    isRepeatable: true,
    input: factors.FactorId,
    refusals: ['confirmation_required', 'steps_too_many'],
  }),
  renewRecoveryCodes: post('/api/account/second-factor/recovery-codes', 'second-factor', {
    summary: 'Replace my recovery codes.',
    ...OWN_FACTORS_ROUTE,
    refusals: ['confirmation_required', 'second_factor_missing', 'steps_too_many'],
  }),
  resetSecondFactor: post('/api/employees/second-factor/reset', 'admin', {
    summary: "Remove somebody's second factors and recovery codes.",
    isRepeatable: true,
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ user: User }),
    refusals: ['confirmation_required', 'employee_not_found', 'second_factor_missing', 'command_line_only'],
  }),
} as const;
