import { EmployeeUpdate, NewEmployee } from '#contract/people/employees';
import type { User } from '#contract/records';
import type { EmployeeDetails } from '#domain/people/employee';
import type { FieldErrors } from '#web/forms/draft.ts';
import { fieldErrorsOf } from '#web/forms/use-form.ts';

export type TypedEmployee = EmployeeDetails & Pick<User, 'isActive'>;
export type EmployeeField = keyof TypedEmployee;

export const LABELS: Readonly<Record<EmployeeField, string>> = {
  name: 'Name',
  email: 'Email',
  employeeId: 'Employee ID',
  payrollNumber: 'Payroll Number',
  employedSince: 'Employed since',
  department: 'Department',
  hub: 'Hub',
  position: 'Position',
  isActive: 'Active',
};

const FIELDS = Object.keys(LABELS) as EmployeeField[];

export const valuesOf = (user: User): TypedEmployee =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field]])) as TypedEmployee;

export const detailsOf = ({ isActive: _isActive, ...details }: TypedEmployee): EmployeeDetails => details;

const PLACEHOLDER_ID = '00000000-0000-4000-8000-000000000000';
/** Validates the typed fields. The schema also requires an id and a version, so placeholders are passed. */
export const validateEmployeeUpdate = (typed: TypedEmployee, role: User['role']): FieldErrors =>
  fieldErrorsOf(EmployeeUpdate, { id: PLACEHOLDER_ID, version: 1, ...typed, role });

export const validateNewEmployee = (typed: TypedEmployee): FieldErrors =>
  fieldErrorsOf(NewEmployee, { ...detailsOf(typed), role: 'employee' });
