import { say } from '#texts/say';
import {
  type RegistrationOptions,
  RepeatedPassword,
  RegistrationPersonal,
  RegistrationWorkStep,
} from '#contract/accounts/accounts';
import type { InputOf } from '#contract/routes';
import { type OfferedStudio, hubsOf, registrationFaults } from '#domain/people/studios';
import { type Failure, type Refusal, call } from '#web/api.ts';
import type { FieldErrors } from '#web/forms/draft.ts';
import { fieldErrorsOf } from '#web/forms/use-form.ts';
import { useEffect, useState } from 'react';
import { useWorkplace } from '#web/session/workplace.ts';

export type RegistrationOptionsState = ReturnType<typeof useRegistrationOptions>;

/** Loads the studios to choose from, and whether this visitor is allowed to register. */
export function useRegistrationOptions(invitation: string | undefined) {
  const { registration } = useWorkplace();
  const [joining, setJoining] = useState<RegistrationOptions | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isLeft = false;
    void call('joining', invitation === undefined ? {} : { invitation }).then((answer) => {
      if (isLeft) return;
      setFailed(!answer.ok);
      if (answer.ok) setJoining(answer.value);
    });
    return () => {
      isLeft = true;
    };
  }, [invitation, registration, attempt]);
  return {
    /** Null until the server has answered. */
    joining,
    entrance: registrationAccessOf(registration, invitation, joining),
    isFailed,
    retry: () => setAttempt((before) => before + 1),
  };
}

/** Says whether this visitor may register: 'unknown' until the server has checked the invitation. */
function registrationAccessOf(
  registration: 'open' | 'invitation' | 'approval' | 'off',
  invitation: string | undefined,
  joining: RegistrationOptions | null,
): 'open' | 'invitation-needed' | 'invitation-ended' | 'off' | 'unknown' {
  if (registration === 'off') return 'off';
  if (registration !== 'invitation') return 'open';
  if (invitation === undefined) return 'invitation-needed';
  if (joining === null) return 'unknown';
  return joining.mayRegister ? 'open' : 'invitation-ended';
}

export const STEPS = ['join.personal', 'join.work', 'join.security'] as const;
export type Step = 0 | 1 | 2;

export type Field = 'name' | 'email' | 'department' | 'hub' | 'position' | 'password' | 'confirmPassword';

export interface WizardState {
  readonly step: Step;
  readonly typed: Readonly<Record<Field, string>>;
  /** The server issues the ID when the person leaves the work step. Going back does not change the ID. */
  readonly employeeId: string | null;
}

export const EMPTY_WIZARD: WizardState = {
  step: 0,
  typed: { name: '', email: '', department: '', hub: '', position: '', password: '', confirmPassword: '' },
  employeeId: null,
};

/** Changes a field. Clears the chosen hub if it does not belong to the chosen studio (spec §4). */
export function withField(
  wizard: WizardState,
  field: Field,
  text: string,
  studios: readonly OfferedStudio[],
): WizardState {
  const typed = { ...wizard.typed, [field]: text };
  const fits = typed.hub === '' || hubsOf(studios, typed.department).includes(typed.hub);
  return { ...wizard, typed: fits ? typed : { ...typed, hub: '' } };
}

export function stepErrors(
  { step, typed }: WizardState,
  studios: readonly OfferedStudio[],
): FieldErrors<Field> {
  const { name, email, department, hub, position, password, confirmPassword } = typed;
  if (step === 0) return fieldErrorsOf(RegistrationPersonal, { name, email });
  if (step === 1)
    return {
      ...registrationFaults(studios, { department, hub }),
      ...fieldErrorsOf(RegistrationWorkStep, { department, hub, position }),
    };
  return fieldErrorsOf(RepeatedPassword, { password, confirmPassword });
}

export const previousStep = (wizard: WizardState): WizardState | null =>
  wizard.step === 0 ? null : { ...wizard, step: (wizard.step - 1) as Step };

export const isEmailTaken = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === 'registration_email_in_use';

export const isStudioGone = (failure: Failure): failure is Refusal =>
  failure.kind === 'refused' && ('department' in failure.fields || 'hub' in failure.fields);

export const nextStep = (
  wizard: WizardState,
  employeeId: string | null = wizard.employeeId,
): WizardState => ({
  ...wizard,
  step: Math.min(2, wizard.step + 1) as Step,
  employeeId,
});

export const toRegistration = (
  { typed: { confirmPassword: _kept, ...rest }, employeeId }: WizardState,
  invitation?: string,
): InputOf<'register'> => ({
  ...rest,
  employeeId: employeeId ?? '',
  ...(invitation === undefined ? {} : { invitation }),
});

/** Returns the first field's error, else the server's message. Without a response, returns the text of spec §8. */
export const registrationMessage = (failure: Failure): string =>
  failure.kind === 'refused'
    ? (Object.values(failure.fields)[0] ?? failure.message)
    : say('problem.registration_form_failed');
