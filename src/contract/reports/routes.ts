import * as z from 'zod/mini';
import { LONG_REQUEST_MS, get } from '../route.ts';
import * as reports from './reports.ts';

export const reportsRoutes = {
  reportEmployees: get('/api/reports/employees', 'admin', {
    summary: 'The employees a report can be made of: active, with role employee.',
    output: reports.ReportEmployees,
  }),
  employeeReport: get('/api/reports/employee', 'admin', {
    summary: "What one employee's report over some workplace days is built from.",
    input: reports.EmployeeReportQuery,
    output: reports.EmployeeReportView,
    refusals: ['report_unknown_employee'],
    isForm: true,
  }),
  teamReport: get('/api/reports/all', 'admin', {
    summary: 'The report over all employees, one row a person, some people at a time.',
    input: reports.TeamReportQuery,
    output: reports.TeamReportPage,
    isForm: true,
  }),
  reportFile: get('/api/reports/file', 'admin', {
    summary: 'A report as CSV, Excel or PDF.',
    input: reports.ReportFileQuery,
    output: z.string(),
    kind: 'file',
    refusals: ['report_unknown_employee', 'report_changed'],
    isForm: true,
    limitMs: LONG_REQUEST_MS,
  }),
} as const;
