/** Employee Management. */
import * as z from 'zod/mini';
import { EmployeesView, EmployeeUpdate, NewEmployee } from '../employees.ts';
import { User } from '../records.ts';
import { LONG_LIMIT_MS, nothing, route } from './route.ts';

export const employeesRoutes = {
  employees: route({
    method: 'GET',
    path: '/api/employees',
    access: 'admin',
    summary: 'What Employee Management stands on.',
    input: nothing,
    output: EmployeesView,
  }),
  addEmployee: route({
    method: 'POST',
    path: '/api/employees',
    access: 'admin',
    summary: 'Add an employee, whose first password must be changed.',
    input: NewEmployee,
    output: z.strictObject({ user: User, temporaryPassword: z.string() }),
    failure: 'registration_failed',
    refusals: ['registration_email_in_use', 'employee_id_in_use'],
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  updateEmployee: route({
    method: 'POST',
    path: '/api/employees/update',
    access: 'admin',
    summary: "Change an employee's details or active status.",
    input: EmployeeUpdate,
    output: z.strictObject({ user: User }),
    refusals: [
      'employee_not_found',
      'employee_changed',
      'own_deactivation',
      'last_admin',
      'admin_role_fixed',
      'registration_email_in_use',
      'employee_id_in_use',
    ],
    isForm: true,
  }),
} as const;
