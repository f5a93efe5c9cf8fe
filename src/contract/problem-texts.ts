/** Problems that browser code refers to by name (spec §8). All others are in `problems.ts`. */

export const PROBLEM_TEXTS = {
  registration_email_in_use: [409, 'An account with this email already exists.'],
  registration_invalid_email: [400, 'Please enter a valid email address.'],
  registration_weak_password: [400, 'Password should be at least 6 characters long.'],
  registration_failed: [500, 'Failed to create employee account. Please try again.'],
  registration_form_failed: [500, 'Failed to create account. Please try again.'],
  employee_id_failed: [500, 'Failed to generate employee ID. Please try again.'],
  employee_id_not_issued: [400, 'This employee ID was not issued. Go back one step and continue again.'],
  sign_in_unknown_user: [401, 'No account found with this email address.'],
  sign_in_wrong_password: [401, 'Incorrect password.'],
  sign_in_rejected: [401, 'Invalid email or password'],
  sign_in_invalid_email: [400, 'Please enter a valid email address.'],
  account_disabled: [403, 'This account has been disabled.'],
  account_awaits_approval: [
    403,
    'Your account is waiting for approval. You can sign in once an administrator approves it.',
  ],
  temporary_password_expired: [
    403,
    'This temporary password has expired. Ask an administrator for a new one.',
  ],
  sign_in_too_many: [429, 'Too many failed login attempts. Please try again later.'],
  sign_in_failed: [500, 'Failed to sign in. Please check your credentials.'],
  sign_out_failed: [500, 'Failed to sign out. Please try again.'],
  reset_failed: [500, 'Failed to send password reset email.'],
  password_change_required: [403, 'Choose a new password first.'],
  current_password_wrong: [403, 'Incorrect password.'],
  confirmation_required: [403, 'Enter your password to confirm it is you.'],
  password_change_failed: [500, 'Failed to change the password. Try again.'],
  profile_not_signed_in: [401, 'No user is currently signed in.'],
  renames_too_many: [429, 'You changed your name too often. You can change it again from {time}.'],
  profile_update_failed: [500, 'Failed to update profile.'],
  settings_update_failed: [500, 'Failed to update settings. Please try again.'],
  settings_save_failed: [500, 'Failed to save settings. Please try again.'],
  settings_load_failed: [500, 'Failed to load settings'],
  settings_subscribe_failed: [500, 'Failed to subscribe to settings'],
  settings_changed: [409, 'Somebody else changed the settings in the meantime.'],
  mail_failed: [500, 'The email could not be sent.'],
  employee_not_found: [404, 'Employee not found'],
  employee_changed: [409, 'Somebody else changed this employee in the meantime.'],
  clock_in_without_user: [401, 'No authenticated user found. Please log in first.'],
  already_clocked_in: [409, 'You are already clocked in.'],
  not_clocked_in: [409, 'You are not clocked in.'],
  on_break: [409, 'You are on a break. End the break first.'],
  not_on_break: [409, 'You are not on a break.'],
  punches_too_many: [429, 'Too many punches in an hour. You can punch again from {time}.'],
  invalid_input: [400, 'Some of the input is not valid.'],
  not_signed_in: [401, 'Sign in first.'],
  forbidden: [403, 'You are not allowed to do this.'],
  not_found: [404, 'Not found.'],
  too_many_requests: [429, 'Too many requests. Try again in a moment.'],
  server_error: [500, 'Something went wrong. Try again.'],
  unavailable: [503, 'The service is not available at the moment. Try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ProblemTextCode = keyof typeof PROBLEM_TEXTS;

/** Returns the text of spec §8, with the placeholder `{time}` ('HH:mm') for the time to try again. */
export const problemText = (code: ProblemTextCode): string => PROBLEM_TEXTS[code][1];

export const hasProblemText = (code: string): code is ProblemTextCode => Object.hasOwn(PROBLEM_TEXTS, code);
