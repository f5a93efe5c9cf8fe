import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { SignIn } from '#contract/accounts/accounts';
import { problemText, problemStatus, type ProblemCode } from '#contract/problems';
import { fieldErrorsOf, warmUpSchema, withoutError } from '#web/forms/use-form.ts';
import { signInMessage } from '#web/screens/login/login.tsx';

const refused = (code: ProblemCode) =>
  ({
    kind: 'refused',
    code,
    status: problemStatus(code),
    message: problemText(code),
    fields: {},
  }) as const;

describe('the login form', () => {
  it('requires a valid e-mail address and a password of six characters', () => {
    expect(fieldErrorsOf(SignIn, { email: '', password: '' })).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
    });
    expect(fieldErrorsOf(SignIn, { email: ' Maya@Example.com ', password: 'six666' })).toEqual({});
  });

  it.each([
    'a b@example.com',
    'a@b@example.com',
    '@example.com',
    'a@example',
    'a@example.com>',
    '\u202ea@example.com',
    'a\u0000@example.com',
  ])('refuses the e-mail address %j with missing parts or invalid characters', (email) => {
    expect(fieldErrorsOf(SignIn, { email, password: 'long enough' })).toEqual({
      email: 'Please enter a valid email address',
    });
  });

  it('the schema is warmed up once the form is drawn, unless the form is gone by then', () => {
    vi.useFakeTimers();
    let judged = 0;
    const schema = z.record(z.string(), z.string()).check(() => void (judged += 1));
    warmUpSchema(schema, {});
    expect(judged).toBe(0);
    vi.runAllTimers();
    expect(judged).toBe(1);
    warmUpSchema(schema, {})();
    vi.runAllTimers();
    expect(judged).toBe(1);
    vi.useRealTimers();
  });

  it('editing a field removes its error', () => {
    expect(withoutError({ email: 'one', password: 'two' }, 'email')).toEqual({
      password: 'two',
    });
  });

  it.each(['sign_in_unknown_user', 'sign_in_wrong_password', 'sign_in_rejected'] as const)(
    "shows 'Invalid email or password' for %s",
    (code) => {
      expect(signInMessage(refused(code))).toBe('Invalid email or password');
    },
  );

  it('says that an account is disabled, a temporary password has expired or attempts were too many', () => {
    expect(signInMessage(refused('account_disabled'))).toBe('This account has been disabled.');
    expect(signInMessage(refused('temporary_password_expired'))).toContain('has expired');
    expect(signInMessage(refused('sign_in_too_many'))).toBe(
      'Too many failed login attempts. Please try again later.',
    );
  });

  it("any other failure says 'Failed to sign in. Please check your credentials.'", () => {
    for (const failure of [
      refused('sign_in_failed'),
      refused('server_error'),
      refused('unavailable'),
      { kind: 'unreachable', message: '' } as const,
    ]) {
      expect(signInMessage(failure)).toBe('Failed to sign in. Please check your credentials.');
    }
  });
});
