/** Pay periods, and what payroll is handed of them. */
import * as z from 'zod/mini';
import { PayrollFileQuery, PayrollKey, PayrollProfilesUpdate, PayrollProfilesView } from '../payroll.ts';
import {
  MyPeriodAnswer,
  MyPeriodsView,
  PeriodClosing,
  PeriodClosingOutcome,
  PeriodConfirmation,
  PeriodObjection,
  PeriodReopening,
  PeriodReopeningOutcome,
  PeriodsQuery,
  PeriodsView,
} from '../periods.ts';
import { LONG_LIMIT_MS, nothing, operation } from './route.ts';

export const periodsOperations = {
  myPeriods: operation({
    summary: "One's own pay periods.",
    input: nothing,
    output: MyPeriodsView,
    refusals: ['employee_not_found'],
  }),
  confirmPeriod: operation({
    summary: "Confirm one's own period.",
    input: PeriodConfirmation,
    output: MyPeriodAnswer,
    isForm: true,
    refusals: [
      'steps_too_many',
      'period_changed',
      'period_running',
      'period_closed',
      'request_id_reused',
      'employee_not_found',
      'period_confirmed',
      'period_entry_open',
      'period_not_settled',
    ],
  }),
  objectToPeriod: operation({
    summary: "Object to one's own period.",
    input: PeriodObjection,
    output: MyPeriodAnswer,
    isForm: true,
    refusals: [
      'steps_too_many',
      'period_changed',
      'period_running',
      'period_closed',
      'request_id_reused',
      'employee_not_found',
      'period_reason_required',
    ],
  }),
  periods: operation({
    summary: "Everybody's period: who is ready to be closed, and what is open.",
    input: PeriodsQuery,
    output: PeriodsView,
    isForm: true,
  }),
  closePeriods: operation({
    summary: 'Close the period of everybody who is ready, or of some people.',
    input: PeriodClosing,
    output: PeriodClosingOutcome,
    isForm: true,
    refusals: ['period_changed', 'period_running', 'request_id_reused'],
    limitMs: LONG_LIMIT_MS,
  }),
  reopenPeriods: operation({
    summary: 'Reopen a closed period of some people.',
    input: PeriodReopening,
    output: PeriodReopeningOutcome,
    isForm: true,
    refusals: ['period_changed', 'request_id_reused'],
    limitMs: LONG_LIMIT_MS,
  }),
  payrollFile: operation({
    summary: 'A file of a closed period for payroll.',
    input: PayrollFileQuery,
    output: z.string(),
    kind: 'file',
    refusals: ['payroll_not_closed', 'payroll_altered', 'payroll_profile_not_found'],
    limitMs: LONG_LIMIT_MS,
  }),
  payrollSignature: operation({
    summary: "The file's Ed25519 signature.",
    input: PayrollFileQuery,
    output: z.string(),
    kind: 'file',
    refusals: ['payroll_not_closed', 'payroll_altered', 'payroll_profile_not_found', 'signing_key_elsewhere'],
    limitMs: LONG_LIMIT_MS,
  }),
  payrollKey: operation({
    summary: 'The public key that payroll files are signed with.',
    input: nothing,
    output: PayrollKey,
    refusals: ['signing_key_elsewhere'],
  }),
  payrollProfiles: operation({
    summary: 'How this workplace hands its hours to payroll programs.',
    input: nothing,
    output: PayrollProfilesView,
  }),
  updatePayrollProfiles: operation({
    summary: 'Change the profiles for payroll programs.',
    input: PayrollProfilesUpdate,
    output: PayrollProfilesView,
    isForm: true,
    refusals: ['payroll_profiles_changed', 'request_id_reused'],
  }),
} as const;
