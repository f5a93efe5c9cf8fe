import { POSITIONS } from '#domain/people/employee';
import { hubsOf, type OfferedStudio } from '#domain/people/studios';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { FieldOf } from '#web/forms/use-form.ts';
import type { Field, Wizard } from './wizard.ts';

interface StepProps {
  wizard: Wizard;
  studios: readonly OfferedStudio[];
  field: FieldOf<Field>;
}

export const PersonalStep = ({ field }: StepProps) => (
  <>
    <TextField {...field('name')} label="Full Name" autoComplete="name" />
    <TextField
      {...field('email')}
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
    />
  </>
);

/** A workplace without studios asks for none, and a studio without hubs for no hub. */
export const WorkStep = ({ wizard: { typed, employeeId }, studios, field }: StepProps) => (
  <>
    {studios.length > 0 && (
      <SelectField
        {...field('department')}
        label="Studio"
        placeholder="Select a studio"
        options={studios.map(({ name }) => name)}
      />
    )}
    {(typed.department === '' ? studios.length > 0 : hubsOf(studios, typed.department).length > 0) && (
      <SelectField
        {...field('hub')}
        label="Hub"
        placeholder={typed.department === '' ? 'Select a studio first' : 'Select a hub'}
        options={hubsOf(studios, typed.department)}
        disabled={typed.department === ''}
      />
    )}
    <SelectField
      {...field('position')}
      label="Position"
      placeholder="Select a position"
      options={POSITIONS}
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

export const SecurityStep = ({ wizard: { typed, employeeId }, field }: StepProps) => (
  <>
    <p className="text-sm text-muted">
      Your employee ID is <strong className="font-semibold text-ink tabular-nums">{employeeId}</strong>.
    </p>
    <NewPasswordFields email={typed.email} label="Password" field={field} />
  </>
);
