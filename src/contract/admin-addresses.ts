/** The addresses that only the admin's screens call. */
import type { Address } from './first-addresses.ts';

export const adminAddresses = {
  // The server itself
  setUp: { method: 'GET', path: '/api/set-up', access: 'admin' },
  sendTestMail: { method: 'POST', path: '/api/mail/test', access: 'admin', failure: 'mail_failed' },
  nightlyWork: { method: 'GET', path: '/api/nightly-work', access: 'admin' },
  checkRecord: { method: 'POST', path: '/api/nightly-work/check', access: 'admin' },

  // The work settings
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

  // Time entries and corrections
  timeEntries: { method: 'GET', path: '/api/time-entries/all', access: 'admin' },
  closeEntry: { method: 'POST', path: '/api/time-entries/close', access: 'admin', once: true },
  sendBackCorrection: { method: 'POST', path: '/api/corrections/send-back', access: 'admin', once: true },
  corrections: { method: 'GET', path: '/api/corrections', access: 'admin' },
  correction: { method: 'GET', path: '/api/corrections/one', access: 'admin' },

  // Pay periods and payroll
  periods: { method: 'GET', path: '/api/periods', access: 'admin' },
  closePeriods: { method: 'POST', path: '/api/periods/close', access: 'admin', once: true },
  reopenPeriods: { method: 'POST', path: '/api/periods/reopen', access: 'admin', once: true },
  payrollFile: { method: 'GET', path: '/api/payroll/file', access: 'admin' },
  payrollSignature: { method: 'GET', path: '/api/payroll/signature', access: 'admin' },
  payrollKey: { method: 'GET', path: '/api/payroll/key', access: 'admin' },
  payrollProfiles: { method: 'GET', path: '/api/payroll/profiles', access: 'admin' },
  updatePayrollProfiles: { method: 'POST', path: '/api/payroll/profiles', access: 'admin', once: true },

  // The activity feed
  activity: { method: 'GET', path: '/api/activity', access: 'admin' },
  markActivityRead: { method: 'POST', path: '/api/activity/read', access: 'admin', isRepeatable: true },

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
  giveResetLink: {
    method: 'POST',
    path: '/api/employees/reset-link',
    access: 'admin',
    failure: 'password_change_failed',
  },

  // The reports
  reportEmployees: { method: 'GET', path: '/api/reports/employees', access: 'admin' },
  employeeReport: { method: 'GET', path: '/api/reports/employee', access: 'admin' },
  teamReport: { method: 'GET', path: '/api/reports/all', access: 'admin' },
} as const satisfies Record<string, Address>;
