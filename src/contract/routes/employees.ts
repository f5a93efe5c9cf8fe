/** Employee Management. */
import * as z from 'zod/mini';
import { EmployeesView, EmployeeUpdate, NewEmployee } from '../employees.ts';
import { User } from '../records.ts';
import { nothing, route } from './route.ts';

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
  }),
  updateEmployee: route({
    method: 'POST',
    path: '/api/employees/update',
    access: 'admin',
    summary: "Change an employee's details or active status.",
    input: EmployeeUpdate,
    output: z.strictObject({ user: User }),
  }),
} as const;
