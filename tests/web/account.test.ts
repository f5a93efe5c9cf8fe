import { describe, expect, it } from 'vitest';
import { PasswordChangeForm, RepeatedPassword, Profile } from '#contract/accounts/accounts';
import { problemText, problemStatus, type ProblemCode } from '#contract/problems';
import { fieldErrorsOf } from '#web/forms/use-form.ts';
import { profileFailure } from '#web/frame/account-dialog.tsx';
import { passwordFailure } from '#web/session/new-password.ts';
import { resetFailureText, requestedMessage } from '#web/screens/login/forgot-password.tsx';

const refused = (code: ProblemCode, fields: Record<string, string> = {}) =>
  ({ kind: 'refused', code, status: problemStatus(code), message: problemText(code), fields }) as const;
const unreachable = { kind: 'unreachable', message: 'no answer' } as const;

describe("'Forgot password?'", () => {
  it.each([
    ['reset_unknown_user', 'No account found with this email address.'],
    ['reset_invalid_email', 'Please enter a valid email address.'],
    ['account_disabled', 'This account has been disabled.'],
    ['reset_too_many', 'Too many reset links were requested. Try again later.'],
    ['reset_failed', 'Failed to send password reset email.'],
    ['server_error', 'Failed to send password reset email.'],
    ['unavailable', 'Failed to send password reset email.'],
  ] as const)('the refusal %s says "%s"', (code, message) => {
    expect(resetFailureText(refused(code))).toBe(message);
  });

  it("an unreachable server gives 'Failed to send password reset email.'", () => {
    expect(resetFailureText(unreachable)).toBe('Failed to send password reset email.');
  });

  it('says what happened to the link, as far as it is known', () => {
    const about = (by: 'mail' | 'outbox', certain: boolean) => {
      const { title, text } = requestedMessage('ada@example.com', { by, certain, minutes: 60 });
      return `${title}. ${text}`;
    };
    expect(about('mail', true)).toBe(
      'The link is on its way. It was sent to ada@example.com. It works once, within 60 minutes. If it does not arrive, check your spam folder.',
    );
    expect(about('mail', false)).toMatch(/^Check your inbox\. If ada@example\.com has an account, /);
    expect(about('outbox', true)).toBe(
      'Ask an administrator for a new password. This server does not send email, so no link will reach you. An administrator can give you a new password.',
    );
    expect(about('outbox', false)).toBe(about('outbox', true));
  });
});

describe('a new password', () => {
  it('a new password is typed twice and follows the rules of registration', () => {
    expect(fieldErrorsOf(RepeatedPassword, { password: '', confirmPassword: '' })).toEqual({
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    });
    expect(fieldErrorsOf(RepeatedPassword, { password: 'five5', confirmPassword: 'six666' })).toEqual({
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Passwords do not match',
    });
    expect(fieldErrorsOf(RepeatedPassword, { password: 'six666', confirmPassword: 'six666' })).toEqual({});
    expect(
      fieldErrorsOf(PasswordChangeForm, {
        currentPassword: '',
        password: 'six666',
        confirmPassword: 'six667',
      }),
    ).toEqual({
      currentPassword: 'Enter your current password',
      confirmPassword: 'Passwords do not match',
    });
  });

  it('a refused password shows the problem at its field or in one message', () => {
    expect(passwordFailure(refused('invalid_input', { password: 'This password is too common' }))).toEqual({
      errors: { password: 'This password is too common' },
    });
    expect(passwordFailure(refused('reset_link_invalid'))).toEqual({
      problem: 'This link is no longer valid. Request a new one.',
    });
    for (const failure of [refused('server_error'), refused('unavailable'), unreachable]) {
      expect(passwordFailure(failure)).toEqual({
        problem: 'Failed to change the password. Try again.',
      });
    }
  });
});

describe('a change of name', () => {
  it('requires a name of one line without invisible characters', () => {
    expect(fieldErrorsOf(Profile, { name: ' \n ' })).toEqual({ name: 'Full name is required' });
    expect(fieldErrorsOf(Profile, { name: 'Ada\u202e' })).toEqual({
      name: 'This has a character that cannot be shown.',
    });
    expect(Profile.parse({ name: ' Ada\r\nLovelace\t' })).toEqual({ name: 'Ada Lovelace' });
  });

  it("a failed change says 'No user is currently signed in.' or 'Failed to update profile.'", () => {
    expect(profileFailure(refused('profile_not_signed_in')).problem).toBe('No user is currently signed in.');
    for (const failure of [refused('profile_update_failed'), refused('unavailable'), unreachable])
      expect(profileFailure(failure).problem).toBe('Failed to update profile.');
    expect(profileFailure(refused('invalid_input', { name: 'too long' }))).toEqual({
      errors: { name: 'too long' },
    });
  });
});
