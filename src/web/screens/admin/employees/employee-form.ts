import { EmployeeUpdate, NewEmployee } from '#contract/employees';
import type { User } from '#contract/records';
import type { EmployeeDetail } from '#domain/people/employee';
import type { Failure } from '#web/api.ts';
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

export const detailsOf = (typed: Typed) => ({
  name: textOf(typed, 'name'),
  email: textOf(typed, 'email'),
  employeeId: textOf(typed, 'employeeId'),
  payrollNumber: textOf(typed, 'payrollNumber'),
  department: textOf(typed, 'department'),
  hub: textOf(typed, 'hub'),
  position: textOf(typed, 'position'),
});

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

/** The message for errors of no single field. */
export const headline = (failure: Failure): string | null =>
  failure.kind === 'refused' &&
  Object.keys(failure.fields).some((field) => field in LABELS || field === 'role')
    ? null
    : failure.message;
