/** What is shown when a password could not be changed or reset (spec §8). */
import { problemText } from '#contract/problem-texts';
import type { ProblemCode } from '#contract/problems';
import type { Failure } from '#web/api.ts';
import type { SubmitFailure } from '#web/forms/use-submission.ts';

const SHOWN_AS_IS: readonly ProblemCode[] = [
  'reset_link_invalid',
  'account_disabled',
  'sign_in_too_many',
  'password_change_failed',
];

/**
 * By field where the server names one; anything unforeseen, a server out of reach too, in the words for that.
 */
export function passwordFailure<Field extends string>(failure: Failure): SubmitFailure<Field | 'password'> {
  if (failure.kind === 'refused' && Object.keys(failure.fields).length > 0)
    return { errors: failure.fields as Record<Field | 'password', string> };
  const isShownAsIs = failure.kind === 'refused' && SHOWN_AS_IS.includes(failure.code);
  return { problem: isShownAsIs ? failure.message : problemText('password_change_failed') };
}
