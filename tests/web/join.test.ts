import { describe, expect, it } from 'vitest';
import { FIRST_STUDIOS } from '#domain/people/studios';
import {
  registrationMessage,
  previousStep,
  withField,
  EMPTY_WIZARD,
  nextStep,
  toRegistration,
  stepErrors,
  type Field,
  type WizardState,
} from '#web/screens/join/wizard.ts';

const type = (wizard: WizardState, fields: Partial<Record<Field, string>>): WizardState =>
  Object.entries(fields).reduce(
    (typed, [field, text]) => withField(typed, field as Field, text, FIRST_STUDIOS),
    wizard,
  );

const personal = type(EMPTY_WIZARD, { name: 'Maya Gurung', email: 'maya@example.com' });
const work = type(nextStep(personal), {
  department: 'Business Studio',
  hub: 'Core operations hub',
  position: 'Lead',
});
const security = nextStep(work, 'NXBI-AB12C');

describe('the registration wizard', () => {
  it('the personal step requires a full name and an e-mail address', () => {
    expect(stepErrors(EMPTY_WIZARD, FIRST_STUDIOS)).toEqual({
      name: 'Full name is required',
      email: 'Email is required',
    });
    for (const email of [
      'maya at example',
      'a b@example.com',
      'maya@example',
      'maya@example.com, all@example.com',
      'm\u0000aya@example.com',
    ])
      expect(stepErrors(type(EMPTY_WIZARD, { name: 'Maya', email }), FIRST_STUDIOS)).toEqual({
        email: 'Please enter a valid email',
      });
    expect(stepErrors(personal, FIRST_STUDIOS)).toEqual({});
  });

  it('the work step requires a studio, one of its hubs and a position', () => {
    expect(stepErrors(nextStep(personal), FIRST_STUDIOS)).toEqual({
      department: 'Please select a studio',
      hub: 'Please select a hub',
      position: 'Please select a position',
    });
    expect(stepErrors(work, FIRST_STUDIOS)).toEqual({});
  });

  it('the security step requires a password of six characters, typed twice', () => {
    expect(stepErrors(security, FIRST_STUDIOS)).toEqual({
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    });
    expect(
      stepErrors(type(security, { password: 'five5', confirmPassword: 'six666' }), FIRST_STUDIOS),
    ).toEqual({
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Passwords do not match',
    });
    expect(
      stepErrors(type(security, { password: 'six666', confirmPassword: 'six666' }), FIRST_STUDIOS),
    ).toEqual({});
  });

  it('a change of studio drops a hub that does not belong to it', () => {
    expect(withField(work, 'department', 'Regulatory Reporting Studio', FIRST_STUDIOS).typed.hub).toBe('');
    expect(withField(work, 'department', 'Business Studio', FIRST_STUDIOS).typed.hub).toBe(
      'Core operations hub',
    );
  });

  it('going back keeps the input and the employee ID, and leaves from the first step', () => {
    const again = previousStep(security);
    expect(again).toMatchObject({ step: 1, typed: security.typed, employeeId: 'NXBI-AB12C' });
    expect(again && previousStep(again)?.step).toBe(0);
    expect(previousStep(EMPTY_WIZARD)).toBeNull();
  });

  it('sends everything but the repeated password', () => {
    const done = type(security, { password: 'six666', confirmPassword: 'six666' });
    expect(toRegistration(done)).toEqual({
      name: 'Maya Gurung',
      email: 'maya@example.com',
      department: 'Business Studio',
      hub: 'Core operations hub',
      position: 'Lead',
      employeeId: 'NXBI-AB12C',
      password: 'six666',
    });
  });

  it("a failed registration shows the server's message or the form's own", () => {
    const inUse = {
      kind: 'refused',
      code: 'registration_email_in_use',
      status: 409,
      message: 'An account with this email already exists.',
      fields: {},
    } as const;
    expect(registrationMessage(inUse)).toBe('An account with this email already exists.');
    expect(registrationMessage({ kind: 'unreachable', message: 'no answer' })).toBe(
      'Failed to create account. Please try again.',
    );
  });
});
