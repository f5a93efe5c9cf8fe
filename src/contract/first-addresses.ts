/** What the browser knows from its first page on: without schemas, and without what only admins' screens call. */
import type { TextCode } from './problem-texts.ts';

/**
 * Who may call: anybody; anybody signed in; signed in and not an admin (spec §6); admins; signed in with a
 * temporary password, which has to be changed before anything else works [D3.15]: none of the others
 * counts until then.
 */
export type Access = 'public' | 'signed-in' | 'employee' | 'admin' | 'first-sign-in';

export interface Address {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** Code of an unforeseen failure (spec §8), read too where the database is out of reach; else `server_error`. */
  readonly failure?: TextCode;
  /** It takes a request id: sent again with the same one it is done once, and answered the same. */
  readonly once?: boolean;
  /** Done twice it does no more than once, so that it is sent again by itself. When absent: as `once`, and a GET. */
  readonly isRepeatable?: boolean;
}

export const firstAddresses = {
  // The server itself
  health: { method: 'GET', path: '/api/health', access: 'public', failure: 'unavailable' },
  openapi: { method: 'GET', path: '/api/openapi.json', access: 'public' },
  docs: { method: 'GET', path: '/api/docs', access: 'public' },
  // Nobody waits for it: without an answer the address is unknown.
  publicIp: { method: 'GET', path: '/api/public-ip', access: 'public', isRepeatable: false },
  reportBrowserFailures: { method: 'POST', path: '/api/browser-failures', access: 'signed-in' },
  workplaceTime: { method: 'GET', path: '/api/workplace-time', access: 'public' },

  // Registration, sessions and passwords
  whoAmI: { method: 'GET', path: '/api/session', access: 'public' },
  signIn: {
    method: 'POST',
    path: '/api/sign-in',
    access: 'public',
    failure: 'sign_in_failed',
    isRepeatable: true,
  },
  signOut: {
    method: 'POST',
    path: '/api/sign-out',
    access: 'public',
    failure: 'sign_out_failed',
    isRepeatable: true,
  },
  joining: { method: 'GET', path: '/api/registration', access: 'public' },
  issueEmployeeId: {
    method: 'POST',
    path: '/api/registration/employee-id',
    access: 'public',
    failure: 'employee_id_failed',
    isRepeatable: true,
  },
  register: {
    method: 'POST',
    path: '/api/registration',
    access: 'public',
    failure: 'registration_failed',
    once: true,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/password-reset',
    access: 'public',
    failure: 'reset_failed',
  },
  openPasswordReset: {
    method: 'POST',
    path: '/api/password-reset/open',
    access: 'public',
    isRepeatable: true,
  },
  completePasswordReset: {
    method: 'POST',
    path: '/api/password-reset/complete',
    access: 'public',
    failure: 'password_change_failed',
  },
  chooseFirstPassword: {
    method: 'POST',
    path: '/api/account/first-password',
    access: 'first-sign-in',
    failure: 'password_change_failed',
  },
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    access: 'signed-in',
    failure: 'password_change_failed',
  },
  confirmIdentity: {
    method: 'POST',
    path: '/api/account/confirm',
    access: 'signed-in',
    isRepeatable: true,
  },
  updateProfile: {
    method: 'POST',
    path: '/api/account/profile',
    access: 'signed-in',
    failure: 'profile_update_failed',
    isRepeatable: true,
  },

  // The work settings
  settings: {
    method: 'GET',
    path: '/api/settings/app-config',
    access: 'signed-in',
    failure: 'settings_load_failed',
  },

  // Punches and time entries
  clock: { method: 'GET', path: '/api/clock', access: 'employee' },
  clockIn: { method: 'POST', path: '/api/clock/in', access: 'employee', once: true },
  startBreak: { method: 'POST', path: '/api/clock/break/start', access: 'employee', once: true },
  endBreak: { method: 'POST', path: '/api/clock/break/end', access: 'employee', once: true },
  clockOut: { method: 'POST', path: '/api/clock/out', access: 'employee', once: true },
  myTimeEntries: { method: 'GET', path: '/api/time-entries', access: 'employee' },

  /** The employee's own statement of when they left, for an entry that was left open. */
  stateLeaving: { method: 'POST', path: '/api/clock/left', access: 'employee', once: true },
  forgottenClockOut: { method: 'GET', path: '/api/clock/left', access: 'employee' },

  // Corrections
  askCorrection: { method: 'POST', path: '/api/corrections', access: 'signed-in', once: true },
  decideCorrections: { method: 'POST', path: '/api/corrections/decide', access: 'signed-in', once: true },

  // Pay periods and payroll
  myPeriods: { method: 'GET', path: '/api/periods/mine', access: 'employee' },
  confirmPeriod: { method: 'POST', path: '/api/periods/confirm', access: 'employee', once: true },
  objectToPeriod: { method: 'POST', path: '/api/periods/object', access: 'employee', once: true },

  // The live changes, and what an admin's first tab begins with: asked for before its code is there
  monitoring: { method: 'GET', path: '/api/monitoring', access: 'admin' },
  live: { method: 'GET', path: '/api/live', access: 'signed-in' },
} as const satisfies Record<string, Address>;
