/** The fields that the edit form and 'Add Employee' have in common. */
import {
  DEFAULT_DEPARTMENT,
  DEFAULT_POSITION,
  POSITIONS,
  type EmployeeDetail,
} from '#domain/people/employee';
import { hubsOf } from '#domain/people/studios';
import { useOfferedStudios } from '#web/screens/admin/use-studios.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { Value } from '#web/forms/draft.ts';
import { LABELS, textOf, type EmployeeFieldErrors, type EmployeeField, type Typed } from './employee-form.ts';

interface EmployeeFieldsProps {
  typed: Typed;
  errors: EmployeeFieldErrors;
  onType: (field: EmployeeField, value: Value) => void;
}

export const EmployeeFields = ({ typed, errors, onType }: EmployeeFieldsProps) => {
  const department = textOf(typed, 'department');
  const studios = useOfferedStudios();
  const field = (name: EmployeeDetail) => ({
    label: LABELS[name],
    value: textOf(typed, name),
    error: errors[name],
    onChange: (value: string) => onType(name, value),
  });
  // Only that studio's hubs; whoever belongs to none may leave it empty.
  const hubs = withKnown(hubsOf(studios, department), textOf(typed, 'hub'));
  return (
    <>
      <TextField {...field('name')} autoComplete="off" />
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <TextField {...field('employeeId')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      <TextField
        {...field('payrollNumber')}
        autoComplete="off"
        spellCheck={false}
        hint="ID in your payroll software. Optional."
      />
      <SelectField
        {...field('department')}
        placeholder="Select a department"
        options={withKnown(
          [...new Set([DEFAULT_DEPARTMENT, ...studios.map(({ name }) => name)])],
          department,
        )}
        onChange={(next) => {
          onType('department', next);
          onType('hub', '');
        }}
      />
      <SelectField
        {...field('hub')}
        placeholder={hubs.length === 0 ? 'No hubs in this department' : 'None'}
        options={hubs}
        disabled={hubs.length === 0}
      />
      <SelectField
        {...field('position')}
        placeholder="Select a position"
        options={withKnown([...POSITIONS, DEFAULT_POSITION], textOf(typed, 'position'))}
      />
    </>
  );
};

/** The options, and what the record has already, should it be none of them. */
const withKnown = (options: readonly string[], known: string): readonly string[] =>
  known === '' || options.includes(known) ? options : [...options, known];
