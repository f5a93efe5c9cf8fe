import * as z from 'zod/mini';
import { CorrectionsQuery, CorrectionsView } from '../corrections/corrections.ts';
import { enteredDay, rangeChecks } from '../days.ts';
import * as employees from './employees.ts';
import { LeadAssignments, LeadsUpdate, TeamPeriods, TeamRequest, TeamView } from './employees.ts';
import { Id, RequestId, Role, User } from '../records.ts';
import { LONG_REQUEST_MS, get, post } from '../route.ts';

export const peopleRoutes = {
  employees: get('/api/employees', 'admin', {
    summary: 'The data of Employee Management.',
    output: employees.EmployeesView,
  }),
  person: get('/api/employees/person', 'admin', {
    summary:
      'One person: their days of this month and of another range, what was changed on them, and the open entry.',
    input: z
      .strictObject({ id: Id, first: z.optional(enteredDay()), last: z.optional(enteredDay()) })
      .check(...rangeChecks('first', 'last')),
    output: employees.PersonView,
    refusals: ['employee_not_found'],
  }),
  addEmployee: post('/api/employees', 'admin', {
    summary: 'Add an employee, whose first password must be changed.',
    failure: 'registration_failed',
    takesRequestId: true,
    input: employees.NewEmployee,
    output: z.strictObject({ user: User, temporaryPassword: z.string() }),
    refusals: ['registration_email_in_use', 'employee_id_in_use'],
    isForm: true,
    limitMs: LONG_REQUEST_MS,
  }),
  updateEmployee: post('/api/employees/update', 'admin', {
    summary: "Change an employee's details or active status.",
    takesRequestId: true,
    input: employees.EmployeeUpdate,
    output: z.strictObject({ user: User }),
    refusals: [
      'employee_not_found',
      'employee_changed',
      'confirmation_required',
      'own_deactivation',
      'last_admin',
      'admin_role_fixed',
      'command_line_only',
      'registration_email_in_use',
      'employee_id_in_use',
    ],
    isForm: true,
  }),
  setRole: post('/api/employees/role', 'admin', {
    summary: 'Make somebody an administrator, or an employee again; ends all sessions of the account.',
    takesRequestId: true,
    input: z.strictObject({ requestId: z.optional(RequestId), id: Id, role: Role }),
    output: z.strictObject({ user: User }),
    refusals: ['employee_not_found', 'last_admin', 'confirmation_required'],
  }),
  decideRegistration: post('/api/employees/decide', 'admin', {
    summary: 'Approve or decline somebody who registered and is waiting for approval.',
    takesRequestId: true,
    input: employees.RegistrationDecision,
    output: z.strictObject({ user: User }),
    refusals: ['employee_not_found', 'registration_decided'],
  }),
  giveTemporaryPassword: post('/api/employees/password', 'admin', {
    summary: 'Set a new temporary password for somebody else; ends all sessions of the account.',
    failure: 'password_change_failed',
    takesRequestId: true,
    input: z.strictObject({ requestId: z.optional(RequestId), id: Id }),
    output: z.strictObject({ user: User, temporaryPassword: z.string() }),
    refusals: ['employee_not_found', 'confirmation_required', 'command_line_only'],
    limitMs: LONG_REQUEST_MS,
  }),
  giveResetLink: post('/api/employees/reset-link', 'admin', {
    summary: 'Make a link by which an employee chooses a new password, to be passed on; older links end.',
    failure: 'password_change_failed',
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ link: z.string(), minutes: z.int() }),
    refusals: [
      'employee_not_found',
      'confirmation_required',
      'command_line_only',
      'account_disabled',
      'account_awaits_approval',
    ],
  }),
  saveLeads: post('/api/employees/leads', 'admin', {
    summary: 'Set whom an employee leads.',
    takesRequestId: true,
    input: LeadsUpdate,
    output: z.strictObject({ leads: LeadAssignments }),
    refusals: ['employee_not_found', 'employee_changed'],
    isForm: true,
  }),
  team: get('/api/team', 'lead', {
    summary: "Today's state of the people I lead.",
    output: TeamView,
  }),
  teamRequests: get('/api/team/requests', 'lead', {
    summary: 'Requests of the people I lead, as in the list of all corrections.',
    input: CorrectionsQuery,
    output: CorrectionsView,
    isForm: true,
  }),
  teamRequest: get('/api/team/request', 'lead', {
    summary: 'One request of somebody I lead, with its effect.',
    input: z.strictObject({ id: Id }),
    output: TeamRequest,
    refusals: ['correction_not_found'],
  }),
  teamPeriods: get('/api/team/periods', 'lead', {
    summary: 'Whose last pay period can be closed, of the people I lead.',
    output: TeamPeriods,
  }),
} as const;
