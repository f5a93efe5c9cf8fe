import * as z from 'zod/mini';
import { EnteredRange } from '../days.ts';
import * as payroll from './payroll.ts';
import * as periods from './periods.ts';
import { LONG_REQUEST_MS, get, post } from '../route.ts';

const OWN_STEP_REFUSALS = [
  'steps_too_many',
  'period_changed',
  'period_running',
  'period_closed',
  'employee_not_found',
] as const;
const PAYROLL_FILE = {
  input: payroll.PayrollFileQuery,
  output: z.string(),
  kind: 'file',
  isForm: true,
  refusals: ['payroll_not_closed', 'payroll_altered', 'payroll_profile_not_found'],
  limitMs: LONG_REQUEST_MS,
} as const;

export const periodsRoutes = {
  myPeriods: get('/api/periods/mine', 'employee', {
    summary: "One's own pay periods.",
    output: periods.MyPeriodsView,
    refusals: ['employee_not_found'],
  }),
  confirmPeriod: post('/api/periods/confirm', 'employee', {
    summary: "Confirm one's own period.",
    takesRequestId: true,
    input: periods.PeriodConfirmation,
    output: periods.MyPeriodResponse,
    isForm: true,
    refusals: [...OWN_STEP_REFUSALS, 'period_confirmed', 'period_entry_open', 'period_not_settled'],
  }),
  objectToPeriod: post('/api/periods/object', 'employee', {
    summary: "Object to one's own period.",
    takesRequestId: true,
    input: periods.PeriodObjection,
    output: periods.MyPeriodResponse,
    isForm: true,
    refusals: [...OWN_STEP_REFUSALS, 'period_reason_required'],
  }),
  periods: get('/api/periods', 'admin', {
    summary: "Everybody's period: who is ready to be closed, and what is open.",
    input: periods.PeriodsQuery,
    output: periods.PeriodsView,
    isForm: true,
  }),
  closePeriods: post('/api/periods/close', 'admin', {
    summary: 'Close the period of everybody who is ready, or of some people.',
    takesRequestId: true,
    input: periods.PeriodClosing,
    output: periods.PeriodClosingOutcome,
    isForm: true,
    refusals: ['period_changed', 'period_running'],
    limitMs: LONG_REQUEST_MS,
  }),
  reopenPeriods: post('/api/periods/reopen', 'admin', {
    summary: 'Reopen a closed period of some people.',
    takesRequestId: true,
    input: periods.PeriodReopening,
    output: periods.PeriodReopeningOutcome,
    isForm: true,
    refusals: ['period_changed'],
    limitMs: LONG_REQUEST_MS,
  }),
  payrollFile: get('/api/payroll/file', 'admin', {
    summary: 'A file of a closed period for payroll.',
    ...PAYROLL_FILE,
  }),
  payrollPreview: get('/api/payroll/preview', 'admin', {
    summary: 'A closed period with its first four people. Unlike a file, this is no export.',
    input: EnteredRange,
    output: payroll.PayrollPeriod,
    refusals: ['payroll_not_closed', 'payroll_altered'],
  }),
  payrollSignature: get('/api/payroll/signature', 'admin', {
    summary: "The file's Ed25519 signature.",
    ...PAYROLL_FILE,
    refusals: [...PAYROLL_FILE.refusals, 'signing_key_elsewhere'],
  }),
  payrollKey: get('/api/payroll/key', 'admin', {
    summary: 'The public key that payroll files are signed with.',
    output: payroll.PayrollKey,
    refusals: ['signing_key_elsewhere'],
  }),
  payrollProfiles: get('/api/payroll/profiles', 'admin', {
    summary: 'How this workplace hands its hours to payroll programs.',
    output: payroll.PayrollProfilesView,
  }),
  updatePayrollProfiles: post('/api/payroll/profiles', 'admin', {
    summary: 'Change the profiles for payroll programs.',
    takesRequestId: true,
    input: payroll.PayrollProfilesUpdate,
    output: payroll.PayrollProfilesView,
    isForm: true,
    refusals: ['payroll_profiles_changed'],
  }),
} as const;
