import { POSITIONS } from '#domain/people/employee';
import { type OfferedStudio, hubsOf } from '#domain/people/studios';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { EMAIL_PROPS, SelectField, TextField } from '#web/ui/field.tsx';
import type { FieldOf } from '#web/forms/use-form.ts';
import { type Field, STEPS, type Step, type WizardState } from './wizard.ts';
import { Check } from 'lucide-react';
import { classes } from '#web/ui/classes.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

export const StepIndicator = ({ step }: { step: Step }) => (
  <div>
    <ol className="mb-3 flex justify-between gap-2">
      {STEPS.map((name, at) => (
        <li
          key={name}
          aria-current={at === step ? 'step' : undefined}
          className={classes(
            'flex items-center gap-2 text-sm max-[359px]:flex-col max-[359px]:gap-1',
            at === step ? 'font-semibold text-accent' : 'text-muted',
          )}
        >
          <span
            className={classes(
              'grid size-6 place-items-center rounded-full border text-xs font-semibold',
              at < step
                ? 'border-accent bg-accent text-on-fill'
                : at === step
                  ? 'border-accent bg-accent-soft forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
                  : 'border-control',
            )}
          >
            {at < step ? <Check size={14} /> : at + 1}
          </span>
          {name}
          {at < step && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
    <ProgressBar
      label="Registration progress"
      percent={((step + 1) / STEPS.length) * 100}
      text={`Step ${step + 1} of ${STEPS.length}`}
    />
    <p className="mt-2 text-sm text-muted">
      Step {step + 1} of {STEPS.length}
    </p>
  </div>
);

interface StepProps {
  wizard: WizardState;
  studios: readonly OfferedStudio[];
  field: FieldOf<Field>;
}

export const PersonalStep = ({ field }: StepProps) => (
  <>
    <TextField {...field('name')} label="Full Name" autoComplete="name" />
    <TextField {...field('email')} {...EMAIL_PROPS} label="Email" autoComplete="email" />
  </>
);

export function WorkStep({ wizard: { typed, employeeId }, studios, field }: StepProps) {
  const isChosen = typed.department !== '';
  const hubs = hubsOf(studios, typed.department);
  return (
    <>
      {studios.length > 0 && (
        <SelectField
          {...field('department')}
          label="Studio"
          placeholder="Select a studio"
          options={studios.map(({ name }) => name)}
        />
      )}
      {(isChosen ? hubs : studios).length > 0 && (
        <SelectField
          {...field('hub')}
          label="Hub"
          placeholder={isChosen ? 'Select a hub' : 'Select a studio first'}
          options={hubs}
          disabled={!isChosen}
        />
      )}
      <SelectField<string>
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
}

export const SecurityStep = ({ wizard: { typed, employeeId }, field }: StepProps) => (
  <>
    <p className="text-sm text-muted">
      Your employee ID is <strong className="font-semibold text-ink tabular-nums">{employeeId}</strong>.
    </p>
    <NewPasswordFields email={typed.email} label="Password" field={field} />
  </>
);
