import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
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
          {say(name)}
          {at < step && <span className="sr-only"> {say('join.stepDone')}</span>}
        </li>
      ))}
    </ol>
    <ProgressBar
      label={say('join.progress')}
      percent={((step + 1) / STEPS.length) * 100}
      text={say('join.step', { step: step + 1, count: STEPS.length })}
    />
    <p className="mt-2 text-sm text-muted">{say('join.step', { step: step + 1, count: STEPS.length })}</p>
  </div>
);

interface StepProps {
  wizard: WizardState;
  studios: readonly OfferedStudio[];
  field: FieldOf<Field>;
}

export const PersonalStep = ({ field }: StepProps) => (
  <>
    <TextField {...field('name')} label={say('field.fullName')} autoComplete="name" />
    <TextField {...field('email')} {...EMAIL_PROPS} label={say('field.email')} autoComplete="email" />
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
          label={say('field.studio')}
          placeholder={say('field.selectStudio')}
          options={studios.map(({ name }) => name)}
        />
      )}
      {(isChosen ? hubs : studios).length > 0 && (
        <SelectField
          {...field('hub')}
          label={say('field.hub')}
          placeholder={isChosen ? say('field.selectHub') : say('field.selectStudioFirst')}
          options={hubs}
          disabled={!isChosen}
        />
      )}
      <SelectField<string>
        {...field('position')}
        label={say('field.position')}
        placeholder={say('field.selectPosition')}
        options={POSITIONS}
      />
      <TextField
        label={say('field.employeeId')}
        readOnly
        value={employeeId ?? ''}
        placeholder={say('join.idGenerated')}
        hint={say('join.idHint')}
      />
    </>
  );
}

export const SecurityStep = ({ wizard: { typed, employeeId }, field }: StepProps) => (
  <>
    <p className="text-sm text-muted">
      {richly('join.yourId', {
        id: <strong className="font-semibold text-ink tabular-nums">{employeeId}</strong>,
      })}
    </p>
    <NewPasswordFields email={typed.email} label={say('field.password')} field={field} />
  </>
);
