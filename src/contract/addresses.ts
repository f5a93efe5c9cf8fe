/**
 * Every route's address: what a caller has to know before anything is sent or answered. Plain data without a
 * schema, for it is all of the table of routes that the browser carries; `routes.ts` adds the rest to each.
 */
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
  /**
   * What an unforeseen failure of this route is called (spec §8); `server_error` when absent. Its text is also
   * what people read when the database is out of reach.
   */
  readonly failure?: TextCode;
  /** It takes a request id: sent again with the same one it is done once, and answered the same. */
  readonly once?: boolean;
  /**
   * Done twice it does no more than once, so that it is sent again by itself when no answer comes. When absent:
   * what `once` says, and every GET.
   */
  readonly isRepeatable?: boolean;
}

export const addresses = {
  // The server itself
  health: { method: 'GET', path: '/api/health', access: 'public', failure: 'unavailable' },
  openapi: { method: 'GET', path: '/api/openapi.json', access: 'public' },
  docs: { method: 'GET', path: '/api/docs', access: 'public' },
  // Nobody waits for it: without an answer the address is unknown.
  publicIp: { method: 'GET', path: '/api/public-ip', access: 'public', isRepeatable: false },
  reportBrowserFailures: { method: 'POST', path: '/api/browser-failures', access: 'signed-in' },
  workplaceTime: { method: 'GET', path: '/api/workplace-time', access: 'public' },
  setUp: { method: 'GET', path: '/api/set-up', access: 'admin' },
  sendTestMail: { method: 'POST', path: '/api/mail/test', access: 'admin', failure: 'mail_failed' },
  nightlyWork: { method: 'GET', path: '/api/nightly-work', access: 'admin' },
  checkRecord: { method: 'POST', path: '/api/nightly-work/check', access: 'admin' },

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
  updateSettings: {
    method: 'POST',
    path: '/api/settings/app-config',
    access: 'admin',
    failure: 'settings_update_failed',
    once: true,
  },
  studios: { method: 'GET', path: '/api/settings/studios', access: 'admin' },
  updateStudios: {
    method: 'POST',
    path: '/api/settings/studios',
    access: 'admin',
    failure: 'settings_update_failed',
    once: true,
  },
  renewInvitation: {
    method: 'POST',
    path: '/api/settings/invitation',
    access: 'admin',
    failure: 'settings_update_failed',
    once: true,
  },
  finishSetUp: {
    method: 'POST',
    path: '/api/settings/set-up',
    access: 'admin',
    failure: 'settings_update_failed',
    isRepeatable: true,
  },
  timeZones: { method: 'GET', path: '/api/settings/time-zones', access: 'admin' },

  // Punches and time entries
  clock: { method: 'GET', path: '/api/clock', access: 'employee' },
  clockIn: { method: 'POST', path: '/api/clock/in', access: 'employee', once: true },
  startBreak: { method: 'POST', path: '/api/clock/break/start', access: 'employee', once: true },
  endBreak: { method: 'POST', path: '/api/clock/break/end', access: 'employee', once: true },
  clockOut: { method: 'POST', path: '/api/clock/out', access: 'employee', once: true },
  myTimeEntries: { method: 'GET', path: '/api/time-entries', access: 'employee' },
  timeEntries: { method: 'GET', path: '/api/time-entries/all', access: 'admin' },
  closeEntry: { method: 'POST', path: '/api/time-entries/close', access: 'admin', once: true },

  /** The employee's own statement of when they left, for an entry that was left open. */
  stateLeaving: { method: 'POST', path: '/api/clock/left', access: 'employee', once: true },
  forgottenClockOut: { method: 'GET', path: '/api/clock/left', access: 'employee' },

  // Corrections
  askCorrection: { method: 'POST', path: '/api/corrections', access: 'signed-in', once: true },
  decideCorrections: { method: 'POST', path: '/api/corrections/decide', access: 'signed-in', once: true },
  sendBackCorrection: { method: 'POST', path: '/api/corrections/send-back', access: 'admin', once: true },
  corrections: { method: 'GET', path: '/api/corrections', access: 'admin' },
  correction: { method: 'GET', path: '/api/corrections/one', access: 'admin' },
  myCorrections: { method: 'GET', path: '/api/corrections/mine', access: 'signed-in' },
  previewPunchShift: {
    method: 'POST',
    path: '/api/corrections/shift/preview',
    access: 'admin',
    isRepeatable: true,
  },
  shiftPunches: { method: 'POST', path: '/api/corrections/shift', access: 'admin', once: true },

  // Pay periods and payroll
  myPeriods: { method: 'GET', path: '/api/periods/mine', access: 'employee' },
  confirmPeriod: { method: 'POST', path: '/api/periods/confirm', access: 'employee', once: true },
  objectToPeriod: { method: 'POST', path: '/api/periods/object', access: 'employee', once: true },
  periods: { method: 'GET', path: '/api/periods', access: 'admin' },
  closePeriods: { method: 'POST', path: '/api/periods/close', access: 'admin', once: true },
  reopenPeriods: { method: 'POST', path: '/api/periods/reopen', access: 'admin', once: true },
  payrollFile: { method: 'GET', path: '/api/payroll/file', access: 'admin' },
  payrollSignature: { method: 'GET', path: '/api/payroll/signature', access: 'admin' },
  payrollKey: { method: 'GET', path: '/api/payroll/key', access: 'admin' },
  payrollProfiles: { method: 'GET', path: '/api/payroll/profiles', access: 'admin' },
  updatePayrollProfiles: { method: 'POST', path: '/api/payroll/profiles', access: 'admin', once: true },

  // The monitoring tab, the activity feed and the live changes
  monitoring: { method: 'GET', path: '/api/monitoring', access: 'admin' },
  activity: { method: 'GET', path: '/api/activity', access: 'admin' },
  markActivityRead: { method: 'POST', path: '/api/activity/read', access: 'admin', isRepeatable: true },
  live: { method: 'GET', path: '/api/live', access: 'signed-in' },

  // Employee Management
  employees: { method: 'GET', path: '/api/employees', access: 'admin' },
  person: { method: 'GET', path: '/api/employees/person', access: 'admin' },
  addEmployee: {
    method: 'POST',
    path: '/api/employees',
    access: 'admin',
    failure: 'registration_failed',
    once: true,
  },
  decideRegistration: {
    method: 'POST',
    path: '/api/employees/decide',
    access: 'admin',
    once: true,
  },
  updateEmployee: { method: 'POST', path: '/api/employees/update', access: 'admin', once: true },
  setRole: { method: 'POST', path: '/api/employees/role', access: 'admin', once: true },
  giveTemporaryPassword: {
    method: 'POST',
    path: '/api/employees/password',
    access: 'admin',
    failure: 'password_change_failed',
    once: true,
  },

  // The reports
  reportEmployees: { method: 'GET', path: '/api/reports/employees', access: 'admin' },
  employeeReport: { method: 'GET', path: '/api/reports/employee', access: 'admin' },
  teamReport: { method: 'GET', path: '/api/reports/all', access: 'admin' },
} as const satisfies Record<string, Address>;

export type Addresses = typeof addresses;
export type RouteName = keyof Addresses;
