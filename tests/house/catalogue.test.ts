import { describe, expect, it } from 'vitest';
import { problemText, type ProblemCode } from '#contract/problems';

/** The specification's error catalogue (spec §8), to the letter. */
const CATALOGUE: readonly (readonly [ProblemCode, string])[] = [
  ['registration_email_in_use', 'An account with this email already exists.'],
  ['registration_invalid_email', 'Please enter a valid email address.'],
  ['registration_weak_password', 'Password should be at least 6 characters long.'],
  ['registration_failed', 'Failed to create employee account. Please try again.'],
  ['registration_form_failed', 'Failed to create account. Please try again.'],
  ['employee_id_failed', 'Failed to generate employee ID. Please try again.'],
  ['sign_in_unknown_user', 'No account found with this email address.'],
  ['sign_in_wrong_password', 'Incorrect password.'],
  ['sign_in_invalid_email', 'Please enter a valid email address.'],
  ['account_disabled', 'This account has been disabled.'],
  ['sign_in_too_many', 'Too many failed login attempts. Please try again later.'],
  ['sign_in_failed', 'Failed to sign in. Please check your credentials.'],
  ['sign_in_rejected', 'Invalid email or password'],
  ['sign_out_failed', 'Failed to sign out. Please try again.'],
  ['reset_unknown_user', 'No account found with this email address.'],
  ['reset_invalid_email', 'Please enter a valid email address.'],
  ['reset_failed', 'Failed to send password reset email.'],
  ['profile_not_signed_in', 'No user is currently signed in.'],
  ['profile_update_failed', 'Failed to update profile.'],
  ['settings_update_failed', 'Failed to update settings. Please try again.'],
  ['settings_save_failed', 'Failed to save settings. Please try again.'],
  ['settings_load_failed', 'Failed to load settings'],
  ['settings_subscribe_failed', 'Failed to subscribe to settings'],
  ['settings_initialise_failed', 'Failed to initialize settings'],
  ['clock_in_without_user', 'No authenticated user found. Please log in first.'],
  ['report_unknown_employee', 'Employee not found'],
];

describe('the error catalogue (spec §8)', () => {
  it.each(CATALOGUE)('%s says: %s', (code, message) => {
    expect(problemText(code)).toBe(message);
  });
});
