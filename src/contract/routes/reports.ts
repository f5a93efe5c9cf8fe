/** The reports. */
import {
  EmployeeReportQuery,
  EmployeeReportView,
  ReportEmployees,
  TeamReportPage,
  TeamReportQuery,
} from '../reports.ts';
import { nothing, route } from './route.ts';

export const reportsRoutes = {
  reportEmployees: route({
    method: 'GET',
    path: '/api/reports/employees',
    access: 'admin',
    summary: 'The employees a report can be made of: active, with role employee.',
    input: nothing,
    output: ReportEmployees,
  }),
  employeeReport: route({
    method: 'GET',
    path: '/api/reports/employee',
    access: 'admin',
    summary: "What one employee's report over some workplace days is built from.",
    input: EmployeeReportQuery,
    output: EmployeeReportView,
    refusals: ['report_unknown_employee'],
    isForm: true,
  }),
  teamReport: route({
    method: 'GET',
    path: '/api/reports/all',
    access: 'admin',
    summary: 'The report over all employees, one row a person, some people at a time.',
    input: TeamReportQuery,
    output: TeamReportPage,
    isForm: true,
  }),
} as const;
