/** The registration wizard as plain data: three steps, and what was typed (spec §2, §4, §5). */
import { type Joining, PasswordTwice, RegistrationPersonal, RegistrationWork } from '#contract/accounts';
import { problemText } from '#contract/problem-texts';
import type { InputOf } from '#contract/routes';
import { type OfferedStudio, hubsOf, registrationFaults } from '#domain/people/studios';
import { type Failure, type Refusal, call } from '#web/api.ts';
import { type FieldErrors, fieldErrorsOf } from '#web/forms/use-submission.ts';
import { useEffect, useState } from 'react';
import { useWorkplace } from '#web/session/workplace.ts';

/** Whether somebody may register here, and what there is to select. */
export interface JoiningState {
  /** Null before the server has answered. */
  readonly joining: Joining | null;
  /** 'unknown' only where an invitation is being looked at. */
  readonly entrance: 'open' | 'invitation-needed' | 'invitation-ended' | 'off' | 'unknown';
  /** It could not be asked. */
  readonly isFailed: boolean;
  retry(): void;
}

export function useJoining(invitation: string | undefined): JoiningState {
  const { registration } = useWorkplace();
  const [joining, setJoining] = useState<Joining | null>(null);
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
    joining,
    entrance: entranceOf(registration, invitation, joining),
    isFailed,
    retry: () => setAttempt((before) => before + 1),
  };
}

function entranceOf(
  registration: 'open' | 'invitation' | 'approval' | 'off',
  invitation: string | undefined,
  joining: Joining | null,
): JoiningState['entrance'] {
  if (registration === 'off') return 'off';
  if (registration !== 'invitation') return 'open';
  if (invitation === undefined) return 'invitation-needed';
  if (joining === null) return 'unknown';
  return joining.mayRegister ? 'open' : 'invitation-ended';
}

export const STEPS = ['Personal', 'Work', 'Security'] as const;
export type Step = 0 | 1 | 2;

export interface Typed {
  readonly name: string;
  readonly email: string;
  readonly department: string;
  readonly hub: string;
  readonly position: string;
  readonly password: string;
  readonly confirmPassword: string;
}
export type Field = keyof Typed;

export interface Wizard {
  readonly step: Step;
  readonly typed: Typed;
  /** Issued by the server when the work step is left; kept when going back. */
  readonly employeeId: string | null;
}

export const EMPTY_WIZARD: Wizard = {
  step: 0,
  typed: { name: '', email: '', department: '', hub: '', position: '', password: '', confirmPassword: '' },
  employeeId: null,
};

/** A hub that is not of the studio now chosen is dropped (spec §4). */
export function withField(
  wizard: Wizard,
  field: Field,
  text: string,
  studios: readonly OfferedStudio[],
): Wizard {
  const typed = { ...wizard.typed, [field]: text };
  const fits = typed.hub === '' || hubsOf(studios, typed.department).includes(typed.hub);
  return { ...wizard, typed: fits ? typed : { ...typed, hub: '' } };
}

/** What is wrong with the present step; empty when it may be left. */
export function stepErrors({ step, typed }: Wizard, studios: readonly OfferedStudio[]): FieldErrors<Field> {
  const { name, email, department, hub, position, password, confirmPassword } = typed;
  if (step === 0) return fieldErrorsOf(RegistrationPersonal, { name, email });
  if (step === 1)
    return {
      ...registrationFaults(studios, { department, hub }),
      ...fieldErrorsOf(RegistrationWork, { department, hub, position }),
    };
  return fieldErrorsOf(PasswordTwice, { password, confirmPassword });
}

/** One step back, keeping all that was typed; null from the first step, which leads to the login. */
export const previousStep = (wizard: Wizard): Wizard | null =>
  wizard.step === 0 ? null : { ...wizard, step: (wizard.step - 1) as Step };

/** Whether registration was refused for the address alone, which stands on the first step. */
export const isAddressTaken = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === 'registration_email_in_use';

/** Whether it was refused since the studio or the hub is no longer offered; they stand on the second step. */
export const isPlaceGone = (failure: Failure): failure is Refusal =>
  failure.kind === 'refused' && ('department' in failure.fields || 'hub' in failure.fields);

/** One step on. The caller has checked the step; from the work step on there is an employee ID. */
export const nextStep = (wizard: Wizard, employeeId: string | null = wizard.employeeId): Wizard => ({
  ...wizard,
  step: Math.min(2, wizard.step + 1) as Step,
  employeeId,
});

/** What registration sends; the confirmation stays here. */
export const payload = (
  { typed: { confirmPassword: _kept, ...rest }, employeeId }: Wizard,
  invitation?: string,
): InputOf<'register'> => ({
  ...rest,
  employeeId: employeeId ?? '',
  ...(invitation === undefined ? {} : { invitation }),
});

/** What the form shows when registration failed: the error's message, else the form's own (spec §8). */
export const registrationMessage = (failure: Failure): string =>
  failure.kind === 'refused'
    ? (Object.values(failure.fields)[0] ?? failure.message)
    : problemText('registration_form_failed');
