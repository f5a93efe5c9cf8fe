/** The fields that the edit form and 'Add Employee' have in common. */
import { DEFAULT_DEPARTMENT, DEFAULT_POSITION, POSITIONS } from '#domain/employee';
import { hubsOf } from '#domain/studios';
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
  const chooseDepartment = (next: string) => {
    onType('department', next);
    onType('hub', '');
  };
  return (
    <>
      <TextField
        label={LABELS.name}
        autoComplete="off"
        value={textOf(typed, 'name')}
        error={errors.name}
        onChange={(text) => onType('name', text)}
      />
      <TextField
        label={LABELS.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={textOf(typed, 'email')}
        error={errors.email}
        onChange={(text) => onType('email', text)}
      />
      <TextField
        label={LABELS.employeeId}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={textOf(typed, 'employeeId')}
        error={errors.employeeId}
        onChange={(text) => onType('employeeId', text)}
      />
      <TextField
        label={LABELS.payrollNumber}
        autoComplete="off"
        spellCheck={false}
        value={textOf(typed, 'payrollNumber')}
        error={errors.payrollNumber}
        hint="ID in your payroll software. Optional."
        onChange={(text) => onType('payrollNumber', text)}
      />
      <SelectField
        label={LABELS.department}
        placeholder="Select a department"
        options={withKnown(
          [...new Set([DEFAULT_DEPARTMENT, ...studios.map(({ name }) => name)])],
          department,
        )}
        value={department}
        error={errors.department}
        onChange={chooseDepartment}
      />
      <Hub
        department={department}
        hub={textOf(typed, 'hub')}
        error={errors.hub}
        onChoose={(hub) => onType('hub', hub)}
      />
      <SelectField
        label={LABELS.position}
        placeholder="Select a position"
        options={withKnown([...POSITIONS, DEFAULT_POSITION], textOf(typed, 'position'))}
        value={textOf(typed, 'position')}
        error={errors.position}
        onChange={(position) => onType('position', position)}
      />
    </>
  );
};

/** Only that studio's hubs, and what somebody has already; whoever belongs to none may leave it empty. */
function Hub({
  department,
  hub,
  error,
  onChoose,
}: {
  department: string;
  hub: string;
  error: string | undefined;
  onChoose: (hub: string) => void;
}) {
  const options = withKnown(hubsOf(useOfferedStudios(), department), hub);
  return (
    <SelectField
      label={LABELS.hub}
      placeholder={options.length === 0 ? 'No hubs in this department' : 'None'}
      options={options}
      disabled={options.length === 0}
      value={hub}
      error={error}
      onChange={onChoose}
    />
  );
}

/** The options, and what the record has already, should it be none of them. */
const withKnown = (options: readonly string[], known: string): readonly string[] =>
  known === '' || options.includes(known) ? options : [...options, known];
