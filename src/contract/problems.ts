/** All problems: code, HTTP status and text (spec §8). */
import * as z from 'zod/mini';
import { PROBLEM_TEXTS } from './problem-texts.ts';
import { SINGLE_SIGN_ON_TEXTS } from './accounts/single-sign-on.ts';

const PROBLEMS = {
  ...PROBLEM_TEXTS,
  ...SINGLE_SIGN_ON_TEXTS,
  studio_in_use: [409, 'It still has people. Retire it instead.'],
  mail_unreachable: [502, "The mail server could not be reached. Check SMTP_URL and the server's log."],
  mail_sign_in_refused: [502, 'The mail server rejected the user name or password in SMTP_URL.'],
  mail_refused: [502, 'The mail server rejected the email. Check MAIL_FROM on the server.'],
  employee_id_in_use: [409, 'Somebody else has this employee ID.'],
  admin_role_fixed: [409, "This form cannot change an administrator's role."],
  own_deactivation: [409, 'You cannot deactivate your own account.'],
  last_admin: [409, 'The last active administrator cannot be deactivated or demoted.'],
  entry_not_found: [404, 'This time entry does not exist.'],
  entry_already_closed: [409, 'This time entry is already closed.'],
  entry_still_running: [409, 'This time entry is from today. The employee can still clock out.'],
  second_factor_required: [403, 'Set up a second factor first.'],
  second_step_wrong: [403, 'This code is wrong, or was used already. Wait for the next one.'],
  passkey_wrong: [403, 'This passkey does not work here. Sign in another way.'],
  second_step_expired: [403, 'This took too long. Sign in again.'],
  second_factor_unreadable: [
    500,
    'This server cannot check codes. Use a recovery code, or ask an administrator.',
  ],
  second_factor_exists: [409, 'You already have this one.'],
  passkeys_too_many: [409, 'You have ten passkeys. Remove one first.'],
  command_line_only: [
    403,
    'Not changed. Administrators, also recent ones, do it themselves or on the server.',
  ],
  second_factor_missing: [409, 'There is no second factor.'],
  second_factor_key_elsewhere: [500, 'This server has another SECRET_KEY than before. Its log says more.'],
  reset_unknown_user: [404, 'No account found with this email address.'],
  reset_invalid_email: [400, 'Please enter a valid email address.'],
  reset_too_many: [429, 'Too many reset links were requested. Try again later.'],
  reset_link_invalid: [400, 'This link is no longer valid. Request a new one.'],
  registration_decided: [409, 'Somebody else already decided on this registration.'],
  request_id_reused: [422, 'This request was already used for another change.'],
  report_unknown_employee: [404, 'Employee not found'],
  foreign_origin: [403, 'This request came from another site.'],
  method_not_allowed: [405, 'This method is not allowed here.'],
  misdirected_request: [421, 'This server does not answer to that name.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  too_large: [413, 'This is too large.'],
  wrong_media_type: [415, 'Only application/json is accepted.'],
  too_many_streams: [429, 'Too many live connections. Close some windows.'],
  settings_initialise_failed: [500, 'Failed to initialize settings'],
  correction_not_found: [404, 'This correction does not exist.'],
  correction_not_yours: [403, 'Somebody else has to decide this.'],
  correction_decided: [409, 'Somebody already decided on this correction.'],
  correction_changed: [409, 'This correction changed in the meantime. Look at it again.'],
  correction_changed_meanwhile: [409, 'These times changed in the meantime. Look at them again.'],
  correction_undo_over: [409, 'This can no longer be undone.'],
  correction_reason_required: [400, 'Enter a reason.'],
  correction_nothing_changed: [400, 'You have not changed anything.'],
  correction_entry_twice: [400, 'Each entry can be in a request only once.'],
  correction_other_day: [400, 'All changes in a request must be on its day.'],
  correction_too_long_ago: [409, 'Only the last {days} days can be corrected.'],
  correction_open_end: [409, 'This entry is still running. Clock out to end it.'],
  correction_end_before_begin: [400, 'The end must be after the start.'],
  correction_in_future: [400, 'This time is in the future.'],
  correction_too_long: [400, 'An entry can last 24 hours at most.'],
  correction_break_outside: [400, 'A break must be within its entry.'],
  correction_breaks_overlap: [400, 'These breaks overlap.'],
  steps_too_many: [429, 'Too many changes within an hour. You can make more from {time}.'],
  requests_too_many: [
    429,
    'You have 20 open requests. You can send another one once one of them is decided or withdrawn.',
  ],
  leave_kind_unknown: [409, 'This kind of leave is no longer offered.'],
  leave_range: [400, 'Leave lasts from one day to a year, and ends within two years.'],
  leave_nothing_expected: [409, 'These are not your workdays, so no leave is needed.'],
  leave_overlap: [409, 'There is leave on some of these days already.'],
  leave_unapproved: [409, 'Until this is approved, it can only be prolonged or withdrawn.'],
  correction_overlap: [409, 'These times overlap another entry, {entry}.'],
  period_closed: [409, 'This period is closed. An administrator can reopen it.'],
  period_running: [409, 'This period is not over yet.'],
  period_not_closed: [409, 'This period is not closed.'],
  period_confirmed: [409, 'This period is already confirmed.'],
  period_entry_open: [409, 'An entry in this period has no end yet.'],
  period_not_settled: [409, 'Decide the requests and objections in this period first.'],
  period_undo_over: [409, 'This can no longer be undone. Reopen it with a reason.'],
  period_reason_required: [400, 'Enter a reason.'],
  period_changed: [409, 'This period changed in the meantime. Look at it again.'],
  payroll_not_closed: [409, 'This period is not closed for anybody yet, so there are no payroll files.'],
  payroll_altered: [
    409,
    'These figures are not the ones that were closed. No file was made. Run punctual verify on the server.',
  ],
  payroll_profile_not_found: [404, 'This profile no longer exists.'],
  payroll_profiles_changed: [409, 'Somebody else changed the profiles in the meantime.'],
  signing_key_elsewhere: [
    500,
    'This server does not have the signing key for payroll files. Its log says which key it needs.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ProblemCode = keyof typeof PROBLEMS;
export const problemCodes = Object.keys(PROBLEMS) as ProblemCode[];

export const problemStatus = (code: ProblemCode): number => PROBLEMS[code][0];

export const problemMessage = (code: ProblemCode): string => PROBLEMS[code][1];

/** `fields`: messages of invalid inputs. */
export const Problem = z.strictObject({
  code: z.enum(problemCodes as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Part of the server that fails, for the health check. */
  part: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;
