import { EmployeeUpdate, NewEmployee } from '#contract/employees';
import type { User } from '#contract/records';
import type { EmployeeDetail, EmployeeDetails } from '#domain/people/employee';
import { fieldErrorsOf, type FieldErrors } from '#web/forms/use-submission.ts';
import type { Values } from '#web/forms/draft.ts';

export type EmployeeField = EmployeeDetail | 'isActive';
export type Typed = Values<EmployeeField>;

export const LABELS: Readonly<Record<EmployeeField, string>> = {
  name: 'Name',
  email: 'Email',
  employeeId: 'Employee ID',
  payrollNumber: 'Payroll Number',
  department: 'Department',
  hub: 'Hub',
  position: 'Position',
  isActive: 'Active',
};

const FIELDS = Object.keys(LABELS) as EmployeeField[];

export const valuesOf = (user: User): Typed =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field]])) as Typed;

export const textOf = (typed: Typed, field: EmployeeField): string => String(typed[field]);

export const detailsOf = ({ isActive: _isActive, ...details }: Typed) => details as EmployeeDetails;

export type EmployeeErrorField = EmployeeField | 'role';
export type EmployeeFieldErrors = FieldErrors<EmployeeErrorField>;

const SOMEBODY = '00000000-0000-4000-8000-000000000000';
/** The id and version do not matter here. */
export const updateErrors = (typed: Typed, role: User['role']): EmployeeFieldErrors =>
  fieldErrorsOf(EmployeeUpdate, {
    id: SOMEBODY,
    version: 1,
    ...detailsOf(typed),
    role,
    isActive: typed.isActive === true,
  });

export const newEmployeeErrors = (typed: Typed): EmployeeFieldErrors =>
  fieldErrorsOf(NewEmployee, { ...detailsOf(typed), role: 'employee' });
