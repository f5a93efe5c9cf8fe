/** The fields of the edit form and of 'Add Employee', and what is wrong with them. */
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

/** A field that holds text. */
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

export type EmployeeFieldErrors = FieldErrors<EmployeeField | 'role'>;

const SOMEBODY = '00000000-0000-4000-8000-000000000000';
/** What the server would say to these fields, whoever they belong to. */
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

/** The message at the form's head, for what belongs to no field. */
export const headline = (failure: Failure): string | null =>
  failure.kind === 'refused' &&
  Object.keys(failure.fields).some((field) => field in LABELS || field === 'role')
    ? null
    : failure.message;
