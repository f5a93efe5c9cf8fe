import { SUMMARY_COLUMNS, type ProfileColumn, type SummaryColumn } from '#domain/period/payroll-file';
import { textTable } from '#texts/say';

const TITLE = textTable<SummaryColumn>({
  payrollNumber: 'payrollColumn.payrollNumber',
  employeeId: 'payrollColumn.employeeId',
  name: 'payrollColumn.name',
  department: 'payrollColumn.department',
  first: 'payrollColumn.first',
  last: 'payrollColumn.last',
  month: 'payrollColumn.month',
  worked: 'payrollColumn.worked',
  target: 'payrollColumn.target',
  breaks: 'payrollColumn.breaks',
  regularStandard: 'payrollColumn.regularStandard',
  overtimeStandard: 'payrollColumn.overtimeStandard',
  regularSettings: 'payrollColumn.regularSettings',
  overtimeSettings: 'payrollColumn.overtimeSettings',
  absences: 'payrollColumn.absences',
  lateStandard: 'payrollColumn.lateStandard',
  lateSettings: 'payrollColumn.lateSettings',
  corrections: 'payrollColumn.corrections',
  awaitingAgreement: 'payrollColumn.awaitingAgreement',
  selfDecided: 'payrollColumn.selfDecided',
  openRequests: 'payrollColumn.openRequests',
  objections: 'payrollColumn.objections',
  confirmed: 'payrollColumn.confirmed',
  expectedDays: 'payrollColumn.expectedDays',
  holidays: 'payrollColumn.holidays',
  credited: 'payrollColumn.credited',
});

/** Columns of files without a profile, with titles to be frozen at closing. */
export const standardColumns = (): ProfileColumn[] =>
  SUMMARY_COLUMNS.map((column) => ({ column, name: TITLE[column] }));
