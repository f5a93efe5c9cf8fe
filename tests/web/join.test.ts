import { describe, expect, it } from 'vitest';
import { registrationMessage } from '#web/screens/join/wizard.ts';
import {
  back,
  edited,
  EMPTY_WIZARD,
  onward,
  payload,
  stepFaults,
  type Field,
  type Wizard,
} from '#web/screens/join/wizard.ts';

const type = (wizard: Wizard, fields: Partial<Record<Field, string>>): Wizard =>
  Object.entries(fields).reduce((typed, [field, text]) => edited(typed, field as Field, text), wizard);

const personal = type(EMPTY_WIZARD, { name: 'Maya Gurung', email: 'maya@example.com' });
const work = type(onward(personal), {
  department: 'Business Studio',
  hub: 'Core operations hub',
  position: 'Lead',
});
const security = onward(work, 'NXBI-AB12C');

describe('the registration wizard', () => {
  it('personal asks for a full name and an e-mail address', () => {
    expect(stepFaults(EMPTY_WIZARD)).toEqual({ name: 'Full name is required', email: 'Email is required' });
    expect(stepFaults(type(EMPTY_WIZARD, { name: 'Maya', email: 'maya at example' }))).toEqual({
      email: 'Please enter a valid email',
    });
    expect(stepFaults(personal)).toEqual({});
  });

  it('work asks for a studio, a hub of it and a position', () => {
    expect(stepFaults(onward(personal))).toEqual({
      department: 'Please select a studio',
      hub: 'Please select a hub',
      position: 'Please select a position',
    });
    expect(stepFaults(work)).toEqual({});
  });

  it('security asks for a password of six characters, twice the same', () => {
    expect(stepFaults(security)).toEqual({
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    });
    expect(stepFaults(type(security, { password: 'five5', confirmPassword: 'six666' }))).toEqual({
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Passwords do not match',
    });
    expect(stepFaults(type(security, { password: 'six666', confirmPassword: 'six666' }))).toEqual({});
  });

  it("editing a field clears that field's message and no other", () => {
    const faulty = { ...EMPTY_WIZARD, faults: stepFaults(EMPTY_WIZARD) };
    expect(edited(faulty, 'name', 'M').faults).toEqual({ email: 'Email is required' });
  });

  it('a hub that no longer fits the studio is dropped, one that fits is kept', () => {
    expect(edited(work, 'department', 'Regulatory Reporting Studio').typed.hub).toBe('');
    expect(edited(work, 'department', 'Business Studio').typed.hub).toBe('Core operations hub');
  });

  it('going back keeps what was typed and the issued employee ID; from the first step it leaves', () => {
    const again = back(security);
    expect(again).toMatchObject({ step: 1, typed: security.typed, employeeId: 'NXBI-AB12C', faults: {} });
    expect(again && back(again)?.step).toBe(0);
    expect(back(EMPTY_WIZARD)).toBeNull();
  });

  it('sends everything but the confirmation', () => {
    const done = type(security, { password: 'six666', confirmPassword: 'six666' });
    expect(payload(done)).toEqual({
      name: 'Maya Gurung',
      email: 'maya@example.com',
      department: 'Business Studio',
      hub: 'Core operations hub',
      position: 'Lead',
      employeeId: 'NXBI-AB12C',
      password: 'six666',
    });
  });

  it("a failed registration shows the error's message, else the form's own", () => {
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
