/** The fields of the three steps. */
import { POSITIONS } from '#domain/employee';
import { hubsOf, type OfferedStudio } from '#domain/studios';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { FieldErrors } from '#web/forms/field-errors.ts';
import type { Field, Wizard } from './wizard.ts';

interface StepProps {
  wizard: Wizard;
  studios: readonly OfferedStudio[];
  errors: FieldErrors<Field>;
  edit: (field: Field) => (text: string) => void;
}

export const PersonalStep = ({ wizard: { typed }, errors, edit }: StepProps) => (
  <>
    <TextField
      label="Full Name"
      name="name"
      autoComplete="name"
      value={typed.name}
      error={errors.name}
      onChange={edit('name')}
    />
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      value={typed.email}
      error={errors.email}
      onChange={edit('email')}
    />
  </>
);

/** A workplace without studios asks for none, and a studio without hubs for no hub. */
export const WorkStep = ({ wizard: { typed, employeeId }, studios, errors, edit }: StepProps) => (
  <>
    {studios.length > 0 && (
      <SelectField
        label="Studio"
        placeholder="Select a studio"
        options={studios.map(({ name }) => name)}
        value={typed.department}
        error={errors.department}
        onChange={edit('department')}
      />
    )}
    {(typed.department === '' ? studios.length > 0 : hubsOf(studios, typed.department).length > 0) && (
      <SelectField
        label="Hub"
        placeholder={typed.department === '' ? 'Select a studio first' : 'Select a hub'}
        options={hubsOf(studios, typed.department)}
        disabled={typed.department === ''}
        value={typed.hub}
        error={errors.hub}
        onChange={edit('hub')}
      />
    )}
    <SelectField
      label="Position"
      placeholder="Select a position"
      options={POSITIONS}
      value={typed.position}
      error={errors.position}
      onChange={edit('position')}
    />
    <TextField
      label="Employee ID"
      readOnly
      value={employeeId ?? ''}
      placeholder="Generated when you continue"
      hint="Created for you. You do not need to remember it."
    />
  </>
);

export const SecurityStep = ({ wizard: { typed, employeeId }, errors, edit }: StepProps) => (
  <>
    <p className="text-sm text-muted">
      Your employee ID is <strong className="font-semibold text-ink tabular-nums">{employeeId}</strong>.
    </p>
    <NewPasswordFields email={typed.email} label="Password" typed={typed} errors={errors} edit={edit} />
  </>
);
