/** The reports. */
import {
  EmployeeReportQuery,
  EmployeeReportView,
  ReportEmployees,
  TeamReportPage,
  TeamReportQuery,
} from '../reports.ts';
import { nothing, operation } from './route.ts';

export const reportsOperations = {
  reportEmployees: operation({
    summary: 'The employees a report can be made of: active, with role employee.',
    input: nothing,
    output: ReportEmployees,
  }),
  employeeReport: operation({
    summary: "What one employee's report over some workplace days is built from.",
    input: EmployeeReportQuery,
    output: EmployeeReportView,
    refusals: ['report_unknown_employee'],
    isForm: true,
  }),
  teamReport: operation({
    summary: 'The report over all employees, one row a person, some people at a time.',
    input: TeamReportQuery,
    output: TeamReportPage,
    isForm: true,
  }),
} as const;
